import TestSupport
import Testing

@testable import RelctlWorkspaces

/// What is taken for a pin of a version that a release replaced, and what is not.
@Suite("Reading pins") struct PinReaderTests {
    private struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        /// The lines that hold a pin, from 1, and whose version it is.
        let pins: [String]
        var testDescription: String { text }

        init(_ text: String, _ pins: String...) { (self.text, self.pins) = (text, pins) }
    }

    /// `sdk-core` and `sdk`, which were 1.1.0 and are 1.2.0, as `server` names them; `FFI_VERSION` was changed elsewhere.
    private func pins(in text: String) throws -> [String] {
        var core = try PlannedRepository.sample([
            Readiness(
                condition: .registry(PackageRegistry(kind: .maven, package: "org.example:flovyn-ffi", version: "1.2.0"))
            )
        ])
        (core.name, core.url) = ("sdk-core", "git@example.org:flovyn/core-lib.git")
        (core.version, core.previous) = (try Version("1.2.0"), try Version("1.1.0"))
        var sdk = core
        (sdk.name, sdk.url, sdk.ready) = ("sdk", "../sdk", [])
        let replacement = PlannedChange.Replacement(offset: 0, length: 0, text: "")
        sdk.changes = [
            PlannedChange(
                file: try RelativePath("ci.yml"),
                old: "",
                new: "",
                mode: "100644",
                replacements: [replacement],
                diff: "--- a/ci.yml\n+++ b/ci.yml\n-  FFI_VERSION: \"1.1.0\"\n-version = \"1.1.0\"\n+  A: \"1.2.0\"\n"
            )
        ]
        let plan = WorkspacePlan(
            workspace: "w",
            version: try Version("1.2.0"),
            configuration: Digest(of: []),
            time: 0,
            author: CommitIdentity(name: "a", email: "b"),
            jobs: 1,
            repositories: [core, sdk]
        )
        let versions = [core, sdk].compactMap { ReplacedVersion($0, in: plan) }
        #expect(versions.count == 2)
        let bytes = Array(text.utf8)
        var places = SourcePlaces(file: "f", bytes: bytes)
        return PinReader(versions, others: ["server", "sdk-python"]).pins(in: bytes).map { pin in
            "\(places.place(at: pin.offset).line) \(pin.version.repository)"
        }
    }

    private static let named = [
        Case("sdk-core==1.1.0", "1 sdk-core"),
        Case("\"sdk-core\": \"^1.1.0\",", "1 sdk-core"),
        Case("SDK_CORE_VERSION=v1.1.0", "1 sdk-core"),
        Case("val sdkCoreVersion = \"1.1.0\"", "1 sdk-core"),
        Case("SdkCoreImageTag: 1.1.0", "1 sdk-core"),
        Case("\"sdkVersion\": \"1.1.0\"", "1 sdk"),
        Case("sdkCoreUtilsVersion=1.1.0"),
        Case("sdkPythonVersion=1.1.0"),
        Case("mySdkVersion=1.1.0"),
        Case("sdkversion=1.1.0"),
        Case("implementation(\"org.example:flovyn-ffi:1.1.0\")", "1 sdk-core"),
        Case("core-lib = { git = \"https://example.org/flovyn/core-lib\", tag = \"v1.1.0\" }", "1 sdk-core"),
        Case(
            "curl https://example.org/core-lib/releases/download/v1.1.0/core-lib-1.1.0-linux.tar.gz",
            "1 sdk-core",
            "1 sdk-core"
        ),
        Case("FROM ghcr.io/flovyn/sdk:1.1.0", "1 sdk"),
        Case("sdk-v1.1.0.tar.gz", "1 sdk"),
        Case("sdk.version=1.1.0", "1 sdk"),
        Case("SDK_TAG: 1.1.0", "1 sdk"),
        Case("SDK_IMAGE_TAG=1.1.0", "1 sdk"),
        Case("sdk-core-chart-version: 1.1.0", "1 sdk-core"),
        Case("sdk-app-version: 1.1.0", "1 sdk"),
        Case("sdk_docker_tag = \"v1.1.0\"", "1 sdk"),
        Case("SDK_GIT_REF=v1.1.0", "1 sdk"),
        Case("https://example.org/flovyn/sdk.git@1.1.0", "1 sdk"),
        Case("- name: sdk\n  version: 1.1.0\n", "2 sdk"),
        Case("[dependencies.sdk-core]\nversion = \"1.1.0\"", "2 sdk-core"),
        Case("\"sdk\": {\n  \"url\": \"x\",\n  \"version\": \"1.1.0\"", "3 sdk"),
        Case("<artifactId>flovyn-ffi</artifactId>\n<version>1.1.0</version>", "2 sdk-core"),
        // A key that the release changed elsewhere names nobody and means somebody all the same.
        Case("env:\n  FFI_VERSION: \"1.1.0\"", "2 sdk-core"),
        Case("a\nb sdk 1.1.0 c\nd sdk-core 1.1.0", "2 sdk", "3 sdk-core"),
    ]

    private static let unnamed = [
        Case("version = \"1.1.0\""),
        Case("serde = \"1.1.0\""),
        // What only begins like the name is another thing.
        Case("sdk-utils = \"1.1.0\""),
        Case("sdk_extras==1.1.0"),
        Case("sdk-extras-version: 1.1.0"),
        Case("sdk-git-hooks==1.1.0"),
        Case("sdk-image==1.1.0"),
        Case("implementation(\"org.example:sdk.tools:1.1.0\")"),
        Case("- name: sdk-utils\n  version: 1.1.0\n"),
        Case("sdk = \"1.2.0\"\nserde = \"1.1.0\""),
        Case("- name: sdk\n  version: 1.2.0\n- name: redis\n  version: 1.1.0"),
        Case("- name: sdk\n\n  version: 1.1.0"),
        Case("sdk-python==1.1.0"),
        Case("server 1.1.0"),
        Case("sdk==11.1.0 sdk==1.1.0.4 sdk==1.1.0-rc.1 sdk==1.1.01 sdk==3.1.1.0 sdk==1.1.0+4"),
        Case("sdk==1.2.0 other==1.1.0"),
        Case("The sdk does this since 1.1.0."),
        Case("### sdk: fixed in 1.1.0"),
        Case("sdkish 1.1.0"),
        Case("sdk " + String(repeating: "x", count: 1000) + " 1.1.0"),
    ]

    @Test("finds what names a version's repository", arguments: named + unnamed)
    private func reads(given: Case) throws { #expect(try pins(in: given.text) == given.pins) }

    @Test("tells of so many in a file and no more") func limit() throws {
        #expect(try pins(in: String(repeating: "sdk 1.1.0\n", count: 500)).count == 20)
    }

    @Test(
        "leaves out what tells of the past, or is not written by people",
        arguments: [
            ("CHANGELOG.md", true), ("docs/Changes", true), ("NEWS", true), ("Cargo.lock", true), ("a/go.sum", true),
            ("package-lock.json", true), ("vendor/a/b.txt", true), ("web/node_modules/x/package.json", true),
            ("tests/fixtures/a.json", true), ("a.min.js", true), ("Package.resolved", true), ("README.md", false),
            ("Cargo.toml", false), (".github/workflows/ci.yml", false), ("newsletter.md", false),
        ]
    )
    func files(path: String, isLeftOut: Bool) { #expect(PinnedFiles.isLeftOut(path) == isLeftOut) }
}
