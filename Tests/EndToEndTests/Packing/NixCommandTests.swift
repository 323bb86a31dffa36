import RelctlCore
import TestSupport
import Testing

/// `relctl nix` on a release that relctl made.
@Suite struct NixCommandTests {
    /// A packed release whose files are downloaded from where they lie.
    private func packed(in world: World, more: String = "") async throws -> TestRepository {
        let url = "file://\(world.folder)/greeter/dist/{{artifact}}"
        let settings = "description: \"A greeter.\", license: \"MIT\", nix: { url: \"\(url)\", \(more) }"
        let project = try await ScriptProject.create(in: world, more: settings)
        try await project.git("tag", "v1.0.0")
        expect(try await project.relctl(["package"]), exits: 0)
        return project
    }

    @Test func theFilesAreWrittenOnceAndCheckedAfterwards() async throws {
        try await World.scratch { world in
            let project = try await packed(in: world, more: "flakeHub: { visibility: 'public' }")
            let before = try TreeSnapshot(of: project.folder)
            let missing = try await project.relctl(["nix", "--check"])
            expect(missing, exits: 2)
            #expect(missing.output.hasPrefix("dist/nix/flake.nix: not up to date\n"))
            expect(try await project.relctl(["nix", "--dry-run"]), exits: 0)
            expect(try TreeSnapshot(of: project.folder), equals: before)
            let written = try await project.relctl(["nix", "v1.0.0"])
            expect(written, exits: 0)
            let flake = "dist/greeter-1.0.0-flake.tar.gz"
            #expect(written.output == "dist/nix/flake.nix\ndist/nix/flakehub.yml\ndist/nix/package.nix\n\(flake)\n")
            #expect(try await project.relctl(["nix"]).output.contains("dist/nix/flake.nix: nothing to do\n"))
            expect(try await project.relctl(["nix", "--check"]), exits: 0)
            let json = try await project.relctl(["nix", "--json"]).output
            #expect(json.contains("\"nixpkgs\" : \"pkgs/by-name/gr/greeter/package.nix\""), "\(json)")
            // Of what is made for Nix, the flake's archive alone ships.
            expect(try await project.relctl(["checksum"]), exits: 0)
            expect(try await project.relctl(["verify"]), exits: 0)
            #expect(try project.text("dist/SHA256SUMS").contains("  greeter-1.0.0-flake.tar.gz\n"))
            #expect(!(try project.text("dist/SHA256SUMS").contains(".nix")))
            // A new record does not list it until it is made again; the list of checksums follows.
            expect(try await project.relctl(["package"]), exits: 0)
            expect(try await project.relctl(["checksum"]), exits: 0)
            expect(try await project.relctl(["nix", "--check"]), exits: 2)
            expect(try await project.relctl(["nix"]), exits: 0)
            expect(try await project.relctl(["nix", "--check"]), exits: 0)
            let report = try await project.relctl(["verify"])
            expect(report, exits: 0)
            #expect(!report.output.contains("not in the manifest"))
        }
    }

    @Test func aReleaseMakesThemWhateverElseItHas() async throws {
        try await World.scratch { world in
            let project = try await packed(in: world)
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
            expect(try await project.relctl(["nix", "--check"]), exits: 0)
            #expect(try project.text("dist/SHA256SUMS").contains("  greeter-1.0.0-flake.tar.gz\n"))
            let input = try project.text("dist/docs/flake.nix")
            #expect(input.contains("/greeter-1.0.0-flake.tar.gz?narHash=sha256-"))
            #expect(try project.text("dist/NOTES.md").contains("/greeter-1.0.0-flake.tar.gz?narHash=sha256-"))
            expect(try await project.relctl(["verify"]), exits: 0)
            let again = try await project.relctl(["release", "v1.0.0"])
            expect(again, exits: 0)
            #expect(again.errors.contains("already, as planned"))
        }
    }

    @Test func stepsByHandComeToTheSameFilesAsARelease() async throws {
        try await World.scratch { world in
            let project = try await packed(in: world)
            for step in ["nix", "checksum", "notes"] { expect(try await project.relctl([step, "v1.0.0"]), exits: 0) }
            let names = ["SHA256SUMS", "NOTES.md", "manifest.json", "greeter-1.0.0-flake.tar.gz"]
            let paths = (names + ["docs/flake.nix", "docs/install.md", "nix/flake.nix"]).map { "dist/\($0)" }
            let byHand = try paths.map { try LiveFileSystem().contents(of: project.folder.appending($0)) }
            try LiveFileSystem().removeTree(project.folder.appending("dist"))
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
            for (path, bytes) in zip(paths, byHand) {
                #expect(try LiveFileSystem().contents(of: project.folder.appending(path)) == bytes, "\(path)")
            }
        }
    }

    @Test func withoutThatReleaseNothingIsWritten() async throws {
        try await World.scratch { world in
            let project = try await ScriptProject.create(in: world)
            expect(try await project.relctl(["nix"]), exits: 1, naming: "cannot find the release", "relctl package")
            try await project.git("tag", "v1.0.0")
            expect(try await project.relctl(["package"]), exits: 0)
            expect(try await project.relctl(["nix", "v2.0.0"]), exits: 1, naming: "is of v1.0.0")
            expect(try await project.relctl(["nix"]), exits: 65, naming: "cannot tell where users of Nix download")
            #expect(try LiveFileSystem().status(of: project.folder.appending("dist/nix")) == nil)
        }
    }

    @Test func aNameThatAnotherFileHasIsToldBeforeAnythingIsMade() async throws {
        try await World.scratch { world in
            let settings = "nix: { url: \"https://x.example/{{artifact}}\" }"
            let project = try await ScriptProject.create(in: world, more: settings)
            let named = "archive: { name: \"{{name}}-{{version}}-flake\","
            try project.write(
                "relctl.json",
                project.text("relctl.json").replacing("archive: {", with: named)
            )
            try await project.commit("chore: name it otherwise")
            try await project.git("tag", "v1.0.0")
            let name = "`greeter-1.0.0-flake.tar.gz`"
            expect(try await project.relctl(["plan", "v1.0.0"]), exits: 65, naming: "the flake one name", name)
            let check = try await project.relctl(["check"])
            expect(check, exits: 2)
            #expect(check.output.contains("the archive for x86_64-unknown-linux-gnu and the flake one name"))
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 2, naming: "the flake one name", name)
            #expect(try LiveFileSystem().status(of: project.folder.appending("dist/build")) == nil)
        }
    }

    @Test(.enabled(if: NixSystem.isHere)) func theProgramRunsByTheFlake() async throws {
        try await NixSystem.scratch { nix in
            guard try await nix.currentSystem() == "x86_64-linux" else { return }
            try await World.scratch { world in
                let project = try await packed(in: world)
                expect(try await project.relctl(["nix"]), exits: 0)
                let outcome = try await nix.run(["run"], flake: project.folder.appending("dist/nix"))
                #expect(outcome.status == 0 && outcome.text == "hello\n", "\(outcome.errors)")
            }
        }
    }
}
