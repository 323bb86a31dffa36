import RelctlNotes
import TestSupport
import Testing

/// What is in a release, where tags, dates and names would mislead.
@Suite struct ReleaseHistoryTests {
    private func history(_ made: MadeHistory, _ body: (ReleaseHistory, [String]) async throws -> Void) async throws {
        try await ScratchRepository.with { repository in
            let hashes = try await made.make(in: repository)
            try await body(try await repository.history(), hashes)
        }
    }

    @Test func tagsOnOneLineAreNotSortedByName() async throws {
        var made = MadeHistory()
        var last = made.commit("a", on: [], tags: ["v0.1.0"])
        last = made.commit("b", on: [last], tags: ["v0.9.0"])
        last = made.commit("c", on: [last], tags: ["v0.10.0"])
        try await history(made) { (history: ReleaseHistory, hashes: [String]) async throws in
            let all = try await history.all()
            #expect(all.map(\.tag) == ["v0.10.0", "v0.9.0", "v0.1.0"])
            #expect(all.map(\.subjects) == [["c"], ["b"], ["a"]])
            let latest = try await history.changes(of: "v0.10.0")
            #expect(latest.previous == ReleaseChanges.Previous(tag: "v0.9.0", commit: hashes[1]))
            #expect(latest.version?.description == "0.10.0")
            #expect(latest.commit == hashes[2])
            #expect(latest.timestamp == 1_700_007_200)
            #expect(try await history.changes(of: "v0.1.0").previous == nil)
        }
    }

    /// `v1.0.1` is a fix on a branch that was never merged.
    @Test func aHotfixOnAnotherBranchIsNotThePrevious() async throws {
        var made = MadeHistory()
        let first = made.commit("a", on: [], tags: ["v1.0.0"])
        let main = made.commit("b", on: [first], tags: ["v1.1.0"])
        made.commit("fix", on: [first], tags: ["v1.0.1"])
        made.commit("c", on: [main])
        try await history(made) { (history: ReleaseHistory, _: [String]) async throws in
            #expect(try await history.all().map(\.tag) == [nil, "v1.1.0", "v1.0.0"])
            #expect(try await history.unreleased().subjects == ["c"])
            #expect(try await history.changes(of: "v1.0.1").subjects == ["fix"])
            #expect(try await history.changes(of: "v1.0.1").previous?.tag == "v1.0.0")
        }
    }

