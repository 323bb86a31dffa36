import Foundation
import RelctlCore
import TestSupport
import Testing

/// What relctl says, and the number it ends with, when the command line or the configuration is wrong.
@Suite struct CommandLineErrorTests {
    @Test func anUnknownOptionNamesTheNearest() async throws {
        try await World.scratch { world in
            expect(
                try await world.relctl("release", "--dry-rum", "v1.0.0"),
                exits: 64,
                naming: "--dry-rum",
                "--dry-run"
            )
        }
    }

    @Test func anUnknownSubcommandNamesTheNearest() async throws {
        try await World.scratch { world in
            expect(try await world.relctl("relaese"), exits: 64, naming: "relaese", "release")
        }
    }

    @Test(arguments: [
        ["release"], ["release", "v1.0.0", "v2.0.0"], ["matrix", "--format", "yaml"], ["release", "--skip"], ["-C"],
        ["package", "--threads", "0"], ["release", "v1.0.0", "--engine", "gzip"], ["plan", "--no-cache"],
    ])
    func wrongUseEndsWith64(arguments: [String]) async throws {
        try await World.scratch { world in
            expect(try await world.run([RelctlExecutable.path().string] + arguments), exits: 64, naming: "error:")
        }
    }

    @Test(arguments: [
        ["image", "inspect", "hush:hush@x.example/a"], ["image", "copy", "https://u:hush@x.example/a", "oci:a"],
        ["image", "copy", "oci:a", "oci://u:hush@x.example/a"], ["verify", "https://u:hush@x.example/a"],
        ["checksum", "--check", "https://u:hush@x.example/a"], ["frob", "https://u:hush@x.example/a"],
        ["--config", "https://u:hush@x.example", "check"], ["-C", "https://u:hush@x.example", "check"],
        ["chart", "index", "https://u:hush@x.example", "--url", "https://x.example"], ["version", "https://u:hush@x"],
        ["chart", "index", "--merge", "https://u:hush@x.example"],
        ["bump", "minor", "--push", "--remote=https://u:hush@x.example/r"],
        ["image", "inspect", "oci:u:hush@x.example/a"], ["image", "inspect", "https://x.example/a?access_token=hush"],
        ["chart", "index", "--url", "https://x.example/?X-Amz-Signature=hush"],
        ["verify", "https://x.example/?token=hush"],
    ])
    func aPasswordInAnAddressIsNotRepeated(arguments: [String]) async throws {
        try await World.scratch { world in
            for format in [[], ["--json"]] {
                let result = try await world.run([RelctlExecutable.path().string] + format + arguments)
                #expect(result.end != .exit(0), "\(result)")
                #expect(!result.errors.contains("hush") && !result.output.contains("hush"), "\(result.errors)")
            }
        }
    }

    @Test(arguments: [
        "name: \"u:hush@x.example/a\"", "name: \"https://u:hush@x.example/a\"", "base: \"u:hush@x.example/a:1\"",
        "base: \"oci://u:hush@x.example/a\"", "from: \"oci:u:hush@x.example/a\"",
    ])
    func aPasswordInAnImagesNameIsNotRepeated(key: String) async throws {
        try await World.scratch { world in
            let more = "images: [{ \(key.hasPrefix("name") ? "" : "name: \"x.example/a\", ")\(key) }],"
            let project = try await ScriptProject.create(in: world, more: more)
            for arguments in [["check"], ["plan"], ["--json", "plan"]] {
                let result = try await project.relctl(arguments)
                expect(result, exits: 65)
                #expect(!result.errors.contains("hush") && !result.output.contains("hush"), "\(result.errors)")
            }
        }
    }

    @Test(arguments: [
        ["--help"], ["--version"], ["release", "--help"], ["relaese", "--version"], ["--nonsense", "--help"],
    ])
    func helpAndVersionAlwaysWork(arguments: [String]) async throws {
        try await World.scratch { world in
            let result = try await world.run([RelctlExecutable.path().string] + arguments)
            expect(result, exits: 0)
            #expect(!result.output.isEmpty && result.errors.isEmpty)
        }
    }

    @Test(arguments: [
        ["check"], ["plan"], ["matrix"], ["release", "v1.0.0"], ["validate", "v1.0.0"], ["build", "v1.0.0"],
    ])
    func noConfigurationEndsWith65EverywhereAndSaysWhatToDo(arguments: [String]) async throws {
        try await World.scratch { world in
            let result = try await world.run([RelctlExecutable.path().string] + arguments)
            expect(result, exits: 65, naming: "relctl.json", "hint:", "relctl init")
        }
    }

    @Test func twoConfigurationsAreAnError() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            try project.write(".relctl.json", ScriptProject.configuration())
            expect(try await project.relctl(["check"]), exits: 65, naming: "relctl.json", ".relctl.json")
        }
    }

    @Test(arguments: ["check", "matrix", "plan"])
    func allProblemsOfAConfigurationAreToldInOnePassWithTheirPlaces(command: String) async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            let text = """
                {
                  name: "greeter",
                  versoin: { manifests: ["VERSION"] },
                  targets: { "x86_64-unknown-linux-gnu": {}, "x86_64-plan9": {} },
                  archive: {
                    name: "{{nmae}}-{{version}}",
                    contents: [{ files: ["greet"] }],
                  },
                  checksums: { sidecars: "yes" },
                }
                """
            try project.write("relctl.json", text)
            let result = try await project.relctl([command])
            expect(
                result,
                exits: 65,
                naming: "relctl.json:3:",
                "versoin",
                "`version`",
                "relctl.json:4:",
                "x86_64-plan9"
            )
            expect(result, exits: 65, naming: "relctl.json:6:", "nmae", "name", "relctl.json:9:", "sidecars")
        }
    }

    @Test func errorsAreJSONObjectsWhereJSONIsAskedFor() async throws {
        try await World.scratch { world in
            struct Report: Decodable {
                let code: String
                let message: String
            }
            let result = try await world.relctl("--json", "plan")
            expect(result, exits: 65)
            #expect(result.output.isEmpty)
            let line = try #require(result.errors.split(separator: "\n").last)
            let report = try JSONDecoder().decode(Report.self, from: Data(line.utf8))
            #expect(report.code.hasPrefix("config."))
            #expect(report.message.contains("relctl.json"))
        }
    }

    @Test func anUnknownConnectorListsTheKnownOnes() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            let text = ScriptProject.configuration().replacing("to: \"directory\"", with: "to: \"direktory\"")
            try project.write("relctl.json", text)
            expect(try await project.relctl(["plan"]), exits: 65, naming: "direktory", "directory", "relctl.json:7:")
        }
    }

    @Test func outputThatNobodyReadsIsNoError() async throws {
        try await World.scratch { world in
            let relctl = try RelctlExecutable.path().string
            let script = "set -o pipefail; \"$0\" man | head -n 1 > /dev/null"
            expect(try await world.run(["bash", "-c", script, relctl]), exits: 0)
        }
    }
}
