import Testing

@testable import RelctlVersioning

@Suite struct BumpRulesTests {
    /// A commit of these changes, as the reader of histories gives it.
    private static func commit(
        _ type: String?,
        breaking: Bool = false,
        hidden: ReleaseChanges.HiddenReason? = nil,
        footers: [CommitFooter] = []
    ) -> ReleaseChanges.Commit {
        let subject = (type.map { $0 + ": " } ?? "") + "change"
        return ReleaseChanges.Commit(
            record: CommitRecord(
                hash: String(repeating: "a", count: 40),
                authorName: "Ada",
                authorEmail: "ada@example.org",
                timestamp: 0,
                subject: subject
            ),
            message: CommitMessage(
                changes: [CommitMessage.Change(type: type, isBreaking: breaking, description: "change")],
                footers: footers
            ),
            hidden: hidden
        )
    }

    private static func footer(_ token: String, _ value: String) -> CommitFooter {
        var footers = CommitFooter.parse("\(token): \(value)").footers
        return footers.removeFirst()
    }

    private static func next(
        after current: String,
        since lastFinal: String?,
        _ commits: [ReleaseChanges.Commit],
        identifier: String? = nil,
        unreleased: Bool = true,
        _ settings: BumpSettings = BumpSettings()
    ) throws -> String {
        let evidence = BumpEvidence(
            lastFinal: try lastFinal.map { try Version($0) },
            commits: commits,
            unreleased: unreleased ? Set(commits.map(\.record.hash)) : []
        )
        return try BumpRules(settings).version(after: Version(current), evidence, identifier: identifier).description
    }

    @Test(arguments: [
        ("feat", false, "1.3.0"), ("fix", false, "1.2.4"), ("perf", false, "1.2.4"), ("revert", false, "1.2.4"),
        ("deps", false, "1.2.4"), ("feat", true, "2.0.0"), ("chore", true, "2.0.0"), (nil, true, "2.0.0"),
    ])
    func commitsDecide(type: String?, isBreaking: Bool, expected: String) throws {
        let commits = [Self.commit("docs"), Self.commit(type, breaking: isBreaking), Self.commit("chore")]
        #expect(try Self.next(after: "1.2.3", since: "1.2.3", commits) == expected)
    }

    @Test func theHighestDemandWins() throws {
        let commits = ["fix", "feat", "fix"].map { Self.commit($0) }
        #expect(try Self.next(after: "1.2.3", since: "1.2.3", commits) == "1.3.0")
    }

