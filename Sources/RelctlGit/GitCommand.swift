/// Runs git in one folder so that it reads alone, and says what went wrong in words that help.
package struct GitCommand: Sendable {
    let folder: FilePath
    private var environment: [String: String]
    private var processes: any ProcessRunner
    /// Options that are given with every question, beside those that all have.
    private var ownOptions: [String] = []

    package init(folder: FilePath, environment: [String: String], processes: any ProcessRunner) {
        self.folder = folder
        self.processes = processes
        // What would lead git to another repository than the project's.
        let misleading = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_NAMESPACE", "LANGUAGE"]
        self.environment = environment.filter { !misleading.contains($0.key) }.merging(Self.quiet) { $1 }
    }

    /// Asking neither writes, nor fetches, nor prompts, and answers in English, as ``failure(_:_:_:)`` reads it.
    ///
    /// History is what was committed, the same in every clone: replacements and grafts, which a clone does not pass on,
    /// are left out. Output that is read while it comes is written in large pieces rather than commit by commit.
    private static let quiet = [
        "GIT_NO_REPLACE_OBJECTS": "1", "GIT_GRAFT_FILE": "/dev/null/none", "GIT_FLUSH": "0",
        "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C",
    ]
    private static let options = [
        "--no-pager", "--no-optional-locks", "-c", "core.quotePath=false", "-c", "core.fsmonitor=false", "-c",
        "log.showSignature=false",
    ]

    /// The same, with an index that is not the repository's own.
    func reading(index: FilePath) -> GitCommand {
        var command = self
        command.environment["GIT_INDEX_FILE"] = index.string
        return command
    }

    /// The same, with these options before the subcommand and these variables.
    func with(options: [String] = [], environment additions: [String: String] = [:]) -> GitCommand {
        var command = self
        command.ownOptions += options
        command.environment.merge(additions) { $1 }
        return command
    }

    /// The same, started by another runner of programs.
    func running(by processes: any ProcessRunner) -> GitCommand {
        var command = self
        command.processes = processes
        return command
    }

    /// Runs git to its end, with `input` to read, for at most `timeout`.
    ///
    /// - Throws: ``RelctlError`` if there is no git.
    package func run(
        _ arguments: [String],
        input: [UInt8] = [],
        timeout: Duration? = nil
    ) async throws -> ProcessOutcome {
        var request = try request(arguments)
        request.input = input
        request.timeout = timeout
        return try await processes.run(request)
    }

    /// Runs git until its end, or until enough was read of its answer.
    ///
    /// - Throws: ``RelctlError`` if there is no git, and what `read` throws.
    func run(
        _ arguments: [String],
        reading read: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Bool
    ) async throws -> ProcessOutcome {
        try await processes.run(try request(arguments), reading: read)
    }

    private func request(_ arguments: [String]) throws -> ProcessRequest {
        guard let program = processes.locate("git", environment: environment, directory: folder) else {
            throw RelctlError(
                "cannot find `git` on PATH",
                hints: ["install git; relctl reads tags, commits and the state of the working tree with it"]
            )
        }
        return ProcessRequest(
            arguments: [program.string] + Self.options + ownOptions + arguments,
            directory: folder,
            environment: environment,
            output: .captured(limit: 1 << 30)
        )
    }

    /// What git answers.
    ///
    /// - Throws: ``RelctlError`` that starts with `message` if it does not.
    func output(of arguments: [String], _ message: String) async throws -> [UInt8] {
        let outcome = try await run(arguments)
        guard outcome.succeeded else { throw failure(message, arguments, outcome) }
        return outcome.standardOutput
    }

    /// An answer of one line.
    package func line(of outcome: ProcessOutcome) -> String {
        String(decoding: outcome.standardOutput.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// Lines of fields with NUL between them.
    ///
    /// - Throws: ``RelctlError`` for a line of another number of fields.
    static func rows(_ output: [UInt8], width: Int) throws -> [[String]] {
        try output.split(separator: UInt8(ascii: "\n")).map { line in
            let fields = line.split(separator: 0, omittingEmptySubsequences: false)
            guard fields.count == width else { throw RelctlError("cannot understand what git lists") }
            return fields.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// What git wrote to its standard error.
    func words(of outcome: ProcessOutcome) -> String {
        String(decoding: outcome.standardError, as: UTF8.self)
    }

    /// An error of what git said, and what to try.
    package func failure(_ message: String, _ arguments: [String], _ outcome: ProcessOutcome) -> RelctlError {
        let words = words(of: outcome)
        let remedies = Self.remedies.filter { words.contains($0.symptom) }.map(\.hint)
        let hints = Self.foreignLock(in: words).map { [Self.lockRemedy([$0])] } ?? remedies
        let said = words.split(separator: "\n").filter { !$0.hasPrefix("hint:") }
        // Where git names the cause, what it says round it is advice for people who type git themselves.
        let causes = said.filter { $0.hasPrefix("fatal:") || $0.hasPrefix("error:") }
        let lines = causes.isEmpty ? said : causes
        let reason = lines.isEmpty ? Self.end(outcome.termination) : lines.suffix(6).joined(separator: "; ")
        return RelctlError(
            message,
            details: ["command": "git " + (arguments.first ?? "")],
            hints: hints.isEmpty ? [] : [hints[0]],
            causes: [RelctlError(reason)]
        )
    }

    /// The lock file that git names because it is there already.
    static func foreignLock(in words: String) -> FilePath? {
        for line in words.split(separator: "\n") {
            guard let start = line.firstRange(of: "Unable to create '")?.upperBound,
                let end = line.firstRange(of: "': File exists")?.lowerBound, start < end
            else { continue }
            let path = String(line[start..<end])
            if path.hasSuffix(".lock") { return FilePath(path) }
        }
        return nil
    }

    /// Returns the hint for locks of git's, which name no process.
    package static func lockRemedy(_ locks: [FilePath]) -> String {
        "if no git process is running, one was killed and left the lock behind: `rm "
            + locks.map { ShellWord.posix($0.string) }.joined(separator: " ") + "`"
    }

    private static func end(_ termination: ProcessOutcome.Termination) -> String {
        switch termination {
        case .exited(let code): "git ended with exit code \(code) and said nothing"
        case .signalled(let signal): "git was ended by signal \(signal)"
        case .timedOut: "git did not answer in time"
        }
    }

    private static let remedies: [(symptom: String, hint: String)] = [
        (
            "dubious ownership",
            "the repository belongs to another user; `git config --global --add safe.directory DIR` trusts it"
        ),
        (
            "tell me who you are",
            "set `git config user.name` and `git config user.email`, or GIT_COMMITTER_NAME and GIT_COMMITTER_EMAIL"
        ),
        ("already exists", "the tag is there already; `git show TAG` says where it points"),
        ("lazy fetching disabled", "this clone lacks what is asked for; `git fetch --refetch --no-filter` brings it"),
        ("unknown switch `z'", "names with a line break can be asked for from git 2.38 on"),
        ("bad object", "the repository is damaged; `git fsck` says where"),
        ("is corrupt", "the repository is damaged; `git fsck` says where"),
        ("unable to read", "the repository is damaged or not readable; `git fsck` says where"),
        ("must be run in a work tree", "run relctl in the working tree, not in a bare repository or in `.git`"),
        ("Permission denied", "the repository is not readable for this user"),
    ]
}

extension RelctlError.Code {
    /// A lock of git's is held by another process, or left over from one that was killed.
    package static let gitLocked = RelctlError.Code(name: "git.locked", exitCode: 1)
}
