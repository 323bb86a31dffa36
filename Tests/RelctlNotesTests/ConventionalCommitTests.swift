import RelctlNotes
import Testing

@Suite struct ConventionalCommitTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var subject: String
        var type: String
        var scope: String?
        var isBreaking = false
        var description: String
        var testDescription: String { subject }
    }

    @Test(arguments: [
        Case(subject: "feat: add joins", type: "feat", description: "add joins"),
        Case(subject: "feat(api): add joins", type: "feat", scope: "api", description: "add joins"),
        Case(subject: "feat!: drop it", type: "feat", isBreaking: true, description: "drop it"),
        Case(subject: "Feat(API)!: x", type: "feat", scope: "API", isBreaking: true, description: "x"),
        Case(subject: "FIX: x", type: "fix", description: "x"),
        Case(subject: "fix(web ui/a, b): x", type: "fix", scope: "web ui/a, b", description: "x"),
        Case(subject: "fix(parse()): x", type: "fix", scope: "parse()", description: "x"),
        Case(subject: "fix(@org/pkg, $x.*): y", type: "fix", scope: "@org/pkg, $x.*", description: "y"),
        Case(subject: "feat-x(0.1): y", type: "feat-x", scope: "0.1", description: "y"),
        Case(subject: "0.1: y", type: "0.1", description: "y"),
        Case(subject: "fix:  two blanks ", type: "fix", description: "two blanks"),
        Case(subject: "chore: a: b", type: "chore", description: "a: b"),
        // Written carelessly, and plain all the same.
        Case(subject: "fix(api)!:x", type: "fix", scope: "api", isBreaking: true, description: "x"),
        Case(subject: "feat(): x", type: "feat", description: "x"),
        Case(subject: "FIX : x", type: "fix", description: "x"),
        Case(subject: "fix(api) : x", type: "fix", scope: "api", description: "x"),
        Case(subject: "feat (api): x", type: "feat", scope: "api", description: "x"),
        Case(subject: "feat!(api): x", type: "feat", scope: "api", isBreaking: true, description: "x"),
        Case(subject: "✨ feat: x", type: "feat", description: "x"),
        Case(subject: ":bug: fix(api): x", type: "fix", scope: "api", description: "x"),
    ])
    func aHeaderIsReadInAllItsForms(_ expected: Case) throws {
        let commit = try #require(ConventionalCommit(subject: expected.subject))
        #expect(commit.type == expected.type)
        #expect(commit.scope == expected.scope)
        #expect(commit.isBreaking == expected.isBreaking)
        #expect(commit.description == expected.description)
    }

    @Test(arguments: [
        "Add joins", "feat", "feat:", "feat: ", "feat add: x", ": x", "(api): x", "http://example.org", "see:that",
        "fix(api: x", "word(): x", "Merge branch 'a'", "", "✨", "✨: x",
    ])
    func otherSubjectsAreNotConventional(_ subject: String) {
        #expect(ConventionalCommit(subject: subject) == nil)
    }

    @Test func linesInBlocksOfCodeAreNoFooters() {
        let code = "BREAKING CHANGE: it moved\n\n```yaml\nname: demo\nversion: 2\n```\n\nThen run it.\nRefs: #1"
        let footers = CommitFooter.parse(code).footers
        #expect(footers.map(\.token) == ["BREAKING CHANGE", "Refs"])
        #expect(footers[0].value == "it moved\n\n```yaml\nname: demo\nversion: 2\n```\n\nThen run it.")
        #expect(CommitFooter.parse("text\n\n~~~\nBREAKING CHANGE: an example\n~~~").footers.isEmpty)
        // What is never closed is no block.
        #expect(CommitFooter.parse("text\n\n```\n\nRefs: #1").footers.map(\.token) == ["Refs"])
    }

    @Test func footersFollowABlankLineAndHoldSeveralLines() {
        let (text, footers) = CommitFooter.parse(
            """
            Why it is so.
            Note: this line is text, for no blank line stands before it.

            Reviewed-by: Z
            Refs #12
            BREAKING CHANGE: the port
            is another

            and the host, too
            Closes: #3
            """
        )
        #expect(text == "Why it is so.\nNote: this line is text, for no blank line stands before it.")
        #expect(footers.map(\.token) == ["Reviewed-by", "Refs", "BREAKING CHANGE", "Closes"])
        #expect(footers.map(\.value) == ["Z", "#12", "the port\nis another\n\nand the host, too", "#3"])
        #expect(footers.map(\.isBreaking) == [false, false, true, false])
    }

    @Test(arguments: [
        ("BREAKING CHANGE: x", true), ("BREAKING-CHANGE: x", true), ("BREAKING CHANGE #4", true),
        ("text at once\nBREAKING CHANGE: x", true), ("BREAKING CHANGE:\nx", true), ("breaking change: x", false),
        ("Breaking Change: x", false), ("BREAKING CHANGES: x", false), ("see BREAKING CHANGE: x", false),
        ("BREAKING CHANGE x", false),
    ])
    func onlyUpperCaseTellsOfABreakingChange(body: String, isBreaking: Bool) {
        #expect(CommitFooter.parse(body).footers.contains { $0.isBreaking } == isBreaking)
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func aMessageIsCutAfterItsFirstLine(lineBreak: String) {
        let lines = ["", "feat: x", "body at once", "", "Refs: 1", ""]
        let (subject, body) = CommitRecord.parts(ofMessage: Array(lines.joined(separator: lineBreak).utf8)[...])
        #expect(subject == "feat: x")
        #expect(body == "body at once\n\nRefs: 1")
        #expect(CommitRecord.parts(ofMessage: []).subject.isEmpty)
        #expect(CommitRecord.parts(ofMessage: Array("only".utf8)[...]).body.isEmpty)
    }
}
