import RelctlCore
import TestSupport
import Testing

/// `relctl distribute`, and what a release has for package managers.
@Suite struct DistributeCommandTests {
    private static let formula = "dist/distribution/homebrew/Formula/greeter.rb"

    private func project(in world: World, more: String = "") async throws -> TestRepository {
        let url = "file://\(world.folder)/greeter/dist/{{artifact}}"
        let settings = """
            description: "A greeter.", license: "MIT",
            distribution: [{ with: "homebrew", tap: "acme/tap", url: "\(url)" }], \(more)
            """
        let project = try await ScriptProject.create(in: world, more: settings)
        try await project.git("tag", "v1.0.0")
        return project
    }

    @Test func theFilesAreWrittenOnceAndCheckedAfterwards() async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            let early = try await project.relctl(["distribute"])
            expect(early, exits: 1, naming: "cannot find the release", "relctl package")
            expect(try await project.relctl(["package"]), exits: 0)
            let before = try TreeSnapshot(of: project.folder)
            let missing = try await project.relctl(["distribute", "--check"])
            expect(missing, exits: 2)
            #expect(missing.output == "\(Self.formula): not up to date\n")
            expect(try await project.relctl(["distribute", "--dry-run"]), exits: 0)
            expect(try TreeSnapshot(of: project.folder), equals: before)
            let written = try await project.relctl(["distribute", "v1.0.0"])
            expect(written, exits: 0)
            #expect(written.output == "\(Self.formula)\n")
            #expect(try await project.relctl(["distribute"]).output == "\(Self.formula): nothing to do\n")
            expect(try await project.relctl(["distribute", "--check"]), exits: 0)
            let json = try await project.relctl(["distribute", "--json"]).output
            #expect(json.contains("\"path\" : \"\(Self.formula)\"") && json.contains("\"changed\" : false"), "\(json)")
            expect(try await project.relctl(["distribute", "v2.0.0"]), exits: 1, naming: "is of v1.0.0")
            try project.write("dist/\(ScriptProject.archive)", "other")
            expect(try await project.relctl(["distribute"]), exits: 1, naming: "is not what the manifest lists")
        }
    }

    @Test func aReleaseHasThemAndTellsOfThem() async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            let plan = try await project.relctl(["plan", "v1.0.0"])
            #expect(plan.output.contains("distribution\n  \(Self.formula)\n  dist/docs/\n"), "\(plan.output)")
            let before = try TreeSnapshot(of: project.folder)
            let dry = try await project.relctl(["release", "v1.0.0", "--dry-run"])
            #expect(dry.output.contains("  \(Self.formula)\n"), "\(dry.output)")
            expect(try TreeSnapshot(of: project.folder), equals: before)
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
            expect(try await project.relctl(["distribute", "--check"]), exits: 0)
            for page in ["dist/NOTES.md", "dist/docs/install.md"] {
                let text = try project.text(page)
                #expect(text.contains("## Homebrew\n\n```sh\nbrew install acme/tap/greeter\n```\n"), "\(text)")
            }
            // It is for a tap, and ships with no release.
            #expect(!(try project.text("dist/SHA256SUMS").contains(".rb")))
            expect(try await project.relctl(["verify"]), exits: 0)
            let again = try await project.relctl(["release", "v1.0.0"])
            #expect(again.exitCode == 0 && again.errors.contains("already, as planned"), "\(again)")
            let formula = try project.text(Self.formula)
            try LiveFileSystem().removeTree(project.folder.appending("dist/distribution"))
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
            #expect(try project.text(Self.formula).utf8.elementsEqual(formula.utf8))
            // One file changed, one gone, and one that nobody planned.
            let path = project.folder.appending(Self.formula)
            let changes: [() throws -> Void] = [
                { try project.write(Self.formula, "other") }, { try LiveFileSystem().removeFile(path) },
                { try project.write("dist/distribution/homebrew/stray", "other") },
            ]
            for change in changes {
                try change()
                let mended = try await project.relctl(["release", "v1.0.0"])
                #expect(mended.exitCode == 0 && !mended.errors.contains("already, as planned"), "\(mended)")
                #expect(try project.text(Self.formula).utf8.elementsEqual(formula.utf8))
                expect(try await project.relctl(["distribute", "--check"]), exits: 0)
            }
            // A tap that was cloned there is nobody's to remove.
            try project.write("dist/distribution/homebrew/.git/config", "own")
            for command in [["distribute"], ["release", "v1.0.0"]] {
                expect(try await project.relctl(command), exits: 1, naming: "it is a checkout of git's")
            }
            #expect(try project.text("dist/distribution/homebrew/.git/config") == "own")
        }
    }

    @Test func stepsByHandComeToTheSameFilesAsARelease() async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            for step in ["package", "distribute", "checksum", "notes"] {
                expect(try await project.relctl([step, "v1.0.0"]), exits: 0)
            }
            let paths = [
                Self.formula, "dist/SHA256SUMS", "dist/NOTES.md", "dist/manifest.json", "dist/docs/install.md",
            ]
            let byHand = try paths.map { try LiveFileSystem().contents(of: project.folder.appending($0)) }
            try LiveFileSystem().removeTree(project.folder.appending("dist"))
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
            for (path, bytes) in zip(paths, byHand) {
                #expect(try LiveFileSystem().contents(of: project.folder.appending(path)) == bytes, "\(path)")
            }
        }
    }

    @Test func whatCannotBeDistributedIsToldBeforeAnythingIsMade() async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            let text = try project.text("relctl.json")
            let scoop = text.replacing("{ with: \"homebrew\", tap: \"acme/tap\"", with: "{ with: \"scoop\"")
            try project.write("relctl.json", scoop)
            try await project.commit("feat: scoop")
            try await project.git("tag", "v1.0.0", "-f")
            let check = try await project.relctl(["check"])
            #expect(check.exitCode == 2 && check.output.contains("nothing for a system of Scoop"), "\(check)")
            expect(
                try await project.relctl(["plan", "v1.0.0"]),
                exits: 65,
                naming: "by `scoop`",
                "x86_64-pc-windows-gnu"
            )
            #expect(try LiveFileSystem().status(of: project.folder.appending("dist/distribution")) == nil)
            try project.write("relctl.json", text.replacing("{ with: \"homebrew\"", with: "{ with: \"hombrew\""))
            let unknown = try await project.relctl(["check"])
            expect(unknown, exits: 65, naming: "unknown distribution target `hombrew`", "did you mean `homebrew`?")
            try project.write("relctl.json", ScriptProject.configuration())
            expect(try await project.relctl(["distribute"]), exits: 65, naming: "has no `distribution`")
        }
    }

    @Test func theTargetsAreListedAndDescribed() async throws {
        try await World.scratch { world in
            let list = try await world.relctl("plugins", "list")
            #expect(
                list.output.contains("distribution target  homebrew") && list.output.contains("scoop"),
                "\(list.output)"
            )
            let described = try await world.relctl("plugins", "describe", "scoop")
            #expect(described.output.contains("distribution target `scoop`: built in"), "\(described)")
            #expect(described.output.contains("bucket (text)"))
            let check = try await world.relctl("plugins", "check", "homebrew")
            #expect(
                check.exitCode != 0 && check.errors.contains("cannot check the distribution target `homebrew`"),
                "\(check)"
            )
        }
    }
}
