import RelctlCLI
import RelctlCore
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A subcommand that runs a child, signals its own process, and tells how the child ended.
private enum InterruptedCommand: Command {
    struct Options: Sendable, Equatable { var signal = "" }

    static let name = "interrupted"
    static let summary = "Be interrupted"
    static let defaults = Options()
    static let positionals: [PositionalSpec<Options>] = [.required("SIGNAL", \.signal, "Which")]

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let files = session.effects.files
        let folder = try session.folder()
        async let outcome = session.effects.processes.run(
            ProcessRequest(
                arguments: [
                    "sh", "-c", "trap 'echo ended > ended; exit' TERM; echo > began; while :; do sleep 0.05; done",
                ],
                directory: folder,
                environment: ["PATH": "/usr/bin:/bin"]
            )
        )
        while try files.status(of: folder.appending("began")) == nil { try await Task.sleep(for: .milliseconds(10)) }
        kill(getpid(), Int32(options.signal) ?? 0)
        _ = try await outcome
        return .done
    }
}

@Suite struct InterruptionTests {
    /// Runs in a process of its own, whose exit code is that of the command line.
    private static func interrupt(_ signal: Int32) async -> Int32 {
        var template = Array("/tmp/relctl-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return -1 }
        let folder = FilePath(String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
        defer { try? LiveFileSystem().removeTree(folder) }
        let recorder = Recorder()
        var surroundings = Surroundings(
            registry: CommandRegistry([InterruptedCommand.self]),
            build: .sample,
            environment: [:],
            console: { _ in recorder.console(Terminal()) }
        )
        surroundings.isInterruptible = true
        let arguments = ["-C", folder.string, "interrupted", String(signal)]
        let code = await RelctlCLI.run(arguments, extensions: { Extensions() }, in: surroundings)
        let ended = try? LiveFileSystem().text(of: folder.appending("ended"))
        return recorder.error.text == "error: interrupted\n" && ended == "ended\n" ? code : 99
    }

    @Test(.timeLimit(.minutes(1))) func controlCEndsTheChildrenAndThenRelctl() async {
        await #expect(processExitsWith: .exitCode(130)) { exit(await InterruptionTests.interrupt(SIGINT)) }
    }

    @Test(.timeLimit(.minutes(1))) func aRequestToEndIsTakenTheSameWay() async {
        await #expect(processExitsWith: .exitCode(130)) { exit(await InterruptionTests.interrupt(SIGTERM)) }
        await #expect(processExitsWith: .exitCode(130)) { exit(await InterruptionTests.interrupt(SIGHUP)) }
    }
}
