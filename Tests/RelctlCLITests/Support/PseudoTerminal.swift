import RelctlCore
import TestSupport

/// A terminal that nobody sits at, which keeps all that is written to it; Python's, because Swift's overlay has none.
struct PseudoTerminal {
    /// How wide it is.
    var columns = 80

    /// How a program ended, and all that it wrote to its terminal.
    struct Session: Sendable {
        let exitCode: Int32
        let transcript: String
        let columns: Int

        /// What is on the screen at the end.
        var screen: Screen { Screen(transcript.replacing("\r\n", with: "\n"), columns: columns) }

        /// Every live line that was ever drawn, without colours: those with a sign that turns.
        var live: [String] {
            let plain = transcript.replacing(/\u{1b}\[[0-9;]*m/, with: "").replacing(/\u{1b}\[[0-9]*[A-Z]/, with: "\n")
            let lines = plain.split { $0.isNewline || $0 == "\r" }.map { String($0) }
            return lines.filter { $0.drop { $0 == " " }.first.map { "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏".contains($0) } ?? false }
        }
    }

    /// Runs a program on the terminal to its end.
    func run(
        _ arguments: [String],
        in folder: FilePath,
        of world: World,
        environment: [String: String?]
    ) async throws -> Session {
        let result = try await world.run(
            ["python3", "-c", Self.driver, String(columns)] + arguments,
            in: folder,
            environment: environment
        )
        guard let code = result.exitCode, result.errors.isEmpty else {
            throw RelctlError("cannot run a terminal: \(result.errors)")
        }
        return Session(exitCode: code, transcript: result.output, columns: columns)
    }

    private static let driver = """
        import fcntl, os, pty, struct, sys, termios
        child, terminal = pty.fork()
        if child == 0:
            size = struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0)
            fcntl.ioctl(1, termios.TIOCSWINSZ, size)
            os.execv(sys.argv[2], sys.argv[2:])
        while True:
            try:
                text = os.read(terminal, 65536)
            except OSError:
                break
            if not text:
                break
            sys.stdout.buffer.write(text)
        sys.stdout.flush()
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """
}
