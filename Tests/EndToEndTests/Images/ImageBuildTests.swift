import Foundation
import RelctlCore
import TestSupport
import Testing

/// `relctl image build`, from a release in `dist/` to images that others read.
@Suite(.enabled(if: HostTool.areHere("skopeo"))) struct ImageBuildTests {
    private static let images = """
        images: [{ name: "ghcr.io/acme/greeter", files: [{ files: ["greet"], to: "/usr/bin" }], entrypoint: ["/usr/bin/greet"],
                  volumes: ["/bin"] }],
        """

    private func packed(in world: World, _ images: String = images) async throws -> TestRepository {
        let project = try await ScriptProject.create(in: world, more: images)
        try await project.tag("v1.0.0")
        expect(try await project.relctl(["package"]), exits: 0)
        return project
    }

    @Test func imagesAreMadeOnceAndRecorded() async throws {
        try await World.scratch { world in
            let project = try await packed(in: world)
            let before = try TreeSnapshot(of: project.folder).lines
            let plan = try await project.relctl(["image", "build", "--dry-run", "--json"])
            expect(plan, exits: 0)
            #expect(plan.output.contains("\"linux\""))
            #expect(try TreeSnapshot(of: project.folder).lines == before)

            let first = try await project.relctl(["image", "build", "v1.0.0", "--json"])
            expect(first, exits: 0)
            let made = try JSONDecoder().decode([ReleasedImage].self, from: Data(first.output.utf8))
            #expect(made.map(\.tags) == [["1.0.0", "1.0", "1", "latest"]])
            let path = project.folder.appending("dist/manifest.json")
            let recorded = try JSONDecoder().decode(
                Manifest.self,
                from: Data(LiveFileSystem().contents(of: path))
            )
            #expect(recorded.images == made)
            let second = try await project.relctl(["image", "build", "--json"])
            #expect(second.output == first.output)
            for command in [["inspect", "dist/images"], ["copy", "./dist/images", "oci:copy"]] {
                let slip = try await project.relctl(["image"] + command)
                expect(slip, exits: 64, naming: "is an image layout", "hint: `oci:\(command[1])` is the layout")
            }

            let seen = try await world.output(
                of: ["skopeo", "inspect", "--raw", "oci:dist/images:ghcr.io/acme/greeter:1.0.0"],
                in: project.folder
            )
            #expect(Digest(of: Array(seen.utf8)) == made[0].digest)
            // Two platforms of none: the image and what is said of it.
            #expect(seen.contains("attestation-manifest"))
        }
    }

    @Test func imagesArePushedAsSoonAsTheyAreMade() async throws {
        try await World.scratch { world in
            try await FakeRegistry.running(in: world) { registry in
                let name = "\(registry.host)/acme/greeter"
                let project = try await packed(in: world, Self.images.replacing("ghcr.io/acme/greeter", with: name))
                let first = try await project.relctl(["image", "build", "v1.0.0", "--push"])
                expect(first, exits: 0)
                #expect(first.output.contains("publish \(name):1.0.0"))
                let pushed = try await registry.state().repositories
                #expect(pushed.map(\.name) == ["acme/greeter"])
                let lines = try project.text("dist/journal.jsonl").split(separator: "\n")
                #expect(lines.filter { $0.contains(#""event":"run""#) }.count == 2, "the other one packed")
                let again = try await project.relctl(["image", "build", "v1.0.0", "--push"])
                expect(again, exits: 0)
                #expect(again.output.contains("everything is there already"))
                for wrong in [["--dry-run"], ["--platform", "linux/amd64"], ["--json"]] {
                    expect(try await project.relctl(["image", "build", "--push"] + wrong), exits: 64, naming: "--push")
                }
                expect(try await project.relctl(["image", "push", "--push"]), exits: 64, naming: "takes no `--push`")
                expect(
                    try await project.relctl(["image", "build", "--replace"]),
                    exits: 64,
                    naming: "takes no `--replace`"
                )
            }
        }
    }

    @Test func verifyReadsAllThatImagesAreMadeOf() async throws {
        try await World.scratch { world in
            let project = try await packed(in: world)
            // The list of checksums goes on to say what the manifest is.
            expect(try await project.relctl(["checksum"]), exits: 0)
            expect(try await project.relctl(["image", "build"]), exits: 0)
            expect(try await project.relctl(["verify"]), exits: 0)
            let blobs = project.folder.appending("dist/images/blobs/sha256")
            for name in try LiveFileSystem().names(in: blobs) {
                let bytes = try LiveFileSystem().contents(of: blobs.appending(name))
                try LiveFileSystem().write([bytes[0] ^ 1] + bytes.dropFirst(), to: blobs.appending(name))
                let result = try await project.relctl(["verify"])
                expect(result, exits: 2)
                #expect(result.output.contains("image"), "\(name)")
                try LiveFileSystem().write(bytes, to: blobs.appending(name))
            }
            expect(try await project.relctl(["verify"]), exits: 0)
        }
    }

    @Test func aPlatformThatNoImageIsForIsRefused() async throws {
        try await World.scratch { world in
            let project = try await packed(in: world)
            expect(try await project.relctl(["image", "build"]), exits: 0)
            let before = try TreeSnapshot(of: project.folder.appending("dist/images")).lines
            let result = try await project.relctl(["image", "build", "--platform", "linux/amd46"])
            expect(result, exits: 1, naming: "cannot make images for `linux/amd46`")
            #expect(try TreeSnapshot(of: project.folder.appending("dist/images")).lines == before)
        }
    }

    @Test func aReleaseMayLeaveThemOut() async throws {
        try await World.scratch { world in
            let project = try await packed(in: world)
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
            #expect(try manifest(of: project).images?.count == 1)
            expect(try await project.relctl(["release", "v1.0.0", "--skip", "images", "--replace"]), exits: 0)
            #expect(try manifest(of: project).images == nil)
            #expect(try LiveFileSystem().status(of: project.folder.appending("dist/images")) == nil)
            expect(try await project.relctl(["verify"]), exits: 0)
        }
    }

    /// A file of credentials on one line holds those of other registries too.
    @Test func noLineOfAFileOfCredentialsIsShown() async throws {
        try await World.scratch { world in
            let folder = world.folder.appending("docker")
            try LiveFileSystem().createFolder(folder)
            let good = Data("bob:GoodPassw0rd".utf8).base64EncodedString()
            let entries = [
                #"{"auths":{"ghcr.io":{"auth":"\#(good)"},"127.0.0.1:1":{"auth":"bm9jb2xvbg=="}}}"#,
                "{\"auths\": \(good)",
            ]
            for text in entries {
                try LiveFileSystem().write(text.utf8, to: folder.appending("config.json"))
                let result = try await world.run(
                    [RelctlExecutable.path().string, "image", "inspect", "127.0.0.1:1/a/b:1"],
                    in: world.folder,
                    environment: ["DOCKER_CONFIG": folder.string]
                )
                #expect(result.end != .exit(0))
                #expect(!result.errors.contains(good.prefix(8)), "\(result.errors)")
            }
        }
    }

    @Test func imagesOfAPartOfTheirPlatformsAreNotTheReleases() async throws {
        try await World.scratch { world in
            let project = try await packed(in: world)
            expect(try await project.relctl(["checksum"]), exits: 0)
            expect(try await project.relctl(["image", "build"]), exits: 0)
            let platform = try #require(try manifest(of: project).images?.first?.platforms.first?.platform)
            expect(try await project.relctl(["image", "build", "--platform", platform]), exits: 0)
            #expect(try manifest(of: project).images == nil)
            expect(try await project.relctl(["verify"]), exits: 0)
            expect(try await project.relctl(["image", "push"]), exits: 65)
            expect(try await project.relctl(["image", "build"]), exits: 0)
            #expect(try manifest(of: project).images?.count == 1)
        }
    }

    private func manifest(of project: TestRepository) throws -> Manifest {
        let bytes = try LiveFileSystem().contents(of: project.folder.appending("dist/manifest.json"))
        return try JSONDecoder().decode(Manifest.self, from: Data(bytes))
    }

    @Test func aLoadableTarIsWrittenOnRequest() async throws {
        try await World.scratch { world in
            let project = try await packed(in: world)
            expect(try await project.relctl(["image", "build", "--load-tar", "greeter.tar"]), exits: 0)
            let tags = try await world.output(
                of: ["skopeo", "list-tags", "docker-archive:greeter.tar"],
                in: project.folder
            )
            #expect(tags.contains("ghcr.io/acme/greeter:latest"))
        }
    }

    @Test func anImageOverItsBudgetIsNotMade() async throws {
        try await World.scratch { world in
            let images = Self.images.replacing("entrypoint:", with: "budget: \"1kB\", entrypoint:")
            let project = try await packed(in: world, images)
            let result = try await project.relctl(["image", "build"])
            expect(result, exits: 1)
            #expect(result.errors.contains("over its budget of 1.00 kB"))
            #expect(try LiveFileSystem().status(of: project.folder.appending("dist/images/index.json")) == nil)
        }
    }

    @Test func whatIsMissingIsTold() async throws {
        try await World.scratch { world in
            let none = try await ScriptProject.create(in: world)
            try await none.tag("v1.0.0")
            let unpacked = try await none.relctl(["image", "build"])
            expect(unpacked, exits: 1)
            #expect(unpacked.errors.contains("run `relctl package` first"))
            expect(try await none.relctl(["package"]), exits: 0)
            let result = try await none.relctl(["image", "build"])
            expect(result, exits: 65)
            #expect(result.errors.contains("`relctl.json` has none"))
            expect(try await none.relctl(["image", "build", "--image", "x"]), exits: 64)
            expect(try await none.relctl(["image", "build", "--platform", "x"]), exits: 64)
        }
    }

    /// What images lack is told while nothing is built yet, all of it at once.
    @Test func whatImagesLackIsToldBeforeAnythingIsBuilt() async throws {
        try await World.scratch { world in
            let images = """
                images: [
                  { name: "a/certificates", binaries: [], certificates: "missing.pem" },
                  { name: "a/pattern", binaries: [], files: [{ files: ["nowhere/**"] }] },
                  { name: "a/program", binaries: [], files: [{ files: ["greet"] }], entrypoint: ["/bin/greet"] },
                ],
                """
            let project = try await ScriptProject.create(in: world, build: Self.build, more: images)
            try await project.tag("v1.0.0")
            let reasons = [
                "`missing.pem`", "`nowhere/**`", "`entrypoint` is `/bin/greet`, which is not in the image",
                "relctl.json:",
            ]
            let before = try TreeSnapshot(of: project.folder).lines
            for arguments in [["check"], ["release", "v1.0.0", "--dry-run"], ["release", "v1.0.0"]] {
                let result = try await project.relctl(arguments)
                expect(result, exits: 2)
                for reason in reasons {
                    #expect((result.output + result.errors).contains(reason), "\(result.output)\n\(result.errors)")
                }
            }
            #expect(try TreeSnapshot(of: project.folder).lines == before)
            // What is left out lacks nothing.
            expect(try await project.relctl(["release", "v1.0.0", "--dry-run", "--skip", "images"]), exits: 0)
        }
    }

    @Test(arguments: [
        (#"certificates: "greet""#, "cannot take `"), (#"from: "oci:missing""#, "`oci:missing`"),
        (#"from: "127.0.0.1:1/acme/none:1""#, "`127.0.0.1:1/acme/none:1`"),
    ]) func certificatesAndBasesAreLookedAtBeforeAnythingIsBuilt(_ keys: String, _ reason: String) async throws {
        try await World.scratch { world in
            let images = "images: [{ name: \"a/b\", binaries: [], \(keys) }],"
            let project = try await ScriptProject.create(in: world, build: Self.build, more: images)
            try await project.tag("v1.0.0")
            let result = try await project.relctl(["release", "v1.0.0"])
            expect(result, exits: 2, naming: reason)
            #expect(try LiveFileSystem().status(of: project.folder.appending("made")) == nil)
        }
    }

    @Test(.needsCrossPrograms) func whatHooksMayMakeIsWarnedOf() async throws {
        try await World.scratch { world in
            let images = "images: [{ name: \"a/b\", binaries: [], files: [{ files: [\"made/extra\"] }] }],"
            let project = try await ScriptProject.create(in: world, build: Self.build, more: images)
            let text = try project.text("relctl.json")
            let hook = "before: [[\"sh\", \"-c\", \"mkdir -p made && echo x > made/extra\"]], command:"
            try project.write("relctl.json", text.replacing("command:", with: hook))
            try await project.commit("build: hook")
            try await project.tag("v1.0.0")
            let result = try await project.relctl(
                ["release", "v1.0.0"],
                environment: try await VelostreamProject.environment()
            )
            expect(result, exits: 0, naming: "nothing matches `made/extra` yet: the build must make it")
            let onBase = try project.text("relctl.json").replacing(
                "binaries: [], files",
                with: "from: \"oci:made/base\", files"
            )
            try project.write("relctl.json", onBase)
            let trial = ["release", "--snapshot", "--dry-run", "--skip", "publish"]
            // The build is still to make it, which is no reason to doubt that it will.
            let planned = try await project.relctl(trial)
            expect(planned, exits: 0)
            #expect(!planned.errors.contains("base image"))
            try project.write("made/base/oci-layout", "{}")
            expect(
                try await project.relctl(trial),
                exits: 0,
                naming: "cannot use the base image `oci:made/base`",
                "git ignores `made/base`"
            )
        }
    }

    private static let build = """
        mkdir -p made
        cp "$TEST_PROGRAMS/x86_64-unknown-linux-musl" made/greeter
        """
}
