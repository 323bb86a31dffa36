import RelctlEffects
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Runs `script` by the shell.
private func shell(
    _ script: String,
    _ arguments: String...,
    in directory: FilePath = FilePath("/"),
    environment: [String: String] = ["PATH": "/usr/bin:/bin"],
    output: ProcessRequest.Output = .captured(limit: 1 << 20),
    timeout: Duration? = nil
) -> ProcessRequest {
    ProcessRequest(
        arguments: ["sh", "-c", script, "sh"] + arguments,
        directory: directory,
        environment: environment,
        output: output,
        timeout: timeout
    )
}

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// Whether a process of this number is there and not just waiting to be forgotten.
private func isAlive(_ pid: Int32) -> Bool {
    guard kill(pid, 0) == 0 else { return false }
    guard let stat = try? LiveFileSystem().text(of: FilePath("/proc/\(pid)/stat")) else { return true }
    return !stat.contains(") Z ")
}

/// Waits until `condition` holds, at most ten seconds.
private func eventually(_ condition: () throws -> Bool) async throws -> Bool {
    for _ in 0..<1000 {
        if try condition() { return true }
        try await Task.sleep(for: .milliseconds(10))
    }
    return false
}

/// Waits until a file is there.
private func waitFor(_ path: FilePath) async throws {
    let isThere = try await eventually { try LiveFileSystem().status(of: path) != nil }
    try #require(isThere, "\(path) did not appear")
}

/// Waits until a process is gone.
private func hasEnded(_ pid: Int32) async throws -> Bool { try await eventually { !isAlive(pid) } }

@Suite struct LiveProcessRunnerTests {
    private let runner = LiveProcessRunner(grace: .milliseconds(300), patience: .milliseconds(300))

    @Test func bothStreamsAndTheCodeAreReported() async throws {
        let outcome = try await runner.run(shell("echo out; echo err >&2; exit 3"))
        #expect(outcome.termination == .exited(3))
        #expect(text(outcome.standardOutput) == "out\n")
        #expect(text(outcome.standardError) == "err\n")
        #expect(!outcome.succeeded)
    }

    @Test func aSignalIsReported() async throws {
        #expect(try await runner.run(shell("kill -USR1 $$")).termination == .signalled(SIGUSR1))
    }

    @Test func argumentsArriveAsTheyAre() async throws {
        let awkward = ["a b", "", "'\"$HOME`", "-n", "line\nbreak", "ü\u{1F600}"]
        var request = shell("printf '<%s>' \"$@\"")
        request.arguments += awkward
        #expect(text(try await runner.run(request).standardOutput) == awkward.map { "<\($0)>" }.joined())
    }

    @Test func theEnvironmentIsExactlyTheGivenOne() async throws {
        let request = ProcessRequest(
            arguments: ["/usr/bin/env"],
            directory: FilePath("/"),
            environment: ["B": "2 =\n3", "A": "1"]
        )
        #expect(text(try await runner.run(request).standardOutput) == "A=1\nB=2 =\n3\n")
    }

