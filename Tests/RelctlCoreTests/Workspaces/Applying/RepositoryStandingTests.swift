import Foundation
import RelctlCore
import TestSupport
import Testing

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

    @Test func whatOnlyTagsItsHeadDoesNotMindLaterCommits() throws {
        let repository = try Self.repository {
            $0.changes = []
            $0.commit = Self.head
        }
        #expect(standing(repository, .init(tip: Self.head)) == .pending)
        #expect(standing(repository, .init(tip: Self.head, tagged: Self.head)) == .pushed(Self.head))
        #expect(standing(repository, .init(tip: Self.other, tagged: Self.head)) == .pushed(Self.head))
        #expect(standing(repository, .init(tip: Self.other)) == .moved(to: Self.other, commits: []))
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

    @Test func aPullRequestIsJudgedByTheForge() throws {
        let repository = try Self.repository {
            $0.via = .pullRequest
            $0.commit = nil
        }
        func sight(_ state: String?, tagged: String? = nil) throws -> RepositorySight {
            let request = try state.map { state in
                let merged = state == "merged" ? #","merged":"m""# : ""
                let text = #"{"number":7,"state":"\#(state)","head":"r","url":"there"\#(merged)}"#
                return try JSONDecoder().decode(RelctlCore.ForgeRequest.self, from: Data(text.utf8))
            }
            return RepositorySight(tip: state == nil ? Self.head : "m", tagged: tagged, request: request)
        }
        #expect(try standing(repository, sight(nil)) == .pending)
        #expect(try standing(repository, sight("open")) == .requested(url: "there"))
        #expect(try standing(repository, sight("closed")) == .refused(url: "there"))
        #expect(try standing(repository, sight("merged")) == .committed("m"))
        #expect(try standing(repository, sight("merged", tagged: "m")) == .pushed("m"))
        #expect(try standing(repository, sight("merged", tagged: "x")) == .foreignTag(at: "x"))
    }
}
