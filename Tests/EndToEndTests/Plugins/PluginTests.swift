import Foundation
import RelctlCore
import TestSupport
import Testing

/// Publishers and subcommands that are programs of the user's own.
@Suite struct PluginTests {
    /// A project that publishes to the example's shelf, which lies in `tools`.
    private static func project(in world: World, shelf: String = "path: \"shelf\"") async throws -> TestRepository {
        let project = try await ScriptProject.create(in: world)
        let example = Fixtures.project.appending("Examples/plugin-python/relctl-publish-shelf").string
        let text = try String(contentsOfFile: example, encoding: .utf8)
        try project.write("tools/relctl-publish-shelf", text, isExecutable: true)
        let publication = "publish: [{ to: \"shelf\", \(shelf) }], plugins: { directory: \"tools\" },"
        let configuration = ScriptProject.configuration()
            .replacing("publish: [{ to: \"directory\", path: \"out/{{tag}}\" }],", with: publication)
        try project.write("relctl.json", configuration)
        try project.write(".gitignore", "/dist/\n/shelf/\n")
        try await project.commit("feat: a shelf")
        return project
    }

    @Test func aReleaseGoesThroughAProgram() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
            let plan = try await project.relctl(["release", "v1.0.0", "--create-tag", "--dry-run"])
            #expect(plan.exitCode == 0, "\(plan.errors)")
            #expect(plan.output.contains("shelf  path shelf"), "\(plan.output)")
            let release = try await project.relctl(["release", "v1.0.0", "--create-tag"])
            #expect(release.exitCode == 0, "\(release.errors)")
            let (dist, shelf) = (project.folder.appending("dist"), project.folder.appending("shelf/v1.0.0"))
            for name in [ScriptProject.archive, "SHA256SUMS", "manifest.json"] {
                let paths = [dist, shelf].map { $0.appending(name).string }
                #expect(FileManager.default.contentsEqual(atPath: paths[0], andPath: paths[1]), "\(name)")
            }
            let again = try await project.relctl(["publish"])
            #expect(again.exitCode == 0, "\(again.errors)")
            let list = try await project.relctl(["plugins", "list"])
            expect(list, exits: 0)
            #expect(list.output.contains("tools/relctl-publish-shelf, version 1.0.0\n"), "\(list.output)")
            let description = try await project.relctl(["plugins", "describe", "shelf"])
            expect(description, exits: 0)
            #expect(description.output.contains("path (template, required): The folder"), "\(description.output)")
            let unknown = try await project.relctl(["plugins", "describe", "githib"])
            expect(unknown, exits: 64, naming: "did you mean `github`")
            expect(try await project.relctl(["plugins", "list", "shelf"]), exits: 64, naming: "takes no id")
            expect(
                try await project.relctl(["plugins", "list", "--yes"]),
                exits: 64,
                naming: "`relctl plugins check` alone"
            )
            let check = try await project.relctl(["plugins", "check", "shelf"])
            expect(check, exits: 0)
            #expect(check.output.contains("not tried  it does what it plans"), "\(check.output)")
            #expect(check.output.contains("nothing was published: `--yes` has"))
            let whole = try await project.relctl(["plugins", "check", "shelf", "--yes"])
            #expect(whole.exitCode == 0 && !whole.output.contains("not tried"), "\(whole)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: shelf.string + "/..") == ["v1.0.0"])
            expect(try await project.relctl(["plugins", "check", "s3"]), exits: 65, naming: "--settings")
            expect(try await project.relctl(["plugins", "check", "cargo"]), exits: 1, naming: "version source `cargo`")
            for command in ["check", "describe"] {
                expect(
                    try await project.relctl(["plugins", command, "shlf"]),
                    exits: 64,
                    naming: "did you mean `shelf`?",
                    "looked for `relctl-publish-shlf` in `tools` and on PATH"
                )
            }
        }
    }

    @Test func whereNobodyCanTellWhatMayBeRunNothingIs() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
            try project.write("tools/relctl-publish-shelf", "#!/bin/sh\n: >ran\n", isExecutable: true)
            let whole = try project.text("relctl.json")
            for text in [String(whole.dropLast(3)), whole] {
                try project.write("relctl.json", text)
                if text == whole { try project.write(".relctl.json", whole) }
                for command in [["plugins", "list"], ["plugins", "check", "shelf", "--settings", "{}"], ["schema"]] {
                    expect(try await project.relctl(command), exits: 65)
                }
            }
            #expect(try !project.holds("ran"))
        }
    }

    @Test func aProgramPacksWhatShips() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            let example = Fixtures.project.appending("Examples/plugin-python/relctl-package-cpio").string
            let text = try String(contentsOfFile: example, encoding: .utf8)
            try project.write("tools/relctl-package-cpio", text, isExecutable: true)
            func configure(_ formats: String, _ more: String = "") async throws {
                let configuration = ScriptProject.configuration(more: "plugins: { directory: \"tools\" },")
                    .replacing("archive: {", with: "archive: { formats: { default: [\(formats)] },")
                    .replacing("-gnu\": {}", with: "-gnu\": {}\(more)")
                try project.write("relctl.json", configuration)
                try await project.commit("feat: pack")
            }
            try await configure("\"tar.gz\", \"cpio\"", ", \"x86_64-pc-windows-msvc\": {}")
            let check = try await project.relctl(["check"])
            #expect(check.exitCode == 2 && check.output.contains("nothing that unpacks cpio"), "\(check)")
            try await configure("\"tar.gx\", \"cpoi\"")
            expect(
                try await project.relctl(["check"]),
                exits: 65,
                naming: "unknown packager `tar.gx`",
                "did you mean `tar.gz`?",
                "looked for `relctl-package-tar.gx` in `tools` and on PATH",
                "looked for `relctl-package-cpoi` in `tools` and on PATH; there is `relctl-package-cpio`"
            )
            try await configure("\"tar.gz\", \"cpio\"")
            expect(try await project.relctl(["matrix"]), exits: 0)
            let release = try await project.relctl(["release", "v1.0.0", "--create-tag"])
            #expect(release.exitCode == 0, "\(release.errors)")
            let archive = ScriptProject.archive.replacing(".tar.gz", with: ".cpio")
            let dist = project.folder.appending("dist")
            let listed = try await #require(HostTool("bsdtar")).run(["-tf", archive], in: dist)
            let top = archive.replacing(".cpio", with: "")
            #expect(listed.text == "\(top)\n\(top)/greet\n")
            let shipped = project.folder.appending("out/v1.0.0/\(archive)").string
            #expect(FileManager.default.contentsEqual(atPath: dist.appending(archive).string, andPath: shipped))
            let verify = try await project.relctl(["verify"])
            #expect(verify.exitCode == 0 && verify.output.contains("what is in it was not proven"), "\(verify)")
            #expect(try await project.relctl(["verify", "dist/\(archive)"]).exitCode == 0)
            try Data("other".utf8).write(to: URL(fileURLWithPath: dist.appending(archive).string))
            #expect(try await project.relctl(["verify"]).exitCode == 2)
            let description = try await project.relctl(["plugins", "describe", "cpio"])
            #expect(description.output.contains("packager `cpio`: program"), "\(description)")
            #expect(description.output.contains("files: *.cpio"))
            let sound = try await project.relctl(["plugins", "check", "cpio"])
            #expect(sound.exitCode == 0 && sound.output.contains("kept  it does what it plans"), "\(sound)")
            try project.write(
                "tools/relctl-package-cpio",
                text.replacing("archive[\"timestamp\"]", with: "os.getpid()"),
                isExecutable: true
            )
            let broken = try await project.relctl(["plugins", "check", "cpio", "--json"])
            #expect(broken.exitCode == 2 && broken.output.contains("\"plugin.convergence\""), "\(broken)")
        }
    }

    @Test func itsKeysAreCheckedAndItsAbsenceIsTold() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world, shelf: "pth: \"shelf\"")
            expect(try await project.relctl(["check"]), exits: 65, naming: "unknown key `pth`", "did you mean `path`?")
            try FileManager.default.removeItem(atPath: project.folder.appending("tools/relctl-publish-shelf").string)
            expect(
                try await project.relctl(["plan"]),
                exits: 65,
                naming: "unknown publisher `shelf`",
                "looked for `relctl-publish-shelf` in `tools` and on PATH"
            )
        }
    }

    @Test func theSchemaAndTheChecksKnowTheKeysOfPrograms() async throws {
        let keys = [
            #"{"name":"place","summary":"Where.","required":true}"#,
            #"{"name":"tone","summary":"How.","shape":"choice","choices":["high","low"]}"#,
            #"{"name":"loud","summary":"Whether.","shape":"flag"}"#,
            #"{"name":"count","summary":"How many.","shape":"integer"}"#,
            #"{"name":"parts","summary":"Which.","shape":"selection"}"#,
        ]
        let said = #"{"result":{"protocol":1,"summary":"s","keys":["# + keys.joined(separator: ",") + "]}}"
        let packing = #"{"result":{"protocol":1,"summary":"s","extension":".sq","levels":{"from":2,"to":5}}}"#
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            for (name, answer) in [("publish-bell", said), ("package-squash", packing), ("publish-dumb", "{}")] {
                try project.write("tools/relctl-\(name)", "#!/bin/sh\necho '\(answer)'\n", isExecutable: true)
            }
            let plugins = "plugins: { directory: \"tools\" },"
            try project.write("relctl.json", ScriptProject.configuration(more: plugins))
            let schema = try await project.relctl(["schema"])
            #expect(schema.exitCode == 0 && schema.errors.contains("relctl-publish-dumb"), "\(schema.errors)")
            let document = try #require(
                try JSONSerialization.jsonObject(with: Data(schema.output.utf8)) as? [String: Any]
            )
            let text = String(decoding: try JSONSerialization.data(withJSONObject: document), as: UTF8.self)
            for name in ["bell", "place", "tone", "loud", "count", "parts", "squash", "high"] {
                #expect(text.contains("\"\(name)\""), "\(name)")
            }
            #expect(!text.contains("dumb"))
            let bell = #"{ to: "bell", tone: "loud", loud: "yes", count: "2", parts: [] }"#
            let wrong = ScriptProject.configuration(more: plugins)
                .replacing(#"{ to: "directory", path: "out/{{tag}}" }"#, with: bell)
                .replacing("archive: {", with: "archive: { formats: { default: \"squash\" }, level: { squash: 9 },")
            try project.write("relctl.json", wrong)
            expect(
                try await project.relctl(["check"]),
                exits: 65,
                naming: "has no `place`, which is required",
                "`publish[0].tone`",
                "`publish[0].loud`",
                "`publish[0].count`",
                "`publish[0].parts` must not be empty",
                "`archive.level.squash`"
            )
        }
    }

    @Test func anUnknownSubcommandIsAProgram() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            try project.write("bin/relctl-greet", "#!/bin/sh\nprintf '<%s>' \"$@\"; exit 7\n", isExecutable: true)
            let path = "\(project.folder.appending("bin").string):\(world.environment["PATH"] ?? "")"
            let run = try await project.relctl(["greet", "a b", "--json"], environment: ["PATH": path])
            #expect(run.exitCode == 7 && run.output == "<a b><--json>", "\(run)")
            expect(
                try await project.relctl(["greet"]),
                exits: 64,
                naming: "unknown subcommand `greet`",
                "looked for the program `relctl-greet` on PATH"
            )
            expect(
                try await project.relctl(["gret"], environment: ["PATH": path]),
                exits: 64,
                naming: "did you mean `greet`, which is the program `relctl-greet`?"
            )
            expect(
                try await project.relctl(["--quiet", "greet", "a"], environment: ["PATH": path]),
                exits: 64,
                naming: "takes its own options alone, which stand behind: `relctl greet …`"
            )
        }
    }

    @Test func whatIsAskedAboutOneConnectorIsAskedOfNoOther() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
            try project.write("tools/relctl-publish-other", "#!/bin/sh\n: >ran\n", isExecutable: true)
            let said = #"{"result":{"protocol":1,"version":"2","summary":"s","secrets":["A"],"environment":["B","C"]}}"#
            try project.write("tools/relctl-publish-bell", "#!/bin/sh\necho '\(said)'\n", isExecutable: true)
            let shelf = try await project.relctl(["plugins", "describe", "shelf"])
            #expect(shelf.exitCode == 0 && shelf.output.contains("publisher `shelf`: program"), "\(shelf)")
            let bell = try await project.relctl(["plugins", "describe", "bell"])
            #expect(bell.output.contains("  secrets: A\n  variables: B, C\n"), "\(bell)")
            expect(
                try await project.relctl(["plugins", "check", "shelf", "--settings", "{\"path\": \"out\"}"]),
                exits: 0
            )
            #expect(try !project.holds("ran"))
            expect(try await project.relctl(["plugins", "describe", "other"]), exits: 2, naming: "without an answer")
            #expect(try project.holds("ran"))
        }
    }
}
