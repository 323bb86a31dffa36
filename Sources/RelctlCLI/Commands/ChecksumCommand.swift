import RelctlCore

/// `relctl checksum [TAG]`, `relctl checksum --check FILE` and `relctl checksum FILE…`.
enum ChecksumCommand: Command {
    struct Options: StepOptions {
        var tag: String?
        var targets: [String] = []
        var isSnapshot = false
        var checked: String?
        var arguments: [String] = []
    }

    static let name = "checksum"
    static let summary = "Write SHA256SUMS for dist/, print checksums of files, or check a list of them"
    static let discussion = """
        Without arguments, or with a tag, writes the file that lists all checksums of dist/, the signatures of it that \
        `signing` asks for, and sidecars that are missing. With files, prints their SHA-256 checksums as sha256sum does; `-` is standard input. With --check, \
        reads such a list and checks the files that it names, beside it. A single word is a file if there is one \
        of this name, else a tag. Pipes are read as standard input alone.
        """
    static let examples = [
        Example("relctl checksum", "Write dist/SHA256SUMS"),
        Example("relctl checksum dist/*.tar.gz", "Print checksums as sha256sum does"),
        Example("relctl checksum --check dist/SHA256SUMS", "Check a list; exit with 2 if a file differs or is missing"),
    ]
    static let exitCodes: [ExitCode] = [.done, .failed, .problemsFound, .usage, .configurationInvalid, .interrupted]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] =
        OptionSpec.ofEveryStep + [
            .value("check", "FILE", \.checked, "Check the files that this list names").completing(.file)
        ]
    static let positionals: [PositionalSpec<Options>] = [
        .repeating("TAG|FILE", \.arguments, "The release's tag, or files to print checksums of", completing: .file)
    ]

    static func check(_ options: Options) throws(UsageError) {
        guard options.checked == nil || options.arguments.isEmpty else {
            throw UsageError("`--check` takes one list and no other files")
        }
        guard options.arguments.count(where: { $0 == standardInput }) <= 1 else {
            throw UsageError("standard input can be read once only")
        }
        guard options.checked != standardInput else {
            throw UsageError(
                "`--check` reads a list that is a file: the files that it names lie beside it",
                hints: ["write the list to a file in their folder first"]
            )
        }
    }

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        if let list = options.checked { return try await check(list, session) }
        let files = session.effects.files
        let folder = try session.folder()
        let isFile = try options.arguments.first.map { try files.resolvedStatus(of: folder.appending($0)) != nil }
        let isShown = options.arguments.count > 1 || isFile == true || options.arguments == [standardInput]
        if isShown { return try await show(options.arguments, session) }
        var options = options
        options.tag = options.arguments.first
        return try await writeList(options, session)
    }

    private static func writeList(_ options: Options, _ session: Session) async throws -> Conclusion {
        let limits = ReleaseSteps.Limits(jobs: nil, effects: session.effects)
        let written = try await Project(session).runStep(options.request, limits) { steps, _ in
            try await steps.checksum()
        }
        try session.render(written) { _ in written.map { TerminalText.escaped("dist/" + $0) } }
        return .done
    }

    private static let standardInput = "-"

    private static func show(_ paths: [String], _ session: Session) async throws -> Conclusion {
        let folder = try session.folder()
        var sums = try await ChecksumExecutor().entries(
            of: paths.filter { $0 != standardInput },
            in: folder,
            width: session.effects.processes.availableCores,
            with: session.effects
        )
        if let index = paths.firstIndex(of: standardInput) {
            var hasher = SHA256Hasher()
            try await StandardInput.readAll { hasher.update($0) }
            sums.insert(ChecksumFile.Entry(name: standardInput, sha256: hasher.finalize()), at: index)
        }
        try session.render(sums.map { ["name": $0.name, "sha256": $0.sha256.hexadecimal] }) { _ in sums.map(\.text) }
        return .done
    }

    private static func check(_ list: String, _ session: Session) async throws -> Conclusion {
        let path = try session.folder().appending(list)
        let report = try await ChecksumCheck(width: session.effects.processes.availableCores, with: session.effects)
            .check(path)
        return try session.conclude(report.findings, report.findings) { _ in
            report.results.map { "\(TerminalText.escaped($0.name)): \(word(for: $0.outcome))" }
        }
    }

    /// The end of a line, as `sha256sum --check` writes it.
    private static func word(for outcome: ChecksumCheck.Outcome) -> String {
        switch outcome {
        case .matches: "OK"
        case .differs: "FAILED"
        case .missing, .unreadable, .refused: "FAILED open or read"
        }
    }
}
