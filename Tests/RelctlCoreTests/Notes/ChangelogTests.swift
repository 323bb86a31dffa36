import RelctlCore
import Testing

@Suite struct ChangelogTests {
    /// A commit whose hash is `digit`, forty times.
    static func commit(_ digit: String, _ subject: String, _ body: String = "", parents: [String] = []) -> CommitRecord
    {
        CommitRecord(
            hash: hash(digit),
            authorName: "Ada",
            authorEmail: "ada@example.org",
            timestamp: 0,
            parents: parents.map(hash),
            subject: subject,
            body: body
        )
    }

    static func hash(_ digit: String) -> String { String(repeating: digit, count: 40) }

    private func texts(_ commits: [CommitRecord]) -> [String] {
        Changelog(commits: commits, grouping: .none).sections.flatMap(\.entries).map(\.text)
    }

    @Test func sectionsComeInTheirOrderWithBreakingChangesFirst() {
        let subjects = [
            "chore: a", "docs: b", "plain", "fix: c", "perf: d", "test: e", "feat: f", "refactor!: g", "deps: h",
            "refactor: i", "revert: j", "Revert \"k\"", "wip: l", "style: m", "ci: n", "build(x): o",
        ]
        let commits = subjects.enumerated().map { Self.commit(String(Character(UnicodeScalar(97 + UInt8($0)))), $1) }
        let changelog = Changelog(commits: commits, grouping: .conventional)
        #expect(
            changelog.sections.map(\.kind) == [
                .breaking, .features, .fixes, .performance, .reverts, .refactoring, .documentation, .dependencies,
                .other, .maintenance,
            ]
        )
        #expect(changelog.sections.first { $0.kind == .other }?.entries.map(\.text) == ["plain", "wip: l"])
        #expect(changelog.sections.first { $0.kind == .maintenance }?.entries.map(\.text) == ["a", "e", "m", "n", "o"])
        #expect(changelog.sections.flatMap(\.entries).count == commits.count)
    }

    @Test func aBreakingChangeIsToldOnceWithWhatItsFootersSay() {
        let changelog = Changelog(
            commits: [
                Self.commit("a", "feat(api)!: new port", "BREAKING CHANGE: the port\nis 81\n\nand more"),
                Self.commit("b", "not conventional", "text\nBREAKING-CHANGE: gone"),
            ],
            grouping: .conventional
        )
        #expect(changelog.sections.map(\.kind) == [.breaking])
        #expect(changelog.sections.first?.entries.map(\.text) == ["new port", "not conventional"])
        #expect(changelog.sections.first?.entries.map(\.details) == [["the port is 81"], ["gone"]])
    }

    @Test func mergesAndCommitsThatBelongToOthersAreLeftOut() {
        let commits = [
            Self.commit("a", "Merge branch 'x'", parents: ["b", "c"]),
            Self.commit("b", "fixup! feat: x"), Self.commit("c", "squash! x"), Self.commit("d", "amend! x"),
            Self.commit("e", "feat: x"),
        ]
        #expect(texts(commits) == ["feat: x"])
    }

    @Test func aRevertAndWhatItRevertsAreBothLeftOut() {
        let revert = Self.commit("b", "Revert \"feat: x\"", "This reverts commit \(Self.hash("a")).")
        #expect(texts([revert, Self.commit("c", "fix: y"), Self.commit("a", "feat: x")]) == ["fix: y"])
        // A revert of what was released before is news.
        #expect(texts([revert, Self.commit("c", "fix: y")]) == ["Revert \"feat: x\"", "fix: y"])
        let typed = Self.commit("d", "revert: two of them", "Refs: aaaaaaa, ccccccc")
        #expect(texts([typed, Self.commit("c", "fix: y"), Self.commit("a", "feat: x")]).isEmpty)
        #expect(texts([typed, Self.commit("a", "feat: x")]) == ["revert: two of them"])
        let forge = Self.commit("e", "Revert \"feat: x (#12)\"", "Reverts example/streams#12")
        #expect(texts([forge, Self.commit("a", "feat: x (#12)")]).isEmpty)
    }

    @Test func aRevertedRevertBringsTheChangeBack() {
        let commits = [
            Self.commit("c", "Reapply \"feat: x\"", "This reverts commit \(Self.hash("b"))."),
            Self.commit("b", "Revert \"feat: x\"", "This reverts commit \(Self.hash("a"))."),
            Self.commit("a", "feat: x"),
        ]
        #expect(texts(commits) == ["feat: x"])
    }

    @Test func aRevertedMergeTakesWhatItBroughtAlong() {
        let body = "This reverts commit \(Self.hash("d")), reversing\nchanges made to \(Self.hash("a"))."
        let commits = [
            Self.commit("e", "Revert \"Merge branch 'x'\"", body, parents: ["d"]),
            Self.commit("d", "Merge branch 'x'", parents: ["a", "c"]),
            Self.commit("c", "feat: two", parents: ["b"]),
            Self.commit("b", "feat: one", parents: ["f"]),
            Self.commit("a", "fix: y", parents: ["f"]),
        ]
        #expect(texts(commits) == ["fix: y"])
    }

    @Test func withoutGroupsAllStandsInOneSection() {
        let changelog = Changelog(commits: [Self.commit("a", "feat(x): y")], grouping: .none)
        #expect(changelog.sections.map(\.kind) == [.all])
        #expect(changelog.sections.first?.entries.map(\.text) == ["feat(x): y"])
        #expect(Changelog(commits: [], grouping: .conventional).sections.isEmpty)
    }
}
