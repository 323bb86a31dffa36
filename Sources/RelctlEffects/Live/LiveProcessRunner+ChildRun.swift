import CSystem

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// One run of a program, from its start to its end, on the thread that calls.
struct ChildRun: Sendable {
    let request: ProcessRequest
    let runner: LiveProcessRunner
    let interruption: Interruption
    /// Takes standard output while it comes and says whether it wants more, where it is not kept.
    var read: (@Sendable (UnsafeRawBufferPointer) throws -> Bool)?

    /// Starts the program and waits for its end.
    func toItsEnd() throws -> ProcessOutcome {
        let program = try locateProgram()
        switch request.output {
        case .captured(let limit):
            let (pid, streams) = try startCaptured(program, limit: limit)
            return try watch(pid, streams)
        case .log(let path):
            let log = try ChildLog(path)
            let pid = try start(program, output: log.descriptor, error: log.descriptor)
            var outcome = try watch(pid, [])
            outcome.standardError = try log.lastLines()
            return outcome
        }
    }

    private func watch(_ pid: pid_t, _ streams: [ChildStream]) throws -> ProcessOutcome {
        var watch = ChildWatch(pid: pid, request: request, runner: runner, interruption: interruption)
        watch.streams = streams
        do {
            try runner.ledger?.record(pid)
        } catch {
            watch.end(.failed(error))
        }
        defer {
            runner.ledger?.forget(pid)
            runner.children.forget(pid)
        }
        return try watch.untilTheEnd()
    }

    // MARK: Starting

    /// The executable, absolute: the child looks for it only after it has changed its folder.
    private func locateProgram() throws -> FilePath {
        guard let name = request.arguments.first, !name.isEmpty else {
            throw RelctlError("cannot run an empty command")
        }
        let texts = request.arguments + [request.directory.string] + request.environment.flatMap { [$0.key, $0.value] }
        guard !texts.contains(where: { $0.utf8.contains(0) }) else {
            throw cannotRun("an argument, a variable or the folder's name contains a NUL byte")
        }
        if let bad = request.environment.keys.first(where: { $0.isEmpty || $0.utf8.contains(UInt8(ascii: "=")) }) {
            throw cannotRun("`\(bad)` is not the name of a variable")
        }
        guard try LiveFileSystem().resolvedStatus(of: request.directory)?.kind == .folder else {
            throw cannotRun("there is no folder `\(request.directory)` to run it in")
        }
        if let path = runner.locate(name, environment: request.environment, directory: request.directory) {
            guard !path.isAbsolute else { return path }
            return try LiveFileSystem().canonicalPath(of: FilePath(".")).appending(path.string)
        }
        throw RelctlError.programNotFound(name, environment: request.environment, directory: request.directory)
    }

    /// Starts the program with pipes to read from.
    ///
    /// The child's ends are closed here when this returns, or we would wait for ourselves.
    private func startCaptured(_ program: FilePath, limit: Int) throws -> (pid_t, [ChildStream]) {
        let (output, childOutput) = try Descriptor.pipe()
        let (error, childError) = try Descriptor.pipe()
        let pid = try start(program, output: childOutput, error: childError)
        let streams = [
            ChildStream(name: "standard output", source: output, limit: limit, read: read),
            ChildStream(name: "standard error", source: error, limit: limit),
        ]
        return (pid, streams)
    }

    /// Starts the program.
    private func start(_ program: FilePath, output: Descriptor, error: Descriptor) throws -> pid_t {
        let environment = request.environment.sortedBytewise(by: \.key).map { "\($0)=\($1)" }
        let input = try input()
        return try runner.children.start {
            var pid = pid_t()
            let number = withExtendedLifetime((input, output, error)) {
                withCStrings(request.arguments) { arguments in
                    withCStrings(environment) { environment in
                        let streams = Streams(input: input?.number ?? -1, output: output.number, error: error.number)
                        return spawn(program, arguments, environment, streams, &pid)
                    }
                }
            }
            guard number == 0 else { throw cannotRun(because: number) }
            return pid
        }
    }

    /// What the program reads, whole before it starts, so that nobody has to feed it; nothing for nothing.
    private func input() throws -> Descriptor? {
        guard !request.input.isEmpty else { return nil }
        let number = request.input.withUnsafeBytes { relctl_input($0.baseAddress, $0.count) }
        guard number >= 0 else { throw cannotRun(because: errno) }
        return Descriptor(number)
    }

    private struct Streams {
        var input, output, error: Int32
    }

    private typealias CStrings = UnsafePointer<UnsafeMutablePointer<CChar>?>

    private func spawn(
        _ program: FilePath,
        _ arguments: CStrings?,
        _ environment: CStrings?,
        _ streams: Streams,
        _ pid: inout pid_t
    ) -> Int32 {
        program.string.withCString { program in
            request.directory.string.withCString { directory in
                var child = relctl_child(
                    program: program,
                    arguments: arguments,
                    environment: environment,
                    directory: directory,
                    input: streams.input,
                    output: streams.output,
                    error: streams.error
                )
                // A file that was just written may still be open in a process between its fork and its exec.
                for _ in 0..<50 {
                    let error = relctl_spawn(&child, &pid)
                    guard error == ETXTBSY else { return error }
                    usleep(10_000)
                }
                return relctl_spawn(&child, &pid)
            }
        }
    }

    private func withCStrings<Value>(_ strings: [String], _ body: (CStrings?) -> Value) -> Value {
        let pointers = strings.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return (pointers + [nil]).withUnsafeBufferPointer { body($0.baseAddress) }
    }

    // MARK: Failing

    /// The error for a program that the system does not start.
    func cannotRun(because number: Int32) -> RelctlError {
        switch number {
        case ENOENT, ENOTDIR: cannotRun("the interpreter that it names does not exist")
        case ENOEXEC: cannotRun("it is neither a program for this machine nor a script that begins with `#!`")
        case E2BIG: cannotRun("its arguments and variables are too long")
        default: cannotRun(String(cString: strerror(number)))
        }
    }

    private func cannotRun(_ reason: String) -> RelctlError {
        RelctlError("cannot run `\(request.arguments.first ?? "")`", causes: [RelctlError(reason)])
    }
}

extension RelctlError {
    /// The error for a program that is not there, which says where it was looked for.
    package static func programNotFound(
        _ program: String,
        environment: [String: String],
        directory: FilePath
    ) -> RelctlError {
        let reason: String
        if program.utf8.contains(UInt8(ascii: "/")) {
            reason = "there is no executable file `\(directory.appending(program))`"
        } else {
            let folders = LiveProcessRunner.searchPath(environment)
            reason =
                folders.isEmpty
                ? "`PATH` names no folder to look in"
                : "no folder on `PATH` has it; searched: " + folders.map { "`\($0)`" }.joined(separator: ", ")
        }
        return RelctlError(
            "cannot run `\(program)`",
            details: ["program": program],
            hints: ["install `\(program)`, or put its folder on `PATH`"],
            causes: [RelctlError(reason)]
        )
    }
}
