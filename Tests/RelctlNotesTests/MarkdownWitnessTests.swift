import TestSupport
import Testing

@testable import RelctlNotes

/// What is written into commits, seen by another reader of Markdown: it shows itself, and does nothing else.
@Suite struct MarkdownWitnessTests {
    static func hasWitness() async throws -> Bool { try await Python.canImport("markdown_it") }

    /// What somebody could write, to be put together at random.
    private static let pieces = [
        "word", " ", "  ", "\t", "*", "**", "_", "__", "`", "``", "```", "~~~", "~~", "<b>", "</b>", "<!--", "-->",
        "<script>alert(1)</script>", "<img src=x onerror=y>", "&lt;", "&#35;", "&", "[a](https://e.org)", "![a](b)",
        "[x]: https://e.org", "[", "]", "(", ")", "#", "# ", "## a", "> ", "- ", "* ", "+ ", "1. ", "1) ", "---", "===",
        "|", "| - |", "\\", "\\\\", "\\`", "@ada", "@org/team", "a@e.org", "https://e.org/a_b_c", "http://e.org/<x>",
        "<https://e.org>", "www.e.org", "#12", "!12", "$x$", "\u{1b}[31m", "\u{7}", "\u{202e}", "\u{9b}", "\n", "\r\n",
        "é", "\u{301}", "😀", "\"", "'", "javascript:x", "://", "h", "{{name}}", "<", ">", "\n- \n",
    ]

    private static let script = """
        import html, json, re
        from markdown_it import MarkdownIt
        reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
        # Elements that a page of changes may have.
        allowed = {"h3", "ul", "li", "p", "code", "strong", "pre", "a"}
        for page in json.load(open("pages.json")):
            out = reader.render(page["text"])
            tags = set(re.findall(r"<([a-zA-Z0-9]+)", out))
            links = re.findall(r'href="([^"]*)"', out)
            shown = html.unescape(re.sub(r"<[^>]*>", "", out))
            print(json.dumps({
                "strange": sorted(tags - allowed), "items": out.count("<li>"), "headings": out.count("<h3>"),
                "links": [link for link in links if not link.startswith(page["base"])],
                "shown": re.sub(r"\\s+", "", shown),
            }))
        """

    private struct Page {
        var changes: Int
        var text: String
        var shown: [String]
    }

    /// A page of changes whose every text is made at random.
    private func page(_ random: inout SeededGenerator, _ forge: ForgeAddress) throws -> Page {
        func text(_ random: inout SeededGenerator) -> String {
            (0..<Int.random(in: 1...9, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }
                .joined()
        }
        let commits = (0..<4).map { _ in
            let isBreaking = Bool.random(using: &random)
            let change = CommitMessage.Change(
                type: "feat",
                scope: Bool.random(using: &random) ? text(&random) : nil,
                isBreaking: isBreaking,
                description: "x" + text(&random)
            )
            let footers = isBreaking ? [ReleaseSample.footer("BREAKING CHANGE", text(&random))] : []
            return ReleaseChanges.Commit(
                record: ReleaseSample.record("1", "feat: x"),
                message: CommitMessage(changes: [change], footers: footers)
            )
        }
        let notes = try ReleaseSample.notes(commits, forge: forge)
        let markup = NotesMarkup(.markdown, forge: forge)
        return Page(
            changes: commits.count,
            text: ChangesWriter(markup, forge: forge).text(of: notes.groups),
            shown: notes.groups.flatMap(\.changes).map(\.text)
        )
    }

    @Test(.enabled("wants Python's `markdown-it-py`") { try await hasWitness() })
    func textOfCommitsShowsItselfAndBreaksNoPage() async throws {
        var random = SeededGenerator(seed: 12)
        let forge = try #require(ForgeAddress(repository: "a/b"))
        let pages = try (0..<(FullRun.isAsked ? 20_000 : 400)).map { _ in try page(&random, forge) }
        try await withScratchFolder { folder in
            let input = pages.map { ["text": $0.text, "base": "https://github.com/a/b/"] }
            try LiveFileSystem().write(JSONText.line(input), to: folder.appending("pages.json"))
            let outcome = try await Python.run(["-c", Self.script], in: folder)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let results = outcome.output.split(separator: "\n")
            try #require(results.count == pages.count)
            for (page, line) in zip(pages, results) {
                let result = try JSONParser.parse(String(line), file: "result", dialect: .json)
                #expect(result["strange"]?.items.isEmpty == true, "\(line)\n\(page.text)")
                #expect(result["links"]?.items.isEmpty == true, "\(line)\n\(page.text)")
                #expect((result["items"]?.integer ?? 0) >= page.changes, "\(line)\n\(page.text)")
                let shown = try #require(result["shown"]?.text)
                for text in page.shown {
                    // Of a code span the backticks are not shown.
                    let plain = { (text: String) in
                        text.unicodeScalars.filter { $0 != "`" && !$0.properties.isWhitespace }
                    }
                    let (whole, part) = (
                        String(String.UnicodeScalarView(plain(shown))), String(String.UnicodeScalarView(plain(text)))
                    )
                    #expect(whole.utf8.firstIndex(of: part) != nil, "\(text)\n\(page.text)\n\(shown)")
                }
            }
        }
    }
}
