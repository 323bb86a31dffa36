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
        let paths: Set<FilePath> = [FilePath("\u{E9}"), FilePath("e\u{301}")]
        #expect(paths.count == 2)
    }

    /// To `String`, a slash and a combining character after it are one character that is not a slash.
    @Test func aNameMayStartWithACombiningCharacter() throws {
        let path = try RelativePath("a/\u{301}b/\u{301}")
        #expect(path.components.map { $0.unicodeScalars.count } == [1, 2, 1])
        #expect(path.lastComponent == "\u{301}" && path.parent?.lastComponent == "\u{301}b")
        #expect(path.parent?.parent?.string == "a" && path.parent?.parent?.parent == nil)
        let file = FilePath("/\u{301}/\u{301}b")
        #expect(file.isAbsolute && FilePath("x").appending(file.string) == file)
        #expect(file.parent == FilePath("/\u{301}") && file.parent.parent == FilePath("/"))
        #expect(file.lastComponent == "\u{301}b")
    }

    @Test(arguments: [
        ("a", "."), ("/", "/"), ("/a", "/"), ("a/b", "a"), ("a//b", "a"), ("a/b//", "a"), ("//a", "/"), (".", "."),
    ])
    func theFolderOfAFileHasNoSlashAtItsEnd(_ path: String, _ parent: String) {
        #expect(FilePath(path).parent.string == parent)
    }
}

@Suite struct ArtifactNameTests {
    @Test(arguments: ["", ".a", "-a", "a/b", "a\\b", "a\nb", ".\u{301}a", "-\u{301}a", "/\u{301}"])
    func namesThatCouldLeaveTheFolderAreRefused(_ name: String) {
        #expect(throws: RelctlError.self) { try Artifact.validated(name) }
    }
}

@Suite struct ShellWordTests {
    /// The combining character does not hide the quote from a shell.
    @Test func quotesEndNoWord() {
        let text = "a'\u{301};b"
        #expect(Array(ShellWord.posix(text).utf8) == Array("'a'\\''\u{301};b'".utf8))
        #expect(Array(ShellWord.powerShell(text).utf8) == Array("'a''\u{301};b'".utf8))
    }

    @Test func whatNeedsNoQuotesHasNone() {
        #expect(["a-b", "", "a b", "-n"].map { ShellWord.posix($0) } == ["a-b", "''", "'a b'", "-n"])
        #expect(ShellWord.posix(file: "-n") == "./-n")
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
