import CSystem
import Foundation
import RelctlCore
import Synchronization

/// A program that was started.
package final class RunningProgram: Sendable {
    /// Its id.
    package let identifier: Int32
    private let said: FilePath
    private let ending: Ending

    /// Starts a program whose output goes to files that begin with `said`: a pipe could fill up and stop it.
    ///
    /// Not with Foundation's `Process`, which reads beyond its buffer when many files are open.
    init(_ arguments: [String], directory: FilePath, environment: [String: String], said: FilePath) throws {
        guard let name = arguments.first else { throw RelctlError("cannot start nothing") }
        self.said = said
        let program = try Self.program(name, path: environment["PATH"] ?? "")
        let files = Self.files(said)
        let (output, errors) = (try Self.emptyFile(files.output), try Self.emptyFile(files.errors))
        defer { for descriptor in [output, errors] { close(descriptor) } }
        let variables = environment.map { "\($0.key)=\($0.value)" }
        var identifier: pid_t = 0
        let error = try withArguments(arguments) { arguments in
            try withArguments(variables) { variables in
                program.withCString { program in
                    directory.string.withCString { directory in
                        var child = relctl_child(
                            program: program,
                            arguments: arguments,
                            environment: variables,
                            directory: directory,
                            input: -1,
                            output: output,
                            error: errors
                        )
                        return relctl_spawn(&child, &identifier)
                    }
                }
            }
        }
        guard error == 0 else { throw RelctlError("cannot start `\(name)`: \(String(cString: strerror(error)))") }
        self.identifier = identifier
        let ending = Ending()
        self.ending = ending
        let waiter = Thread { [identifier] in
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
            ending.reach(ProgramResult.End(status: status))
        }
        waiter.start()
    }

    /// Starts a program of Python's in a fork of the interpreter that is ready; arguments are those of an interpreter.
    init(
        python arguments: [String],
        directory: FilePath,
        environment: [String: String],
        said: FilePath
    ) async throws {
        let (files, ending) = (Self.files(said), Ending())
        for file in [files.output, files.errors] { close(try Self.emptyFile(file)) }
        let request = PythonZygote.Request(
            arguments: arguments,
            directory: directory.string,
            environment: environment,
            output: files.output,
            errors: files.errors
        )
        self.said = said
        self.ending = ending
        identifier = try await PythonZygote.shared.get().start(request) { ending.reach($0) }
    }

    /// Whether it has not ended yet.
    package var isRunning: Bool { !ending.isReached }
    /// What it has written to standard error up to now.
    package var errorsUntilNow: String { Self.text(Self.files(said).errors) }
    /// What it has written to standard output up to now.
    package var outputUntilNow: String { Self.text(Self.files(said).output) }

    /// Sends a signal to it, and to nothing else.
    package func send(_ signal: Int32) {
        if isRunning { kill(identifier, signal) }
    }

    /// Waits for its end.
    package func result() async throws -> ProgramResult {
        let end = await ending.wait()
        return ProgramResult(end: end, output: outputUntilNow, errors: errorsUntilNow)
    }

    private static func files(_ said: FilePath) -> (output: String, errors: String) {
        (said.string + ".out", said.string + ".err")
    }

    private static func text(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }

    private static func emptyFile(_ path: String) throws -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw RelctlError("cannot write `\(path)`") }
        return descriptor
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

        /// The end that wait(2) tells.
        init(status: Int32) {
            self = status & 0x7f == 0 ? .exit(status >> 8 & 0xff) : .signal(status & 0x7f)
        }
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

/// Hands texts to C as an array that a null pointer ends.
func withArguments<Value>(
    _ texts: [String],
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) throws -> Value
) throws -> Value {
    var pointers = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return try pointers.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { throw RelctlError("there are no arguments") }
        return try body(base)
    }
}
