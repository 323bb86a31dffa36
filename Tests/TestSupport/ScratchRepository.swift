import FoundationEssentials
package import RelctlCore
import Testing

/// A real repository in a scratch folder, with a fixed identity and clock and none of the user's configuration.
package struct ScratchRepository: Sendable {
    package let folder: FilePath
    package let effects: Effects

    package static func with<Value>(_ body: (ScratchRepository) async throws -> Value) async throws -> Value {
        try await withScratchFolder { scratch in
            let folder = scratch.appending("a project")
            try LiveFileSystem().createFolder(folder)
            let repository = ScratchRepository(folder: folder, effects: Self.effects(home: scratch))
            try await repository.git("init", "--quiet", "--initial-branch=main")
            return try await body(repository)
        }
    }

    /// Tests run git with this environment alone; PATH is the machine's.
    package static func effects(home: FilePath) -> Effects {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return Effects(
            files: LiveFileSystem(),
            processes: LiveProcessRunner(),
            events: SilentEvents(),
            clock: LiveClock(),
            environment: [
                "PATH": path, "HOME": home.string, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
                "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org", "GIT_COMMITTER_NAME": "Ada",
                "GIT_COMMITTER_EMAIL": "ada@example.org", "GIT_AUTHOR_DATE": "1700000000 +0000",
                "GIT_COMMITTER_DATE": "1700000000 +0000",
            ]
        )
    }

    @discardableResult
    package func git(_ arguments: String...) async throws -> String {
        try await git(arguments, environment: [:])
    }

    @discardableResult
    package func git(_ arguments: [String], environment: [String: String]) async throws -> String {
        let outcome = try await effects.processes.run(
            ProcessRequest(
                arguments: ["git"] + arguments,
                directory: folder,
                environment: effects.environment.merging(environment) { $1 }
            )
        )
        try #require(outcome.succeeded, "git \(arguments): \(String(decoding: outcome.standardError, as: UTF8.self))")
        return String(decoding: outcome.standardOutput.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// Makes an empty commit and returns its hash.
    @discardableResult
    package func commit(_ message: String, at time: Int = 1_700_000_000) async throws -> String {
        try await git(
            ["commit", "--quiet", "--allow-empty", "--cleanup=verbatim", "-m", message],
            environment: ["GIT_COMMITTER_DATE": "\(time) +0000"]
        )
        return try await git("rev-parse", "HEAD")
    }

    package func write(_ text: String, to name: String) throws {
        let path = folder.appending(name)
        try effects.files.createFolders(path.parent)
        try effects.files.write(text.utf8, to: path)
    }

    package func opened(below subfolder: String = "") async throws -> GitRepository {
        try await GitRepository.open(
            at: folder.appending(subfolder),
            environment: effects.environment,
            effects: effects
        )
    }
}

private struct SilentEvents: EventSink {
    func send(_ event: Event) {}
}
