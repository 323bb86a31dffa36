import RelctlNotes
import Testing

@Suite struct RevertedCommitsTests {
    /// Commits, newest first, each on top of the next; hashes are 40 times the letter.
    private func commits(_ messages: [(letter: Character, message: String)]) -> [CommitRecord] {
        zip(messages, messages.dropFirst().map(\.letter) + ["0"]).map { entry, parent in
            record(entry.letter, entry.message, on: [parent])
        }
    }

    private func record(_ letter: Character, _ message: String, on parents: [Character]) -> CommitRecord {
        let (subject, body) = CommitRecord.parts(ofMessage: Array(message.utf8)[...])
        return CommitRecord(
            hash: hash(letter),
            authorName: "",
            authorEmail: "",
            timestamp: 0,
            parents: parents.map(hash),
            subject: subject,
            body: body
        )
    }

    private func hash(_ letter: Character) -> String { String(repeating: letter, count: 40) }

    private func hidden(_ records: [CommitRecord]) -> [ReleaseChanges.HiddenReason?] {
        ReleaseChanges(version: nil, tag: nil, records: records, readsSquashedEntries: true).commits.map(\.hidden)
    }

    /// A forge quotes a pull request's title without the number that its squashed commit has.
    @Test func aForgesRevertOfASquashedPullRequestCancelsIt() {
        let revert = "Revert \"feat: x\" (#8)\n\nReverts acme/demo#7"
        #expect(hidden(commits([("b", revert), ("a", "feat: x (#7)")])) == [.revert, .reverted])
        let other = "Revert \"feat: x (#6)\" (#8)"
        #expect(hidden(commits([("b", other), ("a", "feat: x (#7)")])) == [nil, nil])
    }

    @Test(arguments: [
        "Revert \"feat: x\"\n\nThis reverts commit aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.", "Revert \"feat: x\"",
        "Revert \"feat: x\" (#4)", "revert: feat: x", "revert: let us not\n\nRefs: 1234567, aaaaaaa",
        "revert: again\n\nThis reverts commit AAAAAAAA.", "fix: take it back\n\nThis reverts commit\naaaaaaaa",
    ])
    func aRevertAndWhatItRevertsAreBothHidden(_ message: String) {
        let isPartly = message.contains("1234567")
        #expect(
            hidden(commits([("c", message), ("b", "fix: y"), ("a", "feat: x")]))
                == [isPartly ? nil : .revert, nil, .reverted]
        )
    }

    @Test(arguments: [
        "Revert \"Revert \"feat: x\"\"\n\nThis reverts commit bbbbbbbbbbbb.", "Revert \"Revert \"feat: x\"\"",
        "Reapply \"feat: x\"\n\nThis reverts commit bbbbbbbbbbbb.", "Reapply \"feat: x\"",
    ])
    func whatWasRevertedTwiceIsThereAgain(_ message: String) {
        #expect(
            hidden(
                commits([
                    ("c", message), ("b", "Revert \"feat: x\"\n\nThis reverts commit aaaaaaaa."), ("a", "feat: x"),
                ])
            )
                == [.revert, .reverted, nil]
        )
    }

    @Test func aRevertOfAnOlderReleaseIsNews() {
        #expect(
            hidden(commits([("b", "Revert \"feat: old\"\n\nThis reverts commit 1234567."), ("a", "fix: y")])) == [
                nil, nil,
            ]
        )
        #expect(hidden(commits([("b", "revert: something"), ("a", "fix: y")])) == [nil, nil])
    }

    @Test func onlyOlderCommitsCanBeReverted() {
        #expect(hidden(commits([("b", "feat: x"), ("a", "Revert \"feat: x\"")])) == [nil, nil])
        // Of two that say the same, each revert takes one.
        let twice = [("d", "Revert \"feat: x\""), ("c", "Revert \"feat: x\""), ("b", "feat: x"), ("a", "feat: x")]
        #expect(hidden(commits(twice.map { (Character($0.0), $0.1) })) == [.revert, .revert, .reverted, .reverted])
    }

    @Test func aRevertedMergeTakesWhatItBroughtAlong() {
        let records = [
            record(
                "e",
                "Revert \"Merge branch 'x'\"\n\nThis reverts commit dddddddd, reversing\nchanges made to bbbbbbbb.",
                on: ["d"]
            ),
            record("d", "Merge branch 'x'", on: ["b", "c"]), record("c", "feat: x", on: ["a"]),
            record("b", "fix: y", on: ["a"]), record("a", "fix: z", on: []),
        ]
        #expect(hidden(records) == [.revert, .merge, .reverted, nil, nil])
    }

    @Test(arguments: [
        ("fixup! feat: x", ReleaseChanges.HiddenReason.fixup), ("squash! x", .fixup), ("amend! x", .fixup),
        ("1.2.3", .release), ("v1.2.3-rc.1", .release),
        ("Release 1.2.3", .release), ("chore(release): v1.2.3", .release),
    ])
    func commitsThatTellOfNoChangeAreHidden(_ subject: String, _ reason: ReleaseChanges.HiddenReason) {
        #expect(hidden(commits([("a", subject)])) == [reason])
    }

    @Test(arguments: [
        "Merge the two parsers", "fixup the parser", "v1.2.3 is out", "Automatic merging of x", "12 fixes", "feat: x",
        // With one parent, what says that it merges is the only trace of its change: squashed, or cherry-picked.
        "Merge branch 'main' into x", "Merge pull request #3 from a/b", "Merge tag 'v1.0.0'", "Automatic merge",
        "Merged PR 12: feat: x", "Merged in feature/x (pull request #3)", "Merge parser into lexer", "words",
        "Release 1.2.3 to the public", "Release notes", "chore(release): sign archives",
    ])
    func allElseIsTold(_ subject: String) {
        #expect(hidden(commits([("a", subject)])) == [nil])
    }

    /// Quadratic time would take minutes.
    @Test func manyRevertsAreMatchedInTime() {
        let count = 20_000
        var records: [CommitRecord] = []
        for index in 0..<count {
            let isRevert = index < count / 2
            let number = String(index, radix: 16)
            let target = String(index + count / 2, radix: 16)
            let body =
                index.isMultiple(of: 2)
                ? "This reverts commit \(String(repeating: "0", count: 40 - target.count))\(target)." : ""
            records.append(
                CommitRecord(
                    hash: String(repeating: "0", count: 40 - number.count) + number,
                    authorName: "",
                    authorEmail: "",
                    timestamp: 0,
                    subject: isRevert ? "Revert \"feat: x\"" : "feat: x",
                    body: isRevert ? body : ""
                )
            )
        }
        let reasons = hidden(records)
        #expect(reasons.prefix(count / 2).allSatisfy { $0 == .revert })
        #expect(reasons.suffix(count / 2).allSatisfy { $0 == .reverted })
    }
}
