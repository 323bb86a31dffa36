import Foundation
package import RelctlCore

/// A small world for programs to run in: a home, a folder for temporary files, and an environment that is the same on
/// every machine.
package struct World: Sendable {
    /// Everything lies in here.
    package let folder: FilePath
    /// What every program is started with, unless a test says otherwise.
    package let environment: [String: String]

    /// The user's folder.
    package var home: FilePath { folder.appending("home") }
    /// The folder of temporary files.
    package var temporary: FilePath { folder.appending("tmp") }

    /// A fresh world, gone when the body is done, however it ends.
    package static func scratch<Value>(_ body: (World) async throws -> Value) async throws -> Value {
        try await withScratchFolder { folder in try await body(World(folder)) }
    }

    private init(_ folder: FilePath) throws {
        self.folder = folder
        let outer = ProcessInfo.processInfo.environment
        var environment = [
            "PATH": outer["PATH"] ?? "/usr/bin:/bin",
            "HOME": folder.appending("home").string,
            "TMPDIR": folder.appending("tmp").string,
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "Ada Example",
            "GIT_AUTHOR_EMAIL": "ada@example.org",
            "GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z",
            "GIT_COMMITTER_NAME": "Ada Example",
            "GIT_COMMITTER_EMAIL": "ada@example.org",
            "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z",
        ]
        let ofTools = [
            "ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR", "LD_LIBRARY_PATH", "TSAN_OPTIONS",
            "ASAN_OPTIONS",
        ]
        for name in ofTools { environment[name] = outer[name] }
        self.environment = environment
        for name in ["home", "tmp", "runs"] { try LiveFileSystem().createFolder(folder.appending(name)) }
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - arguments: The program, by path or by a name on PATH, and its arguments.
    ///   - directory: The folder it runs in; the world's own if nothing else is said.
    ///   - changes: Variables beside those of the world; nothing takes one away.
    /// - Returns: How it ended and what it said.
    /// - Throws: ``RelctlError`` if it cannot be found; what cannot be started.
    package func run(
        _ arguments: [String],
        in directory: FilePath? = nil,
        environment changes: [String: String?] = [:]
    ) async throws -> ProgramResult {
        try await start(arguments, in: directory, environment: changes).result()
    }

    /// Runs a program that must succeed, and returns its standard output.
    @discardableResult
    package func output(
        of arguments: [String],
        in directory: FilePath? = nil,
        environment changes: [String: String?] = [:]
    ) async throws -> String {
        let result = try await run(arguments, in: directory, environment: changes)
        guard result.exitCode == 0 else { throw ProgramFailure(arguments: arguments, result: result) }
        return result.output
    }

    /// Starts a program and does not wait for it.
    package func start(
        _ arguments: [String],
        in directory: FilePath? = nil,
        environment changes: [String: String?] = [:]
    ) throws -> RunningProgram {
        let environment = self.environment.merging(changes.compactMapValues(\.self)) { $1 }
            .filter { name, _ in changes[name].map { $0 != nil } ?? true }
        return try RunningProgram(
            arguments,
            directory: directory ?? folder,
            environment: environment,
            said: said()
        )
    }

    /// A fresh name for the files of what a program says.
    func said() -> FilePath { folder.appending("runs/\(UUID().uuidString)") }
}
