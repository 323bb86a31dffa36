import RelctlCore
import TestSupport
import Testing

/// Projects with something in them that must not ship, or that cannot be released at all.
@Suite struct HostileProjectTests {
    /// A link in the source tree, and what is wrong with it.
    static let links = [
        "/etc/passwd", "../../../../etc/passwd", "nowhere", "loop", "../../outside", "deeper/../../../../up",
    ]

    @Test(arguments: links) func aLinkThatDoesNotResolveInsideTheArchiveIsNamed(destination: String) async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            try project.link("data/loop", to: destination)
            try await project.commit("feat: a link")
            try await project.tag("v1.0.0")
            let result = try await project.relctl(["release", "v1.0.0"])
            #expect(result.exitCode == 1 || result.exitCode == 2 || result.exitCode == 65, "\(result.end)")
            #expect(result.errors.contains("data/loop") && result.errors.contains(destination), "\(result.errors)")
            #expect(try !project.holds("dist/manifest.json"))
            #expect(try !project.holds("out"))
        }
    }

    @Test func aPipeIsRefusedByName() async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            try await project.tag("v1.0.0")
            try await world.output(of: ["mkfifo", project.folder.appending("data/pipe").string])
            let result = try await project.relctl(["release", "v1.0.0"])
            #expect(result.exitCode != 0)
            #expect(result.errors.contains("data/pipe") && result.errors.contains("pipe"), "\(result.errors)")
            #expect(try !project.holds("out"))
        }
    }

    @Test func aNameThatIsNotUTF8IsAnErrorThatSaysWhere() async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            try await project.tag("v1.0.0")
            let script = "printf x > \"$0/data/$(printf 'caf\\351')\""
            try await world.output(of: ["sh", "-c", script, project.folder.string])
            let result = try await project.relctl(["release", "v1.0.0"])
            #expect(result.exitCode != 0)
            #expect(result.errors.contains("data") && result.errors.contains("UTF-8"), "\(result.errors)")
            try await world.output(of: ["rm", "-rf", project.folder.appending("data").string])
        }
    }

    @Test func aPatternThatMatchesNothingIsAnErrorAtItsPlace() async throws {
        try await World.scratch { world in
            let project = try await project(in: world, pattern: "docs/**")
            try await project.tag("v1.0.0")
            let result = try await project.relctl(["release", "v1.0.0"])
            #expect(result.exitCode != 0)
            #expect(result.errors.contains("docs/**") && result.errors.contains("relctl.json:5"), "\(result.errors)")
        }
    }

    @Test func aFolderThatIsNoRepositoryIsSaid() async throws {
        try await World.scratch { world in
            let folder = world.folder.appending("plain")
            try LiveFileSystem().createFolder(folder)
            try LiveFileSystem().write(Self.configuration("data/**").utf8, to: folder.appending("relctl.json"))
            let result = try await world.relctl("release", "v1.0.0", in: folder)
            #expect(result.exitCode != 0)
            #expect(result.errors.contains("git"), "\(result.errors)")
        }
    }

    @Test func aRepositoryWithoutCommitsIsSaid() async throws {
        try await World.scratch { world in
            let project = try await TestRepository(in: world)
            try project.write("relctl.json", Self.configuration("data/**"))
            try project.write("data/file", "x\n")
            let result = try await project.relctl(["release", "v1.0.0"])
            #expect(result.exitCode != 0)
            #expect(result.errors.contains("commit"), "\(result.errors)")
        }
    }

    @Test(.needsCrossPrograms) func nothingIsPublishedAnywhereWhereOnePlaceIsTaken() async throws {
        try await World.scratch { world in
            let project = try await twicePublished(in: world, spoiling: "echo x > mirror")
            let result = try await project.relctl(["release", "v1.0.0"], environment: signs(in: world))
            #expect(result.exitCode != 0)
            #expect(result.errors.contains("mirror"), "\(result.errors)")
            #expect(try !project.holds("out"))
            try await expectRerun(of: project)
        }
    }

    #if os(Linux)
        @Test(.needsCrossPrograms) func whatIsPublishedInPartIsSaidAndGoesOnWhenRunAgain() async throws {
            try await World.scratch { world in
                // Nothing can be made in /proc, which shows only when it is tried.
                let project = try await twicePublished(in: world, spoiling: "ln -s /proc mirror")
                let result = try await project.relctl(["release", "v1.0.0"], environment: signs(in: world))
                expect(result, exits: 3, naming: "mirror", "again")
                #expect(try project.holds("out/v1.0.0/manifest.json"))
                try await expectRerun(of: project)
            }
        }
    #endif

    private func signs(in world: World) async throws -> [String: String?] {
        try await VelostreamProject.environment().merging(["TEST_SIGNS": world.home.string]) { $1 }
    }

    /// A project that is published into `out` and `mirror`, whose build does something to `mirror` once the preflight
    /// is over.
    private func twicePublished(in world: World, spoiling command: String) async throws -> TestRepository {
        let build = """
            mkdir -p made
            cp "$TEST_PROGRAMS/x86_64-unknown-linux-musl" made/greeter
            [ -e "$TEST_SIGNS/clear" ] || \(command)
            """
        let project = try await ScriptProject.create(in: world, build: build)
        let once = "{ to: \"directory\", path: \"out/{{tag}}\" }"
        let twice = once + ", " + once.replacing("out/", with: "mirror/")
        try project.write("relctl.json", ScriptProject.configuration(build: true).replacing(once, with: twice))
        try project.write(".gitignore", "/made/\n/dist/\n/out/\n/mirror\n")
        try await project.commit("feat: publish twice")
        try await project.tag("v1.0.0")
        return project
    }

    /// Clears the way, and sees the release through.
    private func expectRerun(of project: TestRepository) async throws {
        try LiveFileSystem().write([], to: project.world.home.appending("clear"))
        try project.remove("mirror")
        let signs = try await signs(in: project.world)
        expect(try await project.relctl(["release", "v1.0.0"], environment: signs), exits: 0)
        let published = try ["out", "mirror"].map { try TreeSnapshot(of: project.folder.appending($0), [.modes]) }
        expect(published[0], equals: published[1])
    }

    private func project(in world: World, pattern: String = "data/**") async throws -> TestRepository {
        let project = try await TestRepository(in: world)
        try project.write("relctl.json", Self.configuration(pattern))
        try project.write("data/file", "x\n")
        try await project.commit("feat: data")
        return project
    }

    private static func configuration(_ pattern: String) -> String {
        """
        {
          name: "hostile",
          version: { manifests: [] },
          targets: { "x86_64-unknown-linux-gnu": {} },
          archive: { contents: [{ files: ["\(pattern)"] }] },
          publish: [{ to: "directory", path: "out/{{tag}}" }],
        }
        """
    }
}
