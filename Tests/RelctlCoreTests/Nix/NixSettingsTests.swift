import Testing

@testable import RelctlCore

@Suite struct NixSettingsTests {
    @Test func everyKeyIsRead() throws {
        let text = """
            { name: 'x', repository: 'a/b', nix: {
              name: 'tool', kind: 'grafanaPlugin', url: 'https://h/{{tag}}/{{artifact}}', mainProgram: 'a',
              maintainers: ['ada'], libraries: ['openssl'], share: ['demo'], checkVersion: true, nixpkgs: 'nixpkgs',
              flake: 'flake.nix',
              flakeHub: { visibility: 'private', name: 'a/b', rolling: true, rollingMinor: 2, labels: ['l'],
                includeOutputPaths: true, errorOnConflict: true, runner: 'big' } } }
            """
        var expected = NixSettings()
        (expected.name, expected.kind, expected.mainProgram) = ("tool", .grafanaPlugin, "a")
        expected.url = try Template("https://h/{{tag}}/{{artifact}}")
        (expected.maintainers, expected.libraries) = (["ada"], ["openssl"])
        (expected.share, expected.checksVersion) = ([try RelativePath("demo")], true)
        (expected.nixpkgs, expected.flake) = ("nixpkgs", try RelativePath("flake.nix"))
        var flakeHub = NixSettings.FlakeHub(visibility: .private)
        (flakeHub.name, flakeHub.isRolling, flakeHub.rollingMinor, flakeHub.labels) = ("a/b", true, 2, ["l"])
        (flakeHub.includesOutputPaths, flakeHub.failsOnConflict, flakeHub.runner) = (true, true, "big")
        expected.flakeHub = flakeHub
        #expect(try ConfigurationLoaderTests.load(text).nix == expected)
    }

    @Test func nothingNeedsToBeSaid() throws {
        #expect(try ConfigurationLoaderTests.load("{ name: 'x' }").nix == nil)
        #expect(try ConfigurationLoaderTests.load("{ name: 'x', repository: 'a/b', nix: {} }").nix == NixSettings())
    }

    @Test(arguments: [
        ("{ kind: 'plugin' }", "nix.kind"), ("{ url: '{{artefact}}' }", "artefact"), ("{ flakeHub: {} }", "visibility"),
        ("{ flakeHub: { visibility: 'secret' } }", "secret"), ("{ share: ['../x'] }", "../x"),
        ("{ hash: 'x' }", "hash"),
        ("{ maintainers: ['a b'] }", "relctl.json:1:40: `nix.maintainers`: `a b`"),
        ("{ flakeHub: { visibility: 'public', labels: ['A'] } }", "`nix.flakeHub.labels`: `A`"),
    ])
    func whatIsWrongIsTold(settings: String, named: String) throws {
        let error = try #require(throws: RelctlError.self) {
            try ConfigurationLoaderTests.load("{ name: 'x', repository: 'a/b', nix: \(settings) }")
        }
        #expect("\(error)".contains(named), "\(error)")
        #expect(error.code == .configurationInvalid)
    }

    @Test(arguments: [
        ("nix: {}", "users of Nix could not be told where to download"),
        ("nix: {}, repository: 'https://gitlab.com/a/b'", "users of Nix could not be told where to download"),
        ("nix: {}, repository: 'a/b', license: 'MIT/Zlib'", "cannot read the licence `MIT/Zlib`"),
        ("nix: {}, repository: 'a/b', targets: { 'x86_64-pc-windows-msvc': {} }", "no target is a system of Nix"),
    ])
    func whatWouldKeepAReleaseFromNixIsToldAtOnce(text: String, problem: String) throws {
        let error = try #require(throws: RelctlError.self) {
            try ConfigurationLoaderTests.load("{ name: 'x', \(text) }")
        }
        #expect("\(error)".contains(problem), "\(error)")
        #expect(throws: Never.self) {
            try ConfigurationLoaderTests.load(
                "{ name: 'x', \(text.replacing("nix: {}, ", with: "").replacing("nix: {}", with: "")) }"
            )
        }
    }
}
