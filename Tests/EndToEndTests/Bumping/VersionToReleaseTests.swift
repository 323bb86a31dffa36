import Foundation
import RelctlCore
import TestSupport
import Testing

/// From one version to the next release, with the commands that a maintainer types, one after the other.
@Suite struct VersionToReleaseTests {
    /// Releases twice: a first changelog is a new file, the next one changes a file that git tracks.
    private func release(
        _ project: TestRepository,
        from old: String,
        to new: [String],
        environment: [String: String?] = [:]
    ) async throws {
        try await project.tag("v\(old)")
        var last = old
        for (index, next) in new.enumerated() {
            try await release(project, from: last, to: next, commits: 3 + min(index, 1), environment: environment)
            let changelog = try project.text("CHANGELOG.md")
            for version in [last, next].dropFirst(last == old ? 1 : 0) { #expect(changelog.contains("v\(version) (")) }
            try await project.commit("docs: tell what changed")
            last = next
        }
    }

    /// Bumps the version, and makes notes, changelog and release of it; all is in the end as it should be.
    private func release(
        _ project: TestRepository,
        from old: String,
        to new: String,
        commits: Int,
        environment: [String: String?]
    ) async throws {
        try project.write("src/next.txt", "next \(new)\n")
        try await project.commit("feat(core): say <b>more</b> (#7)")
        try project.write("src/fix.txt", "fix \(new)\n")
        try await project.commit("fix: say it right")
        try await project.git("push", "--quiet", "--tags", "--set-upstream", "origin", "main")
        let bump = try await project.relctl(["bump", "minor", "--commit", "--tag"], environment: environment)
        expect(bump, exits: 0)
        #expect(bump.output.hasPrefix("\(new)\n"))
        #expect(try await project.git("status", "--porcelain") == "")
        #expect(try await project.git("cat-file", "-t", "v\(new)") == "tag")
        #expect(try await project.git("rev-list", "--count", "v\(old)..v\(new)") == "\(commits)")
        expect(try await project.relctl(["validate", "v\(new)"]), exits: 0)

        let notes = try await project.relctl(["notes", "v\(new)", "--json"])
        expect(notes, exits: 0)
        let model = try #require(try JSONSerialization.jsonObject(with: Data(notes.output.utf8)) as? [String: Any])
        #expect(model["tag"] as? String == "v\(new)")
        #expect((model["previous"] as? [String: Any])?["tag"] as? String == "v\(old)")
        #expect((model["commits"] as? [[String: Any]])?.count == commits)
        expect(try await project.relctl(["changelog", "v\(new)"]), exits: 0)
        let changelog = try project.text("CHANGELOG.md")
        #expect(changelog.contains(new) && changelog.contains("say it right"))
        expect(try await project.relctl(["changelog", "v\(new)", "--check"]), exits: 0)

        expect(try await project.relctl(["release", "v\(new)"], environment: environment), exits: 0)
        expect(try await project.relctl(["verify"]), exits: 0)
        #expect(try project.text("dist/NOTES.md").contains("say it right"))
        #expect(try project.holds("out/v\(new)/SHA256SUMS"))
    }

    @Test(.needsCrossPrograms) func streams() async throws {
        try await World.scratch { world in
            let project = try await ExamplesTests.repository(of: "streams", in: world)
            let environment = ExamplesTests.zigEnvironment(world)
            try await release(project, from: "1.0.0", to: ["1.1.0", "1.2.0"], environment: environment)
            #expect(try project.text("VERSION") == "1.2.0\n")
            #expect(try project.text("src/version.h").contains("#define STREAMS_VERSION \"1.2.0\"\n"))
        }
    }

    @Test(.enabled(if: HostTool.areHere("cargo", "rustc"))) func aCargoWorkspace() async throws {
        try await World.scratch { world in
            let project = try await CargoWorkspaceProject.create(in: world)
            let environment = CargoWorkspaceProject.environment
            try await release(project, from: "0.4.0", to: ["0.5.0", "0.6.0"], environment: environment)
            let metadata = try await world.output(
                of: ["cargo", "metadata", "--locked", "--offline", "--format-version", "1"],
                in: project.folder,
                environment: environment
            )
            #expect(metadata.contains("greeting") && !metadata.contains("0.4.0"))
            let program = project.folder.appending("dist/build/\(try await CargoWorkspaceProject.host(world))/greeter")
            #expect(try await world.output(of: [program.string]) == "hello 0.6.0\n")
            #expect(try project.text("Cargo.toml").hasPrefix("# 0.4.0 is not the first release.\n"))
        }
    }

    @Test(.enabled(if: HostTool.areHere("npm"))) func anNpmWorkspace() async throws {
        try await World.scratch { world in
            let project = try await NpmWorkspaceProject.create(in: world)
            try await release(project, from: "0.4.0", to: ["0.5.0", "0.6.0"])
            try await NpmWorkspaceProject.npm(["ci"], in: project)
            let lock = try project.text("package-lock.json")
            #expect(!lock.contains("0.4.0"))
            try await NpmWorkspaceProject.npm(["install", "--package-lock-only"], in: project)
            #expect(try project.text("package-lock.json") == lock, "npm has nothing to add")
            let cart = try project.text("packages/cart/package.json")
            #expect(cart.contains("\"^0.6.0\"") && cart.contains("0.4.0 in words"))
        }
    }
}
