import TestSupport
import Testing

@testable import RelctlManifests

@Suite struct VersionFileSourceTests {
    @Test(arguments: [
        "⟦1.2.3⟧", "⟦1.2.3⟧\n", "⟦1.2.3⟧\r\n", "\u{FEFF}⟦1.2.3⟧\n", "  ⟦1.2.3⟧\t \n", "\n\r\n⟦1.2.3⟧\n\n", "v⟦1.2.3⟧\n",
        "⟦v→9.0.0⟧",
        "\u{FEFF} v⟦1.2.3-SNAPSHOT⟧\r", "⟦not a version→9.0.0⟧",
    ])
    func onlyTheVersionOfTheLineChanges(_ text: String) throws {
        try MarkedManifest(VersionFileSource(), ("VERSION", text)).expectChange(to: "9.0.0")
    }

    @Test(arguments: [
        ("", "it is empty", "VERSION:1:1"), (" \r\n\n", "it is empty", "VERSION:1:1"),
        ("1.0.0\n2.0.0\n", "has 2 lines", "VERSION:2:1"), ("# 1.0.0\r\r\n\r\n  1.0.0", "has 2 lines", nil),
    ])
    func otherThanOneLineIsRefused(_ text: String, _ words: String, _ place: String?) throws {
        try MarkedManifest(VersionFileSource(), ("VERSION", text)).expectRefusal(words, at: place)
    }

    @Test func aDamagedFileIsNeverChangedElsewhere() throws {
        try MarkedManifest(VersionFileSource(), ("VERSION", "\u{FEFF}  v⟦1.2.3⟧ \r\n"))
            .expectOnlyMeantChanges(cases: FullRun.isAsked ? 5_000 : 200, seed: 46)
    }
}