    @Test func itRunsInTheFolderAndLooksThereForPrograms() async throws {
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            try files.createFolder(folder.appending("a b"))
            try files.write("#!/bin/sh\npwd\n".utf8, to: folder.appending("a b/tool"), permissions: 0o755)
            let request = ProcessRequest(
                arguments: ["./tool"],
                directory: folder.appending("a b"),
                environment: [:]
            )
            #expect(text(try await runner.run(request).standardOutput) == "\(folder)/a b\n")
        }
    }

    @Test func largeOutputOnBothStreamsIsTakenIn() async throws {
        let script = "head -c 10000000 /dev/zero & head -c 10000000 /dev/zero >&2; wait"
        let outcome = try await runner.run(shell(script, output: .captured(limit: 10_000_000)))
        #expect(outcome.standardOutput.count == 10_000_000)
        #expect(outcome.standardError.count == 10_000_000)
        #expect(outcome.succeeded)
    }

    @Test func outputBeyondTheLimitIsAnErrorThatEndsTheProgram() async throws {
        let error = await #expect(throws: RelctlError.self) {
            try await runner.run(shell("yes", output: .captured(limit: 100_000)))
        }
        #expect(error?.message == "cannot take in the program's standard output: it is larger than 100000 bytes")
    }

    @Test func standardInputIsEmpty() async throws {
        let outcome = try await runner.run(shell("cat; echo done"))
        #expect(text(outcome.standardOutput) == "done\n")
    }

    #if os(Linux)
        @Test func signalsAreAtTheirDefaultsAndNoDescriptorIsInherited() async throws {
            signal(SIGPIPE, SIG_IGN)
            let script = "grep -E 'Sig(Ign|Blk)' /proc/self/status; ls /proc/self/fd"
            let lines = text(try await runner.run(shell(script)).standardOutput).split(separator: "\n").map(String.init)
            #expect(lines.first == "SigBlk:\t0000000000000000")
            let ignored = try #require(lines[1].split(separator: "\t").last.flatMap { UInt64($0, radix: 16) })
            // Signals 32 and 33 belong to glibc alone, which has its own ideas about them.
            #expect(ignored & ~0x1_8000_0000 == 0)
            // The fourth is the folder that `ls` itself has open.
            #expect(lines.dropFirst(2) == ["0", "1", "2", "3"])
        }

        @Test func noDescriptorAndNoZombieIsLeftBehind() async throws {
            let before = try LiveFileSystem().names(in: FilePath("/proc/self/fd")).count
            let pids = try await mapConcurrently(Array(0..<200), width: 8) { number in
                try await text(runner.run(shell("echo $$; exit \(number % 7)")).standardOutput)
            }
            // Other tests run beside this one and open files of their own: a leak stays, and is of 200 and more.
            var after = Int.max
            for _ in 0..<600 where after - before >= 100 {
                after = try LiveFileSystem().names(in: FilePath("/proc/self/fd")).count
                if after - before >= 100 { try await Task.sleep(for: .milliseconds(100)) }
            }
            #expect(after - before < 100)
            for pid in pids.compactMap({ Int32($0.dropLast()) }) { #expect(kill(pid, 0) != 0, "\(pid) is a zombie") }
            #expect(pids.count == 200)
        }
    #endif

    @Test func whenTheTimeIsUpTheWholeGroupEnds() async throws {
        let outcome = try await runner.run(shell("sleep 300 & echo $!; sleep 300", timeout: .milliseconds(300)))
        #expect(outcome.termination == .timedOut)
        let grandchild = try #require(Int32(text(outcome.standardOutput).dropLast()))
        #expect(try await hasEnded(grandchild))
    }

    @Test func whoIgnoresBeingAskedIsKilled() async throws {
        let script = "trap '' TERM; sh -c \"trap '' TERM; while :; do sleep 0.1; done\" & echo $! $$; wait; sleep 300"
        let start = ContinuousClock.now
        let outcome = try await runner.run(shell(script, timeout: .milliseconds(300)))
        #expect(outcome.termination == .timedOut)
        #expect(ContinuousClock.now - start > .milliseconds(600))
        for pid in text(outcome.standardOutput).split(whereSeparator: \.isWhitespace).compactMap({ Int32($0) }) {
            #expect(try await hasEnded(pid))
        }
    }

    @Test func whoEndsWhenAskedMayTidyUp() async throws {
        let script = "trap 'echo tidied; exit 0' TERM; echo ready; while :; do sleep 0.05; done"
        let start = ContinuousClock.now
        let outcome = try await LiveProcessRunner(grace: .seconds(60)).run(shell(script, timeout: .milliseconds(500)))
        #expect(ContinuousClock.now - start < .seconds(30), "it ends with the group, not with the grace")
        #expect(outcome.termination == .timedOut)
        #expect(text(outcome.standardOutput) == "ready\ntidied\n")
    }

    @Test func aGrandchildThatKeepsThePipeOpenIsNotWaitedFor() async throws {
        let start = ContinuousClock.now
        let outcome = try await runner.run(shell("sleep 300 & echo $!"))
        #expect(outcome.succeeded)
        #expect(ContinuousClock.now - start < .seconds(60))
        let grandchild = try #require(Int32(text(outcome.standardOutput).dropLast()))
        #expect(try await hasEnded(grandchild))
    }

    @Test func whatAGrandchildSaysSoonAfterTheEndIsTakenIn() async throws {
        let patient = LiveProcessRunner(patience: .seconds(60))
        let start = ContinuousClock.now
        let outcome = try await patient.run(shell("(sleep 0.3; echo late) & echo early"))
        #expect(ContinuousClock.now - start < .seconds(30), "it ends with the group, not with the patience")
        #expect(text(outcome.standardOutput) == "early\nlate\n")
    }

    @Test func cancellationEndsTheGroupAndIsThrown() async throws {
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            let pidFile = folder.appending("pid")
            let request = shell("echo $$ > new; mv new pid; sleep 300", in: folder)
            let task = Task { try await runner.run(request) }
            try await waitFor(pidFile)
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            let pid = try #require(Int32(try files.text(of: pidFile).dropLast()))
            #expect(!isAlive(pid))
        }
    }

    @Test func aCancelledTaskStartsNothing() async throws {
        try await withScratchFolder { folder in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await runner.run(shell("touch started", in: folder))
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            let created = try LiveFileSystem().names(in: folder)
            #expect(created.isEmpty)
        }
    }
}

