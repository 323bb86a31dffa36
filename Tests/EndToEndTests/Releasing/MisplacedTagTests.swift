import RelctlCore
import TestSupport
import Testing

/// A tag that leads to another commit than the one that is checked out: told of where something is made of it, and
/// refused where users would see that.
@Suite struct MisplacedTagTests {
    private static let told = "the tag `v1.0.0` points at `"

    /// A project whose tag v1.0.0 has one commit after it.
    private func project(in world: World, publish: String = ShardedProject.directory) async throws -> TestRepository {
        let project = try await ShardedProject(
            in: world,
            more: GreeterChart.settings,
            publish: publish,
            adding: GreeterChart.write
        ).origin
        try project.write("greet", "#!/bin/sh\necho later\n", isExecutable: true)
        try await project.commit("feat: greet later")
        return project
    }

    @Test func stepsThatMakeSomethingTellOfIt() async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            let steps = [
                ["plan"], ["build"], ["package", "--dry-run"], ["package"], ["chart", "package"], ["checksum"],
            ]
            for step in steps {
                let result = try await project.relctl(step + ["v1.0.0"])
                expect(result, exits: 0, naming: Self.told, "is checked out", "run `git checkout v1.0.0`")
            }
            try await project.git("tag", "--annotate", "--message", "v2.0.0", "v2.0.0", "HEAD^{tree}")
            let reason = "the tag `v2.0.0` does not lead to a commit: what is checked out is taken\n"
            expect(try await project.relctl(["plan", "v2.0.0"]), exits: 0, naming: reason)
            // What has no tag yet, and what the tag says, need no word.
            let next = try await project.relctl(["package", "v1.1.0"])
            expect(next, exits: 0)
            #expect(!next.errors.contains("points at"), "\(next.errors)")
            try await project.git("checkout", "--quiet", "v1.0.0")
            let right = try await project.relctl(["package", "v1.0.0"])
            expect(right, exits: 0)
            #expect(!right.errors.contains("points at"), "\(right.errors)")
            // What is there is the tag's: to pack again would make something else of it.
            try await project.git("checkout", "--quiet", "-")
            let other = try await project.relctl(["checksum", "v1.0.0"])
            expect(other, exits: 1, naming: "cannot go on with", "hint: run `git checkout v1.0.0`")
            #expect(!other.errors.contains("relctl package"), "\(other.errors)")
        }
    }

    @Test func nothingOfItIsPublished() async throws {
        try await World.scratch { world in
            let project = try await project(in: world)
            for step in ["package", "checksum", "notes"] {
                expect(try await project.relctl([step, "v1.0.0"]), exits: 0)
            }
            for options in [[], ["--dry-run"]] {
                let result = try await project.relctl(["publish", "v1.0.0"] + options)
                expect(result, exits: 1, naming: "cannot publish `v1.0.0`: \(Self.told)", "git checkout v1.0.0")
                let push = ["chart", "push", "v1.0.0", "--repository", "oci://127.0.0.1:1/charts"]
                expect(try await project.relctl(push + options), exits: 1, naming: Self.told)
            }
            #expect(try !project.holds("out"))
            // A release is taken back wherever one is.
            let yanked = try await project.relctl(["release", "v1.0.0", "--abandon", "--dry-run"])
            expect(yanked, exits: 0)
            #expect(!yanked.errors.contains("points at"), "\(yanked.errors)")
        }
    }

    /// A project whose release was made one commit before the one that its tag v1.0.0 points at, and the former.
    private func projectWithImages(
        in world: World,
        at registry: FakeRegistry
    ) async throws -> (TestRepository, String) {
        let image = #"{ name: "\#(registry.host)/acme/app", binaries: [], files: [{ files: ["greet"] }] }"#
        let project = try await ScriptProject.create(in: world, more: "images: [\(image)],")
        expect(try await project.relctl(["package", "v1.0.0"]), exits: 0)
        expect(try await project.relctl(["image", "build", "v1.0.0"]), exits: 0)
        let made = try await project.git("rev-parse", "--short=12", "HEAD")
        try await project.commit("feat: more")
        try await project.tag("v1.0.0")
        return (project, made)
    }

    @Test func imagesArePushedWithAWarningWhereGitCannotBeAsked() async throws {
        try await World.scratch { world in
            try await FakeRegistry.running(in: world) { registry in
                let (project, made) = try await projectWithImages(in: world, at: registry)
                let pushed = try await project.relctl(["image", "push"], environment: ["PATH": world.temporary.string])
                let told = "cannot tell whether the tag `v1.0.0` points at `\(made)`: cannot find `git` on PATH; "
                expect(pushed, exits: 0, naming: told)
                #expect(try await !registry.state().repositories.isEmpty)
            }
        }
    }

    @Test func imagesOfAnotherProjectAreNotHeldAgainstTheTagsThatAreThere() async throws {
        try await World.scratch { world in
            try await FakeRegistry.running(in: world) { registry in
                let (project, _) = try await projectWithImages(in: world, at: registry)
                let text = try project.text("relctl.json")
                try project.write("relctl.json", text.replacing("name: \"greeter\"", with: "name: \"other\""))
                let pushed = try await project.relctl(["image", "push"])
                expect(pushed, exits: 0)
                #expect(!pushed.errors.contains("points at"), "\(pushed.errors)")
            }
        }
    }

    @Test func imagesOfAnotherCommitThanTheTagsAreNotPushed() async throws {
        try await World.scratch { world in
            try await FakeRegistry.running(in: world) { registry in
                let (project, made) = try await projectWithImages(in: world, at: registry)
                let refused = try await project.relctl(["image", "push"])
                let reason = "the release was made of `\(made)`, but its tag `v1.0.0` points at `"
                expect(
                    refused,
                    exits: 1,
                    naming: "cannot push the images of `v1.0.0`: \(reason)",
                    "git checkout v1.0.0"
                )
                #expect(try await registry.state().repositories.isEmpty)
                // What is checked out does not matter to what is made.
                try await project.git("tag", "--force", "--annotate", "--message", "v1.0.0", "v1.0.0", made)
                expect(try await project.relctl(["image", "push"]), exits: 0)
                // What would be pushed at once is not even made.
                let folder = project.folder.appending("dist/images")
                let before = try TreeSnapshot(of: folder)
                let both = try await project.relctl(["image", "build", "v1.0.0", "--push"])
                expect(both, exits: 1, naming: "cannot publish `v1.0.0`: \(Self.told)\(made)", "git checkout v1.0.0")
                expect(try TreeSnapshot(of: folder), equals: before)
            }
        }
    }
}
