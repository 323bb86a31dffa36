import TestSupport
import Testing

@testable import RelctlForges
@testable import RelctlWorkspaces

@Suite("Pull requests") struct ForgeRequestsTests {
    private static let kinds = ForgeAddress.Kind.allCases
    private let branch = "relctl/v1.0.0"
    private let head = String(repeating: "e", count: 40)

    private var wanted: WantedRequest {
        WantedRequest(branch: branch, base: "main", title: "Release 1.0.0", text: "The text.", commit: head)
    }

    /// A repository with a branch to be merged.
    private func running(
        _ kind: ForgeAddress.Kind,
        _ body: (WaitStage, any ProjectForge) async throws -> Void
    ) async throws {
        try await WaitStage.running(kind) { stage async throws in
            try await stage.change { $0.branches[branch] = head }
            try await body(stage, try stage.project())
        }
    }

    private func request(_ forge: any ProjectForge) async throws -> RelctlWorkspaces.ForgeRequest? {
        .counting(try await forge.requests(from: branch, into: "main"))
    }

    private func pulls(_ stage: WaitStage) async throws -> [ForgeState.Pull] {
        try #require(try await stage.forge.state().repositories.first).pulls
    }

    @Test("are opened once and found again", arguments: kinds) func openedOnce(kind: ForgeAddress.Kind) async throws {
        try await running(kind) { stage, forge async throws in
            #expect(try await request(forge) == nil)
            let made = try await forge.open(wanted)
            #expect(made.state == .open)
            #expect(made.head == head)
            #expect(made.merged == nil)
            #expect(made.url?.hasSuffix("/\(made.number)") == true)
            #expect(try await forge.open(wanted) == made)
            #expect(try await request(forge) == made)
            #expect(try await forge.requests(from: branch, into: "other").isEmpty)
            let pull = try #require(try await pulls(stage).first)
            #expect([pull.title, pull.branch, pull.base] == ["Release 1.0.0", branch, "main"])
            #expect(pull.body?.hasPrefix("The text.\n\n<!--") == true)
            #expect(made.commit == head)
        }
    }

    @Test("tell the commit that came of them", arguments: kinds) func merged(kind: ForgeAddress.Kind) async throws {
        try await running(kind) { stage, forge async throws in
            let made = try await forge.open(wanted)
            let commit = String(repeating: "d", count: 40)
            try await stage.forge.setPull(ForgePullState(merging: Int(made.number), as: commit))
            let merged = try #require(try await request(forge))
            #expect(merged.state == .merged)
            #expect(merged.merged == commit)
            #expect(try await forge.open(wanted) == merged)
            #expect(try await pulls(stage).count == 1)
        }
    }

    @Test("are found when their branch is gone", arguments: kinds)
    func branchGone(kind: ForgeAddress.Kind) async throws {
        try await running(kind) { stage, forge async throws in
            try await stage.change { $0.deletesBranches = true }
            let made = try await forge.open(wanted)
            let commit = String(repeating: "d", count: 40)
            try await stage.forge.setPull(ForgePullState(merging: Int(made.number), as: commit))
            #expect(try await request(forge)?.merged == commit)
        }
    }

    @Test("tell it of a fast-forward", arguments: kinds) func fastForward(kind: ForgeAddress.Kind) async throws {
        try await running(kind) { stage, forge async throws in
            let made = try await forge.open(wanted)
            try await stage.forge.setPull(ForgePullState(merging: Int(made.number), "rebase", as: head))
            #expect(try await request(forge)?.merged == head)
        }
    }

    @Test("of another commit do not count when one is opened", arguments: kinds)
    func othersAreNotTaken(kind: ForgeAddress.Kind) async throws {
        try await running(kind) { stage, forge async throws in
            let made = try await forge.open(wanted)
            try await stage.forge.setPull(ForgePullState(merging: Int(made.number), as: head))
            let next = String(repeating: "b", count: 40)
            try await stage.change { $0.branches[branch] = next }
            var wanted = wanted
            wanted.commit = next
            #expect(try await forge.open(wanted).number != made.number)
            #expect(try await pulls(stage).map(\.state) == ["closed", "open"])
            #expect(try await forge.current(made).state == .merged)
        }
    }

    @Test("are closed, and another is opened then", arguments: kinds)
    func closed(kind: ForgeAddress.Kind) async throws {
        try await running(kind) { stage, forge async throws in
            let made = try await forge.open(wanted)
            try await forge.close(made)
            #expect(try await pulls(stage).map(\.state) == ["closed"])
            #expect(try await request(forge)?.state == .closed)
            #expect(try await forge.open(wanted).number != made.number)
            #expect(try await pulls(stage).map(\.state) == ["closed", "open"])
        }
    }

    @Test("are one, though the answer was lost", arguments: kinds)
    func lostAnswer(kind: ForgeAddress.Kind) async throws {
        try await running(kind) { stage, forge async throws in
            let path = kind == .gitlab ? "/merge_requests$" : "/pulls$"
            try await stage.forge.addFault(.init("lost"), on: .init("POST", path: path), times: 1)
            let made = try await forge.open(wanted)
            #expect(made.state == .open)
            #expect(try await pulls(stage).count == 1)
        }
    }

    @Test("cannot be opened for what the forge does not know", arguments: kinds)
    func unknownBranch(kind: ForgeAddress.Kind) async throws {
        try await running(kind) { stage, forge async throws in
            var wanted = wanted
            wanted.branch = "nobody/pushed"
            await #expect(throws: RelctlError.self) { try await forge.open(wanted) }
            #expect(try await pulls(stage).isEmpty)
        }
    }
}
