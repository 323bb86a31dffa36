import RelctlCLI
import RelctlCore
import Synchronization

/// What came of running a command line inside this process.
struct Run {
    let exitCode: Int32
    let output: String
    let error: String

    /// Runs a command line with these variables as its whole environment; nothing is a terminal.
    init(
        _ arguments: String...,
        environment: [String: String] = [:],
        registry: CommandRegistry = .demo,
        writeOutput: (@Sendable (String) throws -> Void)? = nil
    ) async {
        let record = Recorder()
        let surroundings = Surroundings(
            registry: registry,
            build: .sample,
            environment: environment,
            console: { color in
                Console(
                    terminal: Terminal(environment: environment, color: color, isTerminal: (false, false)),
                    writeOutput: writeOutput ?? { record.output.append($0) },
                    writeError: { record.error.append($0) }
                )
            }
        )
        exitCode = await RelctlCLI.run(arguments, extensions: { Extensions() }, in: surroundings)
        output = record.output.text
        error = record.error.text
    }
}

/// Text that comes in pieces from any thread.
final class Recording: Sendable {
    private let pieces = Mutex("")
    var text: String { pieces.withLock { $0 } }
    func append(_ piece: String) { pieces.withLock { $0 += piece } }
}

/// The two streams of a console.
struct Recorder: Sendable {
    let output = Recording()
    let error = Recording()

    func console(_ terminal: Terminal) -> Console {
        Console(
            terminal: terminal,
            writeOutput: { [output] in output.append($0) },
            writeError: { [error] in error.append($0) }
        )
    }
}

extension BuildInformation {
    /// A build whose commit is known.
    static let sample = BuildInformation(
        commit: "0123456789abcdef0123456789abcdef01234567",
        commitDate: "2026-11-22"
    )
}
