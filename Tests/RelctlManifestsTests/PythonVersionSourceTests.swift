import RelctlManifests
import TestSupport
import Testing

/// pyproject.toml, uv.lock and setup.cfg as they are found, with everything in them that only looks like the version.
@Suite struct PythonVersionSourceTests {
    static let project = MarkedManifest(
        PythonVersionSource(),
        (
            "pyproject.toml",
            #"""
            # version = "1.2.3", as 1.2.3 of the tool
            [build-system]
            requires = ["setuptools==1.2.3"]
            version = "1.2.3"

            [tool.commitizen]
            version = "1.2.3"
            [tool.poetry]
            name = "My_Project"
            version='⟦1.2.3⟧'# 1.2.3
            [tool.poetry.dependencies]
            same = "1.2.3"
            version = { version = "1.2.3" }
            [tool.bumpversion]
            current_version = "1.2.3"
            search = """
            [project]
            version = "1.2.3"
            """
            [project]
            dependencies = [ "same == 1.2.3", 'other>=1.2.3', 'z>=11.2.30', ] # 1.2.3
            	"version"	=	"⟦1.2.3⟧"   # é
            description = 'version = "1.2.3"'
            name = "my.project"
            requires-python = ">=3.9"
            [project.optional-dependencies]
            version = ["x==1.2.3"]
            """#
        ),
        (
            "uv.lock",
            #"""
            version = 1
            revision = "1.2.3"
            # my-project 1.2.3

            [[package]]
            name = "same"
            version = "1.2.3"
            source = { registry = "https://example.org/simple" }
            sdist = { url = "https://example.org/same-1.2.3.tar.gz", hash = "sha256:1.2.3" }

            [[package]]
            name = "my-project"
            version = "1.2.3"
            source = { git = "https://example.org/my-project?tag=1.2.3" }

            [[package]]
            name = "other"
            version = "1.2.3"
            source = { editable = "packages/other" }
            dependencies = [
                { name = "my-project", version = "⟦1.2.3⟧", source = { virtual = "." } },
                { name = "my-project", version = "1.2.3", source = { git = "https://example.org/my-project" } },
                { name = "same", version = "1.2.3" },
            ]

            [package.dev-dependencies]
            dev = [{ name = "my-project", source = { virtual = "./" }, version = "⟦1.2.3⟧" }]

            [[package]]
            source = { virtual = "." }
            version = "⟦1.2.3⟧"
            name = "my-project"

            [package.metadata]
            requires-dist = [{ name = "same", specifier = "==1.2.3" }, { name = "my-project", version = "1.2.3" }]
            """#
        )
    )

    static let setup = MarkedManifest(
        SetupConfigurationSource(),
        (
            "setup.cfg",
            #"""
            # [metadata]
            # version = 1.2.3
            [bumpversion]
            current_version = 1.2.3
            version = 1.2.3

            [bumpversion:file:setup.cfg]
            search = version = 1.2.3
            [metadata:old]
            version: 1.2.3
            [metadata]
            name = wild
            description = it says
                version = 1.2.3
              ; version = 1.2.3

                1.2.3
            download_url = https://example.org/1.2.3.tar.gz
            version @: @⟦1.2.3⟧ @
            versions = 1.2.3
            long_description: 1.2.3
            [options]
            install_requires =
                same==1.2.3
            version = 1.2.3
            """#
            .replacing("@", with: "\t")
        )
    )

    @Test func onlyTheVersionOfTheProjectChanges() throws {
        for manifest in [Self.project, Self.setup] {
            #expect(manifest.decoysOfFiles.values.allSatisfy { $0 >= 8 }, "\(manifest.decoysOfFiles)")
            for version in ["1.2.4", "2.0.0-rc.1", "10.0.0-alpha.2", "1.3.0-dev.4"] {
                try manifest.expectChange(to: version)
            }
        }
    }

    /// Where the formats let the version stand, however rarely it does.
    @Test(arguments: [
        "project.version = \"⟦1.2.3⟧\"", "project = { name = 'a', version = '⟦1.2.3⟧' }",
        "tool.poetry = { version = '''\n⟦1.2.3⟧''' }", "[tool]\npoetry.\"version\"=\"\"\"⟦1.2.3⟧\"\"\"",
        "\u{FEFF}[ 'project' ]\r\n\"version\" = \"⟦\\u0031.2.3→2.0.0rc1⟧\"\r\n[project.urls]\r\nversion = '1.2.3'",
        "[project]\nversion = '⟦1.2.3.dev4→2.0.0rc1⟧'", "[project]\nversion = '⟦1.2→2.0.0rc1⟧'",
    ])
    func theVersionOfPyprojectIsFoundWhereverItStands(_ text: String) throws {
        try MarkedManifest(PythonVersionSource(), ("pyproject.toml", text)).expectChange(to: "2.0.0-rc.1")
    }

    @Test(arguments: [
        "[metadata]\r\nversion=⟦1.2.3⟧", "[Metadata]\nVERSION = 1\n[metadata]\nVERSION: ⟦1.2.3⟧",
        "\u{FEFF}[metadata]\nversion:⟦1.2.3⟧\n",
        "[metadata]\nversion =\n    ⟦1.2.3⟧\n\n",
        "[a]\n[metadata]\n# x\nversion =\n\n  # 1.2.3\n\t⟦1.2.3⟧   \n[b]",
        "  [metadata]\n  version = ⟦1.2.3⟧\n    \n  x = 1",
        "[metadata]\rname = é\rversion = ⟦1.2.3rc4→2.0.0rc1⟧\r",
    ])
    func theVersionOfSetupIsFoundWhereverItStands(_ text: String) throws {
        try MarkedManifest(SetupConfigurationSource(), ("setup.cfg", text)).expectChange(to: "2.0.0-rc.1")
    }

    @Test func aMemberIsFoundInTheLockOfItsWorkspace() throws {
        try MarkedManifest(
            PythonVersionSource(),
            ("packages/a/pyproject.toml", "[project]\nname = 'A.b'\nversion = '⟦1.2.3⟧'"),
            (
                "pyproject.toml",
                "[project]\nname = 'top'\nversion = '1.2.3'\n[tool.uv.workspace]\nmembers = ['packages/*']"
            ),
            (
                "uv.lock",
                "[[package]]\r\nname = 'top'\r\nversion = '1.2.3'\r\nsource = { virtual = '.' }\r\n[[package]]\r\n"
                    + "name = 'a-b'\r\nversion = '⟦1.2.3⟧'\r\nsource = { editable = 'packages/a' }"
            )
        ).expectChange(to: "1.3.0-beta.1")
    }

    @Test(arguments: [
        ("1.0.0-rc.1", "1.0.0rc1"), ("1.0.0-alpha.2", "1.0.0a2"), ("1.0.0-a.2", "1.0.0a2"), ("1.0.0-beta", "1.0.0b0"),
        ("1.0.0-rc1", "1.0.0rc1"), ("1.0.0-c.1", "1.0.0rc1"), ("1.0.0-pre.3", "1.0.0rc3"),
        ("1.0.0-dev.3", "1.0.0.dev3"),
        ("1.0.0-alpha.1.dev.2", "1.0.0a1.dev2"), ("1.0.0+build.5", "1.0.0"), ("1.0.0-RC.1", "1.0.0rc1"),
        ("99999999999999999999.0.0", "99999999999999999999.0.0"),
    ])
    func versionsAreWrittenAsPEP440NormalizesThem(_ version: String, _ spelling: String) throws {
        #expect(PythonVersionSource().spelling(of: try Version(version)) == spelling)
        #expect(SetupConfigurationSource().spelling(of: try Version(version)) == spelling)
    }

    @Test(arguments: [
        ("1.0.0rc1", "1.0.0-rc.1"), ("1.0.0a1", "1.0.0-alpha.1"), ("1.0.0.dev3", "1.0.0-dev.3"), ("1.0", "1.0.0"),
        ("v1.0.0", "1.0.0"), ("1.0.0b", "1.0.0-beta.0"), ("1.0.0.RC-01", "1.0.0-rc.1"), ("1.0.0-rc.1", "1.0.0-rc.1"),
        ("0!1.0.0", "1.0.0"), (" 1.0.0\n", "1.0.0"), ("1.0.0rc1.dev2", "1.0.0-rc.1.dev.2"), ("01.2.3", "1.2.3"),
        ("1.0.0+x.1", "1.0.0+x.1"), ("1", "1.0.0"), ("1_0", nil), ("1!1.0.0", nil), ("1.0.0.post1", nil),
        ("1.0.0-1", nil),
        ("1.0.0.0", nil), ("1.0.0rc1+local", nil), ("1.0.0+", nil), ("", nil), ("1.0.0rc1x", nil), ("1..0", nil),
    ])
    func textsMeanWhatPEP440Says(_ text: String, _ version: String?) throws {
        #expect(PythonVersionSource().meaning(of: text)?.description == version)
    }

    @Test func aTextThatSaysTheVersionInAnotherSpellingStays() throws {
        for text in ["1.0.0-rc.1", "1.0.0RC1", "1.0rc1"] {
            let document = MarkedManifest(PythonVersionSource(), ("pyproject.toml", "[project]\nversion = '\(text)'"))
            let edits = try PythonVersionSource().edits(
                to: Version("1.0.0-rc.1"),
                in: document.document(document.originals)
            )
            #expect(edits.isEmpty, "\(text)")
        }
    }

    @Test(arguments: ["1.3.0-nightly.1", "1.3.0-1", "1.3.0-rc.1.2", "1.3.0-rc.1-post.2"])
    func aPreReleaseThatPythonCannotSayIsRefused(_ version: String) throws {
        for manifest in [Self.project, Self.setup] {
            let error = try #require(throws: RelctlError.self) {
                try manifest.change(manifest.originals, to: Version(version))
            }
            #expect(error.code == .editRefused && error.place?.file == manifest.files[0].path)
        }
    }

    @Test(arguments: [
        ("[tool.hatch.version]\npath = 'src/a/about.py'", "src/a/about.py"),
        ("[tool.setuptools.dynamic]\nversion = { attr = 'a.__version__' }", "a.__version__"),
        ("[tool.setuptools.dynamic.version]\nfile = ['VERSION']", "VERSION"),
        ("[tool.pdm.version]\nsource = 'file'\npath = 'a.py'", "a.py"),
        ("[tool.hatch.version]\nsource = 'vcs'", "tags"),
        ("[tool.setuptools_scm]", "tags"), ("", "pattern"),
        ("[build-system]\nbuild-backend = 'maturin'", "Cargo.toml"),
    ])
    func aVersionThatTheBuildFindsIsNamedInTheHint(_ tool: String, _ words: String) {
        let manifest = MarkedManifest(
            PythonVersionSource(),
            ("pyproject.toml", "[project]\nname = 'a'\ndynamic = ['version']\n" + tool)
        )
        let error = #expect(throws: RelctlError.self) {
            try PythonVersionSource().version(in: manifest.document(manifest.originals))
        }
        // Tags and Cargo.toml are what a tag is held against anyway.
        #expect(error?.code == (["tags", "Cargo.toml"].contains(words) ? .versionAbsent : .versionComputed))
        #expect(error?.hints.first?.contains(words) == true)
    }

    @Test(arguments: [
        ("[metadata]\nversion = attr: a.VERSION", "cannot", "a.VERSION"),
        ("[metadata]\nversion = file: VERSION.txt", "", "VERSION.txt"),
        ("[metadata]\nname = a", "no `metadata.version`", ""),
        ("[flake8]\nversion = 1.2.3", "no `metadata.version`", ""), ("version = 1.2.3", "`[section]` is expected", ""),
        ("[metadata]\nversion = 1.2.3\nversion = 1.2.3", "comes twice", ""), ("[metadata]\nversion", "`=` or `:`", ""),
        ("[metadata]\nversion = 1.2.3\nVersion = 1.2.3", "comes twice, as `version` and `Version`", ""),
        ("[metadata]\n[a]\n[metadata]", "comes twice", ""), ("[metadata]\n= 1", "a name is expected", ""),
        ("[metadata]\nversion = 1.2.3 ; beta", "no version", ""),
        ("[metadata]\nversion = 1.2.3\n  4", "no version", ""),
    ])
    func aSetupWithoutAPlainVersionIsAnError(_ text: String, _ message: String, _ hint: String) throws {
        let manifest = MarkedManifest(SetupConfigurationSource(), ("setup.cfg", text))
        let error = try #require(throws: RelctlError.self) {
            try SetupConfigurationSource().edits(to: Version("2.0.0"), in: manifest.document(manifest.originals))
        }
        #expect(hint.isEmpty ? error.message.contains(message) : error.hints.contains { $0.contains(hint) })
    }

    @Test(arguments: UInt64(1)...4)
    func damagedManifestsAreChangedRightOrNotAtAll(_ seed: UInt64) throws {
        let cases = FullRun.isAsked ? 5000 : 60
        try Self.project.expectOnlyMeantChanges(cases: cases, seed: seed)
        try Self.setup.expectOnlyMeantChanges(cases: cases, seed: seed)
    }
}
