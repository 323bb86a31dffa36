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
            expect(unknown, exits: 1, naming: "did you mean `github`")
            expect(try await project.relctl(["plugins", "list", "shelf"]), exits: 64, naming: "takes no id")
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

    @Test func anUnknownSubcommandIsAProgram() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            try project.write("bin/relctl-greet", "#!/bin/sh\nprintf '<%s>' \"$@\"; exit 7\n", isExecutable: true)
            let path = "\(project.folder.appending("bin").string):\(world.environment["PATH"] ?? "")"
            let run = try await project.relctl(["greet", "a b", "--json"], environment: ["PATH": path])
            #expect(run.exitCode == 7 && run.output == "<a b><--json>", "\(run)")
            expect(try await project.relctl(["greet"]), exits: 64, naming: "unknown subcommand `greet`")
        }
    }
}
