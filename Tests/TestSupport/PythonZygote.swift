import CSystem
import Foundation
import RelctlCore
import Synchronization

/// One interpreter of Python with its modules read, which runs each program in a fork of itself: starting one takes
/// milliseconds, and not what it takes to read the modules anew.
///
/// It and all that it runs end with this process, however that ends; `Tests/Fakes/zygote.py` says how it is asked.
final class PythonZygote: Sendable {
    /// A program to run.
    struct Request: Encodable {
        let arguments: [String]
        let directory: String
        let environment: [String: String]
        let output: String
        let errors: String
    }

    /// The one that all tests share.
    static let shared = Result { try PythonZygote() }

    private struct State {
        /// Who waits for the start of a program, in the order of asking.
        var starts: [Start] = []
        /// Who waits for the end of a program, by its id.
        var ends: [pid_t: @Sendable (ProgramResult.End) -> Void] = [:]
        var isGone = false
    }

    private struct Start {
        let continuation: CheckedContinuation<pid_t, any Error>
        let end: @Sendable (ProgramResult.End) -> Void
    }

    private let requests: Int32
    private let state = Mutex(State())

    private init() throws {
        // To ask one that is gone is an error, and not the end of all tests.
        signal(SIGPIPE, SIG_IGN)
        let (requests, answers) = (try Self.pipe(), try Self.pipe())
        let errors = fcntl(2, F_DUPFD_CLOEXEC, 3)
        defer { for descriptor in [requests.read, answers.write, errors] { close(descriptor) } }
        self.requests = requests.write
        let program = Fixtures.project.appending("Tests/Fakes/zygote.py").string
        // By way of env(1), which looks for it on PATH where it is no path.
        let arguments = ["env", CrossPrograms.python, program]
        let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        var identifier: pid_t = 0
        let error = try withArguments(arguments) { arguments in
            try withArguments(environment) { environment in
                "/usr/bin/env".withCString { program in
                    "/".withCString { directory in
                        var child = relctl_child(
                            program: program,
                            arguments: arguments,
                            environment: environment,
                            directory: directory,
                            input: requests.read,
                            output: answers.write,
                            error: errors
                        )
                        return relctl_spawn(&child, &identifier)
                    }
                }
            }
        }
        guard error == 0 else { throw RelctlError("cannot start Python: \(String(cString: strerror(error)))") }
        Thread { [self, identifier] in listen(to: answers.read, identifier) }.start()
    }

    /// Starts a program, and calls `end` when it has ended.
    ///
    /// - Throws: ``RelctlError`` if there is no interpreter any more.
    func start(_ request: Request, end: @escaping @Sendable (ProgramResult.End) -> Void) async throws -> pid_t {
        let line = try JSONEncoder().encode(request) + Data("\n".utf8)
        return try await withCheckedThrowingContinuation { continuation in
            // One request after the other, in the order in which the starts are told.
            let isSent = state.withLock { state in
                guard !state.isGone, send(line) else { return false }
                state.starts.append(Start(continuation: continuation, end: end))
                return true
            }
            if !isSent { continuation.resume(throwing: Self.gone) }
        }
    }

    private static var gone: RelctlError { RelctlError("cannot run Python: the interpreter that was ready is gone") }

    private func send(_ line: Data) -> Bool {
        var rest = Array(line)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(requests, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func listen(to answers: Int32, _ identifier: pid_t) {
        var buffer = [UInt8](repeating: 0, count: 1 << 12)
        var text = ""
        while case let count = read(answers, &buffer, buffer.count), count > 0 || (count < 0 && errno == EINTR) {
            text += String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
            while let end = text.firstIndex(of: "\n") {
                hear(text[..<end].split(separator: " "))
                text.removeSubrange(...end)
            }
        }
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        let (starts, ends) = state.withLock { state in
            state.isGone = true
            defer { (state.starts, state.ends) = ([], [:]) }
            return (state.starts, state.ends.values)
        }
        for start in starts { start.continuation.resume(throwing: Self.gone) }
        for end in ends { end(.signal(SIGKILL)) }
    }

    /// `started PID`, or `ended PID STATUS`.
    private func hear(_ words: [Substring]) {
        let numbers = words.dropFirst().compactMap { Int32($0) }
        guard let identifier = numbers.first else { return }
        if numbers.count == 1 {
            let start = state.withLock { state in
                let start = state.starts.removeFirst()
                state.ends[identifier] = start.end
                return start
            }
            start.continuation.resume(returning: identifier)
        } else {
            let end = state.withLock { $0.ends.removeValue(forKey: identifier) }
            end?(ProgramResult.End(status: numbers[1]))
        }
    }

    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard relctl_pipe(&ends) == 0 else { throw RelctlError("cannot make a pipe") }
        return (ends[0], ends[1])
    }
}
