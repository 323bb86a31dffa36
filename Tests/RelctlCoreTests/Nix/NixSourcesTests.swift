import Testing

@testable import RelctlCore
@testable import RelctlDistribution

@Suite struct NixSourcesTests {
    private func sources(
        _ artifacts: [Artifact],
        _ kind: NixSettings.Kind = .program,
        native: [Artifact] = []
    ) throws -> NixSources {
        var observation = NixObservation()
        for artifact in native { observation.add(artifact, NixObservation.Programs(areNative: true)) }
        let manifest = Manifest(release: try PackedRelease.identity(), artifacts: artifacts)
        return try NixSources(of: manifest, kind: kind, observation: observation)
    }

    private func names(_ sources: NixSources) -> [String] {
        sources.all.map { "\($0.system) \($0.artifacts.map(\.name).joined(separator: " "))" }
    }

    @Test func eachSystemGetsTheArchiveThatNeedsTheLeast() throws {
        let found = try sources([
            artifact("gnu.tar.gz", "tar.gz", for: "x86_64-unknown-linux-gnu"),
            artifact("musl.zip", "zip", for: "x86_64-unknown-linux-musl"),
            artifact("musl.tar.xz", "tar.xz", for: "x86_64-unknown-linux-musl"),
            artifact("arm.tar.zst", "tar.zst", for: "aarch64-unknown-linux-gnu"),
            artifact("windows.zip", "zip", for: "x86_64-pc-windows-msvc"),
            artifact("android.tar.gz", "tar.gz", for: "aarch64-linux-android"),
            artifact("mac.tar.gz", "tar.gz", for: "aarch64-apple-darwin"),
            artifact("fat.tar.gz", "tar.gz", for: "universal-apple-darwin"),
        ])
        #expect(!found.areBare)
        #expect(
            names(found) == [
                "aarch64-darwin mac.tar.gz", "aarch64-linux arm.tar.zst", "x86_64-darwin fat.tar.gz",
                "x86_64-linux musl.tar.xz",
            ]
        )
    }

    @Test func allProgramsOfASystemAreTakenWhereTheyShipAsTheyAre() throws {
        let found = try sources([
            artifact("b-linux", "binary", for: "x86_64-unknown-linux-musl", ["b"]),
            artifact("a-linux", "binary", for: "x86_64-unknown-linux-musl", ["a"]),
            artifact("a-gnu", "binary", for: "x86_64-unknown-linux-gnu", ["a"]),
            artifact("a-mac", "binary", for: "aarch64-apple-darwin", ["a"]),
        ])
        #expect(found.areBare)
        #expect(names(found) == ["aarch64-darwin a-mac", "x86_64-linux a-linux b-linux"])
    }

    @Test func archivesGoBeforeBareProgramsWhereEverySystemHasOne() throws {
        let found = try sources([
            artifact("tool", "binary", for: "x86_64-unknown-linux-musl", ["tool"]),
            artifact("tool.tar.gz", "tar.gz", for: "x86_64-unknown-linux-musl"),
        ])
        #expect(names(found) == ["x86_64-linux tool.tar.gz"])
    }

    @Test func aReleaseWithNothingForNixIsRefused() throws {
        let windows = try artifact("w.zip", "zip", for: "x86_64-pc-windows-msvc")
        let error = #expect(throws: RelctlError.self) { try sources([windows]) }
        #expect(error?.message.contains("the release has nothing for a system of Nix") == true)
        #expect(error?.hints.first?.contains("add a target for Linux or macOS") == true)
        let odd = try artifact("x.deb", "deb", for: "x86_64-unknown-linux-gnu")
        let other = #expect(throws: RelctlError.self) { try sources([odd]) }
        #expect(other?.hints.first?.contains("`tar.gz`") == true)
    }

    @Test func systemsWithArchivesAndSystemsWithoutAreRefused() throws {
        let uneven = [
            try artifact("a.tar.gz", "tar.gz", for: "x86_64-unknown-linux-musl"),
            try artifact("b.tar.gz", "tar.gz", for: "aarch64-unknown-linux-musl"),
            try artifact("c", "binary", for: "aarch64-apple-darwin", ["c"]),
        ]
        let error = #expect(throws: RelctlError.self) { try sources(uneven) }
        #expect(error?.message.contains("an archive that Nix unpacks, but not `aarch64-darwin`") == true)
    }

    @Test func aPluginWithoutProgramsIsForAllSystemsWhateverItWasPackedFor() throws {
        let plugin = try artifact("p.zip", "zip", for: "x86_64-unknown-linux-musl", ["p/module.js"])
        let systems = ["aarch64-darwin", "aarch64-linux", "x86_64-darwin", "x86_64-linux"]
        #expect(try sources([plugin], .grafanaPlugin).all.map(\.system) == systems)
        #expect(try sources([plugin], .grafanaPlugin, native: [plugin]).all.map(\.system) == ["x86_64-linux"])
        let second = try artifact("q.zip", "zip", for: "aarch64-unknown-linux-musl", ["p/module.js"])
        #expect(try sources([plugin, second], .grafanaPlugin).all.map(\.system) == ["aarch64-linux", "x86_64-linux"])
    }
}
