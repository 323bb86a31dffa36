import Testing

@testable import RelctlNotes

@Suite struct MarkdownBlocksTests {
    @Test(arguments: [
        ("Run it:\n\n```sh\nrun\n```", ""), ("```sh\nrun", "\n```"), ("~~~~\n~~~\n", "\n~~~~"),
        ("a\n<!-- b", "\n-->"), ("<!-- a -->\nb", ""), ("<!--\na\n--> b\n```\n<!--", "\n```"),
        ("a `<!--` b <!-- c", ""),
        ("    <!-- code", ""), ("```a`b", ""), ("", ""), ("```\n   <!--\n````  \nend", ""),
    ])
    func whatNothingEndsEndsWithTheText(text: String, end: String) {
        #expect(MarkdownBlocks.closed(text) == text + end)
    }
}
