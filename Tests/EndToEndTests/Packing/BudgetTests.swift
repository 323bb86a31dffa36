import Foundation
import RelctlCore
import TestSupport
import Testing

/// Size budgets and comparisons, as users meet them.
@Suite struct BudgetTests {
    private static let budget = #"archive: { contents: [{ files: ["greet"] }], budget: "200B" },"#

    /// The greeter with a budget that its archive keeps.
    private static func create(in world: World) async throws -> TestRepository {
        let project = try await ScriptProject.create(in: world)
        let text = try project.text("relctl.json").replacing(
            #"archive: { contents: [{ files: ["greet"] }] },"#,
            with: budget
        )
        try project.write("relctl.json", text)
        try await project.commit("build: set a budget")
        try await project.tag("v1.0.0")
        return project
    }

    /// Makes the greeter larger, by what no compression makes small.
    private static func grow(_ project: TestRepository) async throws {
        let noise = (0..<400).map { _ in "0123456789abcdefghijklmnopqrstuvwxyz".randomElement() ?? "x" }
        try project.write("greet", "#!/bin/sh\necho hello # \(String(noise))\n", isExecutable: true)
        try project.write("VERSION", "1.1.0\n")
        try await project.commit("feat: greet at length")
        try await project.tag("v1.1.0")
    }

    @Test func aReleaseOverItsBudgetStopsBeforeAnythingIsReplaced() async throws {
        try await World.scratch { world in
            let project = try await Self.create(in: world)
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
            try await Self.grow(project)
            let before = try project.text("dist/manifest.json")
            let arguments = ["release", "v1.1.0", "--compare-with", "out/v1.0.0"]
            let result = try await project.relctl(arguments)
            expect(
                result,
                exits: 1,
                naming: "cannot release what exceeds its size budget",
                "over its budget of 200 B, +",
                "since the release before; in it, largest first:",
                "  greet  +",
                "raise `archive.budget`"
            )
            #expect(try project.text("dist/manifest.json") == before)
            #expect(try !project.holds("out/v1.1.0"))
            let report = try await project.relctl(["--json"] + arguments)
            #expect(report.errors.contains(/"code" ?: ?"budget.exceeded"/), "\(report.errors)")
        }
    }

    @Test func sizesStandBesideThoseOfTheReleaseBefore() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            try await project.tag("v1.0.0")
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
            try await Self.grow(project)
            let packed = try await project.relctl(["package", "--compare-with", "out/v1.0.0/manifest.json"])
            expect(packed, exits: 0)
            #expect(packed.output.contains("CHANGE"))
            let sizes = try await project.relctl(["sizes", "--compare-with", "out/v1.0.0", "--verbose"])
            expect(sizes, exits: 0)
            #expect(sizes.output.contains("greeter-v1.1.0-x86_64-unknown-linux-gnu.tar.gz"))
            #expect(sizes.output.contains(/FILE +SIZE +v1\.0\.0 +CHANGE/), "\(sizes.output)")
            let json = try await project.relctl(["--json", "sizes", "dist", "--compare-with", "out/v1.0.0"])
            let report = try JSONDecoder().decode(SizeReport.self, from: Data(json.output.utf8))
            #expect(report.previousTag == "v1.0.0")
            #expect(report.items.first?.parts.first?.previous == 21)
            let missing = try await project.relctl(["package", "--compare-with", "out/v9"])
            expect(missing, exits: 65, naming: "cannot find the record of a release at", "out/v9")
        }
    }
}

/// Images of a release as their users meet them: their budgets, and what the release tells of them.
@Suite struct ReleasedImageTests {
    private static func create(in world: World, budget: String) async throws -> TestRepository {
        let images =
            #"images: [{ name: "127.0.0.1:1/acme/greeter", files: [{ files: ["greet"] }], "#
            + #"entrypoint: ["/greet"], volumes: ["/bin"], ports: ["8080"], "#
        let project = try await ScriptProject.create(in: world, more: images + #"budget: "\#(budget)" }],"#)
        try await project.tag("v1.0.0")
        return project
    }

    @Test func anImageOverItsBudgetStopsTheRelease() async throws {
        try await World.scratch { world in
            let project = try await Self.create(in: world, budget: "100B")
            let result = try await project.relctl(["release", "v1.0.0"])
            expect(
                result,
                exits: 1,
                naming: "`127.0.0.1:1/acme/greeter for linux/amd64` has ",
                "over its budget of 100 B; in it, largest first:",
                "21 B  greet",
                "raise `images[].budget`"
            )
            #expect(try !project.holds("out/v1.0.0"))
            #expect(try !project.holds("dist/manifest.json"))
        }
    }

    @Test func theReleaseTellsHowItsImageIsRun() async throws {
        try await World.scratch { world in
            let project = try await Self.create(in: world, budget: "1MB")
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
            let bytes = try project.text("dist/manifest.json").utf8
            var manifest = try JSONDecoder().decode(Manifest.self, from: Data(bytes))
            let image = try #require(manifest.images?.first)
            let reference = "127.0.0.1:1/acme/greeter:1.0.0@sha256:\(image.digest.hexadecimal)"
            let command = "docker run --rm -p 8080:8080 -v greeter-bin:/bin \(reference)\n"
            #expect(try project.text("dist/docs/docker-run.sh").hasSuffix("\n" + command))
            for file in ["dist/NOTES.md", "dist/docs/install.md", "out/v1.0.0/NOTES.md"] {
                let text = try project.text(file)
                #expect(text.contains("```sh\n\(command)```\n"), "\(file)")
                #expect(text.contains("image: \"\(reference)\"\n"), "\(file)")
            }
            let sizes = try await project.relctl(["sizes"])
            #expect(sizes.output.contains("127.0.0.1:1/acme/greeter for linux/amd64"))
            // The second time all is there.
            let before = try TreeSnapshot(of: project.folder.appending("dist/docs"))
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
            expect(try TreeSnapshot(of: project.folder.appending("dist/docs")), equals: before)
            // Beside a release whose image was smaller.
            manifest.images?[0].platforms[0].size -= 10
            try project.write("out/old/manifest.json", String(decoding: JSONEncoder().encode(manifest), as: UTF8.self))
            let build = ["image", "build", "--compare-with", "out/old"]
            let built = try await project.relctl(build)
            expect(built, exits: 0)
            #expect(built.output.contains("+10 B"), "\(built.output)")
            try project.write("relctl.json", project.text("relctl.json").replacing("1MB", with: "100B"))
            expect(try await project.relctl(build), exits: 1, naming: "over its budget of 100 B, +10 B")
        }
    }
}