@Suite struct ChildLogTests {
    private let runner = LiveProcessRunner(patience: .milliseconds(300))

    @Test func bothStreamsAreAppendedAndTheLastLinesReturned() async throws {
        try await withScratchFolder { folder in
            let log = folder.appending("build.log")
            let first = try await runner.run(shell("echo one; echo two >&2", output: .log(log)))
            #expect(text(first.standardError) == "one\ntwo")
            #expect(first.standardOutput.isEmpty)
            let second = try await runner.run(shell("seq 100; exit 1", output: .log(log)))
            #expect(text(second.standardError) == (81...100).map(String.init).joined(separator: "\n"))
            #expect(second.termination == .exited(1))
            let all = try LiveFileSystem().text(of: log)
            #expect(all == "one\ntwo\n" + (1...100).map { "\($0)\n" }.joined())
        }
    }

    @Test func aSilentProgramHasNoLastLines() async throws {
        try await withScratchFolder { folder in
            let log = folder.appending("l")
            _ = try await runner.run(shell("echo earlier", output: .log(log)))
            #expect(try await runner.run(shell("true", output: .log(log))).standardError.isEmpty)
        }
    }

    @Test func bytesThatAreNotTextAreRepairedWithinTheLimit() async throws {
        try await withScratchFolder { folder in
            let request = shell("head -c 100000 /dev/zero | tr '\\0' '\\377'", output: .log(folder.appending("l")))
            let end = try await runner.run(request).standardError
            #expect(end.count <= 8192)
            #expect(end.count > 8180)
            #expect(String(validating: end, as: UTF8.self)?.allSatisfy { $0 == "\u{FFFD}" } == true)
        }
    }

    @Test func aLogThatCannotBeWrittenIsAnError() async throws {
        await #expect(throws: FileSystemError.self) {
            try await runner.run(shell("true", output: .log(FilePath("/nonexistent/log"))))
        }
    }
}

@Suite struct StartFailureTests {
    private let runner = LiveProcessRunner()

    private func failure(_ arguments: [String], in directory: FilePath, path: String? = nil) async -> RelctlError? {
        let request = ProcessRequest(
            arguments: arguments,
            directory: directory,
            environment: path.map { ["PATH": $0] } ?? [:]
        )
        return await #expect(throws: RelctlError.self) { try await runner.run(request) }
    }

    @Test func aProgramThatIsNotThereIsNamedWithWhereItWasLookedFor() async throws {
        let error = await failure(["no-such-program"], in: FilePath("/"), path: "/usr/bin::/bin")
        #expect(error?.message == "cannot run `no-such-program`")
        #expect(error?.description.contains("searched: `/usr/bin`, `/bin`") == true)
        let withoutPath = await failure(["sh"], in: FilePath("/"))
        #expect(withoutPath?.description == "cannot run `sh`: `PATH` names no folder to look in")
        let withSlash = await failure(["./x y"], in: FilePath("/usr"))
        #expect(withSlash?.description == "cannot run `./x y`: there is no executable file `/usr/./x y`")
    }

