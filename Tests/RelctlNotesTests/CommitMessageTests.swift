import RelctlNotes
import Testing

private func read(_ message: String, squashed: Bool = true) -> CommitMessage {
    CommitMessage(commit(message), readsSquashedEntries: squashed)
}

private func commit(_ message: String) -> CommitRecord {
    let (subject, body) = CommitRecord.parts(ofMessage: Array(message.utf8)[...])
    return CommitRecord(hash: "", authorName: "", authorEmail: "", timestamp: 0, subject: subject, body: body)
}

/// https://www.conventionalcommits.org/en/v1.0.0/#specification, rule by rule.
@Suite struct ConventionalSpecificationTests {
    @Test func rule1ATypeAnOptionalScopeAnOptionalMarkAndAColonComeFirst() {
        #expect(
            read("feat(parser)!: x").changes == [
                .init(type: "feat", scope: "parser", isBreaking: true, description: "x")
            ]
        )
        #expect(read("just words").changes == [.init(description: "just words")])
    }

    @Test func rules2And3FeaturesAndFixesAreTypes() {
        #expect(read("feat: a").changes.map(\.type) == ["feat"])
        #expect(read("fix: a").changes.map(\.type) == ["fix"])
    }

    @Test func rule4AScopeStandsInParentheses() {
        #expect(read("fix(parser): a").changes.map(\.scope) == ["parser"])
        #expect(read("fix: a").changes.map(\.scope) == [nil])
    }

    @Test func rule5TheDescriptionFollowsTheColonAndTheBlank() {
        let message = "fix: array parsing issue when multiple spaces were contained in string"
        #expect(read(message).changes.map(\.description) == [String(message.dropFirst(5))])
    }

    @Test func rules6And7TheBodyIsAnyParagraphsAfterABlankLine() {
        #expect(read("fix: a\n\none\n\ntwo\nlines").body == "one\n\ntwo\nlines")
    }

    @Test(arguments: [("Reviewed-by: Z", "Reviewed-by", "Z"), ("Refs #133", "Refs", "#133")])
    func rule8AFooterIsATokenASeparatorAndAValue(line: String, token: String, value: String) {
        let message = read("fix: a\n\nbody\n\n\(line)")
        #expect(message.body == "body")
        #expect(message.footers.map(\.token) == [token])
        #expect(message.footers.map(\.value) == [value])
    }

    @Test func rule9ATokenHasDashesForBlanksButForBreakingChange() {
        let message = read("fix: a\n\nbody\n\nAcked-by: X\nBREAKING CHANGE: y\nAcked by: not one")
        #expect(message.footers.map(\.token) == ["Acked-by", "BREAKING CHANGE"])
        #expect(message.footers[1].value == "y\nAcked by: not one")
    }

    @Test func rule10AValueGoesOnToTheNextTokenAndSeparator() {
        let message = read("fix: a\n\nBREAKING CHANGE: one\n  two\n\nthree\nRefs: #1\nCloses #2")
        #expect(message.footers.map(\.value) == ["one\n  two\n\nthree", "#1", "#2"])
    }

    @Test func rule11ABreakingChangeIsMarkedInFrontOrInAFooter() {
        #expect(read("chore!: a").isBreaking)
        #expect(read("chore: a\n\nBREAKING CHANGE: b").isBreaking)
        #expect(!read("chore: a\n\nbody").isBreaking)
    }

    @Test func rule12TheFooterIsUpperCaseAColonABlankAndAText() {
        let text = "environment variables now take precedence over config files"
        #expect(read("feat: a\n\nBREAKING CHANGE: \(text)").footers.map(\.value) == [text])
    }

    @Test func rule13TheMarkStandsRightBeforeTheColonAndNeedsNoFooter() {
        let message = read("feat(api)!: send an email")
        #expect(message.changes == [.init(type: "feat", scope: "api", isBreaking: true, description: "send an email")])
        #expect(message.footers.isEmpty)
    }

    @Test func rule14OtherTypesAreTypesToo() {
        #expect(read("docs: correct spelling").changes.map(\.type) == ["docs"])
        #expect(read("my-own_type.2: x").changes.map(\.type) == ["my-own_type.2"])
    }

    @Test func rule15NoCaseMattersButThatOfBreakingChange() {
        #expect(read("FEAT(Api)!: x").changes.map(\.type) == ["feat"])
        #expect(!read("feat: a\n\nbreaking change: b").isBreaking)
        #expect(read("feat: a\n\nrEFS: 1").footers.map(\.token) == ["rEFS"])
    }

    @Test func rule16TheDashedTokenMeansTheSame() {
        #expect(read("feat: a\n\nBREAKING-CHANGE: b").isBreaking)
        #expect(read("feat: a\n\nBREAKING-CHANGE: b").footers.map(\.value) == ["b"])
    }
}

