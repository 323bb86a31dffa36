import RelctlCore

/// `relctl verify [DIR|ARCHIVE…]`.
enum VerifyCommand: Command {
    struct Options: Sendable, Equatable { var subjects: [String] = [] }

    static let name = "verify"
    static let summary = "Read a release again and prove its manifest"
    static let discussion = """
        Of a folder, everything: digests, the contents of every archive against manifest.json, links, paths, and the \
        headers of binaries. Of a downloaded archive, its checksum from SHA256SUMS or the sidecar beside it, and that \
        nothing in it is unsafe to unpack. Nothing is extracted. In a project whose configuration has `signing`, of \
        both also the signatures of SHA256SUMS, by the keys that are named there: what is not proven is an error.
        """
    static let examples = [
        Example("relctl verify", "Verify dist/"),
        Example("relctl verify out/v1.0.0", "Verify a published folder"),
        Example("relctl verify ~/Downloads/streams-v1.0.0-x86_64-unknown-linux-musl.tar.gz", "Verify a download"),
    ]
    static let exitCodes: [ExitCode] = [.done, .failed, .problemsFound, .usage, .configurationInvalid, .interrupted]
    static let defaults = Options()
    static let positionals: [PositionalSpec<Options>] = [
        .repeating("DIR|ARCHIVE", \.subjects, "What to verify (default: dist)", completing: .file)
    ]

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let folder = try session.folder()
        let subjects = options.subjects.isEmpty ? [ReleaseLayout.distName] : options.subjects
        let paths = try subjects.map { try path(of: $0, in: folder, session) }
        let project = try await signingProject(session)
        let effects = project?.effects ?? session.effects
        let width = effects.processes.availableCores
        let verifier = ReleaseVerifier(
            width: width,
            inspection: BinaryInspector.problem,
            signatures: SignatureProof(
                project?.extensions ?? session.extensions,
                project?.configuration,
                project: folder
            ),
            with: effects
        )
        let findings = try await mapConcurrently(paths, width: width) { path, isFolder in
            let report = isFolder ? try await verifier.verify(folder: path) : try await verifier.verify(archive: path)
            return report.findings
        }
        .flatMap(\.self)
        return try session.conclude(findings, findings) { style in
            guard !findings.contains(where: { $0.severity == .error }) else { return [] }
            let codes = [ReleaseSigning.noneCode, ReleaseSigning.unprovenCode]
            let isProven = !findings.contains { codes.contains($0.code) }
            return subjects.map { subject in
                let name = TerminalText.escaped(subject)
                return isProven
                    ? style.text("\(name) is what it says", .green)
                    : "\(name) is what its own record says; who made it is not proven"
            }
        }
    }

    /// The project of the folder that the user means, if its releases are signed; a configuration that says nothing of
    /// that need not be right.
    ///
    /// - Throws: ``RelctlError`` with everything that is wrong with one that does, or where that cannot be told.
    private static func signingProject(_ session: Session) async throws -> Project? {
        guard try Project.isThere(session) else { return nil }
        let root = try session.configurationNode(toTell: "who signs releases")
        return root["signing"] == nil ? nil : try await Project(session)
    }

    /// Where a subject is, and whether it is a folder.
    private static func path(
        of subject: String,
        in folder: FilePath,
        _ session: Session
    ) throws -> (path: FilePath, isFolder: Bool) {
        let path = folder.appending(subject)
        guard let status = try session.effects.files.resolvedStatus(of: path) else {
            throw RelctlError(
                "cannot verify `\(subject)`: there is no such file or folder",
                code: .configurationInvalid,
                hints: subject == ReleaseLayout.distName ? ["run `relctl release` first, or name a folder"] : []
            )
        }
        return (path, status.kind == .folder)
    }
}
