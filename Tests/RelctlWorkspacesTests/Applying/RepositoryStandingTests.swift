import Foundation
import TestSupport
import Testing

@testable import RelctlForges
@testable import RelctlWorkspaces

/// How far a release has come is judged by what a remote has alone.
@Suite struct RepositoryStandingTests {
    private static let (head, own, other) = ("h", "c", "x")

    private static func repository(_ change: (inout PlannedRepository) throws -> Void = { _ in }) throws
        -> PlannedRepository
    {
        var repository = try WorkspaceScene.repository("core")
        repository.commitMessage = "Release 1.1.0\n\nAll of it."
        try change(&repository)
        return repository
    }

    private static func record(_ hash: String, parents: [String] = [head], subject: String = "Release 1.1.0")
        -> CommitRecord
    {
        CommitRecord(
            hash: hash,
            authorName: WorkspaceScene.author.name,
            authorEmail: WorkspaceScene.author.email,
            timestamp: WorkspaceScene.time,
            parents: parents,
            subject: subject,
            body: "All of it."
        )
    }

    private func standing(_ repository: PlannedRepository, _ sight: RepositorySight) -> RepositoryStanding {
        repository.standing(sight, author: WorkspaceScene.author, time: WorkspaceScene.time)
    }

    @Test func branchAndTagTellEverything() throws {
        let repository = try Self.repository()
        let since = [Self.record(Self.other, parents: [Self.own], subject: "Go on"), Self.record(Self.own)]
        let table: [(RepositorySight, RepositoryStanding)] = [
            (.init(tip: Self.head), .pending),
            (.init(tip: Self.own), .committed(Self.own)),
            (.init(tip: Self.own, tagged: Self.own), .pushed(Self.own)),
            (.init(tip: Self.head, tagged: Self.own), .tagged(Self.own)),
            (.init(tip: Self.other, between: since), .committed(Self.own)),
            (.init(tip: Self.other, tagged: Self.own, between: since), .pushed(Self.own)),
            (.init(tip: Self.own, tagged: Self.other), .foreignTag(at: Self.other)),
            (.init(tip: Self.head, tagged: Self.head), .foreignTag(at: Self.head)),
            (.init(tip: nil), .moved(to: nil, commits: [])),
            (
                .init(tip: Self.other, between: [Self.record(Self.other, subject: "Go on")]),
                .moved(to: Self.other, commits: ["x Go on"])
            ),
            (
                .init(tip: Self.other, tagged: Self.own, between: [Self.record(Self.other, subject: "Go on")]),
                .moved(to: Self.other, commits: ["x Go on"])
            ),
        ]
        for (sight, wanted) in table { #expect(standing(repository, sight) == wanted, "\(sight)") }
    }

    @Test func aBranchThatLostThePlannedCommitIsNotSaidToHaveGoneOn() throws {
        let repository = try Self.repository()
        let forced = [Self.record(Self.other, parents: ["elsewhere"], subject: "Begin anew")]
        let standing = standing(repository, .init(tip: Self.other, between: forced))
        #expect(standing == .moved(to: Self.other, commits: ["x Begin anew"], isRewritten: true))
        let words = "\(try #require(repository.refusal(standing)))"
        #expect(words.contains("that commit is not any more") && words.contains("there instead: x Begin anew"))
        #expect(!words.contains("committed since"))
    }

    @Test func whatOnlyTagsItsHeadDoesNotMindLaterCommits() throws {
        let repository = try Self.repository {
            $0.changes = []
            $0.commit = Self.head
        }
        #expect(standing(repository, .init(tip: Self.head)) == .pending)
        #expect(standing(repository, .init(tip: Self.head, tagged: Self.head)) == .pushed(Self.head))
        #expect(standing(repository, .init(tip: Self.other, tagged: Self.head)) == .pushed(Self.head))
        let isBack = standing(repository, .init(tip: Self.other))
        #expect(isBack == .moved(to: Self.other, commits: [], isRewritten: true))
    }

    @Test func whatWasDoneIsNotDoneAgainBehindTheUsersBack() throws {
        let repository = try Self.repository { $0.action = .done }
        #expect(standing(repository, .init(tip: Self.other, tagged: Self.own)) == .pushed(Self.own))
        #expect(standing(repository, .init(tip: Self.own)) == .tagGone)
    }

    @Test func aSignedCommitIsKnownByWhatItSays() throws {
        let repository = try Self.repository {
            $0.isSigned = true
            $0.commit = nil
        }
        let signed = Self.record("s")
        #expect(standing(repository, .init(tip: "s", between: [signed])) == .committed("s"))
        #expect(standing(repository, .init(tip: "s", tagged: "s", between: [signed])) == .pushed("s"))
        var aside = RepositorySight(tip: Self.head, tagged: "s")
        aside.aside = [signed]
        #expect(standing(repository, aside) == .tagged("s"))
        let foreign = Self.record("s", subject: "Release 1.1.0 by hand")
        #expect(standing(repository, .init(tip: "s", tagged: "s", between: [foreign])) == .foreignTag(at: "s"))
    }

    @Test func aPullRequestIsJudgedByTheForgeAndItsBranch() throws {
        let repository = try Self.repository {
            $0.via = .pullRequest
            $0.commit = nil
            $0.requestCommit = Self.own
        }
        func request(_ state: String, head: String) throws -> RelctlWorkspaces.ForgeRequest {
            let merged = state == "merged" ? #","merged":"m""# : ""
            let text = #"{"number":7,"state":"\#(state)","head":"\#(head)","url":"there"\#(merged)}"#
            return try JSONDecoder().decode(RelctlWorkspaces.ForgeRequest.self, from: Data(text.utf8))
        }
        func sight(_ state: String?, head: String = Self.own, branch: String? = Self.own, tagged: String? = nil) throws
            -> RepositorySight
        {
            let requests = try state.map { [try request($0, head: head)] } ?? []
            let tip = state == "merged" ? "m" : Self.head
            return RepositorySight(tip: tip, tagged: tagged, requestTip: branch, requests: requests)
        }
        let table: [(RepositorySight, RepositoryStanding)] = [
            (try sight(nil, branch: nil), .pending),
            (try sight(nil), .proposed(Self.own)),
            (try sight(nil, branch: Self.other), .foreignBranch(at: Self.other, what: "")),
            (try sight("open"), .requested(url: "there")),
            (try sight("open", branch: nil), .proposed(Self.own)),
            (try sight("closed"), .refused(url: "there")),
            (try sight("closed", branch: nil), .pending),
            (try sight("closed", head: Self.other), .proposed(Self.own)),
            (try sight("merged"), .committed("m")),
            (try sight("merged", branch: nil), .committed("m")),
            // Of a release of this version that was taken back.
            (try sight("merged", head: Self.other, branch: nil), .moved(to: "m", commits: [], isRewritten: true)),
            (try sight("merged", tagged: "m"), .pushed("m")),
            (try sight("merged", tagged: "x"), .foreignTag(at: "x")),
        ]
        for (sight, wanted) in table { #expect(standing(repository, sight) == wanted, "\(sight)") }
        var undone = try sight("merged")
        undone.between = [Self.record("u", subject: "Revert")]
        undone.between[0].body = "This reverts commit m."
        #expect(standing(repository, undone) == .moved(to: "m", commits: ["u Revert"]))
    }

    @Test func aSignedProposalIsKnownByWhatItSays() throws {
        let repository = try Self.repository {
            ($0.via, $0.isSigned, $0.commit) = (.pullRequest, true, nil)
        }
        var sight = RepositorySight(tip: Self.head, requestTip: "s")
        #expect(standing(repository, sight) == .foreignBranch(at: "s", what: ""))
        sight.proposed = [Self.record("s")]
        #expect(standing(repository, sight) == .proposed("s"))
    }
}
