import RelctlCore
import TestSupport
import Testing

/// What a publication's keys say holds for the commands that push a part of the release, too.
@Suite struct PushByHandTests {
    private static let token = ["PUSH_TOKEN": "correct horse"]
    private static let access = #"user: "ada", tokenFrom: ["PUSH_TOKEN"]"#

    private func withRegistry(_ body: (World, FakeRegistry) async throws -> Void) async throws {
        try await World.scratch { world in
            try await FakeRegistry.running(in: world, FakeRegistry.Settings { $0.auth = "basic" }) { registry in
                try await body(world, registry)
            }
        }
    }

    private func names(_ registry: FakeRegistry) async throws -> [String] {
        try await registry.state().repositories.filter { !$0.tags.isEmpty }.map(\.name)
    }

    @Test(arguments: [true, false]) func aLayoutWithoutOciIsNamedAsItCanBeTyped(isAbsolute: Bool) async throws {
        try await World.scratch { world in
            let folder = world.folder.appending("layout")
            try LiveFileSystem().createFolder(folder)
            try LiveFileSystem().write(#"{"imageLayoutVersion":"1.0.0"}"#.utf8, to: folder.appending("oci-layout"))
            let path = isAbsolute ? folder.string : "layout"
            let result = try await world.run(
                [RelctlExecutable.path().string, "image", "inspect", path],
                in: world.folder
            )
            expect(result, exits: 64, naming: "`oci:\(path)`")
            #expect(result.errors.contains("docker://") != isAbsolute, "\(result)")
        }
    }

    @Test func imagesGoWhereThePublicationsTakeThem() async throws {
        try await withRegistry { world, registry in
            let folder = world.folder.appending("project")
            let image = "\(registry.host)/acme/app"
            _ = try SampleRelease(in: folder.appending("dist"), names: [image], layerSize: 1000)
            func push(_ options: [String], _ variables: [String: String] = Self.token) async throws -> ProgramResult {
                try await world.run(
                    [RelctlExecutable.path().string, "image", "push"] + options,
                    in: folder,
                    environment: variables
                )
            }
            // Without a configuration, it is docker's files that would have to say.
            expect(try await push([]), exits: 77, naming: "docker login")
            let publication =
                #"{ to: "registry", \#(Self.access), names: { "\#(image)": "\#(registry.host)/else/where" } }"#
            let text = #"{ name: "app", publish: [{ to: "directory", path: "out" }, \#(publication)] }"#
            try LiveFileSystem().write(text.utf8, to: folder.appending("relctl.json"))
            expect(try await push([], [:]), exits: 77, naming: "there is no token", "set `PUSH_TOKEN`")
            expect(try await push(["--image", "other"]), exits: 65, naming: "the release has none of that id")
            let dry = try await push(["--dry-run", "--image", image])
            expect(dry, exits: 0)
            #expect(dry.output.contains("\(registry.host)/else/where:1.2.3"))
            #expect(try await registry.state().history.isEmpty)
            expect(try await push(["v1.2.3"]), exits: 0)
            #expect(try await names(registry) == ["else/where"])
            let again = try await push([])
            expect(again, exits: 0)
            #expect(again.output.contains("everything is there already"))
            let narrow = text.replacing(#"to: "registry","#, with: #"to: "registry", images: ["b"],"#)
            try LiveFileSystem().write(narrow.utf8, to: folder.appending("relctl.json"))
            expect(
                try await push(["--image", image]),
                exits: 65,
                naming: "no publication of the configuration takes it"
            )
        }
    }

    @Test func whatNoPublicationTakesIsToldByCheckAndByPush() async throws {
        try await withRegistry { world, registry in
            let images =
                "images: [{ name: \"\(registry.host)/acme/app\", binaries: [], files: [{ files: [\"greet\"] }] }],"
            let project = try await ScriptProject.create(in: world, more: images)
            let text = try project.text("relctl.json")
            let wrong = text.replacing("publish: [", with: "publish: [{ to: \"registry\", registry: \"ghrc.io\" }, ")
            try project.write("relctl.json", wrong)
            try await project.commit("feat: push")
            try await project.tag("v1.0.0")
            let image = "the image `\(registry.host)/acme/app`"
            let checked = try await project.relctl(["check"])
            expect(checked, exits: 0)
            let reason = "no publication takes \(image): `registry` takes only names at `ghrc.io`"
            #expect((checked.output + checked.errors).contains(reason))
            let released = try await project.relctl(["release", "v1.0.0"])
            expect(released, exits: 0, naming: "no publication takes \(image)", "takes none of the images")
            for options in [[], ["--dry-run"], ["--image", "\(registry.host)/acme/app"]] {
                let pushed = try await project.relctl(["image", "push"] + options)
                expect(pushed, exits: 65, naming: "cannot push \(image)", "takes only names at `ghrc.io`", "registry: ")
            }
            #expect(try await names(registry).isEmpty)
        }
    }

    @Test func chartsGoToThePublicationsOrWhereAnOptionSays() async throws {
        try await withRegistry { world, registry in
            let project = try await ShardedProject(
                in: world,
                more: GreeterChart.settings,
                publish: #"{ to: "helm", repository: "oci://\#(registry.host)/charts", \#(Self.access) }"#,
                adding: GreeterChart.write
            )
            func push(_ options: [String], _ variables: [String: String?] = Self.token) async throws -> ProgramResult {
                try await project.origin.relctl(["chart", "push"] + options, environment: variables)
            }
            expect(try await project.origin.relctl(["chart", "package", "v1.0.0"]), exits: 0)
            expect(try await push([], [:]), exits: 77, naming: "there is no token")
            expect(try await push(["v1.0.0"]), exits: 0)
            #expect(try await names(registry) == ["charts/greeter"])
            // The keys are those of the publication at the same registry.
            expect(try await push(["--repository", "oci://\(registry.host)/other"]), exits: 0)
            #expect(try await names(registry) == ["charts/greeter", "other/greeter"])
            expect(try await push(["--repository", "ftp://x"]), exits: 65, naming: "does not begin with `oci://`")
        }
    }

    @Test func aReleaseWithoutItsImagesIsOneErrorThatSaysWhatToDo() async throws {
        try await withRegistry { world, registry in
            let files = #"binaries: [], files: [{ files: ["greet"] }]"#
            let project = try await ShardedProject(
                in: world,
                more: #"images: [{ name: "\#(registry.host)/acme/greeter", \#(files) }],"#,
                publish: #"{ to: "registry", \#(Self.access) }"#
            )
            let origin = project.origin
            let made = try await origin.relctl(
                ["release", "v1.0.0", "--skip", "publish", "--skip", "images"],
                environment: Self.token
            )
            expect(made, exits: 0)
            let failed = try await origin.relctl(["publish", "v1.0.0"], environment: Self.token)
            expect(failed, exits: 65, naming: "names no image", "hint: run `relctl image build`")
            #expect(failed.errors.split(separator: "\n").count < 6, "\(failed.errors)")
        }
    }
}
