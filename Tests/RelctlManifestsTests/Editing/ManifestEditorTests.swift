import TestSupport
import Testing

@testable import RelctlConnectors
@testable import RelctlManifests
@testable import RelctlVersioning

@Suite struct ManifestEditorTests {
    /// The manifests among these files, which are all there is.
    static func manifests(_ files: [String: String], listing: [ManifestReference]? = nil) throws -> [ManifestReading] {
        var extensions = Extensions()
        try extensions.registerBuiltInVersionSources()
        let tree = ManifestTree(
            read: { files[$0.string] },
            names: { folder in
                let prefix = folder.map { $0.string + "/" } ?? ""
                let below = files.keys.filter { $0.hasPrefix(prefix) }
                return Set(below.compactMap { $0.dropFirst(prefix.count).split(separator: "/").first.map(String.init) })
                    .sorted()
            },
            isFile: { files[$0.string] != nil }
        )
        return try ManifestReader(tree: tree, sources: extensions.versionSources).readings(of: listing)
    }

    static func changes(
        _ files: [String: String],
        to version: String,
        listing: [ManifestReference]? = nil
    ) throws -> [String: String] {
        let readings = try manifests(files, listing: listing)
        #expect(readings.findings.allSatisfy { $0.severity == .warning })
        let changes = try ManifestEditor.changes(to: Version(version), in: readings.manifests)
        #expect(changes.map(\.file) == changes.map(\.file).sorted())
        return Dictionary(uniqueKeysWithValues: changes.map { ($0.file.string, $0.new) })
    }

    static func reference(_ file: String, pattern: String? = nil) throws -> ManifestReference {
        ManifestReference(
            file: try RelativePath(file),
            pattern: pattern,
            place: SourcePlace(file: "relctl.json", line: 1, column: 1)
        )
    }

    private static let project = [
        "Cargo.toml": "[package]\nname = \"a\"\nversion = \"1.0.0\" # 1.0.0\n\n[dependencies]\nb = \"1.0.0\"\n",
        "Cargo.lock":
            "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"b\"\nversion = \"1.0.0\"\n"
            + "source = \"registry+https://example.org/index\"\n",
        "VERSION": "1.0.0\r\n",
        "package.json": "{\n\t\"name\": \"a\",\n\t\"version\": \"1.0.0\"\n}",
    ]

