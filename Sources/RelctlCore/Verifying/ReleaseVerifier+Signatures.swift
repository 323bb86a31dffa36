/// What is known of who signs releases.
package struct SignatureProof: Sendable {
    fileprivate let extensions: Extensions
    /// The configuration of a project that signs its releases.
    fileprivate let configuration: Configuration?
    fileprivate let project: FilePath

    /// Proves signatures by the keys that a project's configuration names; without one, or where it names none, none can
    /// be proven.
    package init(_ extensions: Extensions, _ configuration: Configuration?, project: FilePath) {
        self.extensions = extensions
        self.configuration = configuration.flatMap { $0.signing.isEmpty ? nil : $0 }
        self.project = project
    }

    /// The list that is signed of a release, whatever its record says; nothing where none is.
    func list(of release: ReleaseIdentity?) -> String? {
        guard release?.isTrial != true else { return nil }
        return configuration?.checksums.combined
    }
}

/// Signatures of the list of all checksums, which vouches for all else.
extension ReleaseVerifier {
    /// Each signature that the project's configuration wants is there and proves the list; of others nobody knows.
    ///
    /// Whose keys count, only the configuration can say: what lies beside a signature may be from whoever made that.
    ///
    /// - Parameters:
    ///   - name: The list, where the configuration wants no signature.
    ///   - release: What the record says that the release is; nothing where there is no record.
    ///   - folder: Where all of it is.
    /// - Returns: What is wrong.
    /// - Throws: ``RelctlError`` for what the configuration says; ``FileSystemError``; `CancellationError`.
    func signatureFindings(
        ofList name: String?,
        of release: ReleaseIdentity?,
        _ folder: FilePath
    ) async throws -> [Finding] {
        guard let signatures else { return [] }
        guard let configuration = signatures.configuration else {
            return try name.map { try unknownSignatures(ofList: $0, folder, signatures.extensions) } ?? []
        }
        if let release, !release.name.utf8.elementsEqual(configuration.name.utf8) {
            let message =
                "it is a release of `\(release.name)`, and this project, whose keys are known, is `\(configuration.name)`"
            let hints = ["prove it in its own project; `-C DIR` names another folder"]
            return [Finding(message, code: "signature.other_project", hints: hints)]
        }
        if let release, release.isTrial {
            let message = "\(release.version) is a trial, and so not signed: anybody can have made it"
            // Trials are made in a project's own folder; what comes from elsewhere is not exempt by calling itself one.
            let own = signatures.project.appending(ReleaseLayout.distName)
            let (here, dist) = (try effects.files.canonicalPath(of: folder), try? effects.files.canonicalPath(of: own))
            let isOwn = dist.map { here == $0 || here.string.utf8.starts(with: "\($0)/".utf8) } ?? false
            return [Finding(message, code: ReleaseSigning.noneCode, severity: isOwn ? .warning : .error)]
        }
        return try await ReleaseSigning(
            configuration,
            release: try release ?? unknownRelease(configuration),
            project: signatures.project,
            extensions: signatures.extensions
        ).findings(in: folder, with: effects)
    }

    /// What is released where no record says so, which no built-in signer needs to know.
    private func unknownRelease(_ configuration: Configuration) throws -> ReleaseIdentity {
        let tag = try TagTemplate(of: configuration.project).tag(for: .zero)
        return ReleaseIdentity(name: configuration.name, version: .zero, tag: tag, commit: "", timestamp: 0)
    }

    private func unknownSignatures(
        ofList name: String,
        _ folder: FilePath,
        _ extensions: Extensions
    ) throws -> [Finding] {
        let names = Set(extensions.signers.all.map { name + $0.connector.fileExtension }).sorted()
        return try names.filter { try effects.files.resolvedStatus(of: folder.appending($0)) != nil }.map { name in
            Finding(
                "`\(name)` is not proven: no configuration of `signing` says by which key",
                code: ReleaseSigning.unprovenCode,
                severity: .warning,
                hints: ["run `relctl verify` in the project"]
            )
        }
    }
}
