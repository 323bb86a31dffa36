import RelctlCore
import TestSupport
import Testing

/// Names that programs stumble over are names like any other.
@Suite struct AwkwardNamesTests {
    static let names = [
        "plain", "two words", " leading and trailing ", "it's \"quoted\"", "-rf", "--checkpoint=1", "new\nline",
        "tab\there", "naïve café", "日本語.txt", "e\u{301}clair", "🚀", "back\\slash", "per%cent", "star*?[x]",
        "{{version}}",
        "$HOME `id` $(id)", "semi;colon&", "#hash", "~tilde", "con", "trailing.", String(repeating: "ä", count: 100),
        String(repeating: "n", count: 200),
    ]

    private static let configuration = """
        {
          name: "awkward",
          version: { manifests: [] },
          targets: { "x86_64-unknown-linux-gnu": {} },
          archive: { formats: { default: ["tar.gz", "zip"] }, contents: [{ files: ["data/**"] }, { files: ["-x", "ü \\"q\\""] }] },
          publish: [{ to: "directory", path: "out here/{{tag}}" }],
        }
        """

    private func release(in world: World) async throws -> TestRepository {
        let project = try await TestRepository("a \"strange\" 'place' ü", in: world)
        try project.write("relctl.json", Self.configuration)
        try project.write("./-x", "dash\n")
        try project.write("ü \"q\"", "quotes\n")
        for name in Self.names {
            try project.write("data/\(name)", "I am \(name)\n", isExecutable: name.hasPrefix("-"))
            try project.write("data/in/\(name)/\(name)", "I am deeper\n")
            try project.link("data/links/\(name)", to: "../\(name)")
        }
        // Longer than the 256 bytes of ustar's name and prefix.
        let deep = (1...6).map { "\($0)" + String(repeating: "d", count: 80) }.joined(separator: "/")
        try project.write("data/\(deep)/end", "far\n")
        try project.link("data/to-the-deep", to: deep + "/end")
        try await project.commit("feat: \"awkward\" 'names' ü")
        try await project.tag("v1.0.0")
        expect(try await project.relctl(["release", "v1.0.0"]), exits: 0)
        return project
    }

    @Test func everyReaderSeesThem() async throws {
        try await World.scratch { world in
            let project = try await release(in: world)
            let dist = project.folder.appending("dist")
            for name in [
                "awkward-v1.0.0-x86_64-unknown-linux-gnu.tar.gz", "awkward-v1.0.0-x86_64-unknown-linux-gnu.zip",
            ] {
                let paths = Set(try await world.entries(of: dist.appending(name)).map(\.path))
                let top = "awkward-v1.0.0-x86_64-unknown-linux-gnu"
                for file in Self.names {
                    #expect(paths.contains("\(top)/data/\(file)"), "\(file) is not in \(name)")
                    #expect(paths.contains("\(top)/data/in/\(file)/\(file)"))
                    #expect(paths.contains("\(top)/data/links/\(file)"))
                }
                for reader in ArchiveReader.allCases where reader.reads(name) && HostTool.areHere(reader.rawValue) {
                    try await expectSame(name, in: dist, by: reader, listing: false)
                }
            }
            #expect(try await world.reading("check", dist.string) == "")
            expect(try await project.relctl(["verify"]), exits: 0)
            expect(try await world.run(["sha256sum", "--strict", "-c", "SHA256SUMS"], in: dist), exits: 0)
            #expect(try project.holds("out here/v1.0.0/manifest.json"))
        }
    }

    @Test func whatWindowsCannotHoldIsRefusedByName() async throws {
        try await World.scratch { world in
            let project = try await TestRepository(in: world)
            try project.write(
                "relctl.json",
                Self.configuration.replacing("x86_64-unknown-linux-gnu", with: "x86_64-pc-windows-gnu")
            )
            try project.write("./-x", "dash\n")
            try project.write("ü \"q\"", "quotes\n")
            for name in ["con", "aux.txt", "trailing.", "question?", "Same", "same"] {
                try project.write("data/\(name)", "x\n")
            }
            try await project.commit("feat: names")
            try await project.tag("v1.0.0")
            let result = try await project.relctl(["release", "v1.0.0"])
            #expect(result.exitCode != 0)
            for name in ["con", "aux.txt", "trailing.", "question?", "Same"] {
                #expect(result.errors.contains(name), "`\(name)` is not named in:\n\(result.errors)")
            }
            #expect(try !project.holds("out here"))
        }
    }
}
