import Synchronization
import TestSupport
import Testing

@testable import RelctlCore

/// Remembers what it is sent.
private final class EventRecord: EventSink {
    private let events = Mutex<[String]>([])

    func send(_ event: Event) {
        let text: String? =
            switch event {
            case .began(let activity): "began \(activity.id)"
            case .ended(let id, .succeeded): "done \(id)"
            case .ended(let id, .failed): "failed \(id)"
            case .ended(let id, .skipped(let reason)): "\(reason) \(id)"
            default: nil
            }
        if let text { events.withLock { $0.append(text) } }
    }

    var all: [String] { events.withLock(\.self) }
}

/// A project whose "compiler" is a shell script.
private struct Project {
    let folder: FilePath
    let events = EventRecord()
    let files = LiveFileSystem()

    init(_ folder: FilePath) throws {
        self.folder = folder
        try files.createFolder(folder.appending("fixtures"))
        let programs: [(String, [UInt8])] = [
            ("x86_64-unknown-linux-musl", BinarySamples.elf(machine: 62)),
            ("aarch64-unknown-linux-musl", BinarySamples.elf(machine: 183)),
            ("x86_64-pc-windows-gnu", BinarySamples.pe(machine: 0x8664)),
        ]
        for (target, bytes) in programs { try files.write(bytes, to: folder.appending("fixtures/\(target)")) }
    }

    /// Makes both binaries of a target.
    static let compiler = """
        mkdir -p "out/$1" && for name in one two; do cp "fixtures/$1" "out/$1/$name$2" || exit; done
        """

    func build(
        _ script: String = compiler,
        targets: [TargetContext],
        output: String = "out/{{target}}/{{binary}}{{exe}}",
        keepsGoing: Bool = false,
        jobs: Int = 2,
        timeout: Duration? = nil
    ) async throws -> [BuiltBinary] {
        let settings = try BuildSamples.settings(
            ["sh", "-c", script, "sh", "{{target}}", "{{exe}}"],
            output: output,
            timeout: timeout
        )
        return try await build(settings, targets: targets, keepsGoing: keepsGoing, jobs: jobs)
    }

    func build(
        _ settings: BuildSettings,
        targets: [TargetContext],
        keepsGoing: Bool = false,
        jobs: Int = 2
    ) async throws -> [BuiltBinary] {
        let plan = try BuildSamples.planner(settings)
            .plan(targets, scope: TemplateScope(texts: ["version": "1.0.0"]))
        return try await executor(keepsGoing: keepsGoing, jobs: jobs).execute(plan)
    }

    func executor(keepsGoing: Bool = false, jobs: Int = 2) -> BuildExecutor {
        let variables = ["PATH": "/usr/bin:/bin", "SDKROOT": "sdk", "TOKEN": "secret"]
        return BuildExecutor(
            BuildExecutor.Options(
                project: folder,
                folder: folder.appending("dist"),
                logs: folder.appending("dist/logs"),
                jobs: jobs,
                keepsGoing: keepsGoing
            ),
            effects: Effects(
                files: files,
                processes: LiveProcessRunner(grace: .milliseconds(200), patience: .milliseconds(200)),
                events: events,
                clock: LiveClock(),
                environment: variables
            ),
            environment: ChildEnvironment(own: variables)
        )
    }

    func failure(_ body: () async throws -> [BuiltBinary]) async throws -> RelctlError {
        let error = await #expect(throws: RelctlError.self) { try await body() }
        return try #require(error)
    }

    func log(_ target: String) throws -> String {
        try files.text(of: folder.appending("dist/logs/build-\(target).log"))
    }
}

@Suite struct BuildExecutorTests {
    private let linux = "x86_64-unknown-linux-musl"
    private let arm = "aarch64-unknown-linux-musl"
    private let windows = "x86_64-pc-windows-gnu"

    private func contexts(_ triples: [String]) throws -> [TargetContext] {
        try triples.map { try BuildSamples.target($0) }
    }

