import RelctlCore

/// `relctl validate TAG`.
enum ValidateCommand: Command {
    struct Options: Sendable, Equatable { var tag = "" }

    static let name = "validate"
    static let summary = "Check that a tag tells the truth: manifests, commit, tree and branch"
    static let discussion = """
        Reads the version from the tag and compares it with the version in every manifest. Also says whether the tag is \
        there and points at what is checked out, whether the working tree is clean, and whether the tag can be reached \
        from the branch. All findings come at once.
        """
    static let examples = [Example("relctl validate v1.0.0", "Exit with 0 if a release of v1.0.0 may be made")]
    static let exitCodes: [ExitCode] = [.done, .failed, .problemsFound, .usage, .configurationInvalid, .interrupted]
    static let defaults = Options()
    static let positionals: [PositionalSpec<Options>] = [.tag(\.tag)]

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let report = try await Project(session).observer.versionReport(on: options.tag)
        return try session.conclude(report.findings, report) { style in
            var table = Table([.left("MANIFEST"), .left("VERSION"), .left("AGREES")])
            for row in report.manifests {
                table.append([row.place?.description ?? row.file.string, row.version ?? "-", row.agrees ? "yes" : "no"])
            }
            return (report.manifests.isEmpty ? [] : table.lines(style))
                + (report.isValid ? [style.text("\(TerminalText.escaped(options.tag)) may be released", .green)] : [])
        }
    }
}
