import RelctlCore

/// `relctl validate TAG`.
enum ValidateCommand: Command {
    struct Options: Sendable, Equatable {
        var tag: String?
        var auditsAll = false
        var isSigned = false
        var remote: String?
    }

    static let name = "validate"
    static let summary = "Check that a tag tells the truth: manifests, commit, tree and branch"
    static let discussion = """
        Reads the version from the tag and compares it with the version in every manifest. Also says whether the tag is \
        there and points at what is checked out, whether the working tree is clean, and whether the tag can be reached \
        from the branch. All findings come at once.

        With --all-tags, every tag of the project's form is held against the manifests as they were in the commit that it \
        leads to.
        """
    static let examples = [
        Example("relctl validate v1.0.0", "Exit with 0 if a release of v1.0.0 may be made"),
        Example(
            "relctl validate v1.0.0 --signed --remote origin",
            "Also ask for a signature, and for the same tag there"
        ),
        Example("relctl validate --all-tags", "List every tag that its own tree contradicts"),
    ]
    static let exitCodes: [ExitCode] = [
        .done, .failed, .problemsFound, .usage, .configurationInvalid, .remoteUnavailable, .interrupted,
    ]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] = [
        .flag("all-tags", \.auditsAll, "Hold every release tag against its own tree"),
        .flag("signed", \.isSigned, "Want a signature that git accepts"),
        .value("remote", "NAME", \.remote, "Want the same tag at this remote, such as `origin`"),
    ]
    static let positionals: [PositionalSpec<Options>] = [
        .optional("TAG", \.tag, "The release's tag, such as `v1.0.0`", completing: .tag)
    ]

    static func check(_ options: Options) throws(UsageError) {
        guard options.tag == nil || !options.auditsAll else {
            throw UsageError("TAG and `--all-tags` exclude each other")
        }
        guard options.tag != nil || options.auditsAll else {
            throw UsageError("`relctl validate` needs a TAG, such as `v1.0.0`", hints: ["or `--all-tags`"])
        }
    }

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let observer = try await Project(session).observer
        let proofs = ReleaseObserver.Proofs(signature: options.isSigned, remote: options.remote)
        guard let tag = options.tag else { return try await audit(observer, proofs, session) }
        let report = try await observer.versionReport(on: tag, proving: proofs)
        return try session.conclude(report.findings, report) { style in
            var table = Table([.left("MANIFEST"), .left("VERSION"), .left("AGREES")])
            for row in report.manifests {
                // One that says nothing does not disagree.
                let word = row.agrees ? "yes" : row.version == nil ? "-" : "no"
                table.append([row.place?.description ?? row.file.string, row.version ?? "-", word])
            }
            return (report.manifests.isEmpty ? [] : table.lines(style))
                + (report.isValid ? [style.text("\(TerminalText.escaped(tag)) may be released", .green)] : [])
        }
    }

    private static func audit(
        _ observer: ReleaseObserver,
        _ proofs: ReleaseObserver.Proofs,
        _ session: Session
    ) async throws -> Conclusion {
        let report = try await observer.auditReport(proving: proofs)
        return try session.conclude(report.findings, report) { style in
            guard !report.tags.isEmpty else { return ["there is no tag of the project's form"] }
            var table = Table([.left("TAG"), .left("MANIFESTS"), .left("AGREES")])
            for row in report.tags {
                let manifests = row.manifests.map { "\($0.file) \($0.version ?? "-")" }.joined(separator: ", ")
                table.append([row.tag, manifests.isEmpty ? "-" : manifests, word(for: row)])
            }
            return table.lines(style)
        }
    }

    /// Whether a tag tells the truth, as far as its tree says anything.
    private static func word(for row: TagAuditReport.Row) -> String {
        guard row.agrees else { return "no" }
        return row.manifests.isEmpty ? "-" : "yes"
    }
}
