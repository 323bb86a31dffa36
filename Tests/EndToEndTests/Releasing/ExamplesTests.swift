import Foundation
import RelctlCore
import TestSupport
import Testing

/// The examples do what their comments say.
@Suite struct ExamplesTests {
    /// A repository of an example, as it lies in the sources.
    static func repository(of example: String, in world: World) async throws -> TestRepository {
        let project = try await TestRepository(example, in: world)
        let source = Fixtures.project.appending("Examples").appending(example).string
        try await world.output(of: ["cp", "-R", "-P", source + "/.", project.folder.string])
        for made in ["target", "dist", "out", ".venv"] { try project.remove(made) }
        try await project.commit("feat: the \(example) example")
        return project
    }

    @Test func theSmallestConfigurationIsUseful() async throws {
        try await World.scratch { world in
            let project = try await Self.repository(of: "minimal", in: world)
            expect(try await project.relctl(["release", "v1.0.0", "--create-tag"]), exits: 0)
            let archive = "wordfreq-v1.0.0-x86_64-unknown-linux-gnu"
            for name in ["\(archive).tar.gz", "\(archive).tar.gz.sha256", "SHA256SUMS", "NOTES.md", "manifest.json"] {
                #expect(try project.holds("dist/\(name)"))
            }
            try await world.output(of: ["tar", "-xzf", project.folder.appending("dist/\(archive).tar.gz").string])
            let program = world.folder.appending(archive).appending("wordfreq")
            #expect(
                try LiveFileSystem().contents(of: program)
                    == LiveFileSystem().contents(of: project.folder.appending("wordfreq"))
            )
            expect(try await project.relctl(["verify"]), exits: 0)
        }
    }

    /// Variables with which the example of five platforms finds its compiler.
    static func zigEnvironment(_ world: World) -> [String: String?] {
        var changes: [String: String?] = [:]
        for name in ["ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"] {
            let cache = NSHomeDirectory() + "/.cache/relctl-tests/zig"
            changes[name] = ProcessInfo.processInfo.environment[name] ?? cache
        }
        if let compiler = ZigCompiler.command, compiler.count == 1 { changes["ZIG"] = compiler[0] }
        // The example builds with the `python3` that it finds, whose Zig is wanted.
        let python = FilePath(CrossPrograms.python)
        if python.isAbsolute { changes["PATH"] = python.parent.string + ":" + (world.environment["PATH"] ?? "") }
        return changes
    }

    static let streamsTargets = [
        "x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl", "x86_64-apple-darwin", "aarch64-apple-darwin",
        "x86_64-pc-windows-gnu",
    ]

    @Test(.needsCrossPrograms) func streamsIsReleasedForFivePlatformsAndItsDemosRun() async throws {
        try await World.scratch { world in
            let project = try await Self.repository(of: "streams", in: world)
            let changes = Self.zigEnvironment(world)
            let release = try await project.relctl(["release", "v1.0.0", "--create-tag"], environment: changes)
            expect(release, exits: 0)
            #expect(!release.errors.contains("warning"))
            expect(try await project.relctl(["verify"]), exits: 0)
            let dist = project.folder.appending("dist")
            #expect(try await world.reading("check", dist.string) == "")
            for target in Self.streamsTargets {
                let name = "streams-v1.0.0-\(target)" + (target.contains("windows") ? ".zip" : ".tar.gz")
                for reader in [ArchiveReader.gnuTar, .bsdtar, .unzip] where reader.reads(name) {
                    try await expectSame(name, in: dist, by: reader)
                }
            }
            try await expectDemos(of: "x86_64-unknown-linux-musl", in: project)
            if HostTool.areHere("qemu-aarch64-static") {
                try await expectPrograms(of: "aarch64-unknown-linux-musl", in: project, by: ["qemu-aarch64-static"])
            }
        }
    }

    /// Runs each script that has a `.expected` beside it, where its first lines say it is to be run.
    private func expectDemos(of target: String, in project: TestRepository) async throws {
        let top = try await unpacked(target, project)
        let scripts = try TreeSnapshot(of: top, []).lines.keys.filter { $0.hasSuffix(".expected") }.sorted()
        #expect(scripts.count >= 4)
        for expected in scripts {
            let script = String(expected.dropLast(".expected".count))
            let text = try LiveFileSystem().text(of: top.appending(script))
            let isOfTop = text.contains("top folder")
            let place = isOfTop ? top : top.appending(script).parent
            let name = isOfTop ? script : "./" + FilePath(script).lastComponent
            let said = try await project.world.output(of: ["sh", name], in: place)
            #expect(try said == LiveFileSystem().text(of: top.appending(expected)), "\(script)")
        }
    }

    /// Runs the programs of another processor, each by a path that the demos use.
    private func expectPrograms(of target: String, in project: TestRepository, by runner: [String]) async throws {
        let top = try await unpacked(target, project)
        let program = top.appending("target/release/stream-gen").string
        let said = try await project.world.output(of: runner + [program, "--seed", "42", "--count", "3"], in: top)
        let tour = try LiveFileSystem().text(of: top.appending("demo/tour.sh.expected"))
        #expect(said.split(separator: "\n").count == 4)
        #expect(tour.contains(said))
    }

    private func unpacked(_ target: String, _ project: TestRepository) async throws -> FilePath {
        let name = "streams-v1.0.0-\(target)"
        let folder = project.world.folder.appending("unpacked here")
        try LiveFileSystem().createFolders(folder)
        let archive = project.folder.appending("out/v1.0.0/\(name).tar.gz").string
        try await project.world.output(of: ["tar", "-xzf", archive, "-C", folder.string])
        return folder.appending(name)
    }
}
