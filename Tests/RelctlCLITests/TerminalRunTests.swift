import RelctlCLI
import RelctlCore
import TestSupport
import Testing

/// The real relctl on a real terminal.
@Suite(.enabled(if: HostTool.areHere("python3", "git"))) struct TerminalRunTests {
    /// A project at a tag whose compiler is a shell script that takes its time, with so many bytes that nothing makes
    /// smaller.
    private func withProject(noise size: Int = 1 << 20, _ body: (TestRepository) async throws -> Void) async throws {
        try await World.scratch { world in
            let project = try await TestRepository("demo", in: world)
            let compiler = "#!/bin/sh\nsleep 1.2\nmkdir -p made\ncp \"header-$1\" \"made/tool-$1\"\n"
            try project.write("compile", compiler, isExecutable: true)
            for (target, machine) in Self.targets {
                let file = project.folder.appending("header-" + target)
                try LiveFileSystem().write(Self.header(machine: machine), to: file)
            }
            try project.write(".gitignore", "/made/\n/dist/\n/out/\n")
            var generator = SystemRandomNumberGenerator()
            let noise = (0..<(size / 8)).map { _ in generator.next() as UInt64 }
            try noise.withUnsafeBytes { try LiveFileSystem().write($0, to: project.folder.appending("noise.bin")) }
            try project.write("relctl.json", Self.configuration)
            try await project.commit("feat: be there")
            try await project.tag("v1.0.0")
            try await body(project)
        }
    }

    /// The targets with the numbers of their machines (ELF gABI, `e_machine`).
    private static let targets: [(target: String, machine: UInt8)] = [
        ("x86_64-unknown-linux-gnu", 62), ("aarch64-unknown-linux-gnu", 183),
    ]

    /// The smallest thing that is an executable for a machine: the header of an ELF file, and nothing after it.
    private static func header(machine: UInt8) -> [UInt8] {
        let identification: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] + Array(repeating: 0, count: 9)
        let sizes: [UInt8] = [64, 0, 56, 0, 0, 0, 64, 0, 0, 0, 0, 0]
        return identification + [2, 0, machine, 0, 1, 0, 0, 0] + Array(repeating: 0, count: 28) + sizes
    }

    private static let configuration = """
        {
          name: "demo",
          version: { manifests: [] },
          binaries: ["tool"],
          build: { command: ["./compile", "{{target}}"], output: "made/{{binary}}-{{target}}" },
          targets: { "x86_64-unknown-linux-gnu": {}, "aarch64-unknown-linux-gnu": {} },
          archive: { contents: [{ binaries: "bin" }, { files: ["noise.bin"] }] },
          publish: [{ to: "directory", path: "out/{{tag}}" }],
        }
        """

    private func session(
        _ arguments: String...,
        of project: TestRepository,
        columns: Int = 80,
        environment: [String: String?] = ["TERM": "xterm"]
    ) async throws -> PseudoTerminal.Session {
        try await PseudoTerminal(columns: columns).run(
            [RelctlExecutable.path().string] + arguments,
            in: project.folder,
            of: project.world,
            environment: environment
        )
    }

    /// A file full of zeros that takes no room.
    private func writeZeros(_ name: String, size: Int, in project: TestRepository) async throws {
        try await project.world.output(
            of: ["python3", "-c", "import os, sys; os.truncate(sys.argv[1], int(sys.argv[2]))", name, String(size)],
            in: project.folder
        )
    }

    @Test(.timeLimit(.minutes(2))) func aReleaseShowsWhatItIsAtAndLeavesOnlyWhatCameOfIt() async throws {
        try await withProject(noise: 64 << 20) { project in
            let session = try await session("release", "v1.0.0", of: project)
            #expect(session.exitCode == 0)
            for (target, _) in Self.targets {
                #expect(session.live.contains { $0.contains("building \(target) ") && $0.hasSuffix(" 1.0s") })
                #expect(session.screen.lines.contains { $0.hasPrefix("  ✓ building \(target) (1.") })
                #expect(session.screen.lines.contains { $0.hasPrefix("  ✓ packing demo-v1.0.0-\(target).tar.gz (") })
            }
            #expect(
                session.live.contains { $0.contains(/packing demo.* █*░* +[0-9]+%  [0-9.]+ .B\/s  [0-9.]+s left$/) }
            )
            #expect(session.screen.lines.contains("demo 1.0.0 is released"))
            #expect(!session.screen.lines.joined().contains(/[█░⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/))
            #expect(session.screen.unknown.isEmpty)
            #expect(session.transcript.contains("\u{1b}[32m✓\u{1b}[0m"))
            #expect(session.live.allSatisfy { TerminalText.width($0) < 80 })
        }
    }

    @Test(.timeLimit(.minutes(2))) func nothingThatIsDrawnIsWiderThanTheTerminal() async throws {
        try await withProject { project in
            let narrow = try await session("release", "v1.0.0", of: project, columns: 34)
            #expect(narrow.exitCode == 0)
            #expect(narrow.live.contains { $0.contains("building") })
            #expect(narrow.live.allSatisfy { TerminalText.width($0) < 34 })
            #expect(!narrow.screen.lines.joined().contains(/[█░⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/))
        }
    }

    @Test(.timeLimit(.minutes(2))) func hashingAndCopyingShowTheirRateAndTheTimeLeft() async throws {
        try await withProject { project in
            try project.write("zeros", "")
            try await writeZeros("zeros", size: 3 << 30, in: project)
            let hashing = try await session("checksum", "zeros", of: project)
            #expect(hashing.live.contains { $0.contains(/hashing zeros .* [0-9]+%  [0-9.]+ .B\/s  [0-9.]+s left$/) })
            // A detail is not told of afterwards: the result is all there is.
            #expect(hashing.screen.lines.count == 1)
            #expect(hashing.screen.lines.first?.hasSuffix("  zeros") == true)

            try #require(try await project.relctl(["release", "v1.0.0", "--skip", "publish"]).exitCode == 0)
            try await enlargeArchive(to: 1 << 29, of: project)
            try #require(try await project.relctl(["checksum", "v1.0.0"]).exitCode == 0)
            let copying = try await session("publish", "v1.0.0", of: project)
            #expect(copying.exitCode == 0)
            #expect(copying.live.contains { $0.contains(/directory: copy .*[█░]{16} +[0-9]+%/) })
            #expect(copying.screen.lines.contains { $0.contains("✓ directory: copy ") })
        }
    }

    /// Makes the first archive so large that copying it takes a while, and the record say so.
    private func enlargeArchive(to size: Int, of project: TestRepository) async throws {
        let path = project.folder.appending("dist/manifest.json")
        let bytes = try LiveFileSystem().contents(of: path)
        var manifest = try JSONText.decode(Manifest.self, from: bytes, file: path)
        let index = try #require(manifest.artifacts.firstIndex { $0.kind == .archive })
        let name = manifest.artifacts[index].name
        try await writeZeros("dist/" + name, size: size, in: project)
        let summary = try await FileHasher(files: LiveFileSystem()).summary(
            of: project.folder.appending("dist/" + name)
        )
        manifest.artifacts[index] = try Artifact(
            name: name,
            kind: .archive,
            target: manifest.artifacts[index].target,
            format: manifest.artifacts[index].format,
            size: summary.size,
            sha256: summary.sha256,
            contents: manifest.artifacts[index].contents
        )
        try LiveFileSystem().write(JSONText.pretty(manifest), to: path)
    }

    @Test(.timeLimit(.minutes(2))) func elsewhereThereAreNoEscapeCodesUnlessTheyAreAskedFor() async throws {
        try await withProject { project in
            let piped = try await project.relctl(["release", "v1.0.0"], environment: ["TERM": "xterm"])
            #expect(piped.exitCode == 0)
            #expect(!(piped.output + piped.errors).contains { "\u{1b}\r".contains($0) })
            #expect(piped.errors.hasPrefix("building\n  building "))
            #expect(!piped.errors.contains("hashing") && !piped.errors.contains("reading"))
            #expect(!piped.errors.contains("(0.0s)"))

            for (arguments, environment) in [(["plan"], ["CLICOLOR_FORCE": "1"]), (["plan", "--color=always"], [:])] {
                let forced = try await project.relctl(arguments, environment: environment)
                #expect(forced.output.contains("\u{1b}[36mpackage\u{1b}[0m"), "\(arguments)")
            }
        }
    }

    @Test(.timeLimit(.minutes(2)), arguments: [(["--color=never"], [:]), ([], ["NO_COLOR": "1"])])
    func coloursCanBeRefusedOnATerminal(arguments: [String], environment: [String: String]) async throws {
        try await withProject { project in
            let words = ["build", "--snapshot"] + arguments
            let session = try await PseudoTerminal().run(
                [RelctlExecutable.path().string] + words,
                in: project.folder,
                of: project.world,
                environment: environment.merging(["TERM": "xterm"]) { $1 }
            )
            #expect(session.live.contains { $0.contains("building") })
            #expect(!session.transcript.contains(/\u{1b}\[[0-9;]*m/))
        }
    }
}
