import RelctlNotes
import Testing

@Suite struct MarkdownTests {
    @Test(arguments: [
        ("plain words, 50% (#12)", "plain words, 50% (#12)"),
        ("<script>alert(1)</script>", "\\<script\\>alert(1)\\</script\\>"),
        ("![x](https://e.org/a.png)", "!\\[x\\](https://e.org/a.png)"),
        ("[x]: https://e.org", "\\[x\\]: https://e.org"),
        ("*bold* _it_ snake_case", "\\*bold\\* \\_it\\_ snake_case"),
        ("# heading", "\\# heading"), ("- item", "\\- item"), ("1. item", "1\\. item"), ("12) item", "12\\) item"),
        ("> quote", "\\> quote"), ("=== x", "\\=== x"), ("a\\b", "a\\\\b"), ("a | b", "a \\| b"),
        ("&lt;b&gt;", "\\&lt;b\\&gt;"), ("~~x~~", "\\~\\~x\\~\\~"), ("$x$", "\\$x\\$"),
        ("two\nlines\r\nhere", "two lines here"), ("\u{1b}[31mred\u{7}", "\\[31mred"), ("a\u{202e}b", "ab"),
        ("call `f(<x>)` now", "call `f(<x>)` now"), ("``a ` b``", "``a ` b``"), ("lone ` tick", "lone \\` tick"),
        ("thanks @ada!", "thanks `@ada`!"), ("@org/team", "`@org/team`"), ("ada@example.org", "ada\\@example.org"),
        ("see https://e.org/a_b_(c)", "see https://e.org/a_b_(c)"), ("  trimmed  ", "trimmed"), ("@", "\\@"),
    ])
    func proseShowsItselfAndNothingElse(text: String, expected: String) {
        #expect(Markdown.prose(text) == expected)
    }

    @Test(arguments: [
        ("fix it (#12)", "fix it ([#12](https://github.com/a/b/pull/12))"),
        ("see #3 and #4.", "see [#3](https://github.com/a/b/issues/3) and [#4](https://github.com/a/b/issues/4)."),
        ("#5 first", "[#5](https://github.com/a/b/issues/5) first"), ("c#6 a/#7 ##8 &#9;", "c#6 a/#7 ##8 \\&#9;"),
        ("#1234567890 #12a #", "\\#1234567890 #12a #"), ("`#12`", "`#12`"), ("!12", "!12"),
    ])
    func numbersLeadToIssuesAndPullRequests(text: String, expected: String) throws {
        var style = Markdown.Style()
        style.forge = ForgeAddress(repository: "a/b")
        #expect(Markdown.prose(text, style) == expected)
        style.forge = nil
        #expect(!Markdown.prose(text, style).contains("]("))
    }

    @Test func gitLabHasMergeRequests() throws {
        var style = Markdown.Style()
        style.forge = ForgeAddress(repository: "https://gitlab.com/a/b")
        let page = "https://gitlab.com/a/b/-"
        #expect(Markdown.prose("x (!12)", style) == "x ([!12](\(page)/merge_requests/12))")
        #expect(Markdown.prose("x (#12)", style) == "x ([#12](\(page)/issues/12))")
    }

    @Test(arguments: [
        ("thanks @ada!", "thanks @ada!"), ("*bold* _it_ ~~no~~", "*bold* _it_ ~~no~~"),
        ("[x](https://e.org)", "[x](https://e.org)"), ("![x](https://e.org/a.png)", "\\![x](https://e.org/a.png)"),
        ("<img src=x>", "\\<img src=x>"), ("&lt;b>", "\\&lt;b>"), ("# a", "\\# a"), ("> a", "\\> a"),
        ("* a", "\\* a"), ("- a", "\\- a"), ("1. a", "1\\. a"), ("~~~ a", "\\~~~ a"), ("``` a", "\\`\\`\\` a"),
        ("[x]: https://e.org", "\\[x]: https://e.org"), ("a | b", "a \\| b"), ("\u{1b}[1mx", "[1mx"),
    ])
    func whatIsKeptStaysOnItsLine(text: String, expected: String) {
        var style = Markdown.Style()
        (style.mentions, style.markup) = (.keep, .keep)
        #expect(Markdown.prose(text, style) == expected)
    }

    /// An accent makes another character of what it follows, but not for those who read Markdown.
    @Test func accentsHideNoMarks() {
        #expect(Array(Markdown.prose("[\u{301}x|\u{301}").utf8) == Array("\\[\u{301}x\\|\u{301}".utf8))
        #expect(Array(Markdown.cell("a|\u{301}").utf8) == Array("a\\|\u{301}".utf8))
        #expect(Markdown.code("``\u{301}x").utf8.starts(with: "``` ``".utf8))
        #expect(Markdown.code("x`").utf8.elementsEqual("`` x` ``".utf8))
    }

    @Test(arguments: [
        ("see @alice@bob", "see `@alice` `@bob`"), ("`x`@bob", "`x` `@bob`"), ("a@b.org", "a\\@b.org"),
        // Part of an address that is a link for certain, and nowhere else.
        ("see https://www.npmjs.com/package/@scope/pkg!", "see https://www.npmjs.com/package/@scope/pkg!"),
        ("https://@bob", "https://`@bob`"), ("https://e.org,@bob", "https://e.org,`@bob`"),
        ("xhttps://e.org/@bob", "xhttps://e.org/`@bob`"), ("https://e/@bob", "https://e/`@bob`"),
    ])
    func noMentionHidesBehindAnother(text: String, expected: String) {
        #expect(Markdown.prose(text) == expected)
    }

    @Test func codeSpansNeverJoinIntoSomethingElse() {
        // Three backticks in a row would pair with others further on, and lay bare what stands between.
        let prose = Markdown.prose("@x``y`` <img>")
        #expect(prose == "`@x` ``y`` \\<img\\>")
        #expect(!Markdown.prose("`a`@x`b`").contains("``"))
    }

    @Test func codeIsFencedByMoreBackticksThanItHolds() {
        #expect(Markdown.code("a`b") == "``a`b``")
        #expect(Markdown.code("`a") == "`` `a ``")
        #expect(Markdown.code("plain") == "`plain`")
        #expect(Markdown.fence(for: "x\n````\ny") == "`````")
        #expect(Markdown.fence(for: "x") == "```")
        #expect(Markdown.cell("`a|b`") == "`a\\|b`")
        #expect(Markdown.cell(Markdown.prose("a|b")) == "a\\|b")
    }

    @Test(.timeLimit(.minutes(1))) func hostileLengthsTakeNoLongTime() {
        let ticks = String(repeating: "`", count: 50_000)
        #expect(Markdown.prose(ticks).count == 100_000)
        #expect(!Markdown.prose(String(repeating: "@a", count: 50_000)).isEmpty)
        #expect(!Markdown.prose("https://e.org/" + String(repeating: "@a", count: 50_000)).isEmpty)
    }

    @Test(arguments: [
        (0, "0 B"), (1, "1 B"), (999, "999 B"), (1000, "1.00 kB"), (1234, "1.23 kB"), (9_995, "10.0 kB"),
        (99_950, "100 kB"), (999_499, "999 kB"), (999_500, "1.00 MB"), (45_600_000, "45.6 MB"),
        (2_000_000_000, "2.00 GB"), (UInt64.max, "18.4 EB"),
    ])
    func bytesHaveThreeDigits(bytes: UInt64, expected: String) {
        #expect(ByteCount(bytes).description == expected)
    }
}