    @Test func filesThatCannotBeRunAreExplained() async throws {
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            try files.write("just text".utf8, to: folder.appending("text"), permissions: 0o755)
            try files.write("#!/no/such/shell\n".utf8, to: folder.appending("script"), permissions: 0o755)
            let text = await failure(["./text"], in: folder)
            #expect(text?.description.contains("neither a program for this machine nor a script") == true)
            let script = await failure(["./script"], in: folder)
            #expect(script?.description.contains("the interpreter that it names does not exist") == true)
        }
    }

    @Test func impossibleRequestsAreRefused() async throws {
        #expect(await failure([], in: FilePath("/"))?.message == "cannot run an empty command")
        #expect(await failure(["/bin/sh", "a\0b"], in: FilePath("/"))?.description.contains("NUL") == true)
        let lost = await failure(["/bin/sh"], in: FilePath("/no such folder"))
        #expect(lost?.description == "cannot run `/bin/sh`: there is no folder `/no such folder` to run it in")
        let request = ProcessRequest(arguments: ["/bin/sh"], directory: FilePath("/"), environment: ["A=B": ""])
        await #expect(throws: RelctlError.self) { try await runner.run(request) }
        let long = await failure(["/bin/echo", String(repeating: "x", count: 8 << 20)], in: FilePath("/"))
        #expect(long?.description == "cannot run `/bin/echo`: its arguments and variables are too long")
    }

    @Test func locatingSkipsWhatCannotBeRun() async throws {
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            for name in ["a", "b", "c"] { try files.createFolder(folder.appending(name)) }
            try files.createFolder(folder.appending("a/tool"))
            try files.write([], to: folder.appending("b/tool"), permissions: 0o644)
            try files.write([], to: folder.appending("tool"), permissions: 0o755)
            try files.write([], to: folder.appending("c/real"), permissions: 0o755)
            try files.createLink(at: folder.appending("c/tool"), to: "real")
            func locate(_ program: String, _ path: String) -> FilePath? {
                runner.locate(program, environment: ["PATH": path], directory: folder)
            }
            #expect(locate("tool", "\(folder)/a::\(folder)/b:\(folder)/c") == folder.appending("c/tool"))
            #expect(locate("tool", ":") == nil)
            #expect(locate("tool", "c") == folder.appending("c/tool"))
            #expect(locate("./tool", "") == folder.appending("./tool"))
            #expect(locate("b/tool", "") == nil)
            #expect(locate("", "\(folder)/c") == nil)
        }
    }
}

@Suite struct ChildLedgerTests {
    @Test func aRunningChildIsNotedAndAnEndedOneForgotten() async throws {
        try await withScratchFolder { folder in
            let ledger = folder.appending("children")
            let runner = LiveProcessRunner(ledger: ChildLedger(folder: ledger))
            let script = "for i in $(seq 500); do test -e \"$1/$$\" && exit 0; sleep 0.01; done; exit 1"
            let outcome = try await runner.run(shell(script, ledger.string))
            #expect(outcome.succeeded)
            #expect(try LiveFileSystem().names(in: ledger).isEmpty)
        }
    }

    @Test func leftoversAreEndedAndOthersLeftAlone() async throws {
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            let ledger = folder.appending("children")
            let runner = LiveProcessRunner(ledger: ChildLedger(folder: ledger))
            let ignorant = "trap '' TERM; echo $$ > $1.new; mv $1.new $1; while :; do sleep 0.1; done"
            let task = Task { [ignorant] in try await runner.run(shell(ignorant, "one", in: folder)) }
            let hasty = LiveProcessRunner(grace: .milliseconds(200))
            let bystander = Task { [ignorant] in try await hasty.run(shell(ignorant, "two", in: folder)) }
            let pids = ["one", "two"].map { folder.appending($0) }
            for path in pids { try await waitFor(path) }
            let one = try #require(Int32(try files.text(of: pids[0]).dropLast()))
            let two = try #require(Int32(try files.text(of: pids[1]).dropLast()))
            // The number of the second, but the start of another process; and what no ledger has written.
            let note = try files.contents(of: ledger.appending(String(one)))
            try files.write(note + [0x30], to: ledger.appending(String(two)))
            for name in ["-1", "0", "1", "text", "99999999999"] { try files.write(note, to: ledger.appending(name)) }

            let ended = try await ChildLedger(folder: ledger).endLeftovers(grace: .milliseconds(200))
            #expect(ended == [one])
            #expect(try await task.value.termination == .signalled(SIGKILL))
            #expect(isAlive(two))
            #expect(try files.names(in: ledger).isEmpty)
            bystander.cancel()
            await #expect(throws: CancellationError.self) { try await bystander.value }
        }
    }

    @Test func aFolderThatIsNotThereHoldsNoLeftovers() async throws {
        try await withScratchFolder { folder in
            let ended = try await ChildLedger(folder: folder.appending("none")).endLeftovers()
            #expect(ended.isEmpty)
        }
    }
}
