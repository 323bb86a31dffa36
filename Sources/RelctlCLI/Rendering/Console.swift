package import RelctlCore
import Synchronization

/// Standard output and standard error as one: where both are the same terminal, neither may write into the other's lines.
package final class Console: Sendable {
    /// What is known of the two.
    package let terminal: Terminal
    private let writeOutput: @Sendable (String) throws -> Void
    private let writeError: @Sendable (String) throws -> Void
    /// The line that the user answers a question with; nothing where nobody can be asked.
    package let answer: (@Sendable () async throws -> String?)?
    /// How many lines of live progress stand below everything else; the cursor is at the end of the last.
    private let liveLines = Mutex(0)
    private let isClosed = Atomic(false)
    private let mask = Mutex(SecretMask([]))

    /// Creates a console.
    ///
    /// - Parameters:
    ///   - terminal: What is known of where the text goes.
    ///   - writeOutput: Takes text for standard output.
    ///   - writeError: Takes text for standard error.
    ///   - answer: Waits for the line that a question is answered with; nothing where nobody can be asked.
    package init(
        terminal: Terminal,
        writeOutput: @escaping @Sendable (String) throws -> Void,
        writeError: @escaping @Sendable (String) throws -> Void,
        answer: (@Sendable () async throws -> String?)? = nil
    ) {
        self.answer = answer
        self.terminal = terminal
        self.writeOutput = writeOutput
        self.writeError = writeError
    }

    /// Creates the console of this process.
    package static func standard(environment: [String: String], color: GlobalOptions.ColorChoice) -> Console {
        let isTerminal = (StandardStream.output.isTerminal, StandardStream.error.isTerminal)
        let answer: @Sendable () async throws -> String? = { try await StandardInput.line() }
        return Console(
            terminal: Terminal(environment: environment, color: color, isTerminal: isTerminal),
            writeOutput: { try StandardStream.output.write($0) },
            writeError: { try StandardStream.error.write($0) },
            answer: StandardInput.isInteractive ? answer : nil
        )
    }

    /// Never writes these from now on, whoever says them.
    package func hide(_ secrets: [Secret]) { mask.withLock { $0 = SecretMask(secrets) } }

    private func safe(_ text: String) -> String { mask.withLock(\.self).masked(text) }

    /// What people are told beside the result, which may repeat an address that they or a program wrote.
    private func told(_ text: String) -> String { UserInfo.masked(safe(text)) }

    /// Writes a piece of the result, as it stands but for secrets, to standard output.
    ///
    /// - Throws: ``OutputClosed`` if nobody reads any more; ``RelctlError`` if it cannot be written.
    package func writeResult(_ text: String) throws {
        try liveLines.withLock { lines in
            clear(&lines)
            try writeOutput(safe(text))
        }
    }

    /// Writes lines to standard error, above the live ones.
    package func writeLog(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        liveLines.withLock { live in
            clear(&live)
            // Nobody can be told that standard error cannot be written to.
            try? writeError(told(lines.joined(separator: "\n") + "\n"))
        }
    }

    /// Writes a question to standard error; the answer is typed behind it.
    package func prompt(_ question: String) {
        liveLines.withLock { live in
            clear(&live)
            try? writeError(told(question))
        }
    }

    /// Puts these lines in place of the live ones; none removes them.
    package func drawLive(_ lines: [String]) {
        liveLines.withLock { live in
            guard live > 0 || !lines.isEmpty, !isClosed.load(ordering: .relaxed) else { return }
            // One write, so that the terminal never shows the moment between the two.
            let text = Self.clearing(live) + told(lines.joined(separator: "\n"))
            live = lines.count
            try? writeError(text)
        }
    }

    /// Removes the live lines, for a process that ends at once; none is drawn any more.
    ///
    /// It does not wait for a writer that waits for a reader.
    package func close() {
        isClosed.store(true, ordering: .relaxed)
        _ = liveLines.withLockIfAvailable { clear(&$0) }
    }

    private func clear(_ lines: inout Int) {
        guard lines > 0 else { return }
        try? writeError(Self.clearing(lines))
        lines = 0
    }

    /// To the start of the first of so many lines, then erase to the end of the screen (ECMA-48, CUU and ED).
    private static func clearing(_ lines: Int) -> String {
        guard lines > 0 else { return "" }
        return "\r" + (lines > 1 ? "\u{1b}[\(lines - 1)A" : "") + "\u{1b}[J"
    }
}
