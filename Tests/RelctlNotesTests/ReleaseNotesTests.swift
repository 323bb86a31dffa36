import TestSupport
import Testing

@testable import RelctlNotes

@Suite struct ReleaseNotesTests {
    private func commit(_ digit: String, _ subject: String, _ footers: [CommitFooter] = []) -> ReleaseChanges.Commit {
        ReleaseSample.commit(digit, subject, footers)
    }

    private func titles(_ notes: ReleaseNotes) -> [String] { notes.groups.map(\.title) }

    private func texts(_ notes: ReleaseNotes, _ title: String) -> [String] {
        notes.groups.first { $0.title == title }?.changes.map(\.text) ?? []
    }

    @Test func groupsComeInTheirOrderWithBreakingChangesFirst() throws {
        let subjects = [
            "chore: a", "docs: b", "plain", "fix: c", "perf: d", "test: e", "feat: f", "refactor!: g", "deps: h",
            "refactor: i", "revert: j", "Revert \"k\"", "wip: l", "style: m", "ci: n", "build(x): o",
        ]
        let digits = "0123456789abcdef".map(String.init)
        let notes = try ReleaseSample.notes(zip(digits, subjects).map { commit($0, $1) })
        #expect(
            titles(notes) == [
                "Breaking changes", "Features", "Bug fixes", "Performance", "Reverts", "Refactoring", "Documentation",
                "Dependencies", "Other changes", "Maintenance",
            ]
        )
        #expect(notes.groups.map(\.isBreaking) == [true] + [Bool](repeating: false, count: 9))
        #expect(texts(notes, "Other changes") == ["plain", "wip: l"])
        #expect(texts(notes, "Reverts") == ["j", "Revert \"k\""])
        #expect(texts(notes, "Maintenance") == ["a", "e", "m", "n", "o"])
        #expect(notes.groups.flatMap(\.changes).count == subjects.count)
        #expect(notes.commits.count == subjects.count && notes.commits.allSatisfy { $0.hidden == nil })
    }

    @Test func aBreakingChangeIsToldOnceWithAllOfWhatItsFootersSay() throws {
        let notes = try ReleaseSample.notes([
            commit(
                "a",
                "feat(api)!: new port",
                [ReleaseSample.footer("BREAKING CHANGE", "the port\nis 81\n\nmore")]
            ),
            commit("b", "not conventional", [ReleaseSample.footer("BREAKING-CHANGE", "gone")]),
            commit("c", "fix!: third", [ReleaseSample.footer("BREAKING CHANGE", " \n ")]),
        ])
        #expect(titles(notes) == ["Breaking changes"])
        let changes = try #require(notes.groups.first?.changes)
        #expect(changes.map(\.text) == ["new port", "not conventional", "third"])
        #expect(changes.map(\.scope) == ["api", nil, nil])
        #expect(changes.map(\.migration) == [["the port\nis 81\n\nmore"], ["gone"], []])
    }

    @Test func whatIsHiddenIsListedWithItsReasonAndNotTold() throws {
        let reasons = ReleaseChanges.HiddenReason.allCases
        let digits = "0123456789".map(String.init)
        var commits = zip(digits, reasons).map { ReleaseSample.commit($0, "feat: x", hidden: $1) }
        commits.append(commit("f", "fix: told"))
        let notes = try ReleaseSample.notes(commits)
        #expect(notes.groups.flatMap(\.changes).map(\.text) == ["told"])
        #expect(notes.commits.map(\.hidden) == reasons.map { $0 } + [nil])
    }

    @Test func groupsOfOnesOwnTakeTheirTypesAndScopesInOrder() throws {
        var settings = NotesSettings()
        settings.groups = .custom([
            .init(title: "Interface", types: ["feat", "fix"], scopes: ["UI"]),
            .init(title: "New", types: ["feat", "idea"]),
            .init(title: "Noise", types: ["chore", "ci"], isHidden: true),
        ])
        settings.titles.breaking = "Take care"
        settings.titles.other = "And"
        let notes = try ReleaseSample.notes(
            [
                commit("1", "idea: a"), commit("2", "fix(ui): b"), commit("3", "feat: c"), commit("4", "fix: d"),
                commit("5", "chore: e"), commit("6", "ci!: f"), commit("7", "plain"), commit("8", "feat(ui): g"),
            ],
            settings
        )
        #expect(titles(notes) == ["Take care", "Interface", "New", "And"])
        #expect(texts(notes, "Take care") == ["f"])
        #expect(texts(notes, "Interface") == ["b", "g"])
        #expect(texts(notes, "New") == ["a", "c"])
        // What the type means is not known to the groups, so it is not cut off.
        #expect(texts(notes, "And") == ["fix: d", "plain"])
        #expect(notes.commits.filter { $0.hidden == .excluded }.map(\.subject) == ["e"])
    }

    @Test func aStarTakesAllThatIsLeft() throws {
        var settings = NotesSettings()
        settings.groups = .custom([.init(title: "All", types: ["*"])])
        let notes = try ReleaseSample.notes([commit("1", "odd: a"), commit("2", "plain")], settings)
        #expect(titles(notes) == ["All", "Other changes"])
        #expect(texts(notes, "All") == ["odd: a"])
    }

    @Test func withoutGroupsAllStandsInOneList() throws {
        var settings = NotesSettings()
        settings.groups = .none
        let notes = try ReleaseSample.notes([commit("a", "feat(x)!: y"), commit("b", "z")], settings)
        #expect(titles(notes) == [""])
        #expect(texts(notes, "") == ["feat(x)!: y", "z"])
        let footer = ReleaseSample.footer("BREAKING CHANGE", "mind it")
        let late = try ReleaseSample.notes([commit("a", "z"), commit("b", "fix: y", [footer])], settings)
        #expect(texts(late, "") == ["fix!: y", "z"])
        #expect(late.groups.first?.changes.first?.migration == ["mind it"])
        #expect(try ReleaseSample.notes([], settings).groups.isEmpty)
    }

    @Test func aSquashedCommitTellsEachOfItsChanges() throws {
        let message = CommitMessage(
            changes: [
                .init(type: "feat", scope: "a", description: "one"), .init(type: "own", scope: "b", description: "two"),
                .init(type: "fix", isBreaking: true, description: "three"), .init(description: "four"),
            ],
            footers: [
                ReleaseSample.footer("BREAKING CHANGE", "mind it"),
                ReleaseSample.footer("Closes", "#4, #5 x6"),
            ]
        )
        let squashed = ReleaseChanges.Commit(record: ReleaseSample.record("a", "All of it (#7)"), message: message)
        let notes = try ReleaseSample.notes([squashed])
        #expect(texts(notes, "Features") == ["one"])
        #expect(texts(notes, "Other changes") == ["own(b): two", "four"])
        #expect(notes.groups.first?.changes.map(\.migration) == [["mind it"]])
        #expect(notes.groups.flatMap(\.changes).flatMap(\.closes).sorted() == ["4", "5"])
        #expect(notes.commits.map(\.header) == ["All of it (#7)"])
    }

    @Test func whatASquashedCommitIsItselfAndWhatItListsAreToldApart() throws {
        func commit(_ subject: String) throws -> ReleaseNotes.Commit {
            let record = ReleaseSample.record("a", subject, body: "* feat(ui): one\n\n* fix!: two")
            let all = [ReleaseChanges.Commit(record: record, message: CommitMessage(record))]
            return try #require(try ReleaseSample.notes(all).commits.first)
        }
        let plain = try commit("Big thing (#4)")
        #expect(plain.type == nil && plain.scope == nil && plain.isBreaking)
        #expect([plain.subject, plain.header] == ["Big thing (#4)", "Big thing (#4)"])
        #expect(plain.entries.map(\.type) == ["feat", "fix"])
        #expect(plain.entries.map(\.scope) == ["ui", nil])
        #expect(plain.entries.map(\.subject) == ["one (#4)", "two (#4)"])
        #expect(plain.entries.map(\.isBreaking) == [false, true])
        let conventional = try commit("perf(db): big thing (#4)")
        #expect(conventional.type == "perf" && conventional.scope == "db")
        #expect(conventional.subject == "big thing (#4)")
        #expect(conventional.entries.map(\.subject) == ["one", "two"])
    }

    @Test func theCaseOfATypeDecidesNoGroup() throws {
        let notes = try ReleaseSample.notes([
            commit("1", "Feat(API): a"), commit("2", "FIX: b"), commit("3", "Docs : c"), commit("4", "feat: d"),
        ])
        #expect(titles(notes) == ["Features", "Bug fixes", "Documentation"])
        #expect(texts(notes, "Features") == ["a", "d"])
    }

    @Test(
        arguments: [
            ("Closes", "#3", ["3"]), ("close", "#3", ["3"]), ("closed", "#3, #4", ["3", "4"]), ("fix", "#3", ["3"]),
            ("Fixes", "#3", ["3"]), ("FIXED", "#3", ["3"]), ("resolve", "#3", ["3"]), ("resolved", "#3", ["3"]),
            ("Resolves", "#3\n#4", ["3", "4"]), ("Refs", "#3", []), ("Closes", "3", []), ("Closes", "#3a", []),
        ] as [(String, String, [String])]
    )
    func footersThatCloseIssuesAreKnown(token: String, value: String, closes: [String]) throws {
        let notes = try ReleaseSample.notes([commit("1", "feat: a", [ReleaseSample.footer(token, value)])])
        #expect(notes.groups.flatMap(\.changes).map(\.closes) == [closes])
    }

    @Test func issuesOfOtherRepositoriesAreKnownByTheirAddress() throws {
        let value = "acme/other#3, A/b#4 https://github.com/a/b/issues/5 https://e.org/a/b/issues/6 #7 a/b/c#8 /x#9"
        let footers = [ReleaseSample.footer("Fixes", value)]
        let forge = try #require(ForgeAddress(repository: "a/b"))
        let notes = try ReleaseSample.notes([commit("1", "feat: a", footers)], forge: forge)
        #expect(notes.groups.flatMap(\.changes).map(\.closes) == [["acme/other#3", "4", "5", "7"]])
        let text = ChangesWriter(NotesMarkup(forge: forge), forge: forge).text(of: notes.groups)
        #expect(text.contains(", closes [acme/other#3](https://github.com/acme/other/issues/3), closes [#4]("))
        let plain = ChangesWriter(NotesMarkup(.text), forge: nil).text(of: notes.groups)
        #expect(plain.contains(", closes acme/other#3, closes #4,"))
    }

    @Test func aCommitWithoutAMessageIsNoEmptyLine() throws {
        #expect(texts(try ReleaseSample.notes([commit("1", "")]), "Other changes") == ["(no message)"])
    }

    @Test func charactersThatNobodySeesGetNowhere() throws {
        let bad = "a\u{1b}[31mb\u{7}\u{202e}c\u{9b}d\u{feff}"
        let footers = [ReleaseSample.footer("BREAKING CHANGE", "x\u{1b}]0;y\u{7}\r\nz")]
        let author = CommitIdentity(name: bad, email: "x@example.org")
        let notes = try ReleaseSample.notes([
            ReleaseSample.commit("1", "feat(s\u{1b}): \(bad)", footers, author: author)
        ])
        let json = String(decoding: try JSONText.pretty(notes), as: UTF8.self)
        let hidden: Set<Unicode.Scalar> = ["\u{1b}", "\u{7}", "\u{202e}", "\u{9b}", "\u{feff}", "\r"]
        #expect(!json.unicodeScalars.contains { hidden.contains($0) })
        #expect(!json.contains("\\u001b"))
        #expect(notes.groups.first?.changes.first?.text == "a[31mbcd")
        #expect(notes.groups.first?.changes.first?.migration == ["x]0;y\nz"])
    }

    @Test func jsonHasEveryKeyAndNullForWhatIsNotThere() throws {
        let changes = try ReleaseSample.changes(
            [commit("1", "plain"), commit("2", "feat(a)!: b")],
            version: nil,
            since: nil
        )
        let notes = ReleaseNotesComposer(NotesSettings()).notes(of: changes)
        let node = try JSONParser.parse(JSONText.pretty(notes), file: "notes", dialect: .json)
        for key in ["version", "tag", "previous", "comparison"] { #expect(node[key]?.value == .null, "\(key)") }
        let commits = try #require(node["commits"]?.items)
        #expect(commits.map { $0["type"]?.value } == [.null, .string("feat")])
        #expect(commits.map { $0["scope"]?.value } == [.null, .string("a")])
        #expect(commits.map { $0["breaking"]?.value } == [.flag(false), .flag(true)])
        #expect(commits.map { $0["subject"]?.text } == ["plain", "b"])
        #expect(commits.map { $0["header"]?.text } == ["plain", "feat(a)!: b"])
        #expect(commits.map { $0["hidden"]?.value } == [.null, .null])
        #expect(node["date"]?.text == "2026-01-02")
    }

    /// The published schema against an independent validator, Python's `jsonschema`.
    @Test(.enabled("wants Python's `jsonschema`") { try await SchemaValidator.isHere() })
    func theSchemaTakesWhatIsWrittenAndNothingElse() async throws {
        let commits = [
            ReleaseSample.commit("1", "feat(a)!: b", [ReleaseSample.footer("BREAKING CHANGE", "c")]),
            ReleaseSample.commit("2", "x", author: CommitIdentity(name: "B", email: "1+b@users.noreply.github.com")),
            ReleaseSample.commit("3", "fixup! x", hidden: .fixup),
            ReleaseChanges.Commit(
                record: ReleaseSample.record("4", "All"),
                message: CommitMessage(ReleaseSample.record("4", "All", body: "* feat(a): b\n* fix: c"))
            ),
        ]
        let forge = ForgeAddress(repository: "a/b")
        let whole = try ReleaseSample.notes(commits, forge: forge)
        let unreleased = ReleaseNotesComposer(NotesSettings()).notes(
            of: try ReleaseSample.changes([], version: nil, since: nil)
        )
        let good =
            [whole, unreleased].map { try? JSONText.line($0) }.compactMap(\.self)
            + [try JSONText.line(["releases": [whole, unreleased]])]
        let text = String(decoding: try JSONText.line(whole), as: UTF8.self)
        let bad = [
            "{}", "[]", "{\"releases\":[{}]}", text.replacing("\"previous\"", with: "\"before\""),
            text.replacing("\"fixup\"", with: "\"dull\""),
            text.replacing("\"timestamp\":", with: "\"timestamp\":\"\"+"),
            text.replacing("\"breaking\":true", with: "\"breaking\":1"),
        ]
        let documents = good.map { String(decoding: $0, as: UTF8.self) } + bad
        let verdicts = try await SchemaWitness.verdicts(of: ReleaseNotesSchema.document, on: documents)
        #expect(verdicts == [Bool](repeating: true, count: 3) + [Bool](repeating: false, count: bad.count))
    }
}
