import RelctlNotes
import Testing

@Suite struct ReleaseBodyTests {
    private func page(sections: Int, lines: Int) -> String {
        let all = (1...sections).map { section in
            "## Section \(section)\n\n" + String(repeating: "- a line of text\n", count: lines) + "\n"
        }
        return "# Title\n\n" + all.joined()
    }

    @Test func whatFitsIsWhole() {
        let page = page(sections: 3, lines: 10)
        #expect(ReleaseBody.fitted(page, full: "NOTES.md", limit: page.utf16.count) == page)
        #expect(ReleaseBody.fitted(page, full: "NOTES.md", limit: page.utf16.count - 1) != page)
        #expect(ReleaseBody.limit == 125_000)
    }

    @Test(arguments: [200, 300, 500, 777])
    func theRestIsCutWhereASectionEnds(limit: Int) {
        let whole = page(sections: 10, lines: 5)
        let body = ReleaseBody.fitted(whole, full: "https://e.org/NOTES.md", limit: limit)
        #expect(body.utf16.count <= limit)
        let ending = "\n\nThis is not all: [the whole notes](https://e.org/NOTES.md)\n"
        #expect(body.hasSuffix("- a line of text" + ending))
        let kept = body.dropLast(ending.count)
        #expect(whole.hasPrefix(kept))
        #expect(whole.dropFirst(kept.count).hasPrefix("\n\n## Section"))
    }

    @Test func aSectionThatIsMostOfThePageIsCutAtALine() {
        let body = ReleaseBody.fitted(page(sections: 1, lines: 10_000), full: "NOTES.md")
        #expect(body.utf16.count <= ReleaseBody.limit && body.utf16.count > ReleaseBody.limit - 100)
        #expect(body.hasSuffix("- a line of text\n\nThis is not all: `NOTES.md`\n"))
    }

    @Test(arguments: ["x", "é", "👩🏽‍🚀", "word "])
    func aLineThatIsMostOfThePageIsCutBetweenCharacters(character: String) {
        let whole = "# T\n\n" + String(repeating: character, count: 200_000) + "\n"
        let body = ReleaseBody.fitted(whole, full: "NOTES.md")
        #expect(body.utf16.count <= ReleaseBody.limit && body.utf16.count > ReleaseBody.limit - 20)
        let ending = "…\n\nThis is not all: `NOTES.md`\n"
        #expect(body.hasSuffix(ending) && whole.hasPrefix(body.dropLast(ending.count)))
    }

    @Test(arguments: ["```", "<!--", "  <pre>"])
    func aLineThatMayOpenWhatNeverEndsIsLeftOut(opening: String) {
        let whole = "# T\n\n" + opening + String(repeating: "x", count: 200_000) + "\n"
        #expect(ReleaseBody.fitted(whole, full: "NOTES.md") == "# T\n\nThis is not all: `NOTES.md`\n")
    }

    @Test func blocksOfCodeAreNeverCut() {
        let code = "```text\n# no heading\n" + String(repeating: "x\n", count: 300) + "```\n"
        let whole = "# Title\n\n## A\n\nwords\n\n## B\n\n" + code
        let body = ReleaseBody.fitted(whole, full: "NOTES.md", limit: 300)
        #expect(body == "# Title\n\n## A\n\nwords\n\n## B\n\nThis is not all: `NOTES.md`\n" || !body.contains("```"))
        #expect(!body.contains("```") && body.contains("words"))
    }

    @Test func lengthsAreThoseOfCharactersOutsideOfASCII() {
        let whole =
            "# T\n\n## A\n\n" + String(repeating: "😀\n", count: 100) + "\n## B\n\n"
            + String(repeating: "é\n", count: 100)
        for limit in [100, 250, 330, 400] {
            #expect(ReleaseBody.fitted(whole, full: "NOTES.md", limit: limit).utf16.count <= limit)
        }
    }
}
