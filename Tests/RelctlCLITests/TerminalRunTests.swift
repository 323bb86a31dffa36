import RelctlCore
import TestSupport
import Testing

/// The real relctl on a real terminal.
@Suite struct TerminalRunTests {
    /// A project whose compiler is a shell script that takes its time, with an archive that takes some to pack.
    private func withProject(_ body: (TestRepository) async throws -> Void) async throws {
        try await World.scratch { world in
            let project = try await TestRepository("demo", in: world)
            let compiler = "#!/bin/sh\nsleep 1.2\nmkdir -p made\nprintf '#!/bin/sh\\n' > made/tool-\"$1\"\n"
            try project.write("compile", compiler, isExecutable: true)
            try project.write(".gitignore", "/made/\n/dist/\n/out/\n")
            // Bytes that nothing makes smaller.
            var generator = SystemRandomNumberGenerator()
            let noise = (0..<(512 << 10)).map { _ in generator.next() as UInt64 }
            try noise.withUnsafeBytes { try LiveFileSystem().write($0, to: project.folder.appending("noise.bin")) }
            try project.write("relctl.json", Self.configuration)
            try await project.commit("feat: be there")
            try await project.tag("v1.0.0")
            try await body(project)
        }
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
        _ arguments: [String],
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

    @Test(.timeLimit(.minutes(2))) func aReleaseShowsWhatItIsAtAndLeavesOnlyWhatCameOfIt() async throws {
        try await withProject { project in
            let session = try await session(["release", "v1.0.0"], of: project)
            print(session.transcript.debugDescription)
            print(session.screen.lines.joined(separator: "\n"))
            #expect(session.exitCode == 0)
        }
    }
}