    @Test func allManifestsAndTheirLockFilesChangeTogether() throws {
        let changes = try Self.changes(Self.project, to: "1.1.0-rc.1")
        #expect(changes.keys.sorted() == ["Cargo.lock", "Cargo.toml", "VERSION", "package.json"])
        #expect(
            changes["Cargo.toml"]
                == "[package]\nname = \"a\"\nversion = \"1.1.0-rc.1\" # 1.0.0\n\n[dependencies]\nb = \"1.0.0\"\n"
        )
        #expect(changes["Cargo.lock"]?.hasPrefix("[[package]]\nname = \"a\"\nversion = \"1.1.0-rc.1\"\n\n") == true)
        #expect(changes["Cargo.lock"]?.contains("name = \"b\"\nversion = \"1.0.0\"\n") == true)
        #expect(changes["VERSION"].map { Array($0.utf8) } == Array("1.1.0-rc.1\r\n".utf8))
        #expect(changes["package.json"] == "{\n\t\"name\": \"a\",\n\t\"version\": \"1.1.0-rc.1\"\n}")
    }

    @Test func nothingIsLeftToChangeAfterwards() throws {
        let changed = Self.project.merging(try Self.changes(Self.project, to: "1.1.0")) { $1 }
        #expect(try Self.changes(changed, to: "1.1.0").isEmpty)
    }

    @Test func aFoundManifestWithoutAVersionIsLeftAlone() throws {
        var files = Self.project
        files["package.json"] = "{ \"private\": true }\n"
        #expect(try Self.changes(files, to: "1.1.0").keys.sorted() == ["Cargo.lock", "Cargo.toml", "VERSION"])
    }

    @Test func severalWishesForOneFileAreOneChange() throws {
        let files = ["a.h": "#define VERSION \"1.0.0\"\n#define NAME \"v1.0.0-beta\"\n#define TAG \"1.0.0\"\n"]
        let changes = try Self.changes(
            files,
            to: "10.20.30",
            listing: [
                Self.reference("a.h", pattern: "TAG \"(.*)\""), Self.reference("a.h", pattern: "VERSION \"(.*)\""),
                Self.reference("a.h", pattern: "TAG \"(.*)\""),
            ]
        )
        #expect(
            changes == [
                "a.h": "#define VERSION \"10.20.30\"\n#define NAME \"v1.0.0-beta\"\n#define TAG \"10.20.30\"\n"
            ]
        )
    }

    @Test func aFileThatTwoManifestsNameIsChangedOnce() throws {
        let files = [
            "Cargo.toml": "[workspace]\nmembers = [\"a\", \"b\"]\n\n[workspace.package]\nversion = \"1.0.0\"\n",
            "a/Cargo.toml": "[package]\nname = \"a\"\nversion.workspace = true\n",
            "b/Cargo.toml": "[package]\nname = \"b\"\nversion.workspace = true\n",
        ]
        let changes = try Self.changes(
            files,
            to: "2.0.0",
            listing: ["a/Cargo.toml", "b/Cargo.toml", "Cargo.toml"].map { try Self.reference($0) }
        )
        #expect(
            changes == [
                "Cargo.toml": "[workspace]\nmembers = [\"a\", \"b\"]\n\n[workspace.package]\nversion = \"2.0.0\"\n"
            ]
        )
    }

    /// A source that writes something of its own into a file.
    private struct Stubborn: VersionSource {
        let fileNames = ["a.txt"]
        var writes: String?

        func version(in document: VersionDocument) throws -> LocatedVersion {
            LocatedVersion(text: document.text, place: SourcePlace(file: document.file.string, line: 1, column: 1))
        }

        func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
            guard let writes else { return [] }
            let range = 0..<document.text.utf8.count
            return [VersionEdit(file: document.file, range: range, replacement: writes, key: "text")]
        }

        func values(in text: String, of file: RelativePath) throws -> [SourceValue] {
            [SourceValue(path: "text", text: text, range: 0..<text.utf8.count)]
        }
    }

    private static func manifest(_ source: Stubborn) throws -> VersionManifest {
        let document = VersionDocument(
            file: try RelativePath("a.txt"),
            text: "1.0.0",
            read: { _ in nil },
            names: { _ in [] }
        )
        return VersionManifest(document: document, source: source, located: try source.version(in: document))
    }

    @Test func aManifestThatWouldSaySomethingElseIsRefused() throws {
        for source in [Stubborn(writes: nil), Stubborn(writes: "1.0.1")] {
            let error = try #require(throws: RelctlError.self) {
                try ManifestEditor.changes(to: Version("2.0.0"), in: [Self.manifest(source)])
            }
            #expect(error.code == .editRefused)
            #expect(error.message.contains("it would say `\(source.writes ?? "1.0.0")`, not `2.0.0`"))
        }
    }

    @Test func differentWishesForOnePlaceAreRefused() throws {
        let error = try #require(throws: RelctlError.self) {
            try ManifestEditor.changes(
                to: Version("2.0.0"),
                in: [Self.manifest(Stubborn(writes: "2.0.0")), Self.manifest(Stubborn(writes: "2.0"))]
            )
        }
        #expect(
            error.message
                == "cannot change the version in `a.txt`: `text` shall become `2.0.0`, but `text` at the same place `2.0`"
        )
    }

    @Test func whatAManifestCannotWriteIsNoDisagreement() throws {
        let files = [
            "CMakeLists.txt": "project(a VERSION 1.2.0)\n", "package.json": "{ \"version\": \"1.2.0-rc.1\" }",
            "pyproject.toml": "[project]\nname = \"a\"\nversion = \"1.2.0rc1\"\n",
        ]
        let manifests = try Self.manifests(files).manifests
        #expect(manifests.disagreement == nil)
        #expect(manifests.agreedVersion() == (try Version("1.2.0-rc.1")))
        let other = try Self.manifests(files.merging(["VERSION": "1.2.1\n"]) { $1 })
        #expect(
            other.disagreements.map(\.message) == [
                "`VERSION` says the version is `1.2.1`, but `package.json` says `1.2.0-rc.1`"
            ]
        )
        #expect(other.manifests.agreedVersion() == nil)
    }

    @Test func tagsSayWhatAManifestCannotWrite() throws {
        let manifests = try Self.manifests(["CMakeLists.txt": "project(a VERSION 1.2.0)\n"]).manifests
        let tags = try ["1.3.0", "1.2.0-rc.2", "1.2.0-rc.1"].map { try Version($0) }
        #expect(manifests.agreedVersion(preferring: tags)?.description == "1.2.0-rc.2")
        #expect(manifests.agreedVersion()?.description == "1.2.0")
    }
}
