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
        `signing` asks for, and sidecars that are missing. With files, prints their SHA-256 checksums as sha256sum does; if a file cannot be read, relctl prints the others and \
        fails at the end. With --check, relctl reads such a list and checks the files that it names, beside it. `-` is \
        standard input; a list from there or from a pipe names files in the working folder. A single word is a file if \
        there is one of this name, else a tag.
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

    /// Prints the checksums of all files that can be read, and fails at the end if there are others.
    private static func show(_ paths: [String], _ session: Session) async throws -> Conclusion {
        let folder = try session.folder()
        let streams = try paths.map { try isStream($0, in: folder, session) }
        let files = zip(paths, streams).compactMap { $1 ? nil : $0 }
        var hashed = try await ChecksumExecutor().outcomes(
            of: files,
            in: folder,
            width: session.effects.processes.availableCores,
            with: session.effects
        ).makeIterator()
        var sums: [ChecksumFile.Entry] = []
        var problems: [any Error] = []
        for (path, isStream) in zip(paths, streams) {
            // Streams are read one after another: the program that writes them may do so too.
            switch isStream ? try await sum(ofStream: path, in: folder) : hashed.next() {
            case .success(let entry)?: sums.append(entry)
            case .failure(let error)?: problems.append(error)
            case nil: break
            }
        }
        if problems.isEmpty || !sums.isEmpty {
            try session.render(sums.map { ["name": $0.name, "sha256": $0.sha256.hexadecimal] }) { _ in sums.map(\.text)
            }
        }
        guard problems.isEmpty else { throw ChecksumExecutor.failure(problems) }
        return .done
    }

    private static func isStream(_ path: String, in folder: FilePath, _ session: Session) throws -> Bool {
        guard path != standardInput else { return true }
        return try session.effects.files.resolvedStatus(of: folder.appending(path))?.kind.isStream == true
    }

    private static func stream(_ path: String, in folder: FilePath) throws -> ByteStream {
        path == standardInput ? .standardInput : try ByteStream(at: folder.appending(path))
    }

    private static func sum(
        ofStream path: String,
        in folder: FilePath
    ) async throws -> Result<ChecksumFile.Entry, any Error> {
        do {
            return .success(ChecksumFile.Entry(name: path, sha256: try await stream(path, in: folder).digest()))
        } catch let error as CancellationError {
            throw error
        } catch {
            return .failure(error)
        }
    }

    private static func check(_ list: String, _ session: Session) async throws -> Conclusion {
        let folder = try session.folder()
        let check = ChecksumCheck(width: session.effects.processes.availableCores, with: session.effects)
        let report: ChecksumCheck.Report
        if try isStream(list, in: folder, session) {
            let listed = ChecksumFile(parsing: try await stream(list, in: folder).contents())
            report = try await check.check(listed, named: list, in: folder)
        } else {
            report = try await check.check(folder.appending(list))
        }
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
