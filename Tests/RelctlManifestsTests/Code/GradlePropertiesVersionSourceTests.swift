import TestSupport
import Testing

@testable import RelctlManifests

@Suite struct GradlePropertiesVersionSourceTests {
    static func properties(_ text: String) -> MarkedManifest {
        MarkedManifest(GradlePropertiesVersionSource(), ("gradle.properties", text))
    }

    static let wild = properties(
        """
        # version=1.2.3
        ! version = 1.2.3 \\
        #version=1.2.3

        org.gradle.jvmargs=-Xmx2g -Dversion=1.2.3
        kotlinVersion=1.2.3
        versions = 1.2.3
        version.kotlin: 1.2.3
        Version=1.2.3
        VERSION_NAME=1.2.3
        notes = first line, \\
            version=1.2.3, \\
            # version = 1.2.3
        version\\ = 1.2.3
        version\\=1.2.3
        \tversion \t=  ⟦1.2.3⟧  \t
        pluginVersion=1.2.3
        über=1.2.3
        path=C:\\\\
        last\t1.2.3
        """
    )

    @Test func onlyThePropertyChanges() throws {
        #expect(Self.wild.decoys >= 8)
        try Self.wild.expectChange(to: "1.3.0")
        try Self.wild.expectChange(to: "2.0.0-rc.1+build.5")
        try Self.wild.expectChange(to: "1.2.3")
    }

    @Test(arguments: [
        "version=⟦1.2.3⟧", "version = ⟦1.2.3⟧\r\nother = 1.2.3\r\n", "version:⟦1.2.3⟧\rversion2:1.2.3\r",
        "version ⟦1.2.3⟧\n",
        "\u{FEFF}version=⟦1.2.3⟧\n", "  version\\\n  =\\\r\n   \\\n   ⟦1.2.3⟧\n", "vers\\\n   ion = ⟦1.2.3⟧",
        "v\\u0065rsion=⟦1.2.3⟧\n", "\\version=⟦1.2.3⟧\n", "version=⟦1.2\\u002e3→9.0.0⟧\n",
        "version=⟦1.2.\\\n  3→9.0.0⟧\n",
        "version=⟦1.2.3⟧ \\\n\n version2=1.2.3", "version==1.2.3\n".replacing("==1.2.3", with: "=⟦=1.2.3→9.0.0⟧"),
        "VERSION_NAME=⟦1.2.3⟧\nVERSION_CODE=10203\nGROUP=a.b\n", "a=\\\\\nversion=⟦1.2.3⟧",
    ])
    func theVersionIsFoundWhereverItStands(_ text: String) throws {
        try Self.properties(text).expectChange(to: "9.0.0")
    }

    @Test(arguments: [
        ("version=1.0.0\nversion=1.0.0\n", "says `version` 2 times", "gradle.properties:2:9"),
        ("VERSION_NAME=1\nVERSION_NAME=2\n", "take out all but one", "gradle.properties:2:14"),
        ("version=\n", "`version` is empty", "gradle.properties:1:9"), ("version", "`version` is empty", nil),
        ("version=  \\\n  \n", "`version` is empty", nil), ("# version=1.0.0\n", "there is no `version`", nil),
        ("", "there is no `version`", nil), ("a=1\\\nversion=1.0.0\n", "there is no `version`", nil),
        ("version=\\u00zz\n", "four hexadecimal digits", "gradle.properties:1:9"),
        ("a=\\u12\nversion=1.0.0", "four hexadecimal digits", nil), ("version=\\", "`version` is empty", nil),
    ])
    func whatIsUnclearIsRefused(_ text: String, _ words: String, _ place: String?) throws {
        try Self.properties(text).expectRefusal(words, at: place)
    }

    @Test func aDamagedFileIsNeverChangedElsewhere() throws {
        try Self.wild.expectOnlyMeantChanges(cases: FullRun.isAsked ? 5_000 : 200, seed: 41)
    }

    /// What `java.util.Properties` makes of the same text.
    @Test func escapesAndJoinedLinesAreReadAsJavaReadsThem() throws {
        let text = "a\\:b\\=c = d\\te \\\r\n\t  f\\\\\n! no\n\\#g:\\u00e9\\ud83d\\ude00\\q\n\\ h = \\\n# i\nj\n=k\n"
        let entries = try PropertiesText(text, file: RelativePath("a.properties")).entries
        #expect(entries.map(\.key) == ["a:b=c", "#g", " h", "j", ""])
        #expect(entries.map(\.value) == ["d\te f\\", "é😀q", "# i", "", "k"])
        let joined = try PropertiesText("\\\n  # a = \\\r\n b = 1", file: RelativePath("a.properties")).entries
        #expect(joined.map(\.key) == ["b"])
    }
}
