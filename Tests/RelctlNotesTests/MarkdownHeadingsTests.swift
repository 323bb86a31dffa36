import Testing

@testable import RelctlNotes

@Suite struct MarkdownHeadingsTests {
    @Test(arguments: [
        ("# A\n\n## B\n### C", "### A\n\n#### B\n##### C"),
        ("## A ##\n#### B", "### A ##\n##### B"),
        ("### A\n# B", "##### A\n### B"),
        ("#\n  # A\n#### B\n###### C", "###\n  ### A\n###### B\n###### C"),
        ("### A\n\n#### B", "### A\n\n#### B"),
        ("A\n===\n\nB *b*  \n  more\n---\n", "### A\n\n#### B *b* more\n"),
        ("text\n# A", "text\n### A"),
        ("  A\n --- ", "  ### A"),
    ])
    func headingsGoBelowALevel(text: String, expected: String) {
        #expect(MarkdownHeadings(text).shifted(below: 2) == expected)
    }

    @Test(arguments: [
        "", "words", "#hashtag", "#!/bin/sh", "####### seven", "    # code", "\t# code",
        "```sh\n# comment\n\n# more\n```", "~~~\n# a\n```\n# b\n~~~~", "- item\n---", "- item\nmore\n===", "> a\n---",
        "\n---\n\n***", "| a |\n| --- |\n", "<!-- a\n\n# b\n-->", "<pre>\n\n# a\n</pre>", "<div>\n# a\n</div>",
        "a\n--- b", "1. one\n===", "a\n    ---",
    ])
    func whatIsNoHeadingStays(text: String) {
        #expect(MarkdownHeadings(text).shifted(below: 2) == text)
        let all = text + "\n\n# End"
        #expect(MarkdownHeadings(all).shifted(below: 2) == text + "\n\n### End")
    }

    @Test func anAddressIsText() {
        #expect(MarkdownHeadings("<https://a.org>\n---").shifted(below: 2) == "### <https://a.org>")
    }

    @Test(arguments: [
        ("\n# A\n\nb\n# C", "b\n# C"), ("A\n=\n\nb", "b"), ("b\n\n# A", "b\n\n# A"), ("# A", ""), ("", ""),
        ("#tag\n", "#tag\n"),
    ])
    func aHeadingAtTheTopIsLeftOut(text: String, expected: String) {
        #expect(MarkdownHeadings(text).withoutFirst == expected)
    }
}
