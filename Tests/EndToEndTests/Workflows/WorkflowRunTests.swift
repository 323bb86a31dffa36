import RelctlCore
import TestSupport
import Testing

/// The workflow that `relctl ci github` writes does what one machine does.
@Suite struct WorkflowRunTests {
    private static let canUnpack = HostTool.areHere("bash", "curl", "sha256sum", "zip", "unzip")

    @Test(.enabled("bash, curl, sha256sum, zip and unzip are here") { canUnpack })
    func relctlComesOutOfItsArchiveForWindows() async throws {
        try await World.scratch { world in
            let project = try await TestRepository("greeter", in: world)
            let top = "relctl-1.0.0-x86_64-pc-windows-msvc"
            try project.write("\(top)/bin/relctl", "#!/bin/sh\necho came out\n", isExecutable: true)
            try await world.output(of: ["zip", "-q", "-r", "relctl.zip", top], in: project.folder)
            let archive = project.folder.appending("relctl.zip").string
            let digest = try await world.output(of: ["sha256sum", archive]).prefix(64)
            let download = "\"x86_64-pc-windows-msvc\": { url: \"file://\(archive)\", sha256: \"\(digest)\" }"
            let integration = "{ runner: \"windows-2025\", relctl: { version: \"1.0.0\", downloads: { \(download) } } }"
            try project.write(
                "relctl.json",
                "{ name: \"greeter\", targets: { \"x86_64-pc-windows-msvc\": {} }, ci: \(integration) }"
            )
            let printed = try await project.relctl(["ci", "github", "--output", "-"])
            expect(printed, exits: 0)
            let lines = printed.output.split(separator: "\n", omittingEmptySubsequences: false)
            let start = try #require(lines.firstIndex { $0.hasSuffix("- name: Install relctl 1.0.0") })
            let script = lines[(start + 2)...].prefix { $0.hasPrefix("          ") }.joined(separator: "\n")
            // As GitHub calls it.
            let run = try await world.run(
                ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script],
                environment: [
                    "RUNNER_OS": "Windows", "RUNNER_ARCH": "X64",
                    "RUNNER_TEMP": world.folder.appending("temp").string,
                    "GITHUB_PATH": world.folder.appending("path").string,
                ]
            )
            expect(run, exits: 0)
            #expect(run.output.hasSuffix("came out\n"), "\(run.output)")
        }
    }

    @Test(.enabled("act is here") { ActRun.isPossible })
    func manyMachinesMakeWhatOneMakes() async throws {
        try await World.scratch { world in
            let project = try await ShardingWorkflow.create(in: world, for: "github")
            let whole = try await project.clone(to: "whole")
            expect(try await whole.relctl(["release", "v1.0.0"]), exits: 0)
            let act = try ActRun(in: world)
            let run = try await act.run(project, for: .tag("v1.0.0"), runners: ["ubuntu-24.04", "farm"])
            expect(run, exits: 0)
            let log = run.output
            #expect(log.contains("prepared the farm") && !log.contains("[Release/Build-1]   | prepared"), "\(log)")
            for job in ["plan", "join", "publish", "verify"] {
                #expect(log.lowercased().contains("[release/\(job)"), "\(job) did not run:\n\(log)")
            }
            let names = try LiveFileSystem().names(in: act.store)
            #expect(
                Set(names) == [
                    "shard-x86_64-unknown-linux-gnu", "shard-aarch64-unknown-linux-gnu", "release", "published",
                ]
            )
            // What was published is the same to the byte, and so is all that it was made of.
            for (artifact, top, part) in [("published", "out", nil), ("release", "dist", "plan.json")] {
                let folder = world.folder.appending(artifact)
                try LiveFileSystem().createFolder(folder)
                let archive = act.store.appending("\(artifact)/\(artifact).tar").string
                try await world.output(of: ["tar", "-xf", archive], in: folder)
                try ShardingWorkflow.expect(folder.appending(top), equals: whole.folder.appending(top), has: part)
            }
        }
    }

    @Test(.enabled("act is here") { ActRun.isPossible })
    func aPullRequestTriesAllButPublishing() async throws {
        try await World.scratch { world in
            let project = try await ShardingWorkflow.create(in: world, for: "github")
            try project.write("greet", "#!/bin/sh\necho hi\n", isExecutable: true)
            try await project.commit("fix: say hi")
            let act = try ActRun(in: world)
            expect(try await act.run(project, for: .pullRequest, runners: ["ubuntu-24.04", "farm"]), exits: 0)
            #expect(!(try LiveFileSystem().names(in: act.store).contains("published")))
            let archive = act.store.appending("release/release.tar").string
            let names = try await world.output(of: ["tar", "-tf", archive])
            for target in ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"] {
                #expect(
                    names.contains(/greeter-v1\.0\.1-SNAPSHOT\.g[0-9a-f]{12}-/) && names.contains("-\(target).tar.gz\n")
                )
            }
        }
    }

    @Test(.enabled("act is here") { ActRun.isPossible })
    func anotherRelctlThanTheOneThatIsNamedIsRefused() async throws {
        try await World.scratch { world in
            let project = try await ShardingWorkflow.create(in: world, for: "github")
            let text = try project.text("relctl.json")
            let digest = try #require(text.firstMatch(of: /sha256: "([0-9a-f]{64})"/))
            try project.write("relctl.json", text.replacing(digest.1, with: String(repeating: "0", count: 64)))
            expect(try await project.relctl(["ci", "github"]), exits: 0)
            try await project.commit("chore: another digest")
            let act = try ActRun(in: world)
            var output = ""
            // On a busy machine, act may end before it has passed on the last lines of a step.
            for _ in 0..<3 where !output.contains("download: FAILED") {
                let run = try await act.run(project, for: .tag("v1.0.0"), runners: ["ubuntu-24.04", "farm"])
                expect(run, exits: 1)
                output = run.output
                #expect(try LiveFileSystem().names(in: act.store).isEmpty)
            }
            #expect(output.contains("download: FAILED"), "\(output)")
        }
    }
}
