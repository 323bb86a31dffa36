import RelctlCore
import TestSupport
import Testing

/// The workflow that `relctl ci github` writes does what one machine does.
@Suite struct WorkflowRunTests {
    /// Builds a program that is nothing but the header of one, for the processor of `$TARGET`.
    private static let build = #"""
        #!/bin/sh
        case $TARGET in x86_64-*) machine='\076' ;; *) machine='\267' ;; esac
        mkdir -p "made/$TARGET" && cd "made/$TARGET"
        {
            printf '\177ELF\002\001\001\000\000\000\000\000\000\000\000\000\002\000%b\000\001\000\000\000' "$machine"
            head -c 28 /dev/zero
            printf '\100\000\070\000\000\000\100\000\000\000\000\000'
        } >greeter
        chmod 755 greeter
        """#

    /// A project that builds for two targets, and whose workflow takes relctl from this machine.
    private static func project(in world: World) async throws -> TestRepository {
        let project = try await ScriptProject.create(in: world)
        try project.write("build.sh", build, isExecutable: true)
        try project.write(
            "relctl.json",
            """
            {
              name: "greeter",
              version: { manifests: ["VERSION"] },
              binaries: ["greeter"],
              build: { command: ["sh", "build.sh"], output: "made/{{target}}/greeter", environment: { TARGET: "{{target}}" } },
              targets: {
                "x86_64-unknown-linux-gnu": {}, "aarch64-unknown-linux-gnu": { runner: "farm" },
              },
              archive: { contents: [{ files: ["greet"] }, { binaries: "bin" }] },
              license: "MIT",
              nix: { url: "https://example.org/{{tag}}/{{artifact}}" },
              publish: [{ to: "directory", path: "out/{{tag}}" }],
              ci: {
                \(try await ActRun.installation(in: world)),
                runners: ["farm"],
                setup: [{ run: "echo \\"prepared $WHAT\\"", environment: { WHAT: "the farm" }, targets: ["aarch64-*"] }],
              },
            }
            """
        )
        expect(try await project.relctl(["ci", "github"]), exits: 0)
        try await project.commit("feat: release by workflow")
        try await project.tag("v1.0.0")
        return project
    }

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
            let project = try await Self.project(in: world)
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
            for (artifact, top, parts) in [("published", "out", nil), ("release", "dist", ["plan.json"])] {
                let folder = world.folder.appending(artifact)
                try LiveFileSystem().createFolder(folder)
                let archive = act.store.appending("\(artifact)/\(artifact).tar").string
                try await world.output(of: ["tar", "-xf", archive], in: folder)
                let isOfRun = { (name: String) in
                    [".work", "logs", "journal.jsonl"].contains { name == $0 || name.hasPrefix($0 + "/") }
                }
                let made = try TreeSnapshot(of: folder.appending(top), [.modes], leavingOut: isOfRun)
                let wanted = try TreeSnapshot(of: whole.folder.appending(top), [.modes], leavingOut: isOfRun)
                #expect(made.lines.count > 5)
                for part in parts ?? [] { #expect(made.lines[part] != nil) }
                expect(made, equals: wanted)
            }
        }
    }

    @Test(.enabled("act is here") { ActRun.isPossible })
    func aPullRequestTriesAllButPublishing() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
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
            let project = try await Self.project(in: world)
            let text = try project.text("relctl.json")
            let digest = try #require(text.firstMatch(of: /sha256: "([0-9a-f]{64})"/))
            try project.write("relctl.json", text.replacing(digest.1, with: String(repeating: "0", count: 64)))
            expect(try await project.relctl(["ci", "github"]), exits: 0)
            try await project.commit("chore: another digest")
            let act = try ActRun(in: world)
            let run = try await act.run(project, for: .tag("v1.0.0"), runners: ["ubuntu-24.04", "farm"])
            expect(run, exits: 1)
            #expect(run.output.contains("download: FAILED"), "\(run.output)")
            #expect(try LiveFileSystem().names(in: act.store).isEmpty)
        }
    }
}
