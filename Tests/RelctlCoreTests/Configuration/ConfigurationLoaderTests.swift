import RelctlCore
import Testing

@Suite struct ConfigurationLoaderTests {
    static func load(_ text: String) throws -> Configuration {
        try ConfigurationLoader(extensions: SampleConnectors.extensions()).configuration(
            fromText: text,
            file: "relctl.json"
        )
    }

    @Test func theVelostreamCaseLoadsAsItStands() throws {
        let configuration = try Self.load(VelostreamConfiguration.text)
        #expect(configuration.name == "velostream")
        #expect(configuration.binaries.count == 9)
        #expect(configuration.version.manifests?.map(\.file.string) == ["Cargo.toml"])
        let build = try #require(configuration.build)
        #expect(build.command.command.map(\.source).first == "cargo")
        #expect(build.command.timeout == .seconds(2700))
        #expect(build.command.environment["CARGO_TERM_COLOR"]?.source == "never")
        #expect(
            configuration.targets.map(\.triple.text) == [
                "x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl", "x86_64-apple-darwin",
                "aarch64-apple-darwin", "x86_64-pc-windows-msvc",
            ]
        )
        #expect(configuration.targets[0].build?.command?.first?.source == "cross")
        #expect(configuration.targets[3].runner == "macos-15")
        #expect(configuration.archive.contents.count == 7)
        let windows = try #require(configuration.targets.last)
        #expect(configuration.archive.formats(for: windows.triple) == ["zip"])
        #expect(configuration.archive.formats(for: configuration.targets[0].triple) == ["tar.gz"])
        guard case .files(let guides) = configuration.archive.contents[5].content else {
            Issue.record("the sixth rule is not one of files")
            return
        }
        #expect(guides.from?.string == "docs/user-guides")
        #expect(guides.patterns == ["INSTALL.md"])
        #expect(configuration.publications.first?.options["path"] == .text("out/{{tag}}"))
        #expect(configuration.publications.first?.place == SourcePlace(file: "relctl.json", line: 45, column: 14))
    }

    /// Configurations at the edge of what is allowed.
    static let unusual =
        [
            "{ name: 'x' }", "{ name: 'x', targets: {} }", "{ $schema: 'x', name: 'é ü', publish: [] }",
            "{ name: 'x', variables: { a: '{ { }}' } }",
            "{ name: 'x', version: { manifests: ['deep/er/VERSION', { file: 'Chart.yaml' }] } }",
            "{ name: 'x', version: { manifests: [{ file: 'h', pattern: '(a)' }, { file: 'h', pattern: '(b)' }] } }",
            "{ name: 'x', version: { manifests: [{ file: 'h', json: 'a.b[0].\"c\\\\\" d\"[1]' }, { file: 'h', json: '[0]' }, "
                + "{ file: 'h', toml: 'a-b.é' }, { file: 'h', yaml: 'a' }, { file: 'h', xml: '#text.@a b' }, "
                + "{ file: 'h', pattern: '(a)', count: 3 }] } }",
            "{ name: 'x', archive: { name: 'a{b}{{ target }}}' } }",
            "{ name: 'x', archive: { name: '{{#tag}}/{{/tag}}' } }",
            "{ name: 'x', archive: { contents: [{ link: '{{! /x }}a..b', to: '{{{os}}}/{{&arch}}' }] } }",
            "{ name: 'x', archive: { contents: [{ files: ['a/{b,c}/[!x-z]', '\\\\*', '**'] }] } }",
            "{ name: 'x', publish: [{ to: 'directory', path: 'a' }, { to: 'directory', path: 'b' }] }",
            "{ name: 'x', binaries: ['a'], build: { command: ['m', ''], output: 'o', timeout: '00h01m' } }",
            "{ name: 'x', checksums: { combined: 'manifest.jso' } }",
        ]
        + [
            "v{{version}}", "{{name}}-v{{ version }}", "{{&name}}{{{version}}}", "}{{! any thing }}{{version}}",
            "a/{{channel}}@{{version}}", "\u{A0}{{version}}", "{{name}}/{{name}}/{{&version}}",
        ].map { "{ name: 'x', variables: { channel: 'c' }, version: { tag: '\($0)' } }" }
        + [
            "x86_64-unknown-linux-gnu", "i386-linux-gnu", "arm64-apple-macosx", "wasm32-wasip1",
            "x86_64-w64-windows-gnu", "x86_64-linux-linux-gnu", "aarch64-linux-android",
            "armv7l-x.y_z-linux-musleabihf",
        ].map { "{ name: 'x', targets: { '\($0)': {} } }" }

    @Test func onlyTheNameIsRequiredAndTheRestHasDefaults() throws {
        let configuration = try Self.load("{ name: 'tool' }")
        #expect(configuration.version.manifests == nil)
        #expect(configuration.project.tag.source == "v{{version}}")
        #expect(configuration.archive.name.source == "{{name}}-v{{version}}-{{target}}")
        #expect(configuration.archive.defaultFormats == ["tar.gz"])
        #expect(configuration.archive.formats == ["windows": ["zip"]])
        #expect(configuration.archive.contents.map(\.content) == [.binaries(folder: try RelativePath("bin"))])
        #expect(configuration.archive.windowsLinks == .copy)
        #expect(configuration.checksums.sidecars)
        #expect(configuration.checksums.combined == "SHA256SUMS")
        #expect(configuration.notes.groups == .conventional)
        #expect(configuration.build == nil)
        #expect(configuration.binaries.isEmpty)
        #expect(configuration.targets.isEmpty)
        #expect(configuration.publications.isEmpty)
    }

    @Test func everyFormOfAKeyIsUnderstood() throws {
        let configuration = try Self.load(
            """
            { $schema: "x", name: "t", variables: { flavour: "plain" }, binaries: ["a", "b"],
              version: { manifests: ["VERSION", { file: "x/VERSION", source: "version-file" },
                                     { file: "h", pattern: '"(.+)"', count: 2 },
                                     { file: "i", xml: 'a[1]."b c".@d' }], tag: "t-{{version}}", branch: "main",
                         bump: { changelog: "NEWS.md" } },
              build: { command: ["make", "{{flavour}}"], output: "o/{{target}}/{{binary}}", directory: "src",
                       timeout: "1h2m3s", passEnvironment: ["CC"],
                       before: [["npm", "ci"], { command: ["x"], environment: { A: "{{tag}}" }, directory: "d",
                                                 timeout: "90s" }], after: [["y"]] },
              targets: { "x86_64-unknown-linux-musl": { binaries: ["a"], environment: { B: "{{arch}}-{{libc}}" },
                  variables: { flavour: "own" },
                  build: { output: "p/{{binary}}", before: [["z", "{{target}}"]], timeout: "5s" } } },
              archive: { formats: { default: ["tar.gz", "zip"], "x86_64-unknown-linux-musl": "zip" },
                         contents: [{ binaries: "." }, { files: ["a"], to: "b", from: "c" }],
                         windowsLinks: "launcher", level: 6.0 },
              checksums: { sidecars: false, combined: false }, notes: { groups: "none", template: "n.md" },
              publish: [{ to: "directory", path: "p", keep: 0x10, mode: "link", labels: ["l"], draft: true }] }
            """
        )
        #expect(configuration.archive.level == 6)
        #expect(configuration.version.bump.changelog?.string == "NEWS.md")
        #expect(configuration.version.manifests?.map(\.pattern) == [nil, nil, "\"(.+)\"", nil])
        #expect(configuration.version.manifests?.map(\.count) == [1, 1, 2, 1])
        #expect(configuration.version.manifests?.map(\.source) == [nil, "version-file", nil, nil])
        let path = ManifestPath(format: .xml, path: try SourcePath("a[1].\"b c\".@d"))
        #expect(configuration.version.manifests?.map(\.path) == [nil, nil, nil, path])
        #expect(configuration.version.branch == "main")
        let build = try #require(configuration.build)
        #expect(build.command.timeout == .seconds(3723))
        #expect(build.command.directory?.string == "src")
        #expect(build.passEnvironment == ["CC"])
        #expect(build.before.map { $0.command.map(\.source) } == [["npm", "ci"], ["x"]])
        #expect(build.before.last?.environment["A"]?.source == "{{tag}}")
        #expect(build.before.last?.timeout == .seconds(90))
        #expect(build.after.count == 1)
        let target = try #require(configuration.targets.first)
        #expect(configuration.project.binaries(of: target) == ["a"])
        #expect(target.build?.output?.source == "p/{{binary}}")
        #expect(target.build?.timeout == .seconds(5))
        #expect(target.build?.command == nil)
        #expect(configuration.archive.defaultFormats == ["tar.gz", "zip"])
        #expect(configuration.archive.formats(for: target.triple) == ["zip"])
        #expect(configuration.archive.contents.first?.content == .binaries(folder: nil))
        #expect(configuration.archive.windowsLinks == .launcher)
        #expect(!configuration.checksums.sidecars)
        #expect(configuration.checksums.combined == nil)
        #expect(configuration.notes.groups == .none)
        #expect(configuration.notes.template?.string == "n.md")
        #expect(
            configuration.publications.first?.options == [
                "path": .text("p"), "keep": .integer(16), "mode": .text("link"), "labels": .list([.text("l")]),
                "draft": .flag(true),
            ]
        )
    }

    @Test func allProblemsAreReportedInOnePassInTheOrderOfTheirPlaces() throws {
        let error = #expect(throws: RelctlError.self) {
            try Self.load(
                """
                {
                  nmae: "x",
                  binaries: ["a", 1, "a"],
                  build: { command: "make", output: "o/{{binry}}", timeout: "45x" },
                  targets: { "x86_64-linux": {}, "sparc-sun-solaris": {} },
                  archive: { contents: [{ filez: ["a"] }] },
                  publish: [{ to: "directry" }],
                }
                """
            )
        }
        #expect(error?.message == "cannot use the configuration `relctl.json`")
        #expect(error?.code == .configurationInvalid)
        let places = error?.causes.compactMap { ($0 as? RelctlError)?.place.map { "\($0.line):\($0.column)" } }
        #expect(
            places == ["1:1", "2:3", "3:19", "3:22", "4:21", "4:37", "4:61", "5:14", "5:34", "6:27", "7:19"]
        )
        let findings = Finding.findings(of: try #require(error))
        #expect(findings.count == 11)
        #expect(findings.first?.message == "the configuration has no `name`, which is required")
        #expect(findings.allSatisfy { $0.code == "config.invalid" && $0.severity == .error })
    }

    @Test func aTextThatIsNotJSON5IsOneProblemWithItsPlace() throws {
        let error = #expect(throws: RelctlError.self) { try Self.load("{\n  name: tool\n}") }
        #expect(
            error?.description
                == "cannot use the configuration `relctl.json`: relctl.json:2:9: `tool` is not a value"
        )
    }
}