/// What real histories hold beyond the specification.
@Suite struct CommitMessageTests {
    @Test func aBodyNeedsNoBlankLineAndAnyLineBreak() {
        for lineBreak in ["\n", "\r\n", "\r"] {
            let message = read(
                ["fix: a", "at once", "", "Refs: #1", "BREAKING CHANGE: b"].joined(separator: lineBreak)
            )
            #expect(message.changes == [.init(type: "fix", isBreaking: true, description: "a")])
            #expect(message.body == "at once")
            #expect(message.footers.count == 2)
        }
    }

    @Test func aWarningIsHeardWithoutAType() {
        #expect(read("Drop it\n\nBREAKING CHANGE: gone").changes == [.init(isBreaking: true, description: "Drop it")])
        #expect(read("BREAKING CHANGE: gone").changes == [.init(isBreaking: true, description: "gone")])
        #expect(read("BREAKING-CHANGE: gone").changes == [.init(isBreaking: true, description: "gone")])
        #expect(read("a\n\nBREAKING CHANGE #with care").footers.map(\.value) == ["with care"])
        #expect(read("").changes == [.init(description: "")])
    }

    @Test func theListOfASquashedCommitIsReadAsChanges() {
        let message = read(
            """
            Add joins (#12)

            * feat(sql): add joins

            Why they are needed.

            BREAKING CHANGE: the word is reserved

            * wip

            * fix: off by one

            Refs: #3

            ---------

            Co-authored-by: Ada <ada@example.org>
            """
        )
        #expect(
            message.changes == [
                .init(type: "feat", scope: "sql", isBreaking: true, description: "add joins (#12)"),
                .init(type: "fix", description: "off by one (#12)"),
            ]
        )
        #expect(message.footers.map(\.token) == ["BREAKING CHANGE", "Refs", "Co-authored-by"])
        #expect(message.body == "Why they are needed.")
    }

    @Test func aTitleThatIsAChangeIsToldOnce() {
        let message = read("feat: add joins (#12)\n\n- feat: add joins\n- fix(x): b\n- docs: c\n- docs: c")
        #expect(message.changes.map(\.description) == ["add joins (#12)", "b", "c"])
        #expect(message.changes.map(\.type) == ["feat", "fix", "docs"])
        #expect(message.body.isEmpty)
    }

    @Test func paragraphsMayBeEntriesToo() {
        let message = read("feat: a\n\nbody\n\nfix(x)!: b\n\nchore: c\nmore of it")
        #expect(message.changes.map(\.type) == ["feat", "fix", "chore"])
        #expect(message.changes.map(\.isBreaking) == [false, true, false])
        #expect(message.body == "body\n\nmore of it")
    }

    @Test func footersThatAreChangesAreEntriesToo() {
        let message = read("feat: a\n\nbody\n\nfix(x): b\nfeat!: c\nRefs: #1")
        #expect(message.changes.map(\.type) == ["feat", "fix", "feat"])
        #expect(message.changes.map(\.isBreaking) == [false, false, true])
        #expect(message.footers.map(\.token) == ["Refs"])
        #expect(message.body == "body")
    }

    @Test(arguments: [
        "feat: a\n\nsee\nfix: no new paragraph", "feat: a\n\n* note: no known type\n* plain",
        "feat: a\n\nBREAKING CHANGE: several\n- fix: of the port\n- feat: of the host", "feat: a\n\n---\n\n***",
    ])
    func otherListsAreText(_ message: String) {
        #expect(read(message).changes.count == 1)
    }

    @Test func listsAreLeftAloneWhereThatIsWanted() {
        let message = read("feat: a\n\n* fix: b\n* fix: c", squashed: false)
        #expect(message.changes == [.init(type: "feat", description: "a")])
        #expect(message.body == "* fix: b\n* fix: c")
    }

    /// No text makes reading fail or slow.
    @Test func hostileTextsAreReadInTime() {
        let long = 200_000
        for text in [
            String(repeating: "(", count: long), "fix" + String(repeating: "(", count: long) + ": x",
            "fix: a\n" + String(repeating: "\n", count: long),
            "fix: a\n\n" + String(repeating: "* fix: b\n", count: 2_000),
            "fix: a\n\n" + String(repeating: "A: b\n", count: long / 5), String(repeating: ":a", count: long),
            "fix: a\n\n" + String(repeating: "This reverts commit ", count: long / 20), "\u{0}\u{1B}[31m: x",
            String(repeating: "✨", count: long / 3) + ": x", "fix: a\n\n" + String(repeating: "---\n", count: long / 4),
        ] {
            #expect(!read(text).changes.isEmpty)
        }
    }
}
