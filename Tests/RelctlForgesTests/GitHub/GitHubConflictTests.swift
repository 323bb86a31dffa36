import TestSupport
import Testing

@testable import RelctlForges
@testable import RelctlPublishing

/// What others have put there is never touched without need, and what relctl left is never doubled.
@Suite struct GitHubConflictTests {
    /// Makes sure that nothing was changed.
    private func expectOnlyReads(_ stage: GitHubStage, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let methods = Set(try await stage.forge.requests().map(\.method))
        #expect(methods == ["GET"], sourceLocation: sourceLocation)
    }

    /// A draft as relctl leaves one, with these files of the release in it.
    private func leaveOwnDraft(in stage: GitHubStage, holding names: [String] = [], broken: [String] = []) async throws
    {
        var draft = ForgeForeignRelease(tag: stage.tag)
        draft.draft = true
        draft.body = ForgeNotes.marked("some notes\n", try stage.request().release)
        draft.assets = names.map { .init(name: $0, text: stage.files[$0] ?? "what does not belong there") }
        draft.assets += broken.map { name in
            var asset = ForgeForeignRelease.Asset(name: name, text: "")
            asset.state = "starter"
            return asset
        }
        try await stage.forge.createRelease(draft)
    }

    @Test func aDraftOfAnEarlierRunIsGoneOnWith() async throws {
        try await GitHubStage.run { stage in
            try await leaveOwnDraft(in: stage, holding: ["SHA256SUMS", "old.zip"], broken: ["manifest.json"])
            let actions = try await stage.publish()
            #expect(
                actions.map { "\($0.verb) \($0.subject)" } == [
                    "delete old.zip", "skip SHA256SUMS", "upload app+debug.zip", "upload app-linux.tar.gz",
                    "delete broken asset manifest.json", "upload manifest.json", "verify v1.0.0", "publish v1.0.0",
                ]
            )
            try await stage.expectPublished()
            #expect(try await stage.uploads()["SHA256SUMS"] == nil)
        }
    }

    @Test func ofTwoOwnDraftsTheFullerOneIsGoneOnWithAndTheOtherRemoved() async throws {
        try await GitHubStage.run { stage in
            try await leaveOwnDraft(in: stage, holding: ["SHA256SUMS"])
            try await leaveOwnDraft(in: stage, holding: ["SHA256SUMS", "manifest.json"])
            try await leaveOwnDraft(in: stage)
            let fuller = try await stage.releases().map(\.id).sorted()[1]
            #expect(try await stage.publish().filter { $0.verb == .deleteDraft }.count == 2)
            try await stage.expectPublished()
            #expect(try await stage.releases().map(\.id) == [fuller])
        }
    }

    @Test func anOwnDraftBesideThePublishedReleaseIsRemoved() async throws {
        try await GitHubStage.run { stage in
            try await stage.publish()
            try await leaveOwnDraft(in: stage, holding: ["SHA256SUMS"])
            #expect(try await stage.publish().map(\.verb) == [.deleteDraft])
            try await stage.expectPublished()
            try await stage.expectNothingLeft()
        }
    }

    @Test func aForeignDraftIsLeftAlone() async throws {
        try await GitHubStage.run { stage in
            var draft = ForgeForeignRelease(tag: "v1.0.0")
            draft.draft = true
            draft.body = "prepared by hand"
            draft.assets = [.init(name: "hand.zip", text: "made by hand")]
            try await stage.forge.createRelease(draft)
            let before = try await stage.repository()
            let error = try await stage.failure()
            #expect(error.code == .publicationExists)
            #expect(error.causes.contains { "\($0)" == "`hand.zip` is there, and not in this release" }, "\(error)")
            stage.replaces = true
            #expect(try await stage.failure().code == .publicationExists)
            try await expectOnlyReads(stage)
            #expect(try await stage.repository() == before)
        }
    }

    @Test func aDraftOfAnotherTagIsNoneOfThisRelease() async throws {
        try await GitHubStage.run { stage in
            var draft = ForgeForeignRelease(tag: "v1.0.1")
            draft.draft = true
            draft.body = ForgeNotes.marked("notes\n", try stage.request().release)
            try await stage.forge.createRelease(draft)
            try await stage.publish()
            try await stage.expectPublished()
            #expect(try await stage.repository().releases.count == 2)
        }
    }

    @Test func aPublishedReleaseThatDiffersIsShownAndReplacedOnlyIfAsked() async throws {
        try await GitHubStage.run { stage in
            try await stage.publish()
            stage.files["manifest.json"] = "{ }\n"
            stage.files["app+debug.zip"] = "no zap\n"
            stage.files["SHA256SUMS"] = nil
            try await stage.forge.forgetRequests()
            let error = try await stage.failure()
            #expect(error.code == .publicationExists)
            #expect(
                error.causes.map { "\($0)" } == [
                    "`SHA256SUMS` is there, and not in this release", "`app+debug.zip` has other contents",
                    "`manifest.json` has 3 bytes, not 4",
                ]
            )
            #expect(error.hints.contains { $0.contains("--replace") })
            try await expectOnlyReads(stage)
            stage.replaces = true
            try await stage.publish()
            let names = try await stage.releases().first?.assets.map(\.name)
            #expect(names == stage.files.keys.sorted())
            #expect(try await stage.uploads() == ["manifest.json": 1, "app%2Bdebug.zip": 1])
            try await stage.expectNothingLeft()
        }
    }

    @Test func notesThatWereEditedByHandStayUnlessReplaced() async throws {
        try await GitHubStage.run { stage in
            try await stage.publish()
            stage.notes = "# Other notes\n"
            try await stage.expectNothingLeft()
            stage.replaces = true
            #expect(try await stage.publish().map(\.verb).contains(.update))
            #expect(try await stage.releases().first?.body == "# Other notes\n")
            try await stage.expectNothingLeft()
        }
    }

    @Test func anImmutableReleaseIsNeitherChangedNorInTheWay() async throws {
        try await GitHubStage.run { stage in
            try await stage.forge.admin(
                "POST",
                "repositories",
                #"{"owner": "octo", "name": "tool", "immutable": true}"#
            )
            try await stage.publish()
            try await stage.expectPublished()
            try await stage.expectNothingLeft()
            let findings = try await stage.findings()
            #expect(findings.map(\.code) == ["publish.github.immutable"] && findings.first?.severity == .warning)
            stage.files["manifest.json"] = "{ }\n"
            stage.replaces = true
            #expect(try await stage.findings().first?.severity == .error)
            let error = try await stage.failure()
            #expect(error.code == .publicationExists)
            #expect(error.hints == ["it is immutable: make a release of another version"])
        }
    }

    @Test func aTagAtAnotherCommitIsRefusedBeforeAnythingIsSent() async throws {
        try await GitHubStage.run { stage in
            let tags = #"{"v1.0.0": "\#(GitHubStage.otherCommit)"}"#
            try await stage.forge.admin("POST", "repositories", #"{"owner": "octo", "name": "tool", "tags": \#(tags)}"#)
            let error = try await stage.failure()
            #expect(error.message.contains("is at commit bbbbbbbbbbbb, not at aaaaaaaaaaaa"))
            #expect(error.hints.contains { $0.contains("git fetch --tags") })
            try await expectOnlyReads(stage)
            let findings = try await stage.findings()
            #expect(findings.map(\.code) == ["publish.github.tag"])
        }
    }

    @Test func aTagThatARivalPushesMeanwhileKeepsTheDraftHidden() async throws {
        try await GitHubStage.run { stage in
            stage.name = "untagged"
            try await stage.createRepository(tagged: false)
            let rule =
                #"{"match": {"method": "POST", "origin": "api"}, "effect": {"kind": "rival", "what": "tag", "#
                + #""sha": "\#(GitHubStage.otherCommit)"}}"#
            try await stage.forge.admin("POST", "faults", rule)
            let error = try await stage.failure()
            #expect(error.code == .partiallyPublished, "\(error)")
            #expect(try await stage.releases().map(\.draft) == [true])
            #expect(try await stage.forge.moments(of: "octo/untagged").allSatisfy { $0.event == "tag" })
        }
    }

    @Test func aRivalsReleaseOfTheSameTagIsReported() async throws {
        try await GitHubStage.run { stage in
            try await stage.forge.addFault(.init("rival"), on: .init("PATCH"))
            let error = try await stage.failure()
            #expect(error.code == .partiallyPublished, "\(error)")
            #expect(error.description.contains("already_exists"), "\(error)")
            try await stage.forge.removeFaults()
            #expect(try await stage.failure().code == .publicationExists)
            // What is left of the own one can be taken back, and only that.
            try await stage.retreat(.abandon)
            #expect(try await stage.releases().map(\.name) == ["a rival's"])
        }
    }

    @Test func aDraftThatIsRemovedMeanwhileIsSaid() async throws {
        try await GitHubStage.run { stage in
            try await leaveOwnDraft(in: stage)
            var gone = ForgeFault.Effect("answer")
            (gone.status, gone.body) = (404, #"{"message": "Not Found"}"#)
            try await stage.forge.addFault(gone, on: .init("GET", path: "/releases/[0-9]+$"))
            let error = try await stage.failure()
            #expect(error.message.contains("it was removed meanwhile"))
            try await stage.forge.removeFaults()
            try await stage.publish()
            try await stage.expectPublished()
        }
    }

    @Test func whatWasNeverSeenIsRemovedWhenAbandoned() async throws {
        try await GitHubStage.run { stage in
            try await leaveOwnDraft(in: stage, holding: ["SHA256SUMS"])
            try await leaveOwnDraft(in: stage)
            try await stage.retreat(.abandon)
            #expect(try await stage.releases().isEmpty)
            try await stage.publish()
            let published = stage
            await #expect(throws: RelctlError.self) { () async throws in try await published.retreat(.abandon) }
            try await stage.expectPublished()
        }
    }

    @Test func aYankedReleaseSaysSoOnTopOfItsNotes() async throws {
        try await GitHubStage.run { stage in
            try await stage.publish()
            try await stage.retreat(.yank(reason: "it eats data"))
            let release = try #require(try await stage.releases().first)
            #expect(release.prerelease && !release.latest && !release.draft)
            let body = try #require(release.body)
            #expect(body.contains("it eats data") && body.hasSuffix(stage.notes ?? ""))
            try await stage.forge.forgetRequests()
            try await stage.retreat(.yank(reason: "it eats data"))
            try await expectOnlyReads(stage)
        }
    }
}

extension GitHubStage {
    /// Goes a way back.
    fileprivate func retreat(_ retreat: Retreat) async throws {
        let (publisher, request) = (GitHubPublisher(), try request())
        let observed = try await publisher.observe(request, with: effects)
        let actions = try publisher.plan(retreat, of: request, observed: observed)
        try await publisher.execute(actions, for: request, in: PublicationRun(name: "github", effects: effects))
    }
}
