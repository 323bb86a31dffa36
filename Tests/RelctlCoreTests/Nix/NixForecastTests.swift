import Testing

@testable import RelctlCore

/// What would keep a release from users of Nix is told when it is planned, while nothing is built.
@Suite struct NixForecastTests {
    /// Plans a release of two programs and, but for formats that take none, `LICENSE`.
    private func plan(_ nix: String, format: String = "tar.gz", awaits: Set<String>? = nil) throws -> ReleasePlan {
        let files = format == "binary" ? "" : ", { files: ['LICENSE'] }"
        let name = format == "binary" ? "name: '{{binary}}-{{target}}', " : ""
        var extensions = Extensions()
        try extensions.registerBuiltInPackagers()
        let text = """
            { name: 'tool', repository: 'acme/tool', binaries: ['tool', 'toolctl'], nix: \(nix),
              targets: { 'x86_64-unknown-linux-musl': {}, 'aarch64-apple-darwin': {} },
              archive: { \(name)formats: { default: '\(format)' }, contents: [{ binaries: 'bin' }\(files)] } }
            """
        let configuration = try ConfigurationLoader(extensions: extensions)
            .configuration(fromText: text.replacing("'", with: "\""), file: "relctl.json")
        var tree = SourceTree([SourceEntry(path: try RelativePath("LICENSE"), kind: .file)])
        tree.awaited = awaits
        return try .forecast(of: configuration, extensions, tree)
    }

    @Test func whatCanBeMadeIsPlanned() throws {
        let url = "https://x.example/{{tag}}/{{artifact}}"
        let plan = try plan("{ mainProgram: 'toolctl', share: ['LICENSE'], url: '\(url)' }")
        #expect(plan.distribution.flake == "tool-1.2.3-flake.tar.gz")
        #expect(try self.plan("{ kind: 'grafanaPlugin' }", format: "zip").archives.count == 2)
    }

    @Test(arguments: [
        ("{ share: ['nope'] }", "`nix.share`: there is no `nope` in `Word Tool-v1.2.3-"),
        ("{ url: 'https://x.example/{{tag}}' }", "`nix.url`: several files would be downloaded from"),
        ("{ url: '{{tag}}/{{artifact}}' }", "`nix.url`: `v1.2.3/Word%20Tool-"),
        ("{ kind: 'grafanaPlugin' }", "the release has nothing for a system of Nix"),
    ])
    func whatCannotBeMadeIsToldBeforeAnythingIsBuilt(nix: String, words: String) throws {
        let error = try #require(throws: RelctlError.self) { try plan(nix) }
        #expect("\(error)".contains(words), "\(error)")
    }

    @Test func whatABuildMayStillMakeIsNoError() throws {
        #expect(throws: Never.self) { try plan("{ share: ['nope'] }", awaits: ["nope/**"]) }
        let error = try #require(throws: RelctlError.self) {
            try plan("{ kind: 'grafanaPlugin' }", awaits: ["nope/**"])
        }
        #expect("\(error)".contains("the release has nothing for a system of Nix"))
    }

    /// Whatever a build may still make.
    @Test(arguments: [
        ("{ share: ['LICENSE'] }", "binary", "the programs ship as they are, and in no archive"),
        ("{ share: ['LICENSE'], kind: 'grafanaPlugin' }", "zip", "a plugin is installed as it is, whole"),
    ])
    func whatNoPackageTakesBesideItsProgramsIsTold(nix: String, format: String, words: String) throws {
        for awaits in [nil, ["made/**"] as Set] {
            let error = try #require(throws: RelctlError.self) { try plan(nix, format: format, awaits: awaits) }
            #expect("\(error)".contains("`nix.share`: the package cannot have `LICENSE`: \(words)"), "\(error)")
        }
    }

    @Test(arguments: [
        ("{ mainProgram: 'tolo' }", "`nix.mainProgram`: `tolo` is none of the project's `binaries`"),
        ("{ url: 'out/{{artifact}}' }", "`nix.url`: `out/{{artifact}}` is not an address that Nix downloads"),
        ("{ url: 'https:/x/{{artifact}}' }", "`nix.url`"), ("{ url: 'https' }", "`nix.url`"),
        ("{ nixpkgs: 'not a url' }", "`nix.nixpkgs`: `not a url` is not the address of a flake"),
        ("{ nixpkgs: './nixpkgs' }", "`nix.nixpkgs`"), ("{ nixpkgs: 'github:' }", "`nix.nixpkgs`"),
    ])
    func whatTheConfigurationAloneTellsHasThePlaceOfItsKey(nix: String, words: String) throws {
        let error = try #require(throws: RelctlError.self) { try plan(nix) }
        #expect("\(error)".contains("relctl.json:1:80: \(words)"), "\(error)")
    }

    @Test(arguments: [
        "nixpkgs", "nixpkgs/nixos-25.05", "github:NixOS/nixpkgs/nixos-25.05", "path:/nix/pkgs", "/nix/pkgs",
        "git+ssh://git@example.org/pkgs?ref=main", "https://example.org/pkgs.tar.gz",
    ])
    func everyAddressOfAFlakeIsTaken(nixpkgs: String) throws {
        #expect(throws: Never.self) { try plan("{ nixpkgs: '\(nixpkgs)' }") }
    }
}
