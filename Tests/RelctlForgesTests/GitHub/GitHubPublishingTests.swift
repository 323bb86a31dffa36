import TestSupport
import Testing

@testable import RelctlForges

/// Releases go to GitHub as drafts that are shown in one step, and only once.
@Suite struct GitHubPublishingTests {
    @Test func aReleaseIsGatheredInADraftReadBackAndShown() async throws {
        try await GitHubStage.run { stage in
            let actions = try await stage.publish()
            #expect(
                actions.map { "\($0.verb) \($0.subject)" } == [
                    "create draft v1.0.0", "upload SHA256SUMS", "upload app+debug.zip", "upload app-linux.tar.gz",
                    "upload manifest.json", "verify v1.0.0", "publish v1.0.0",
                ]
            )
            try await stage.expectPublished()
            let requests = try await stage.forge.requests()
            #expect(requests.allSatisfy { $0.authorization?.token == "the-token" && $0.userAgent == "relctl" })
            #expect(requests.last?.method == "PATCH")
            #expect(
                requests.filter { $0.method != "GET" }.map(\.method) == ["POST"] + Array(repeating: "POST", count: 4)
                    + ["PATCH"]
            )
            #expect(try await stage.releases().first?.latest == true)
            #expect(try await stage.releases().first?.body == stage.notes)
        }
    }

    @Test func publishingTwiceSendsNothing() async throws {
        try await GitHubStage.run { stage in
            try await stage.publish()
            try await stage.expectNothingLeft()
            try await stage.expectPublished()
        }
    }

    @Test func moreThanAHundredFilesAndReleasesAreAllSeen() async throws {
        try await GitHubStage.run { stage in
            for number in 0..<103 {
                try await stage.forge.createRelease(ForgeForeignRelease(tag: "v0.\(number).0"))
            }
            stage.files = Dictionary(uniqueKeysWithValues: (100..<205).map { ("file-\($0).txt", "text \($0)\n") })
            try await stage.publish()
            try await stage.expectPublished()
            try await stage.expectNothingLeft()
        }
    }

    @Test func aKeptDraftWaitsForAPerson() async throws {
        try await GitHubStage.run { stage in
            stage.options["keepDraft"] = .flag(true)
            #expect(try await stage.publish().last?.verb == .verify)
            #expect(try await stage.releases().map(\.draft) == [true])
            #expect(try await stage.releases().first?.assets.count == stage.files.count)
            #expect(try await stage.forge.state().history.isEmpty)
            try await stage.expectNothingLeft()
            stage.notes = "# Better notes\n"
            #expect(try await stage.publish().map(\.verb).contains(.update))
            #expect(try await stage.releases().first?.body?.hasPrefix("# Better notes\n") == true)
            try await stage.expectNothingLeft()
        }
    }

    @Test func aPrereleaseIsMarkedAndNotTheLatest() async throws {
        try await GitHubStage.run { stage in
            stage.version = "1.1.0-rc.1"
            try await stage.publish()
            try await stage.expectPublished()
            #expect(try await stage.releases().first?.latest == false)
        }
    }

    @Test func aPatchOfAnOldLineIsNotTheLatest() async throws {
        try await GitHubStage.run { stage in
            for tag in ["v0.9.0", "v2.0.0", "v3.0.0-beta.1", "nightly"] {
                var release = ForgeForeignRelease(tag: tag)
                release.prerelease = tag.contains("-")
                try await stage.forge.createRelease(release)
            }
            stage.version = "1.0.1"
            let publication = try #require(try await stage.publish().last)
            #expect(publication.reason == "not as the latest: `v2.0.0` is newer")
            try await stage.expectPublished()
            #expect(try await stage.releases().first?.latest == false)
        }
    }

    @Test func theHighestStableVersionIsTheLatest() async throws {
        try await GitHubStage.run { stage in
            try await stage.forge.createRelease(ForgeForeignRelease(tag: "v0.10.0"))
            try await stage.publish()
            #expect(try await stage.releases().first?.latest == true)
        }
    }

    @Test func notesBeyondTheLimitAreCutAndShipWhole() async throws {
        try await GitHubStage.run { stage in
            let section = "## Part\n\n" + String(repeating: "- a change that is told at some length\n", count: 100)
            stage.notes = "# 1.0.0\n\n" + String(repeating: section, count: 60)
            try await stage.publish()
            try await stage.expectPublished()
            let body = try #require(try await stage.releases().first?.body)
            #expect(body.utf8.count < 125_000)
            #expect(body.contains("/octo/tool/releases/download/v1.0.0/NOTES.md"))
            try await stage.expectNothingLeft()
        }
    }

    @Test func anEnterpriseServerIsAskedBelowItsPath() async throws {
        try await GitHubStage.run { stage in
            stage.options["api"] = .text(stage.forge.url + "/api/v3/")
            for number in 0..<101 { try await stage.forge.createRelease(ForgeForeignRelease(tag: "v0.\(number).0")) }
            try await stage.publish()
            try await stage.expectPublished()
            let paths = try await stage.forge.requests().map(\.path)
            #expect(paths.allSatisfy { $0.hasPrefix("/api/v3/") || $0.hasPrefix("/api/uploads/") })
            try await stage.expectNothingLeft()
        }
    }

    @Test func titleAndDiscussionAreAsConfigured() async throws {
        try await GitHubStage.run { stage in
            try await stage.forge.admin(
                "POST",
                "repositories",
                #"{"owner": "octo", "name": "tool", "categories": ["Announcements"]}"#
            )
            stage.options["title"] = .text("Tool 1.0")
            stage.options["discussionCategory"] = .text("Announcements")
            try await stage.publish()
            let release = try #require(try await stage.releases().first)
            #expect(release.name == "Tool 1.0" && release.discussion != nil)
        }
    }

    @Test func anUnknownDiscussionCategoryLeavesTheDraft() async throws {
        try await GitHubStage.run { stage in
            stage.options["discussionCategory"] = .text("Nowhere")
            let error = try await stage.failure()
            #expect(error.code == .partiallyPublished)
            #expect(error.words.contains("no discussion category `Nowhere`"), "\(error)")
            #expect(try await stage.releases().map(\.draft) == [true])
            stage.options["discussionCategory"] = nil
            try await stage.publish()
            try await stage.expectPublished()
        }
    }

    @Test func anEmptyVariableIsNoToken() async throws {
        try await GitHubStage.run { stage in
            stage.environment = ["GITHUB_TOKEN": "", "GH_TOKEN": "the-token"]
            try await stage.publish()
            try await stage.expectPublished()
            stage.environment = ["GITHUB_TOKEN": "", "GH_TOKEN": ""]
            try await stage.forge.forgetRequests()
            #expect(try await stage.failure().code == .notAuthorized)
            #expect(try await stage.forge.requests().isEmpty)
        }
    }

    @Test func theTokenIsReadFromWhereItIsSaidToBe() async throws {
        try await GitHubStage.run { stage in
            stage.environment = ["GITHUB_TOKEN": "wrong", "RELEASE_TOKEN": "the-token"]
            stage.options["tokenFrom"] = .list([.text("RELEASE_TOKEN")])
            try await stage.publish()
            try await stage.expectPublished()
        }
    }

    @Test func aTagThatIsMissingIsMadeAtTheCommit() async throws {
        try await GitHubStage.run { stage in
            stage.name = "untagged"
            try await stage.createRepository(tagged: false)
            try await stage.publish()
            try await stage.expectPublished()
            #expect(
                try await stage.repository().tags.map { "\($0.name) \($0.commit)" } == ["v1.0.0 \(GitHubStage.commit)"]
            )
        }
    }

    @Test func anAnnotatedTagLeadsToItsCommit() async throws {
        try await GitHubStage.run { stage in
            let tag = #""v1.0.0": {"sha": "\#(GitHubStage.commit)", "annotated": true}"#
            try await stage.forge.admin(
                "POST",
                "repositories",
                #"{"owner": "octo", "name": "tool", "tags": {\#(tag)}}"#
            )
            try await stage.publish()
            try await stage.expectPublished()
            try await stage.expectNothingLeft()
        }
    }
}