    @Test(arguments: ["docs", "chore", "style", "refactor", "test", "build", "ci", "unknown", nil])
    func otherTypesAreNotWorthARelease(type: String?) throws {
        let error = try #require(throws: RelctlError.self) {
            try Self.next(after: "1.2.3", since: "1.2.3", [Self.commit(type)])
        }
        #expect(error.code == .nothingToRelease)
        #expect(error.message == "cannot decide on a version: nothing to release since 1.2.3")
    }

    @Test(arguments: [ReleaseChanges.HiddenReason.merge, .fixup, .reverted, .revert])
    func commitsThatTakeEachOtherBackDoNotCount(reason: ReleaseChanges.HiddenReason) throws {
        let commits = [Self.commit("feat", breaking: true, hidden: reason), Self.commit("fix")]
        #expect(try Self.next(after: "1.2.3", since: "1.2.3", commits) == "1.2.4")
    }

    @Test func whatTheNotesLeaveOutIsReleasedAllTheSame() throws {
        let commits = [Self.commit("feat", hidden: .excluded)]
        #expect(try Self.next(after: "1.2.3", since: "1.2.3", commits) == "1.3.0")
    }

    @Test func beforeTheFirstStableVersionBreakingBumpsMinor() throws {
        let (breaking, feature, fix) = (Self.commit("fix", breaking: true), Self.commit("feat"), Self.commit("fix"))
        #expect(try Self.next(after: "0.2.3", since: "0.2.3", [breaking]) == "0.3.0")
        #expect(try Self.next(after: "0.2.3", since: "0.2.3", [feature]) == "0.3.0")
        #expect(try Self.next(after: "0.2.3", since: "0.2.3", [fix]) == "0.2.4")
        var settings = BumpSettings()
        settings.breakingBeforeStable = .major
        settings.featuresBeforeStable = .patch
        #expect(try Self.next(after: "0.2.3", since: "0.2.3", [breaking], settings) == "1.0.0")
        #expect(try Self.next(after: "0.2.3", since: "0.2.3", [feature], settings) == "0.2.4")
        #expect(try Self.next(after: "1.2.3", since: "1.2.3", [feature], settings) == "1.3.0")
    }

    @Test func typesCanBeAddedAndTakenAway() throws {
        var settings = BumpSettings()
        settings.types["docs"] = .patch
        settings.types["perf"] = nil
        #expect(try Self.next(after: "1.2.3", since: "1.2.3", [Self.commit("docs")], settings) == "1.2.4")
        #expect(throws: RelctlError.self) {
            try Self.next(after: "1.2.3", since: "1.2.3", [Self.commit("perf")], settings)
        }
    }

    @Test func candidatesAreCountedFromTheLastFinalVersion() throws {
        let (feature, fix) = (Self.commit("feat"), Self.commit("fix"))
        let breaking = Self.commit("feat", breaking: true)
        // A fix after the candidate that brought a feature leads to the feature's version.
        #expect(try Self.next(after: "1.1.0-rc.1", since: "1.0.0", [fix, feature]) == "1.1.0")
        #expect(try Self.next(after: "1.1.0-rc.1", since: "1.0.0", [fix, feature], identifier: "rc") == "1.1.0-rc.2")
        #expect(try Self.next(after: "1.1.0-rc.1", since: "1.0.0", [breaking, feature]) == "2.0.0")
        #expect(
            try Self.next(after: "1.1.0-rc.1", since: "1.0.0", [breaking, feature], identifier: "rc") == "2.0.0-rc.1"
        )
        #expect(try Self.next(after: "1.0.0", since: "1.0.0", [feature], identifier: "beta") == "1.1.0-beta.1")
        // What was announced is not taken back.
        #expect(try Self.next(after: "2.0.0-rc.1", since: "1.0.0", [fix]) == "2.0.0")
    }

    @Test func noCandidateFollowsOneThatHasItAll() throws {
        let error = try #require(throws: RelctlError.self) {
            try Self.next(
                after: "1.1.0-rc.1",
                since: "1.0.0",
                [Self.commit("feat")],
                identifier: "rc",
                unreleased: false
            )
        }
        #expect(error.code == .nothingToRelease)
    }

    @Test func beforeTheFirstReleaseTheManifestsAreCountedFrom() throws {
        let feature = Self.commit("feat")
        #expect(try Self.next(after: "0.0.0", since: nil, [feature]) == "0.1.0")
        #expect(try Self.next(after: "1.4.2", since: nil, [feature]) == "1.5.0")
        #expect(try Self.next(after: "1.0.0-rc.1", since: nil, [feature]) == "1.0.0")
    }

    @Test func manifestsThatAreAheadLeadToTheirOwnVersion() throws {
        let next = try Self.next(after: "1.1.0", since: "1.0.0", [Self.commit("feat")])
        #expect(next == "1.1.0")
        let refusal = try #require(VersionIncrement.refusal(from: Version("1.1.0"), to: Version(next)))
        #expect(refusal.message == "cannot go from `1.1.0` to `1.1.0`: it is not greater than what there is")
    }

    @Test func aFooterCanNameTheVersion() throws {
        let newer = Self.commit("chore", footers: [Self.footer("Release-As", "3.0.0")])
        let older = Self.commit("feat", footers: [Self.footer("release-as", "4.0.0")])
        #expect(try Self.next(after: "1.0.0", since: "1.0.0", [newer, older]) == "3.0.0")
        #expect(try Self.next(after: "1.0.0", since: "1.0.0", [newer], identifier: "rc") == "3.0.0-rc.1")
        let wrong = Self.commit("feat", footers: [Self.footer("Release-As", "soon")])
        let error = try #require(throws: RelctlError.self) { try Self.next(after: "1.0.0", since: "1.0.0", [wrong]) }
        #expect(error.message.contains("`soon` is not a version"))
    }
}
