import Foundation
import RelctlCore
import TestSupport
import Testing

/// `verify` re-reads everything, and finds whatever is not as it was.
@Suite struct VerifyTests {
    /// A release of the small project, with its archive's name.
    private func released(in world: World) async throws -> TestRepository {
        let project = try await ScriptProject.create(in: world)
        try project.link("current", to: "greet")
        let text = ScriptProject.configuration().replacing("[\"greet\"]", with: "[\"greet\", \"current\"]")
        try project.write("relctl.json", text)
        try await project.commit("feat: a link")
        try await project.tag("v1.0.0")
        expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
        return project
    }

    static let shipped = [
        ScriptProject.archive, ScriptProject.archive + ".sha256", "SHA256SUMS", "manifest.json", "NOTES.md",
    ]

    @Test(arguments: shipped.dropLast()) func aFlippedByteIsFound(name: String) async throws {
        try await World.scratch { world in
            let project = try await released(in: world)
            for folder in ["dist", "out/v1.0.0"] {
                expect(try await project.relctl(["verify", folder]), exits: 0)
                let file = project.folder.appending(folder).appending(name)
                let good = try LiveFileSystem().contents(of: file)
                for position in [0, good.count / 3, good.count - 2] {
                    var bad = good
                    bad[position] ^= 0x01
                    try LiveFileSystem().write(bad, to: file)
                    let result = try await project.relctl(["verify", folder])
                    // What is no JSON any more cannot be read at all, which has its own number.
                    let codes: [Int32?] = name == "manifest.json" ? [2, 65] : [2]
                    #expect(
                        codes.contains(result.exitCode),
                        "\(folder)/\(name), byte \(position): \(result.end) \(result.errors)"
                    )
                    #expect((result.output + result.errors).contains(name))
                }
                try LiveFileSystem().write(good, to: file)
                expect(try await project.relctl(["verify", folder]), exits: 0)
            }
        }
    }

    @Test(arguments: [ScriptProject.archive, ScriptProject.archive + ".sha256"])
    func aMissingFileIsFound(name: String) async throws {
        try await World.scratch { world in
            let project = try await released(in: world)
            try project.remove("dist/\(name)")
            let result = try await project.relctl(["verify"])
            expect(result, exits: 2)
            #expect((result.output + result.errors).contains(name))
        }
    }

    /// Changes to what an archive holds, made so that its checksums fit again.
    static let swaps = ["link", "mode", "content", "added", "removed"]

    @Test(arguments: swaps) func anArchiveThatIsNotWhatTheManifestSaysIsFound(swap: String) async throws {
        try await World.scratch { world in
            let project = try await released(in: world)
            let dist = project.folder.appending("dist").string
            let script = Fixtures.path("repack_release.py").string
            try await world.python([script, dist, ScriptProject.archive, swap])
            expect(try await world.run(["sha256sum", "-c", "SHA256SUMS"], in: FilePath(dist)), exits: 0)
            let result = try await project.relctl(["verify"])
            expect(result, exits: 2)
            let path = [
                "link": "current", "mode": "greet", "content": "greet", "added": "extra", "removed": "current",
            ][swap]
            #expect((result.output + result.errors).contains(try #require(path)), "\(result.output)\(result.errors)")
        }
    }

    @Test func hostileArchivesAreReportedAndNeverUnpacked() async throws {
        try await World.scratch { world in
            let folder = world.folder.appending("hostile")
            try LiveFileSystem().createFolder(folder)
            try await world.python([Fixtures.path("hostile_archives.py").string, folder.string])
            let before = try TreeSnapshot(of: folder)
            for name in try LiveFileSystem().names(in: folder) {
                let archive = folder.appending(name).appending(String(name.dropLast(2)))
                let result = try await world.relctl("verify", archive.string)
                #expect(result.end == .exit(2), "\(name): \(result.end)\n\(result.output)\(result.errors)")
            }
            try expect(TreeSnapshot(of: folder), equals: before)
            #expect(try LiveFileSystem().names(in: world.temporary) == [])
        }
    }

    @Test func allFindingsAreToldAtOnce() async throws {
        try await World.scratch { world in
            let project = try await released(in: world)
            try project.write("dist/\(ScriptProject.archive).sha256", "spoilt\n")
            try project.remove("dist/\(ScriptProject.archive)")
            let result = try await project.relctl(["--json", "verify"])
            expect(result, exits: 2)
            for name in [ScriptProject.archive, ScriptProject.archive + ".sha256"] {
                #expect(result.output.contains("\(name)`") || result.output.contains("\(name)\""), "\(result.output)")
            }
            _ = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        }
    }
}
