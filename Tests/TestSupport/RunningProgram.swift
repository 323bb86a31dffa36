import Foundation
import RelctlCore
import Synchronization

/// A program that was started.
package final class RunningProgram: Sendable {
    private let process: Process
    private let said: FilePath
    private let ending = Ending()

    /// Starts a program whose output goes to files that begin with `said`: a pipe could fill up and stop it.
    init(_ arguments: [String], directory: FilePath, environment: [String: String], said: FilePath) throws {
        guard let name = arguments.first else { throw RelctlError("cannot start nothing") }
        self.said = said
        process = Process()
        process.executableURL = URL(fileURLWithPath: try Self.program(name, path: environment["PATH"] ?? ""))
        process.arguments = Array(arguments.dropFirst())
        process.currentDirectoryURL = URL(fileURLWithPath: directory.string, isDirectory: true)
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try Self.emptyFile(said.string + ".out")
        process.standardError = try Self.emptyFile(said.string + ".err")
        process.terminationHandler = { [ending] process in
            let isSignal = process.terminationReason == .uncaughtSignal
            ending.reach(isSignal ? .signal(process.terminationStatus) : .exit(process.terminationStatus))
        }
        try process.run()
    }

    /// Its id.
    package var identifier: Int32 { process.processIdentifier }
    /// Whether it has not ended yet.
    package var isRunning: Bool { !ending.isReached }
    /// What it has written to standard error up to now.
    package var errorsUntilNow: String { text(".err") }

    /// Sends a signal to it, and to nothing else.
    package func send(_ signal: Int32) {
        if isRunning { kill(identifier, signal) }
    }

    /// Waits for its end.
    package func result() async throws -> ProgramResult {
        let end = await ending.wait()
        return ProgramResult(end: end, output: text(".out"), errors: text(".err"))
    }

    private func text(_ suffix: String) -> String {
        let bytes = FileManager.default.contents(atPath: said.string + suffix) ?? Data()
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func emptyFile(_ path: String) throws -> FileHandle {
        try Data().write(to: URL(fileURLWithPath: path))
        return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    private static func program(_ name: String, path: String) throws -> String {
        if name.contains("/") { return name }
        guard let found = path.split(separator: ":").map({ "\($0)/\(name)" }).first(where: isExecutable) else {
            throw RelctlError("cannot find the program `\(name)` on PATH")
        }
        return found
    }

    private static func isExecutable(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }
}

/// How a program ended, and what it said.
package struct ProgramResult: Sendable {
    /// Ways to end.
    package enum End: Sendable, Hashable {
        /// By itself, with this code.
        case exit(Int32)
        /// By this signal.
        case signal(Int32)
    }

    /// How it ended.
    package let end: End
    /// Its standard output.
    package let output: String
    /// Its standard error.
    package let errors: String

    /// The code it ended with; nothing if a signal ended it.
    package var exitCode: Int32? { if case .exit(let code) = end { code } else { nil } }
}

/// A program that a test relies on did not succeed.
package struct ProgramFailure: Error, CustomStringConvertible {
    let arguments: [String]
    let result: ProgramResult

    /// What was run, how it ended, and all that it said.
    package var description: String {
        "\(arguments.joined(separator: " ")) ended with \(result.end)\n\(result.output)\(result.errors)"
    }
}

/// The end of a program, for those that wait for it.
private final class Ending: Sendable {
    private struct State {
        var end: ProgramResult.End?
        var waiting: [CheckedContinuation<ProgramResult.End, Never>] = []
    }

    private let state = Mutex(State())

    var isReached: Bool { state.withLock { $0.end != nil } }

    func reach(_ end: ProgramResult.End) {
        let waiting = state.withLock { state in
            state.end = end
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: end) }
    }

    func wait() async -> ProgramResult.End {
        await withCheckedContinuation { continuation in
            let end = state.withLock { state in
                if state.end == nil { state.waiting.append(continuation) }
                return state.end
            }
            if let end { continuation.resume(returning: end) }
        }
    }
}
