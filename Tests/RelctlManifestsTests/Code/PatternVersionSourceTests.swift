import TestSupport
import Testing

@testable import RelctlManifests

@Suite struct PatternVersionSourceTests {
    static func file(_ pattern: String, count: Int = 1, _ text: String) throws -> MarkedManifest {
        MarkedManifest(try PatternVersionSource(pattern: pattern, count: count), ("src/version.h", text))
    }

    static func read(_ pattern: String, _ text: String) throws -> LocatedVersion {
        let file = try RelativePath("src/version.h")
        return try PatternVersionSource(pattern: pattern).version(
            in: VersionDocument(file: file, text: text, read: { _ in nil }, names: { _ in [] })
        )
    }

    @Test(arguments: ["\n", "\r\n"])
    func theOnlyGroupOfTheOnlyMatchIsTheVersion(_ lineBreak: String) throws {
        let text = ["// é VERSION", "#define OLD_VERSION \"0.9.0\"", "#define VERSION \"1.2.3\"", ""]
            .joined(separator: lineBreak)
        let located = try Self.read(#"^#define VERSION "(.*)"$"#, text)
        #expect(
            located == LocatedVersion(text: "1.2.3", place: SourcePlace(file: "src/version.h", line: 3, column: 18))
        )
    }

    @Test func severalMatchesAreCountedAndPlaced() {
        let error = #expect(throws: RelctlError.self) { try Self.read("v=(.)", "v=1\n v=2\n") }
        #expect(error?.message == "the pattern `v=(.)` matches 2 times in `src/version.h`, not once")
        #expect(error?.hints == ["it matches at src/version.h:1:1, src/version.h:2:2"])
    }

    @Test func noMatchIsAnError() {
        let error = #expect(throws: RelctlError.self) { try Self.read("v=(.)", "w=1") }
        #expect(error?.message == "the pattern `v=(.)` matches nothing in `src/version.h`")
    }

    @Test(arguments: [("v=.", "exactly one,"), ("(v)=(.)", "exactly one,"), ("v=1(x)?", "without its group")])
    func otherThanOneGroupIsAnError(_ pattern: String, _ words: String) {
        let error = #expect(throws: RelctlError.self) { try Self.read(pattern, "v=1") }
        #expect(error?.message.contains(words) == true)
    }

    @Test func whatIsNoExpressionIsRefusedAtOnce() {
        #expect(throws: RelctlError.self) { try PatternVersionSource(pattern: "v=(") }
    }

    static let header = """
        /* VERSION "1.2.3" */
        // #define VERSION "1.2.3"
        #define OLD_VERSION "1.2.3"
         #define VERSION "1.2.3"
        #define VERSION "⟦1.2.3⟧" // "1.2.3"
        #define VERSION_2 "1.2.3"
        static const char *zlib = "1.2.3";
        const char *text = "#define VERSION 1.2.3";
        #undef VERSION // 1.2.3

        """

