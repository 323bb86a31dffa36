/// Proves that artifacts are what the manifest says, before their digests are told to others.
struct ArtifactProof: Sendable {
    private let effects: Effects
    private let purpose: String

    /// Proves for a purpose, such as `make a Nix package`.
    init(_ effects: Effects, purpose: String) {
        self.effects = effects
        self.purpose = purpose
    }

    /// Nobody could use a package whose digests are not those of the files that are published.
    ///
    /// - Throws: ``RelctlError`` if the artifact is not in the folder, or another one.
    func prove(_ artifact: Artifact, in folder: ReleaseFolder) async throws {
        let path = folder.file(artifact.name)
        guard try effects.files.resolvedStatus(of: path)?.kind == .file else {
            throw RelctlError(
                "cannot \(purpose): `\(path)` is in the manifest, but not there",
                hints: ["run `relctl package` first"]
            )
        }
        let summary = try await ObservedHashing(effects).summary(of: path, name: artifact.name).get()
        guard summary.size == artifact.size, summary.sha256 == artifact.sha256 else {
            throw RelctlError(
                "cannot \(purpose): `\(path)` is not what the manifest lists",
                hints: ["run `relctl verify` to see what differs"]
            )
        }
    }
}
