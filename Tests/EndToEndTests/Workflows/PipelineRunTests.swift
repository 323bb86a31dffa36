import RelctlCore
import TestSupport
import Testing

/// The pipeline that `relctl ci gitlab` writes does what one machine does.
@Suite struct PipelineRunTests {
    private static func isPossible() async throws -> Bool {
        guard HostTool.areHere("bash", "curl", "tar", "sha256sum", "unzip") else { return false }
        return try await Python.canImport("yaml")
    }

    /// Runs the project's pipeline by what stands in for GitLab and its runner.
    private static func run(_ project: TestRepository, _ event: [String], in world: World) async throws -> ProgramResult
    {
        let program = Fixtures.project.appending("Tests/Fakes/gitlab-pipeline.py").string
        let store = world.folder.appending("store").string
        return
            try await world
            .startPython([program, project.folder.string, store, "--runner", "farm"] + event).result()
    }

    /// Unpacks what a job has handed on.
    private static func artifact(_ job: String, in world: World) async throws -> FilePath {
        let folder = world.folder.appending("of-\(job)")
        let archive = world.folder.appending("store/artifacts/\(job).zip").string
        try await world.output(of: ["unzip", "-q", archive, "-d", folder.string])
        return folder
    }

    @Test(.enabled("bash, curl, tar, sha256sum, unzip and PyYAML are here") { try await isPossible() })
    func manyMachinesMakeWhatOneMakes() async throws {
        try await World.scratch { world in
            let project = try await ShardingWorkflow.create(in: world, for: "gitlab")
            let whole = try await project.clone(to: "whole")
            expect(try await whole.relctl(["release", "v1.0.0"]), exits: 0)
            let run = try await Self.run(project, ["--tag", "v1.0.0"], in: world)
            expect(run, exits: 0)
            let farm = "[release-build-aarch64-unknown-linux-gnu] prepared the farm\n"
            let times = run.output.ranges(of: "prepared the farm\n").count
            #expect(run.output.contains(farm) && times == 1, "\(run.output)")
            for job in ["plan", "join", "publish", "verify"] {
                #expect(run.output.contains("[release-\(job)] "), "\(job) did not run:\n\(run.output)")
            }
            for (job, top, part) in [("release-publish", "out", nil), ("release-join", "dist", "plan.json")] {
                let made = try await Self.artifact(job, in: world).appending(top)
                try ShardingWorkflow.expect(made, equals: whole.folder.appending(top), has: part)
            }
        }
    }

    @Test(.enabled("bash, curl, tar, sha256sum, unzip and PyYAML are here") { try await isPossible() })
    func aMergeRequestTriesAllButPublishing() async throws {
        try await World.scratch { world in
            let project = try await ShardingWorkflow.create(in: world, for: "gitlab")
            try project.write("greet", "#!/bin/sh\necho hi\n", isExecutable: true)
            try await project.commit("fix: say hi")
            let run = try await Self.run(project, ["--merge-request"], in: world)
            expect(run, exits: 0)
            #expect(!run.output.contains("release-publish") && !run.output.contains("release-verify"))
            let dist = try await Self.artifact("release-join", in: world).appending("dist")
            let made = try LiveFileSystem().names(in: dist)
            for target in ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"] {
                #expect(
                    made.contains {
                        $0.hasPrefix("greeter-v1.0.1-SNAPSHOT.g") && $0.hasSuffix("-\(target).tar.gz")
                    },
                    "\(made)"
                )
            }
            // Of branches and other tags nothing is released.
            try await project.git("tag", "other-1.0.0")
            for event in [["--branch"], ["--tag", "other-1.0.0"]] {
                let idle = try await Self.run(project, event, in: world)
                expect(idle, exits: 0)
                #expect(idle.output == "no jobs, no pipeline\n")
            }
        }
    }

    @Test(.enabled("bash, curl, tar, sha256sum, unzip and PyYAML are here") { try await isPossible() })
    func aReleaseTakesNothingFromCachesAndOwnJobsAreToldWhatItIs() async throws {
        try await World.scratch { world in
            let cache = "caches: [{ paths: [\"kept\"], key: \"kept-${{ hashFiles('VERSION') }}\" }],"
            let project = try await ShardingWorkflow.create(in: world, for: "gitlab", more: cache)
            let file = ".gitlab/release.yml"
            let mark = "    # relctl:begin build.setup\n"
            let own = """
                    - if [ -e "kept/$TARGET" ]; then echo "taken from the cache"; fi
                    - mkdir -p kept && echo x >"kept/$TARGET"

                """
            let job = """
                # relctl:begin jobs
                announce:
                  stage: verify
                  script:
                    - echo "announce $RELEASE_TAG $RELEASE_VERSION $RELEASE_PRERELEASE"

                """
            try project.write(
                file,
                try project.text(file).replacing(mark, with: mark + own)
                    .replacing("# relctl:begin jobs\n", with: job)
            )
            let entry = try project.text(".gitlab-ci.yml")
            try project.write(".gitlab-ci.yml", entry + "unit:\n  script: [echo tested]\n")
            expect(try await project.relctl(["ci", "gitlab", "--check"]), exits: 0)
            try await project.commit("ci: keep")
            try await project.git("tag", "--force", "v1.0.0")
            let taken = { (run: ProgramResult) in run.output.contains("] taken from the cache\n") }
            #expect(!taken(try await Self.run(project, ["--merge-request"], in: world)))
            #expect(taken(try await Self.run(project, ["--merge-request"], in: world)))
            for _ in 0..<2 {
                let release = try await Self.run(project, ["--tag", "v1.0.0"], in: world)
                expect(release, exits: 0)
                #expect(!taken(release))
                #expect(release.output.contains("[unit] tested\n"), "\(release.output)")
                #expect(release.output.contains("[announce] announce v1.0.0 1.0.0 false\n"), "\(release.output)")
            }
        }
    }

    @Test(.enabled("bash, curl, tar, sha256sum, unzip and PyYAML are here") { try await isPossible() })
    func anotherRelctlThanTheOneThatIsNamedIsRefused() async throws {
        try await World.scratch { world in
            let project = try await ShardingWorkflow.create(in: world, for: "gitlab")
            let text = try project.text("relctl.json")
            let digest = try #require(text.firstMatch(of: /sha256: "([0-9a-f]{64})"/))
            try project.write("relctl.json", text.replacing(digest.1, with: String(repeating: "0", count: 64)))
            expect(try await project.relctl(["ci", "gitlab"]), exits: 0)
            try await project.commit("chore: another digest")
            try await project.git("tag", "--force", "v1.0.0")
            let run = try await Self.run(project, ["--tag", "v1.0.0"], in: world)
            expect(run, exits: 1)
            #expect(run.output.contains("[release-plan] download: FAILED"), "\(run.output)")
            #expect(run.output.contains("[release-publish] skipped") && !run.output.contains("release-join] $"))
        }
    }
}