    @Test func onlyTheGroupOfTheMatchChanges() throws {
        let wild = try Self.file(##"^#define VERSION "([^"]*)"##, Self.header)
        #expect(wild.decoys >= 8)
        try wild.expectChange(to: "1.3.0")
        try wild.expectChange(to: "2.0.0-rc.1")
        try wild.expectOnlyMeantChanges(cases: FullRun.isAsked ? 5_000 : 200, seed: 47)
    }

    @Test func allMatchesChangeTogether() throws {
        let text = "\u{FEFF}v=⟦1.2.3⟧;v=⟦1.2.3⟧\r\nw=1.2.3\r\né v=⟦1.2.3⟧"
        let wild = try Self.file(#"v=([0-9.]+)"#, text)
        #expect(throws: RelctlError.self) { try wild.expectChange(to: "1.3.0") }
        let three = try Self.file(#"\bv=([0-9.]+)"#, count: 3, text)
        try three.expectChange(to: "1.3.0")
        try three.expectOnlyMeantChanges(cases: FullRun.isAsked ? 5_000 : 200, seed: 48)
    }

    @Test(arguments: [
        (2, "v=1\nv=2\n", "`1` at src/version.h:1:3, `2` at src/version.h:2:3"), (2, "v=1\n", "matches 1 time in"),
        (3, "v=1\nv=1\n", "matches 2 times in `src/version.h`, not 3 times"), (1, "v=\n", "finds an empty version"),
        (2, "w", "matches nothing"),
    ])
    func anotherNumberOfMatchesAndDifferentVersionsAreRefused(_ count: Int, _ text: String, _ words: String) throws {
        try Self.file("v=(.*)", count: count, text).expectRefusal(words)
    }

    @Test func aVersionThatThePatternWouldNotFindAgainIsRefused() throws {
        let numbers = try Self.file("v=([0-9.]+)", "v=1.2.3\n")
        let error = #expect(throws: RelctlError.self) {
            try numbers.change(numbers.originals, to: Version("1.3.0-rc.1"))
        }
        #expect(error?.message.contains("`text 2` would change") == true)
        let exact = try Self.file("^v=([0-9.]+)$", "v=1.2.3\n")
        let lost = #expect(throws: RelctlError.self) { try exact.change(exact.originals, to: Version("1.3.0-rc.1")) }
        #expect(lost?.message.contains("cannot be read any more") == true)
    }

    /// Such an expression tries every way to cut the letters into groups: twice as many for each letter more.
    ///
    /// What is given up goes on by itself, beside all other tests: with so few letters for seconds.
    @Test func aMatchingThatTakesTooLongIsGivenUp() throws {
        var source = try PatternVersionSource(pattern: "^(?:a+)+V=([0-9.]+)$")
        let text = String(repeating: "a", count: 16) + "\naV=1.2.3\n"
        let file = try RelativePath("notes.txt")
        let document = VersionDocument(file: file, text: text, read: { _ in nil }, names: { _ in [] })
        source.patience = .milliseconds(40)
        let error = try #require(throws: RelctlError.self) { try source.version(in: document) }
        #expect(
            error.message == "cannot match the pattern `^(?:a+)+V=([0-9.]+)$` against `notes.txt`: it takes too long"
        )
        #expect(error.code == .configurationInvalid)
        #expect(error.hints.first?.contains("write `a+`") == true)
    }

    @Test func whoeverIsCancelledStopsWaitingForAMatch() async throws {
        let text = String(repeating: "a", count: 16)
        let task = Task { try RegularExpression.matches(of: "^(?:a+)+b", in: text, patience: .seconds(600)) }
        task.cancel()
        let result = await task.result
        #expect(throws: CancellationError.self) { try result.get() }
    }

    @Test func severalVersionsAreReadToBeSetAsOne() throws {
        var source = try PatternVersionSource(pattern: "^v=(.*)$", count: 3)
        source.mendsDisagreement = true
        let manifest = MarkedManifest(source, ("a", "v=⟦1.2.3⟧\nv=⟦1.10.0→1.11.0⟧\nv=⟦x→1.11.0⟧\n"))
        #expect(try source.version(in: manifest.document(manifest.originals)).text == "1.10.0")
        try manifest.expectChange(to: "1.11.0")
    }

    /// Work that grew with the square of the matches took minutes for as many.
    @Test(.timeLimit(.minutes(1))) func aFileWithThirtyThousandMatchesIsChanged() throws {
        let count = 30_000
        let source = try PatternVersionSource(pattern: "^v=(.*)$", count: count)
        let text = String(repeating: "v=1.2.3\n", count: count)
        let changed = try MarkedManifest(source, ("a", text)).change(["a": text], to: Version("1.11.0"))
        #expect(changed["a"] == String(repeating: "v=1.11.0\n", count: count))
    }

    @Test(arguments: [0, -1])
    func aCountBelowOneIsRefused(_ count: Int) {
        #expect(throws: RelctlError.self) { try PatternVersionSource(pattern: "v=(.)", count: count) }
    }
}
