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
            #expect(written.output == "dist/nix/flake.nix\ndist/nix/flakehub.yml\ndist/nix/package.nix\n")
            #expect(try await project.relctl(["nix"]).output.contains("dist/nix/flake.nix: nothing to do\n"))
            expect(try await project.relctl(["nix", "--check"]), exits: 0)
            let json = try await project.relctl(["nix", "--json"]).output
            #expect(json.contains("\"nixpkgs\" : \"pkgs/by-name/gr/greeter/package.nix\""), "\(json)")
            // What is made for Nix is no part of what ships.
            expect(try await project.relctl(["checksum"]), exits: 0)
            expect(try await project.relctl(["verify"]), exits: 0)
            expect(try await project.relctl(["package"]), exits: 0)
            expect(try await project.relctl(["nix", "--check"]), exits: 0)
        }
    }

    @Test func aReleaseMakesThemWhateverElseItHas() async throws {
        try await World.scratch { world in
            let project = try await packed(in: world)
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
            expect(try await project.relctl(["nix", "--check"]), exits: 0)
            // There is nothing else that users could paste.
            #expect(try LiveFileSystem().status(of: project.folder.appending("dist/docs")) == nil)
            let again = try await project.relctl(["release", "v1.0.0"])
            expect(again, exits: 0)
            #expect(again.errors.contains("already, as planned"))
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
