import RelctlCore
import TestSupport
import Testing

/// Files that ship and that no fresh checkout has, for a build makes them.
@Suite(.needsCrossPrograms) struct GeneratedFilesTests {
    private static let build = """
        mkdir -p made/docs/deep
        cp "$TEST_PROGRAMS/x86_64-unknown-linux-musl" made/greeter
        echo page > made/docs/greet.1
        echo more > made/docs/deep/greet.5
        """

    /// A project, tagged v1.0.0, whose archive takes this pattern and links into it, too.
    private func project(
        in world: World,
        taking pattern: String = "made/docs/**",
        build: String = Self.build,
        images: String = ""
    ) async throws -> TestRepository {
        let project = try await ScriptProject.create(in: world, build: build, more: images)
        let text = try project.text("relctl.json").replacing(
            #"{ files: ["greet"] }"#,
            with: #"{ files: ["greet"] }, { files: ["\#(pattern)"] }"#
        )
        try project.write("relctl.json", text)
        try await project.commit("feat: pages")
        try await project.tag("v1.0.0")
        return project
    }

    private func run(_ arguments: String..., in project: TestRepository) async throws -> ProgramResult {
        try await project.relctl(arguments, environment: try await VelostreamProject.environment())
    }

    private static func said(by result: ProgramResult) -> String { result.output + result.errors }

    /// The paths in the archive, without its top folder.
    private func shipped(by project: TestRepository) async throws -> [String] {
        try await project.world.entries(of: project.folder.appending("dist/\(ScriptProject.archive)")).map(\.golden)
    }

    @Test func aFreshCheckoutMakesTheReleaseThatAnyOtherMakes() async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            let before = try TreeSnapshot(of: project.folder).lines
            let checked = try await run("check", in: project)
            expect(checked, exits: 0)
            #expect(Self.said(by: checked).contains("nothing matches `made/docs/**` yet: the build must make it"))
            let dry = try await run("release", "v1.0.0", "--dry-run", in: project)
            expect(dry, exits: 0, naming: "warning: nothing matches `made/docs/**` yet")
            #expect(dry.output.contains("and what the build makes for made/docs/**"))
            #expect(try TreeSnapshot(of: project.folder).lines == before)