    @Test func aCandidateAndItsFinalAtOneCommitEachHaveASection() async throws {
        var made = MadeHistory()
        var last = made.commit("a", on: [], tags: ["v1.0.0"])
        last = made.commit("b", on: [last], tags: ["v1.1.0-rc.1"])
        last = made.commit("c", on: [last], tags: ["v1.1.0-rc.2", "v1.1.0"])
        made.commit("d", on: [last], tags: ["v1.2.0-rc.1"])
        try await history(made) { (history: ReleaseHistory, _: [String]) async throws in
            #expect(
                try await history.all().map(\.tag) == ["v1.2.0-rc.1", "v1.1.0", "v1.1.0-rc.2", "v1.1.0-rc.1", "v1.0.0"]
            )
            #expect(try await history.changes(of: "v1.1.0").subjects == ["c", "b"])
            #expect(try await history.changes(of: "v1.1.0").previous?.tag == "v1.0.0")
            #expect(try await history.changes(of: "v1.1.0-rc.2").subjects == ["c"])
            #expect(try await history.changes(of: "v1.1.0-rc.2").previous?.tag == "v1.1.0-rc.1")
            #expect(try await history.changes(of: "v1.1.0-rc.1").previous?.tag == "v1.0.0")
            // Of two tags at one commit the higher is the one before.
            #expect(try await history.changes(of: "v1.2.0-rc.1").previous?.tag == "v1.1.0")
            #expect(try await history.unreleased().commits.isEmpty)
        }
    }

    /// As after packaging failed and the next version was tagged without a change.
    @Test func aHigherVersionAtTheSameCommitBringsNothingMore() async throws {
        var made = MadeHistory()
        var last = made.commit("a", on: [], tags: ["v0.1.0"])
        last = made.commit("b", on: [last], tags: ["v1.0.0-rc.1", "v1.0.0", "v1.0.1", "v1.0.10-rc.1", "v1.0.9", "x"])
        try await history(made) { (history: ReleaseHistory, hashes: [String]) async throws in
            let expected: [(tag: String, previous: String?, subjects: [String])] = [
                ("v1.0.10-rc.1", "v1.0.9", []), ("v1.0.9", "v1.0.1", []), ("v1.0.1", "v1.0.0", []),
                ("v1.0.0", "v0.1.0", ["b"]), ("v1.0.0-rc.1", "v0.1.0", ["b"]), ("v0.1.0", nil, ["a"]),
            ]
            let all = try await history.all()
            #expect(all.map(\.tag) == expected.map(\.tag))
            for (index, section) in expected.enumerated() {
                let alone = try await history.changes(of: section.tag)
                #expect(alone.subjects == section.subjects, "\(section.tag)")
                #expect(alone.previous?.tag == section.previous, "\(section.tag)")
                #expect(alone == all[index])
            }
            #expect(try await history.changes(of: "v1.0.9").previous?.commit == hashes[1])
            // A tag of another form has no version to compare.
            #expect(try await history.changes(of: "x").subjects == ["b"])
            #expect(try await history.unreleased().commits.isEmpty)
            let next = try await history.changes(at: .head, as: Version("1.1.0"), tag: "v1.1.0")
            #expect(next.commits.isEmpty)
            #expect(next.previous?.tag == "v1.0.9")
        }
    }

    @Test func aReleaseIsTheSameBeforeAndAfterItsTag() async throws {
        var made = MadeHistory()
        let last = made.commit("a", on: [], tags: ["v1.0.0"])
        made.commit("b", on: [last], tags: ["v1.1.0-rc.1"])
        try await ScratchRepository.with { repository in
            try await made.make(in: repository)
            let history = try await repository.history()
            let planned = try await history.changes(at: .head, as: try Version("1.1.0"), tag: "v1.1.0")
            #expect(planned.subjects == ["b"])
            #expect(try await history.unreleased().subjects == [])
            #expect(try await history.unreleased().previous?.tag == "v1.1.0-rc.1")
            #expect(try await history.pending().sinceFinal.subjects == ["b"])
            try await repository.git("tag", "v1.1.0")
            #expect(try await history.changes(of: "v1.1.0") == planned)
            #expect(try await history.pending().sinceFinal.subjects == [])
        }
    }

    @Test func clocksThatRunBackwardsChangeNothing() async throws {
        var made = MadeHistory()
        var last = made.commit("a", on: [], at: 1_700_000_000, tags: ["v1.0.0"])
        last = made.commit("b", on: [last], at: 1_600_000_000, tags: ["v1.1.0"])
        last = made.commit("c", on: [last], at: 1_500_000_000, tags: ["v1.2.0"])
        made.commit("d", on: [last], at: 1_400_000_000)
        try await history(made) { (history: ReleaseHistory, _: [String]) async throws in
            #expect(try await history.all().map(\.subjects) == [["d"], ["c"], ["b"], ["a"]])
            #expect(try await history.unreleased().subjects == ["d"])
            #expect(try await history.changes(of: "v1.2.0").subjects == ["c"])
        }
    }

    /// `v1.0.1` was merged back and dated last, but lacks more of what `v1.2.0` holds than `v1.1.0` does.
    @Test func thePreviousIsTheOneThatLeavesTheFewestCommits() async throws {
        var made = MadeHistory()
        let first = made.commit("a", on: [], at: 1_700_000_000, tags: ["v1.0.0"])
        let second = made.commit("b", on: [first], at: 1_700_000_100)
        let third = made.commit("c", on: [second], at: 1_700_000_200, tags: ["v1.1.0"])
        let fix = made.commit("fix", on: [first], at: 1_700_900_000, tags: ["v1.0.1"])
        let merge = made.commit("merge", on: [third, fix], at: 1_700_900_100)
        made.commit("d", on: [merge], at: 1_700_900_200, tags: ["v1.2.0"])
        try await history(made) { (history: ReleaseHistory, _: [String]) async throws in
            let changes = try await history.changes(of: "v1.2.0")
            #expect(changes.previous?.tag == "v1.1.0")
            #expect(changes.subjects == ["d", "merge", "fix"])
            #expect(changes.commits[1].hidden == .merge)
            #expect(try await history.all().map(\.tag) == ["v1.2.0", "v1.1.0", "v1.0.1", "v1.0.0"])
        }
    }

    /// Each release of `main` is a merge of `develop`, where the work is done.
    @Test func mergesOfALongLivedBranchBringWhatIsNew() async throws {
        var made = MadeHistory()
        let root = made.commit("root", on: [])
        let firstWork = made.commit("one", on: [root])
        let first = made.commit("Merge branch 'develop'", on: [root, firstWork], tags: ["v1.0.0"])
        let secondWork = made.commit("two", on: [firstWork])
        let second = made.commit("Merge branch 'develop'", on: [first, secondWork], tags: ["v2.0.0"])
        let thirdWork = made.commit("three", on: [secondWork])
        made.commit("Merge branch 'develop'", on: [second, thirdWork], tags: ["v3.0.0"])
        try await history(made) { (history: ReleaseHistory, _: [String]) async throws in
            #expect(try await history.changes(of: "v2.0.0").subjects == ["Merge branch 'develop'", "two"])
            #expect(try await history.changes(of: "v3.0.0").subjects == ["Merge branch 'develop'", "three"])
            #expect(try await history.all().map(\.commits.count) == [2, 2, 3])
        }
    }

    @Test func crissCrossAndOctopusMergesAndASecondRootAreReadInFull() async throws {
        var made = MadeHistory()
        let root = made.commit("root", on: [], tags: ["v1.0.0"])
        let (left, right) = (made.commit("left", on: [root]), made.commit("right", on: [root]))
        let crossed = made.commit("cross left", on: [left, right], tags: ["v1.1.0"])
        let other = made.commit("cross right", on: [right, left])
        let foreign = made.commit("foreign", on: [])
        made.commit("octopus", on: [crossed, other, foreign], tags: ["v2.0.0"])
        try await history(made) { (history: ReleaseHistory, _: [String]) async throws in
            let changes = try await history.changes(of: "v2.0.0")
            #expect(changes.previous?.tag == "v1.1.0")
            #expect(Set(changes.subjects) == ["octopus", "cross right", "foreign"])
            #expect(changes.subjects.first == "octopus")
            #expect(try await history.changes(of: "v1.1.0").commits.count == 3)
            #expect(try await Array(history.all())[0] == changes)
        }
    }

    @Test func manyReleasesBesideEachOtherAreCompared() async throws {
        var made = MadeHistory()
        let root = made.commit("root", on: [])
        var tips: [Int] = []
        for number in 0..<70 {
            var tip = made.commit("line \(number)", on: [root])
            // One line holds more than the others, and so leaves less.
            if number == 35 { tip = made.commit("more", on: [tip]) }
            made.commits[tip].tags = ["v1.\(number).0"]
            tips.append(tip)
        }
        made.commit("all", on: tips, tags: ["v2.0.0"])
        try await ScratchRepository.with { repository in
            try await made.make(in: repository)
            let history = try await repository.history()
            let changes = try await history.changes(of: "v2.0.0")
            #expect(changes.previous?.tag == "v1.35.0")
            #expect(changes.commits.count == 70)
            let all = Array(try await history.all())
            #expect(all.first == changes)
            #expect(all.count == 71)
            let git = try await repository.opened()
            #expect(try await git.nearestTag(before: .head) { $0.name != "v2.0.0" }?.name == "v1.35.0")
        }
    }

    @Test func tagsOfTagsAndOfOtherThingsAreNotMistaken() async throws {
        try await ScratchRepository.with { repository in
            try repository.write("text", to: "file")
            try await repository.git("add", "file")
            let first = try await repository.commit("a")
            try await repository.git("tag", "-a", "-m", "inner", "inner")
            try await repository.git("tag", "-a", "-m", "outer", "v1.0.0", "inner")
            try await repository.commit("b")
            try await repository.git("tag", "v1.1.0", "HEAD^{tree}")
            try await repository.git("tag", "-a", "-m", "blob", "v1.2.0", "HEAD:file")
            try await repository.commit("c")
            try await repository.git("tag", "v1.3.0")
            let history = try await repository.history()
            let changes = try await history.changes(of: "v1.3.0")
            #expect(changes.subjects == ["c", "b"])
            #expect(changes.previous == ReleaseChanges.Previous(tag: "v1.0.0", commit: first))
            #expect(try await history.all().map(\.tag) == ["v1.3.0", "v1.0.0"])
            let error = try await #require(throws: RelctlError.self) { try await history.changes(of: "v1.1.0") }
            #expect(error.message == "cannot find the tag `v1.1.0`")
        }
    }

    @Test func aTagOfAnotherFormIsARangeToo() async throws {
        var made = MadeHistory()
        let first = made.commit("a", on: [], tags: ["v1.0.0-rc.1"])
        let second = made.commit("b", on: [first], tags: ["nightly/ü-1"])
        made.commit("c", on: [second], tags: ["v1.0.0"])
        try await history(made) { (history: ReleaseHistory, _: [String]) async throws in
            let changes = try await history.changes(of: "nightly/ü-1")
            #expect(changes.subjects == ["b"])
            #expect(changes.version == nil)
            #expect(changes.previous?.tag == "v1.0.0-rc.1")
            #expect(try await history.changes(of: "v1.0.0").subjects == ["c", "b", "a"])
        }
    }

    @Test func whatIsMissingIsExplainedWithTheCommandThatBringsIt() async throws {
        var made = MadeHistory()
        made.commit("a", on: [], tags: ["v1.0.0"])
        try await history(made) { (history: ReleaseHistory, _: [String]) async throws in
            let error = try await #require(throws: RelctlError.self) { try await history.changes(of: "v9.0.0") }
            #expect(error.message == "cannot find the tag `v9.0.0`")
            #expect(error.hints.first?.contains("git fetch --tags") == true)
            await #expect(throws: RelctlError.self) { try await history.changes(of: "--all") }
            await #expect(throws: RelctlError.self) {
                try await history.changes(from: .tag("v0.1.0"), to: .tag("v1.0.0"))
            }
        }
        try await ScratchRepository.with { repository in
            let error = try await #require(throws: RelctlError.self) { try await repository.history().unreleased() }
            #expect(error.message == "cannot find the commit that is checked out")
            #expect(!error.hints.isEmpty)
        }
    }

    @Test func aCutOffHistoryIsAnErrorAndNotAShortList() async throws {
        var made = MadeHistory()
        let first = made.commit("a", on: [], tags: ["v1.0.0"])
        made.commit("b", on: [first], tags: ["v1.1.0"])
        try await ScratchRepository.with { repository in
            try await made.make(in: repository)
            let clone = repository.folder.parent.appending("clone")
            let source = "file://" + repository.folder.string
            try await repository.git("clone", "--quiet", "--depth=1", source, clone.string)
            let git = try await GitRepository.open(
                at: clone,
                environment: repository.effects.environment,
                effects: repository.effects
            )
            let history = ReleaseHistory(repository: git, template: try TagTemplate(Template("v{{version}}")))
            let questions: [() async throws -> Void] = [
                { _ = try await history.changes(of: "v1.1.0") }, { _ = try await history.unreleased() },
                { _ = try await history.all() },
                { _ = try await history.changes(from: .tag("v1.1.0"), to: .head) },
            ]
            for question in questions {
                let error = try await #require(throws: RelctlError.self) { try await question() }
                #expect(error.hints == ["run `git fetch --unshallow --tags`"])
            }
        }
    }

    /// Both are local: a clone has neither, and must tell the same.
    @Test func replacementsAndGraftsAreNotFollowed() async throws {
        var made = MadeHistory()
        let first = made.commit("a", on: [], tags: ["v1.0.0"])
        let second = made.commit("b", on: [first])
        made.commit("c", on: [second], tags: ["v1.1.0"])
        try await ScratchRepository.with { repository in
            let hashes = try await made.make(in: repository)
            try await repository.git("replace", "--graft", hashes[2])
            try repository.write("\(hashes[1])\n", to: ".git/info/grafts")
            #expect(try await repository.history().changes(of: "v1.1.0").subjects == ["c", "b"])
            #expect(try await repository.history().all().map(\.subjects) == [["c", "b"], ["a"]])
        }
    }

    @Test func aRangeIsWhatItsEndHasAndItsStartHasNot() async throws {
        var made = MadeHistory()
        let first = made.commit("a", on: [], tags: ["v1.0.0", "start"])
        let second = made.commit("b", on: [first])
        made.commit("c", on: [second], tags: ["v1.1.0"])
        made.commit("elsewhere", on: [], tags: ["other"])
        try await history(made) { (history: ReleaseHistory, hashes: [String]) async throws in
            let changes = try await history.changes(from: .tag("start"), to: .tag("v1.1.0"))
            #expect(changes.subjects == ["c", "b"])
            #expect(changes.previous == ReleaseChanges.Previous(tag: "start", commit: hashes[0]))
            #expect(changes.tag == "v1.1.0")
            #expect(changes.timestamp == 1_700_007_200)
            #expect(try await history.changes(from: .commit(hashes[1]), to: .tag("v1.1.0")).subjects == ["c"])
            let empty = try await history.changes(from: .tag("v1.1.0"), to: .tag("v1.0.0"))
            #expect(empty.commits.isEmpty)
            #expect(empty.commit == hashes[0])
            let error = try await #require(throws: RelctlError.self) {
                try await history.changes(from: .tag("other"), to: .tag("v1.1.0"))
            }
            #expect(error.message.hasSuffix("they have no history in common"))
            #expect(!error.hints.isEmpty)
        }
    }

    @Test func pathsChooseCommitsButNotReleases() async throws {
        try await ScratchRepository.with { repository in
            for (name, message) in [("pkg/a/x", "a1"), ("pkg/b/x", "b1"), ("pkg/a/y", "a2"), ("pkg/[a]/x", "odd")] {
                try repository.write(message, to: name)
                try await repository.git("add", "--all")
                try await repository.commit(message)
                try await repository.git("tag", "v1.\(message == "a1" ? 0 : message == "b1" ? 1 : 2).0", "--force")
            }
            let onlyA = ReleaseHistory.Options(paths: [try HistoryPath("pkg/a")])
            let history = try await repository.history(onlyA)
            #expect(try await history.all().map(\.subjects) == [["a2"], [], ["a1"]])
            #expect(try await history.changes(of: "v1.2.0").subjects == ["a2"])
            #expect(try await history.changes(of: "v1.1.0").subjects == [])
            #expect(try await history.changes(of: "v1.1.0").previous?.tag == "v1.0.0")
            let range = try await history.changes(from: .tag("v1.0.0"), to: .tag("v1.2.0"))
            #expect(range.subjects == ["a2"])
            // No character of a path is a pattern.
            let odd = try await repository.history(ReleaseHistory.Options(paths: [try HistoryPath("pkg/[a]")]))
            #expect(try await odd.changes(of: "v1.2.0").subjects == ["odd"])
            // A project in a subfolder tells of what changed there.
            let below = try await repository.history(below: "pkg/b")
            #expect(try await below.all().map(\.subjects) == [[], ["b1"], []])
            #expect(try await below.changes(of: "v1.1.0").subjects == ["b1"])
            let beside = ReleaseHistory.Options(paths: [try HistoryPath("."), try HistoryPath("../a")])
            #expect(
                try await repository.history(below: "pkg/b", beside).all().map(\.subjects) == [["a2"], ["b1"], ["a1"]]
            )
            let whole = ReleaseHistory.Options(paths: [try HistoryPath(".")])
            #expect(try await repository.history(whole).changes(of: "v1.1.0").subjects == ["b1"])
            // What is not told may be listed all the same.
            var options = onlyA
            options.listsOthers = true
            for changes in [
                try await repository.history(options).all()[0],
                try await repository.history(options).changes(of: "v1.2.0"),
                try await repository.history(options).changes(from: .tag("v1.1.0"), to: .tag("v1.2.0")),
            ] {
                #expect(changes.subjects == ["odd", "a2"])
                #expect(changes.commits.map(\.hidden) == [.elsewhere, nil])
                #expect(changes.contributors.count == 1)
            }
            let git = try await repository.opened(below: "pkg/b")
            #expect(try await git.isUntouched("pkg/b"))
            #expect(try await !git.isUntouched("../a"))
        }
    }

    @Test func textsAreReadWhateverTheirBytes() async throws {
        try await ScratchRepository.with { repository in
            try await repository.git(
                [
                    "-c", "i18n.commitEncoding=x-unknown", "commit", "--quiet", "--allow-empty", "-m",
                    "fix: \u{FFFD}one",
                ],
                environment: [:]
            )
            try await repository.commit("feat: zwei\r\nohne Leerzeile\r\n\r\nRefs: 1")
            try await repository.git("commit", "--quiet", "--allow-empty", "--allow-empty-message", "-m", "")
            let changes = try await repository.history().unreleased()
            #expect(changes.subjects == ["", "feat: zwei", "fix: \u{FFFD}one"])
            #expect(changes.commits[1].message.body == "ohne Leerzeile")
            #expect(changes.commits[1].message.footers.map(\.value) == ["1"])
            #expect(changes.commits[0].message.changes.count == 1)
        }
    }
}