    @Test func binariesAreCopiedToTheirPlace() async throws {
        try await withScratchFolder { folder in
            let project = try Project(folder)
            let built = try await project.build(targets: contexts([linux, windows, arm]))
            #expect(
                built.map(\.path.string) == [
                    "build/\(linux)/one", "build/\(linux)/two", "build/\(windows)/one.exe", "build/\(windows)/two.exe",
                    "build/\(arm)/one", "build/\(arm)/two",
                ]
            )
            #expect(built[0].format == "ELF 64-bit x86-64 executable, statically linked")
            for binary in built {
                let path = folder.appending("dist").appending(binary.path)
                let status = try #require(try project.files.status(of: path))
                #expect(status.permissions == 0o755)
                #expect(status.size == binary.size)
                let original = try project.files.contents(of: folder.appending("fixtures/\(binary.target)"))
                #expect(try project.files.contents(of: path) == original)
            }
            #expect(
                Set(project.events.all)
                    == Set([linux, windows, arm].flatMap { ["began build/\($0)", "done build/\($0)"] })
            )
        }
    }

    @Test func commandsSeeTheirEnvironmentAndLogWhatTheySay() async throws {
        try await withScratchFolder { folder in
            let project = try Project(folder)
            let script = Project.compiler + "\necho \"$A $B $SDKROOT <$TOKEN>\"; echo problem >&2"
            for _ in 0..<2 { _ = try await project.build(script, targets: contexts([linux])) }
            let lines = try project.log(linux).split(separator: "\n").map(String.init)
            #expect(lines.suffix(2) == ["build build sdk <>", "problem"])
            #expect(lines.filter { $0.hasPrefix("$ sh -c ") }.count == 1, "the log of an earlier run is replaced")
        }
    }

    @Test func hooksRunRoundTheBuildAndRoundEachTarget() async throws {
        try await withScratchFolder { folder in
            let project = try Project(folder)
            func note(_ text: String) throws -> CommandSettings {
                try BuildSamples.command(["sh", "-c", "echo \(text) >> order"])
            }
            let settings = try BuildSamples.settings(
                ["sh", "-c", "echo build >> order; " + Project.compiler, "sh", "{{target}}", "{{exe}}"],
                before: [note("first")],
                after: [note("last")]
            )
            let override = try BuildSamples.override(before: [note("before")], after: [note("after")])
            _ = try await project.build(settings, targets: [BuildSamples.target(linux, build: override)])
            let order = try project.files.text(of: folder.appending("order"))
            #expect(order == "first\nbefore\nbuild\nafter\nlast\n")
        }
    }

    @Test func aFailureStopsTheOthersAndShowsItsLastLines() async throws {
        try await withScratchFolder { folder in
            let project = try Project(folder)
            let script = """
                case $1 in aarch64*) until test -e started; do sleep 0.02; done; echo broken >&2; exit 7;; esac
                touch started; sleep 300
                """
            let start = ContinuousClock.now
            let error = try await project.failure { try await project.build(script, targets: contexts([linux, arm])) }
            #expect(ContinuousClock.now - start < .seconds(60))
            #expect(error.message == "cannot build `\(arm)`")
            #expect(error.description.contains("exited with code 7; its last lines:\nbroken"))
            #expect(error.hints == ["all that it said is in `\(folder)/dist/logs/build-\(arm).log`"])
            #expect(project.events.all.contains("stopped build/\(linux)"))
        }
    }

    @Test func allFailuresAreReportedWhenItKeepsGoing() async throws {
        try await withScratchFolder { folder in
            let project = try Project(folder)
            let script = "case $1 in x86_64-pc*) ;; *) exit 3;; esac; " + Project.compiler
            let error = try await project.failure {
                try await project.build(script, targets: contexts([linux, windows, arm]), keepsGoing: true, jobs: 1)
            }
            #expect(error.message == "cannot build 2 of 3 targets")
            let messages = error.causes.map { ($0 as? RelctlError)?.message }
            #expect(messages == ["cannot build `\(linux)`", "cannot build `\(arm)`"])
            let built = try project.files.names(in: folder.appending("dist/build/\(windows)"))
            #expect(built == ["one.exe", "two.exe"])
        }
    }

    @Test func whatABuildShouldHaveMadeIsMissed() async throws {
        try await withScratchFolder { folder in
            let project = try Project(folder)
            let script = "mkdir -p out/$1/two; cp fixtures/$1 out/$1/three"
            let error = try await project.failure { try await project.build(script, targets: contexts([linux])) }
            #expect(error.message == "cannot take in what was built for `\(linux)`")
            let causes = error.causes.map { "\($0)" }
            #expect(
                causes == [
                    "the build left no `out/\(linux)/one`: its folder holds `three`, `two`",
                    "`out/\(linux)/two` is a folder, not a program",
                ]
            )
            let left = try project.files.status(of: folder.appending("dist/build/\(linux)"))
            #expect(left == nil)
        }
    }

    @Test func emptyAndWrongBinariesAreRefused() async throws {
        try await withScratchFolder { folder in
            let project = try Project(folder)
            let script = "mkdir -p out/$1; : > out/$1/one; cp fixtures/\(arm) out/$1/two"
            let error = try await project.failure { try await project.build(script, targets: contexts([linux])) }
            let causes = error.causes.map { "\($0)" }
            #expect(causes.count == 2)
            #expect(causes.first?.contains("found an empty file; expected a statically linked ELF executable") == true)
            #expect(causes.last?.contains("found ELF 64-bit AArch64 executable") == true)
        }
    }

    @Test func whatAnEarlierBuildLeftIsGone() async throws {
        try await withScratchFolder { folder in
            let project = try Project(folder)
            _ = try await project.build(targets: contexts([linux]))
            let one = try BuildSamples.target(linux, binaries: ["one"])
            _ = try await project.build(targets: [one])
            let names = try project.files.names(in: folder.appending("dist/build/\(linux)"))
            #expect(names == ["one"])
            _ = try await project.failure { try await project.build("exit 1", targets: [one]) }
            let left = try project.files.status(of: folder.appending("dist/build/\(linux)"))
            #expect(left == nil)
        }
    }

    @Test func programsThatAreMissingAreNamedBeforeAnythingRuns() async throws {
        try await withScratchFolder { folder in
            let project = try Project(folder)
            let hook = try BuildSamples.command(["no-such-hook"])
            let settings = try BuildSamples.settings(
                ["no-such-compiler"],
                before: [BuildSamples.command(["touch", "ran"]), hook, hook]
            )
            let error = try await project.failure {
                try await project.build(settings, targets: contexts([linux, arm]))
            }
            #expect(error.message == "cannot build: 2 programs are missing")
            let names = error.causes.map { ($0 as? RelctlError)?.message }
            #expect(names == ["cannot run `no-such-hook`", "cannot run `no-such-compiler`"])
            let ran = try project.files.status(of: folder.appending("ran"))
            #expect(ran == nil)
        }
    }

    @Test func aBuildThatTakesTooLongIsStopped() async throws {
        try await withScratchFolder { folder in
            let project = try Project(folder)
            let error = try await project.failure {
                try await project.build("sleep 300", targets: contexts([linux]), timeout: .milliseconds(200))
            }
            #expect(error.description.contains("did not end within 0.2 seconds and was stopped; it said nothing"))
        }
    }

    @Test func cancellingStopsAllTargets() async throws {
        try await withScratchFolder { folder in
            let project = try Project(folder)
            let targets = try contexts([linux, arm])
            let task = Task {
                try await project.build("touch started-$1; sleep 300", targets: targets, keepsGoing: true)
            }
            for target in targets {
                let path = folder.appending("started-\(target.target.triple)")
                for _ in 0..<500 where try project.files.status(of: path) == nil {
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }
}