            expect(try await run("release", "v1.0.0", in: project), exits: 0, naming: "`made/docs/**`")
            let paths = try await shipped(by: project)
            for path in ["made/docs/greet.1", "made/docs/deep/greet.5"] {
                #expect(paths.contains { $0.hasSuffix(" \(path)") }, "\(paths)")
            }
            let first = try World.release(in: project)
            // The record of what was planned names what is there, so that nothing is left to do.
            let again = try await run("release", "v1.0.0", in: project)
            expect(again, exits: 0, naming: "already, as planned")
            for path in ["dist", "out"] { try project.remove(path) }
            expect(try await run("release", "v1.0.0", in: project), exits: 0)
            try expect(World.release(in: project), equals: first)
            for path in ["dist", "out", "made"] { try project.remove(path) }
            expect(try await run("release", "v1.0.0", in: project), exits: 0)
            try expect(World.release(in: project), equals: first)
            expect(try await run("verify", in: project), exits: 0)
        }
    }

    @Test func theStepsOneByOneMakeThemToo() async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            let early = try await run("package", "v1.0.0", in: project)
            expect(early, exits: 65, naming: "relctl.json:", "the pattern `made/docs/**` matches")
            expect(try await run("build", "v1.0.0", in: project), exits: 0)
            expect(try await run("package", "v1.0.0", in: project), exits: 0)
            #expect(try await shipped(by: project).contains { $0.hasSuffix(" made/docs/deep/greet.5") })
        }
    }

    @Test func whatTheBuildDoesNotMakeIsAnErrorWithItsPlaceWhenItIsDone() async throws {
        try await World.scratch { world in
            let project = try await project(in: world, taking: "made/pages/**")
            expect(try await run("check", in: project), exits: 0)
            let result = try await run("release", "v1.0.0", in: project)
            expect(result, exits: 65, naming: "relctl.json:", "the pattern `made/pages/**` matches")
            #expect(try project.holds("made/greeter"))
            #expect(try !project.holds("dist/manifest.json") && !project.holds("out"))
        }
    }

    /// What is left from before says nothing of what a build will make.
    @Test(arguments: [false, true]) func leftoversDoNotDecideWhatShips(isRemoved: Bool) async throws {
        try await World.scratch { world in
            let build = (isRemoved ? "rm -rf made/docs\n" : "") + Self.build
            let project = try await project(in: world, build: build)
            try project.write("made/docs/old.1", "old\n")
            let result = try await run("release", "v1.0.0", in: project)
            expect(result, exits: 0, naming: "files that ship came or went")
            let paths = try await shipped(by: project)
            for (name, ships) in [("greet.1", true), ("deep/greet.5", true), ("old.1", !isRemoved)] {
                #expect(paths.contains { $0.hasSuffix(" made/docs/\(name)") } == ships, "\(name): \(paths)")
            }
            expect(try await run("verify", in: project), exits: 0)
            let planned = try project.text("dist/plan.json")
            #expect(planned.contains("made/docs/deep/greet.5") && planned.contains("made/docs/old.1") == !isRemoved)
            expect(try await run("release", "v1.0.0", in: project), exits: 0)
        }
    }

    @Test(arguments: [
        // Nothing ignores it: a slip of the pen. Nothing is built: nobody makes it. `dist` is never packed.
        ("docs/**", [], "if the build makes it, have git ignore it"),
        ("made/docs/**", ["--skip", "build"], "the pattern `made/docs/**` matches"),
        ("dist/docs/**", [], "`dist` is never packed"),
    ]) func whatNobodyWillMakeIsAnErrorBeforeAnythingIsBuilt(
        _ pattern: String,
        _ options: [String],
        _ reason: String
    ) async throws {
        try await World.scratch { world in
            let project = try await project(in: world, taking: pattern)
            let result = try await project.relctl(["release", "v1.0.0"] + options)
            expect(result, exits: 2, naming: "relctl.json:", reason)
            #expect(try !project.holds("made"))
        }
    }

    @Test func imagesWaitForTheBuildAsArchivesDo() async throws {
        try await World.scratch { world in
            let images = """
                images: [{
                  name: "a/b", binaries: [], entrypoint: ["/greeter"],
                  files: [{ files: ["made/greeter"], from: "made" }, { files: ["made/docs/**"], to: "/usr/share" }],
                }],
                """
            let project = try await ScriptProject.create(
                in: world,
                build: Self.build,
                more: images.replacing(#"["made/greeter"]"#, with: #"["greeter"]"#)
            )
            try await project.tag("v1.0.0")
            let checked = try await run("check", in: project)
            expect(checked, exits: 0)
            for pattern in ["made/greeter", "made/docs/**"] {
                #expect(Self.said(by: checked).contains("nothing matches `\(pattern)` yet"))
            }
            let result = try await run("release", "v1.0.0", in: project)
            expect(result, exits: 0, naming: "nothing matches `made/greeter` yet")
            let text = try project.text("relctl.json").replacing("made/docs/**", with: "made/pages/**")
            try project.write("relctl.json", text)
            try await project.commit("feat: other pages")
            try project.remove("made")
            let lacking = try await run("release", "--snapshot", "--skip", "publish", in: project)
            expect(lacking, exits: 65, naming: "relctl.json:", "the pattern `made/pages/**` matches")
            // Typing errors are told before.
            try project.write("relctl.json", text.replacing("made/pages/**", with: "mad/pages/**"))
            let slip = try await run("release", "--snapshot", "--skip", "publish", in: project)
            expect(slip, exits: 2, naming: "the pattern `mad/pages/**` matches", "have git ignore it")
        }
    }
}
