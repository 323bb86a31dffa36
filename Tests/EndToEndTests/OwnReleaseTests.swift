import RelctlCore
import TestSupport
import Testing

/// How relctl is released itself: by its own configuration, workflow and action.
@Suite struct OwnReleaseTests {
    @Test func theWorkflowIsTheOneOfTheConfiguration() async throws {
        try await World.scratch { world in
            let project = Fixtures.project.string
            expect(try await world.relctl("-C", project, "ci", "github", "--check"), exits: 0)
        }
    }

    /// Writes the scripts of an action's steps to files, in their order.
    private static let extraction = """
        import sys, yaml
        for number, step in enumerate(yaml.safe_load(open(sys.argv[1]))["runs"]["steps"]):
            open(f"{sys.argv[2]}/{number}.sh", "w").write(step["run"])
        """

    @Test func theActionInstallsWhatItsDigestProvesAndRunsIt() async throws {
        try await World.scratch { world in
            let files = LiveFileSystem()
            let folder = world.folder
            let action = Fixtures.project.appending(".github/actions/relctl/action.yml").string
            try await world.python(["-c", Self.extraction, action, folder.string])
            try files.createFolders(folder.appending("relctl-1/bin"))
            let program = folder.appending("relctl-1/bin/relctl")
            try files.write("#!/bin/sh\nprintf '[%s]' \"$@\"\n".utf8, to: program)
            try await world.output(of: ["chmod", "755", program.string])
            try await world.output(of: ["tar", "-czf", "a b.tar.gz", "relctl-1"], in: folder)
            let archive = folder.appending("a b.tar.gz")
            let paths = folder.appending("paths")
            let variables = [
                "RUNNER_TEMP": folder.appending("temp").string, "GITHUB_PATH": paths.string,
                "URL": "file://\(folder)/a%20b.tar.gz",
                "SHA256": Digest(of: try files.contents(of: archive)).hexadecimal,
            ]
            func step(_ number: Int, _ changes: [String: String] = [:]) async throws -> ProgramResult {
                try await world.run(
                    ["bash", "--noprofile", "--norc", "-eo", "pipefail", folder.appending("\(number).sh").string],
                    in: folder,
                    environment: variables.merging(changes) { $1 }
                )
            }
            let refused = try await step(0, ["SHA256": String(repeating: "0", count: 64)])
            #expect(refused.exitCode != 0)
            #expect(try files.status(of: paths) == nil)
            expect(try await step(0), exits: 0)
            let path = try files.text(of: paths).split(separator: "\n").map(String.init)
            #expect(path == [folder.appending("temp/relctl/bin").string])
            let search = path[0] + ":/usr/bin:/bin"
            let run = try await step(2, ["PATH": search, "ARGUMENTS": "plan v1.0.0 *"])
            #expect(run.output == "[plan][v1.0.0][*]")
        }
    }
}
