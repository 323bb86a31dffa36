import RelctlManifests
import Testing

@testable import RelctlConnectors
@testable import RelctlVersioning

/// What each built-in source makes of real and of misleading manifests.
@Suite struct VersionSourceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let files: [(path: String, text: String)]
        /// The version and its place, or nothing where there must be an error.
        let version: String?
        let place: String
        var testDescription: String { name }

        init(_ name: String, _ files: [(path: String, text: String)], _ version: String?, _ place: String) {
            (self.name, self.files, self.version, self.place) = (name, files, version, place)
        }
    }

    static let cargo = "[package]\nname = 'a'\nversion = \"1.2.3\"\n"
    static let inherits = "[package]\nname = 'a'\nversion.workspace = true\n"
    static let shares = "[workspace]\nmembers = ['*']\n[workspace.package]\nversion = '3.0.0'\n"

    static let found: [Case] = [
        Case("plain", [("Cargo.toml", cargo)], "1.2.3", "Cargo.toml:3:11"),
        Case(
            "others have versions too",
            [
                (
                    "Cargo.toml",
                    "[dependencies]\nversion = '9.0.0'\na = { version = '8.0.0' }\n[package.metadata]\n"
                        + "version = '7.0.0'\n[package]\ndescription = '''\nversion = '6.0.0'\n'''\n# version = '5.0.0'\n"
                        + "version = '1.0.0' # version = '4.0.0'\n[dev-dependencies.version]\nversion = '2.0.0'\n"
                )
            ],
            "1.0.0",
            "Cargo.toml:11:11"
        ),
        Case(
            "byte order mark and CRLF",
            [("Cargo.toml", "\u{FEFF}[package]\r\nversion='1.0.0'\r\n")],
            "1.0.0",
            "Cargo.toml:2:9"
        ),
        Case("dotted", [("Cargo.toml", "package.version = '1.0.0'")], "1.0.0", "Cargo.toml:1:19"),
        Case("virtual workspace", [("Cargo.toml", shares)], "3.0.0", "Cargo.toml:4:11"),
        Case("own workspace", [("Cargo.toml", inherits + shares)], "3.0.0", "Cargo.toml:7:11"),
        Case(
            "workspace above",
            [("crates/a/Cargo.toml", inherits), ("Cargo.toml", shares)],
            "3.0.0",
            "Cargo.toml:4:11"
        ),
        Case(
            "nearest workspace",
            [("x/a/Cargo.toml", inherits), ("x/Cargo.toml", shares), ("Cargo.toml", cargo)],
            "3.0.0",
            "x/Cargo.toml:4:11"
        ),
        Case(
            "workspace named",
            [
                ("a/Cargo.toml", "[package]\nversion = { workspace = true }\nworkspace = '../b'\n"),
                ("b/Cargo.toml", shares),
            ],
            "3.0.0",
            "b/Cargo.toml:4:11"
        ),
        Case(
            "npm",
            [("package.json", "{\n  \"dependencies\": { \"version\": \"9.0.0\" },\n  \"version\": \"1.2.3\"\n}")],
            "1.2.3",
            "package.json:3:14"
        ),
        Case(
            "pyproject",
            [("pyproject.toml", "[tool.x]\nversion='9'\n[project]\nversion = '1.2.3'\n")],
            "1.2.3",
            "pyproject.toml:4:11"
        ),
        Case("poetry", [("pyproject.toml", "[tool.poetry]\nversion = '1.2.3'\n")], "1.2.3", "pyproject.toml:2:11"),
        Case(
            "chart",
            [
                (
                    "Chart.yaml",
                    "# version: 8.0.0\napiVersion: v2\ndescription: |\n  version: 7.0.0\ndependencies:\n"
                        + "- name: x\n  version: 6.0.0\nappVersion: \"5.0.0\"\nversion: 1.2.3 # not 4\n"
                )
            ],
            "1.2.3",
            "Chart.yaml:9:10"
        ),
        Case("version file", [("VERSION", "1.2.3\n")], "1.2.3", "VERSION:1:1"),
        Case("version file, CRLF", [("VERSION.txt", "\u{FEFF}1.2.3\r\n")], "1.2.3", "VERSION.txt:1:1"),
    ]

    @Test(arguments: found)
    func theProjectsOwnVersionIsFound(_ example: Case) throws {
        let located = try Self.read(example.files)
        #expect(located.text == example.version)
        #expect(located.place.description == example.place)
    }

    @Test(arguments: [
        Case("no package", [("Cargo.toml", "[dependencies]\nversion = '1.0.0'")], nil, "there is no `[package]`"),
        Case(
            "no version",
            [("Cargo.toml", "[package]\nname='a'\n[package.metadata]\nversion='1.0.0'")],
            nil,
            "there is no `package.version`"
        ),
        Case("number", [("Cargo.toml", "[package]\nversion = 1.0")], nil, "`package.version` is `1.0`"),
        Case("no workspace", [("a/Cargo.toml", inherits)], nil, "cannot find the workspace"),
        Case(
            "workspace without",
            [("a/Cargo.toml", inherits), ("Cargo.toml", "[workspace]")],
            nil,
            "there is no `workspace.package.version`"
        ),
        Case("workspace outside", [("Cargo.toml", inherits + "workspace = '../..'")], nil, "outside the project"),
        Case("broken", [("Cargo.toml", "[package\nversion = '1.0.0'")], nil, "`]` is expected"),
        Case("npm without", [("package.json", "{ \"a\": { \"version\": \"1.0.0\" } }")], nil, "there is no `version`"),
        Case("npm twice", [("package.json", "{ \"version\": \"1.0.0\", \"version\": \"2.0.0\" }")], nil, "twice"),
        Case("npm number", [("package.json", "{ \"version\": 1 }")], nil, "not a text"),
        Case("npm comment", [("package.json", "{ // no\n \"version\": \"1.0.0\" }")], nil, ""),
        Case("dynamic", [("pyproject.toml", "[project]\ndynamic = ['readme', 'version']")], nil, "project.dynamic"),
        Case(
            "two answers",
            [("pyproject.toml", "[project]\nversion='1.0.0'\n[tool.poetry]\nversion='2.0.0'")],
            nil,
            "but `tool.poetry.version` says `2.0.0`"
        ),
        Case("chart without", [("Chart.yaml", "a:\n  version: 1.0.0\n")], nil, "there is no `version`"),
        Case("chart merged", [("Chart.yaml", "a: 1\n<<: {version: 1.0.0}\n")], nil, "merge key"),
        Case("chart empty", [("Chart.yaml", "version:\n")], nil, "there is no `version`"),
        Case("two lines", [("VERSION", "1.0.0\n2.0.0\n")], nil, "2 lines"),
        Case("empty", [("VERSION", "\n")], nil, "it is empty"),
    ])
    func whatIsUnclearIsAnError(_ example: Case) {
        let error = #expect(throws: RelctlError.self) { try Self.read(example.files) }
        #expect(example.place.isEmpty || error?.message.contains(example.place) == true, "\(String(describing: error))")
    }

    /// Reads the first file by the source that its name chooses; the others lie beside it.
    static func read(_ files: [(path: String, text: String)]) throws -> LocatedVersion {
        var extensions = Extensions()
        try extensions.registerBuiltInVersionSources()
        let (path, text) = try #require(files.first)
        let file = try RelativePath(path)
        let source = try #require(
            extensions.versionSources.all.first { $0.connector.isChosen(for: file.lastComponent) }
        )
        let texts = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.text) })
        return try source.connector.version(
            in: VersionDocument(file: file, text: text, read: { texts[$0.string] }, names: { _ in [] })
        )
    }
}
