import RelctlCore
import TestSupport
import Testing

/// A release that lacks a platform is not published by accident.
@Suite struct MissingTargetTests {
    private static let made = ShardedProject.targets[0]
    private static let missing = Array(ShardedProject.targets.dropFirst())

    /// A machine that has packed one of three targets, and made all else that is published.
    private func narrowed(in world: World) async throws -> TestRepository {
        let project = try await ShardedProject(in: world)
        let machine = try await project.machine("machine", for: Self.made)
        for step in ["checksum", "notes"] { expect(try await machine.relctl([step, "v1.0.0"]), exits: 0) }
        return machine
    }

    @Test func publishNamesTheTargetsThatAreMissing() async throws {
        try await World.scratch { world in
            let machine = try await narrowed(in: world)
            for more in [[], ["--dry-run"], ["--allow-missing", Self.missing[0]], ["--target", Self.made]] {
                let result = try await machine.relctl(["publish", "v1.0.0"] + more)
                expect(result, exits: 1, naming: Self.missing[1], "--allow-missing", "relctl merge")
                #expect(result.errors.contains(Self.missing[0]) == (more.first != "--allow-missing"))
            }
            #expect(try !machine.holds("out"))
        }
    }

    @Test(arguments: [["*-apple-*", "*-windows-*"], ["*"]])
    func publishDoesWithoutTargetsThatMayBeMissing(globs: [String]) async throws {
        try await World.scratch { world in
            let machine = try await narrowed(in: world)
            let options = globs.flatMap { ["--allow-missing", $0] }
            expect(try await machine.relctl(["publish", "v1.0.0"] + options), exits: 0)
            let names = try LiveFileSystem().names(in: machine.folder.appending("out/v1.0.0"))
            let archive = ShardedProject.archive(for: Self.made)
            #expect(names == ["NOTES.md", "SHA256SUMS", archive, archive + ".sha256", "manifest.json"])
            let unknown = try await machine.relctl(["publish", "v1.0.0", "--allow-missing", "sparc-*"])
            expect(unknown, exits: 64, naming: "sparc-*", Self.made)
        }
    }

    @Test func whatIsMissingBesidesIsToldWithTheCommandsThatMakeIt() async throws {
        try await World.scratch { world in
            let project = try await ShardedProject(in: world)
            expect(try await project.home.relctl(["package", "v1.0.0"]), exits: 0)
            let result = try await project.home.relctl(["publish", "v1.0.0"])
            expect(result, exits: 1, naming: "SHA256SUMS", "NOTES.md", "`relctl checksum`", "`relctl notes`")
        }
    }

    @Test func aNarrowedReleaseIsRefusedBeforeAnythingIsMade() async throws {
        try await World.scratch { world in
            let project = try await ShardedProject(in: world)
            let release = ["release", "v1.0.0", "--target", Self.made]
            for more in [[], ["--dry-run"], ["--allow-missing", Self.missing[0]]] {
                let result = try await project.home.relctl(release + more)
                expect(result, exits: 2, naming: Self.missing[1], "--allow-missing", "--skip publish")
            }
            #expect(try !project.home.holds("dist") && !project.home.holds("out"))
            expect(try await project.home.relctl(release + ["--skip", "publish"]), exits: 0)
            #expect(try !project.home.holds("out"))
            let allowed = try await project.home.relctl(release + ["--allow-missing", "*"])
            expect(allowed, exits: 0, naming: "only 1 of 3 targets")
            #expect(try project.home.holds("out/v1.0.0/\(ShardedProject.archive(for: Self.made))"))
        }
    }
}
