import TestSupport
import Testing

@testable import RelctlManifests

@Suite struct BazelVersionSourceTests {
    static func module(_ text: String) -> MarkedManifest {
        MarkedManifest(BazelVersionSource(), ("MODULE.bazel", text))
    }

    static let wild = module(
        #"""
        """module(
        name = "streams",
        version = "1.2.3")
        """
        # module(version = "1.2.3")
        'module(version = "1.2.3")'
        r'\'; module(version = "1.2.3")'

        module(
            name = "streams-1.2.3",  # version = "1.2.3",
            compatibility_level = 1,
            bazel_compatibility = [">=1.2.3", dict(version = "1.2.3")],
            version="⟦1.2.3⟧" ,
            repo_name = """version = "1.2.3" """,
        )

        bazel_dep(name = "rules_cc", version = "1.2.3")
        bazel_dep(
            name = "module",
            version = "1.2.3",
        )
        single_version_override(module_name = "rules_cc", version = "1.2.3")
        python.toolchain(python_version = "1.2.3")
        ext.module(version = "1.2.3")
        version = "1.2.3"
        b"\x31.2.3"
        """#
    )

    @Test func onlyTheModulesVersionChanges() throws {
        #expect(Self.wild.decoys >= 8)
        try Self.wild.expectChange(to: "1.3.0")
        try Self.wild.expectChange(to: "2.0.0-rc.1")
    }

    @Test(arguments: [
        "module(name='a',version='⟦1.2.3⟧')",
        "\u{FEFF}module(\r\n  version = \"\"\"⟦1.2.3⟧\"\"\",\r\n  name = \"1.2.3\"\r\n)\r\n",
        "module(version = r'⟦1.2.3⟧')", "a = 1; module(version = r'''⟦1.2.3⟧''')", "module(\\\n  version = '⟦1.2.3⟧')",
        "V = '⟦1.2.3⟧'\nmodule(version = V)\nbazel_dep(name = V, version = '1.2.3')",
        "V = \"⟦1.2.3⟧\"; module(version = V)", "W = '1.2.3'\nV = '⟦1.2.3⟧' # 1.2.3\nmodule(name = W, version = V)",
        "module (\n# version = '1.2.3'\nversion # 1.2.3\n=\n'⟦1.2.3⟧')",
    ])
    func theVersionIsFoundWhereverItStands(_ text: String) throws {
        try Self.module(text).expectChange(to: "9.0.0")
    }

    @Test(arguments: [
        ("module(name = 'a')", "there is no `version`"),
        ("bazel_dep(name = 'a', version = '1.0.0')", "there is no `module(…)`"),
        ("", "there is no `module(…)`"), ("module(version = VERSION)", "computed"),
        ("module(version = '1' + '.0')", "computed"), ("module(version = V)\nV = '1.0.0'", "computed"),
        ("V = '1.0.0'\nV = '1.0.1'\nmodule(version = V)", "computed"),
        ("V = '1.0.0'\nV += '-rc'\nmodule(version = V)", "computed"),
        ("V = '1.0' + '.0'\nmodule(version = V)", "computed"), ("V = W = '1.0.0'\nmodule(version = V)", "computed"),
        ("f(\nV = '1.0.0')\nmodule(version = V)", "computed"), ("V = ['1.0.0']\nmodule(version = V)", "computed"),
        ("module(version = '%s' % x)", "computed"), ("module(version = '\\x31.0.0')", "computed"),
        ("module(version == '1.0.0')", "computed"), ("module(version = '')", "it is empty"),
        ("module(version = '1.0.0', version = '1.0.0')", "given twice"), ("module(version = '1.0.0'", "is not closed"),
        ("module(version = '1.0.0')\nmodule(version = '1.0.0')", "called twice"),
        ("module(version = '1.0.0\n')", "not closed on its line"), ("module(version = 1.0)", "computed"),
    ])
    func whatIsUnclearIsRefused(_ text: String, _ words: String) throws {
        try Self.module(text).expectRefusal(words)
    }

    @Test func aDamagedFileIsNeverChangedElsewhere() throws {
        try Self.wild.expectOnlyMeantChanges(cases: FullRun.isAsked ? 5_000 : 200, seed: 45)
    }
}
