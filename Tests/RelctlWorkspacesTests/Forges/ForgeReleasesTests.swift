import TestSupport
import Testing

@testable import RelctlForges
@testable import RelctlWorkspaces

@Suite("Releases of a tag") struct ForgeReleasesTests {
    private let tag = WaitStage.tag

    private func draft(_ body: String) -> ForgeForeignRelease {
        var release = ForgeForeignRelease(tag: tag)
        (release.draft, release.body, release.assets) = (true, body, [.init(name: "a.zip", text: "a")])
        return release
    }

    @Test("are drafts until users see them", arguments: [ForgeAddress.Kind.github, .gitea])
    func drafts(kind: ForgeAddress.Kind) async throws {
        try await WaitStage.running(kind) { stage async throws in
            let forge = try stage.project()
            #expect(try await forge.drafts(of: tag).isEmpty)
            try await stage.forge.createRelease(draft("<!-- relctl: draft of v1.0.0 -->"))
            var other = ForgeForeignRelease(tag: "v0.9.0")
            other.draft = true
            try await stage.forge.createRelease(other)
            #expect(try await forge.release(of: tag) == nil)
            let drafts = try await forge.drafts(of: tag)
            #expect(drafts.map(\.isDraft) == [true])
            #expect(drafts.map(\.isOwn) == [true])
            #expect(drafts.map(\.assets) == [["a.zip"]])
            try await forge.deleteDraft(try #require(drafts.first))
            #expect(try await forge.drafts(of: tag).isEmpty)
            let repository = try #require(try await stage.forge.state().repositories.first)
            #expect(repository.releases.map(\.tag) == ["v0.9.0"])
            #expect(repository.tags.map(\.name) == [tag])
            // Gone already.
            try await forge.deleteDraft(try #require(drafts.first))
        }
    }

    @Test("are removed as drafts alone") func publishedMeanwhile() async throws {
        try await WaitStage.running { stage async throws in
            try await stage.forge.createRelease(draft("somebody's"))
            let forge = try stage.project()
            let draft = try #require(try await forge.drafts(of: tag).first)
            #expect(!draft.isOwn)
            let path = "/repos/octo/tool/releases/\(draft.id)"
            let headers = [("authorization", "Bearer the-token"), ("user-agent", "test")]
            let answer = try await stage.forge.client.ask(
                "PATCH",
                path,
                headers: headers,
                body: Array(#"{"draft": false}"#.utf8)
            )
            #expect(answer.status == 200)
            let error = await #expect(throws: RelctlError.self) { try await forge.deleteDraft(draft) }
            #expect(error?.message == "cannot remove the draft of `v1.0.0`: users see it by now")
            #expect(try await forge.release(of: tag)?.isDraft == false)
        }
    }

    @Test("may be for ever") func immutable() async throws {
        try await WaitStage.running { stage async throws in
            try await stage.change { $0.immutable = true }
            let forge = try stage.project()
            try await stage.forge.createRelease(draft(""))
            let draft = try #require(try await forge.drafts(of: tag).first)
            #expect(!draft.isImmutable)
            let headers = [("authorization", "Bearer the-token"), ("user-agent", "test")]
            _ = try await stage.forge.client.ask(
                "PATCH",
                "/repos/octo/tool/releases/\(draft.id)",
                headers: headers,
                body: Array(#"{"draft": false}"#.utf8)
            )
            #expect(try await forge.release(of: tag)?.isImmutable == true)
        }
    }

    @Test("of GitLab have links for files") func gitLab() async throws {
        try await WaitStage.running(.gitlab) { stage async throws in
            var workflow = ForgeWorkflow("release.yml")
            workflow.release = ForgeWorkflow.Release(["a.tar.gz", "SHA256SUMS"])
            try await stage.change { $0.workflows = [workflow] }
            let forge = try stage.project()
            #expect(try await forge.release(of: tag) == nil)
            try await forge.dispatch(nil, at: tag)
            let release = try #require(try await forge.release(of: tag))
            #expect(Set(release.assets) == ["a.tar.gz", "SHA256SUMS"])
            #expect(try await forge.drafts(of: tag).isEmpty)
        }
    }

    @Test("must have a file for each pattern") func patterns() throws {
        var release = TaggedRelease(
            id: "1",
            tag: tag,
            isDraft: false,
            isImmutable: false,
            isOwn: false,
            url: nil,
            assets: ["a-linux.tar.gz", "SHA256SUMS"]
        )
        let ready = ReadinessState.ready("release `v1.0.0` is published")
        #expect(try release.state(wanting: []) == ready)
        #expect(try release.state(wanting: ["*.tar.gz", "SHA256SUMS"]) == ready)
        let missing = ReadinessState.pending("the release has no `*.zip`, no `b`")
        #expect(try release.state(wanting: ["*.zip", "SHA*", "b"]) == missing)
        release.isDraft = true
        #expect(try release.state(wanting: []) == .pending("the release is a draft"))
    }
}
