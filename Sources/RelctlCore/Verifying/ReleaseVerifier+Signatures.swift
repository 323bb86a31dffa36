/// What is known of who signs releases.
package struct SignatureProof: Sendable {
    fileprivate let signers: Registry<any Signer>
    fileprivate let project: FilePath
    fileprivate let keys: Keys?

    /// The keys that a project's configuration names.
    fileprivate struct Keys: Sendable {
        let project: ProjectSettings
        let list: String?
        let wanted: [SigningSettings]
    }

    /// Proves signatures by the keys that a project's configuration names; without one, or where it names none, none can
    /// be proven.
    package init(_ extensions: Extensions, _ configuration: Configuration?, project: FilePath) {
        signers = extensions.signers
        self.project = project
        keys = configuration.flatMap { configuration in
            guard !configuration.signing.isEmpty else { return nil }
            return Keys(
                project: configuration.project,
                list: configuration.checksums.combined,
                wanted: configuration.signing
            )
        }
    }

    /// The list that is signed of a release, whatever its record says; nil if none is.
    func list(of release: ReleaseIdentity?) -> String? {
        guard release?.isTrial != true else { return nil }
        return keys?.list
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
        guard let keys = signatures.keys else {
            return try name.map { try unknownSignatures(ofList: $0, folder, signatures.signers) } ?? []
        }
        if let release, !release.name.utf8.elementsEqual(keys.project.name.utf8) {
            let message =
                "it is a release of `\(release.name)`, and this project, whose keys are known, is `\(keys.project.name)`"
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
            keys.wanted,
            list: keys.list,
            of: keys.project,
            try release ?? unknownRelease(keys.project),
            project: signatures.project,
            signers: signatures.signers
        ).findings(in: folder, with: effects)
    }

    /// The release if no manifest says which it is; no built-in signer needs to know.
    private func unknownRelease(_ project: ProjectSettings) throws -> ReleaseIdentity {
        let tag = try TagTemplate(of: project).tag(for: .zero)
        return ReleaseIdentity(name: project.name, version: .zero, tag: tag, commit: "", timestamp: 0)
    }

    private func unknownSignatures(
        ofList name: String,
        _ folder: FilePath,
        _ signers: Registry<any Signer>
    ) throws -> [Finding] {
        let names = Set(signers.all.map { name + $0.connector.fileExtension }).sorted()
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
