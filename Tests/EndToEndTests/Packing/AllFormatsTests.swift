import RelctlCore
import TestSupport
import Testing

/// One release in all formats at once, binaries as they are among them.
@Suite struct AllFormatsTests {
    static let target = "x86_64-unknown-linux-gnu"
    static let archives = ["tar", "tar.gz", "tar.xz", "tar.zst", "zip"].map { "tool-1.0.0-\(target).\($0)" }
    static let programs = ["one", "two"].map { "tool-\($0)-1.0.0-\(target)" }

    private static let configuration = """
        {
          name: "tool",
          version: { manifests: [] },
          binaries: ["one", "two"],
          build: { command: ["sh", "build.sh"], output: "made/{{binary}}" },
          targets: { "\(target)": {} },
          archive: {
            name: "{{name}}{{#binary}}-{{binary}}{{/binary}}-{{version}}-{{target}}",
            formats: { default: ["tar", "tar.gz", "tar.xz", "tar.zst", "zip", "binary"] },
            level: { "tar.xz": 1, "tar.zst": 19, "zip": 9 },
            contents: [{ binaries: "bin" }, { link: "{{binary}}", to: "bin/{{binary}}" }, { files: ["data"] }],
          },
          publish: [{ to: "directory", path: "out/{{tag}}" }],
        }
        """

    private static func project(in world: World) async throws -> TestRepository {
        let project = try await TestRepository("tool", in: world)
        let build = """
            mkdir -p made
            for name in one two; do
                printf '#include <stdio.h>\\nint main(void) { return puts("%s") < 0; }\\n' $name | cc -x c - -o made/$name
            done
            """
        try project.write("build.sh", build)
        try project.write("data", (1...20_000).map { "line \($0)\n" }.joined())
        try project.write(".gitignore", "/made/\n/dist/\n/out/\n")
        try project.write("relctl.json", configuration)
        try await project.commit("feat: tools")
        try await project.tag("v1.0.0")
        return project
    }

    @Test(.enabled(if: HostTool.areHere("cc", "bsdtar", "sha256sum", "xz", "zstd")))
    func allOfThemShipAndAreProven() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
            let first = try World.release(in: project)
            let out = project.folder.appending("out/v1.0.0")
            let files = LiveFileSystem()
            let names = Set(try files.names(in: out))
            for name in Self.archives + Self.programs { #expect(names.isSuperset(of: [name, name + ".sha256"])) }
            try await world.output(of: ["sha256sum", "--strict", "-c", "SHA256SUMS"], in: out)
            try await world.output(of: ["sh", "-c", "sha256sum -c *.sha256"], in: out)
            expect(try await project.relctl(["verify", "out/v1.0.0"]), exits: 0)

            var trees: Set<String> = []
            for name in Self.archives {
                let folder = world.folder.appending("unpacked-\(name)")
                try files.createFolder(folder)
                try await world.output(of: ["bsdtar", "-xpf", out.appending(name).string, "-C", folder.string])
                let program = folder.appending("tool-1.0.0-\(Self.target)/one").string
                #expect(try await world.output(of: [program]) == "one\n")
                trees.insert(try await world.reading("tree", folder.string))
            }
            #expect(trees.count == 1)
            // Nobody downloads permissions.
            let run = "cp -- \"$1\" downloaded && chmod +x downloaded && ./downloaded"
            for name in Self.programs {
                #expect(
                    try await world.output(of: ["sh", "-c", run, "sh", out.appending(name).string], in: world.folder)
                        == "\(name.split(separator: "-")[1])\n"
                )
            }

            // Again, from nothing.
            try files.removeTree(project.folder.appending("dist"))
            expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
            expect(try World.release(in: project), equals: first)
        }
    }

    /// What is downloaded lies beside its checksum file alone, and is not executable.
    @Test func aProgramIsVerifiedByItself() async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world)
            expect(try await project.relctl(["release", "v1.0.0", "--skip", "publish"]), exits: 0)
            let files = LiveFileSystem()
            let folder = world.folder.appending("downloads")
            try files.createFolder(folder)
            let (name, dist) = (Self.programs[0], project.folder.appending("dist"))
            for file in [name, name + ".sha256"] {
                try files.write(try files.contents(of: dist.appending(file)), to: folder.appending(file))
            }
            let path = folder.appending(name)
            expect(try await project.relctl(["verify", path.string]), exits: 0)
            try files.write("#!/bin/sh\necho evil\n".utf8, to: path)
            let changed = try await project.relctl(["verify", path.string])
            expect(changed, exits: 2)
            #expect(changed.output.contains("SHA-256"))
            try files.removeFile(folder.appending(name + ".sha256"))
            let unlisted = try await project.relctl(["verify", path.string])
            expect(unlisted, exits: 2)
            #expect(unlisted.output.contains("not an archive"))
        }
    }
}
