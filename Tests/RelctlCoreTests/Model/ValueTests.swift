import RelctlCore
import Testing

@Suite struct RelativePathTests {
    @Test(arguments: ["a", "a/b", "-x", "a b\n\"c\"", "...", ".a/..b", "é", "a\\b", "C:x"])
    func namesOfAnyKindStayAsTheyAre(_ text: String) throws {
        #expect(try RelativePath(text).string == text)
    }

    @Test(arguments: ["", "/", "/a", "a/", "a//b", ".", "..", "a/..", "../a", "a/./b", "a\0b"])
    func whatCouldLeaveItsFolderIsRefused(_ text: String) {
        #expect(throws: RelativePath.Problem.self) { try RelativePath(text) }
    }

    @Test func insideMeansByWholeComponents() throws {
        let path = try RelativePath("dist/a")
        #expect(path.isInside(path))
        for (folder, isInside) in [("dist", true), ("dis", false), ("dist/a/b", false), ("a", false)] {
            #expect(path.isInside(try RelativePath(folder)) == isInside, "\(folder)")
        }
        #expect(path.parent?.string == "dist" && path.parent?.parent == nil && path.lastComponent == "a")
    }

    @Test func spellingsOfOneCharacterAreTwoNames() throws {
        let (one, other) = (try RelativePath("\u{E9}"), try RelativePath("e\u{301}"))
        #expect(one != other)
        let (upper, lower) = (try RelativePath("B"), try RelativePath("a"))
        #expect(upper < lower)
    }
}

@Suite struct DigestTests {
    @Test func eitherCaseIsReadAndLowerCaseWritten() throws {
        let text = String(repeating: "0aF9", count: 16)
        let digest = try #require(Digest(hexadecimal: text))
        #expect(digest.hexadecimal == text.lowercased())
        #expect(digest.bytes.prefix(2) == [0x0A, 0xF9])
    }

    @Test(arguments: [0, 63, 65, 128])
    func otherLengthsAreRefused(_ count: Int) {
        #expect(Digest(hexadecimal: String(repeating: "0", count: count)) == nil)
        #expect(Digest(bytes: Array(repeating: 0, count: count)) == nil)
    }

    @Test(arguments: ["g", " ", "+", "é"])
    func otherDigitsAreRefused(_ digit: String) {
        #expect(Digest(hexadecimal: digit + String(repeating: "0", count: 64 - digit.utf8.count)) == nil)
    }
}

@Suite struct RegistryTests {
    @Test func unknownIdsNameTheNearestAndAll() throws {
        var registry = Registry<Int>(kind: "publisher")
        try registry.register(1, id: "github")
        try registry.register(2, id: "directory")
        #expect(try registry.connector("github") == 1)
        #expect(registry.ids == ["directory", "github"])
        let error = #expect(throws: RelctlError.self) { try registry.connector("gihtub") }
        #expect(error?.message == "unknown publisher `gihtub`")
        #expect(error?.hints == ["did you mean `github`?", "known: directory, github"])
        #expect(error?.code == .configurationInvalid)
    }

    @Test(arguments: ["", "A", "-a", ".a", "a b", "é", "taken"])
    func idsThatAreTakenOrNoneAreRefused(_ id: String) throws {
        var registry = Registry<Int>(kind: "publisher")
        try registry.register(1, id: "taken")
        #expect(throws: RelctlError.self) { try registry.register(2, id: id) }
        #expect(try registry.connector("taken") == 1)
    }
}

@Suite struct NearestTests {
    @Test(arguments: [
        ("relase", "release"), ("RELEASE", "release"), ("biuld", "build"), ("chek", "check"), ("x", nil), ("", nil),
        ("publication", nil),
    ])
    func theWordThatWasMeantIsFound(_ word: String, _ meant: String?) {
        #expect(Nearest.to(word, among: ["build", "check", "release"]) == meant)
    }

    @Test func theFirstOfEquallyNearOnesWins() {
        #expect(Nearest.to("ab", among: ["ac", "aa"]) == "ac")
    }
}
