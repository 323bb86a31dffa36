import TestSupport
import Testing

@testable import RelctlWorkspaces

/// Pushes to remotes that take them, and to hostile ones.
@Suite struct MirrorPushTests {
    /// A remote, and a mirror with a commit and a tag that it does not have.
    private struct Stage {
        let world: WorkspaceWorld
        let repository: TestRepository
        let mirror: GitMirror
        let head: String
        let commit: String
        let tag: String

        var updates: [MirrorUpdate] {
            [
                MirrorUpdate(object: commit, reference: "refs/heads/main"),
                MirrorUpdate(object: tag, reference: "refs/tags/v1.0.0"),
            ]
        }

        /// The failure of pushing both, which must leave the remote as it was.
        func failure(isDryRun: Bool = false, timeout: Duration? = nil) async throws -> RelctlError {
            let before = try await world.references(at: "a")
            let error = try await #require(throws: RelctlError.self) {
                try await mirror.push(updates, isDryRun: isDryRun, timeout: timeout)
            }
            #expect(try await world.references(at: "a") == before)
            return error
        }
    }

    private func with(_ body: (Stage) async throws -> Void) async throws {
        try await WorkspaceWorld.with { world in
            let repository = try await world.repository("a", ["f": "1\n"])
            let head = try await repository.git("rev-parse", "HEAD")
            let mirror = try await world.mirror(of: "a")
            try await mirror.fetch([head], depth: 1)
            let author = CommitIdentity(name: "Bot", email: "bot@example.org")
            let commit = try await mirror.make(
                MirrorCommit(parent: head, message: "m", author: author, time: 1, changes: [])
            )
            let tag = try await mirror.make(
                MirrorTag(name: "v1.0.0", commit: commit, message: "m", author: author, time: 1)
            )
            try await body(
                Stage(world: world, repository: repository, mirror: mirror, head: head, commit: commit, tag: tag)
            )
        }
    }

    @Test func branchAndTagArriveTogether() async throws {
        try await with { stage in
            let before = try await stage.world.references(at: "a")
            try await stage.mirror.push(stage.updates, isDryRun: true)
            #expect(try await stage.world.references(at: "a") == before)
            try await stage.mirror.push(stage.updates)
            let found = try await stage.mirror.look()
            #expect(found.branches["main"] == stage.commit && found.tags["v1.0.0"] == stage.commit)
            #expect(found.tagObjects["v1.0.0"] == stage.tag)
            // Once more is nothing new.
            try await stage.mirror.push(stage.updates)
        }
    }

    /// git calls such a push not a fast-forward, though nobody else has pushed.
    @Test func aPushFromAMirrorThatLacksHistorySaysSo() async throws {
        try await with { stage in
            try await stage.mirror.push(stage.updates)
            let lost = """
                git --git-dir='\(stage.mirror.folder)' cat-file commit \(stage.commit) | sed "s/^parent .*/parent \
                $(printf %040d 1)/" | git --git-dir='\(stage.mirror.folder)' hash-object -w -t commit --stdin
                """
            let object = try await stage.world.world.output(of: ["sh", "-c", lost])
            let commit = object.split(separator: "\n").first.map(String.init) ?? ""
            let update = MirrorUpdate(object: commit, reference: "refs/heads/main")
            let error = try await #require(throws: RelctlError.self) { try await stage.mirror.push([update]) }
            #expect(error.code == .failed)
            #expect(error.message.contains("lacks a part of the history of `\(commit.prefix(12))`"))
            #expect(error.hints.first?.contains("rm -r") == true)
        }
    }

    /// Another machine fetched what was released, and then all of it was taken back by force.
    @Test func aCommitThatWasFetchedWithoutHistoryIsPushedOnceMore() async throws {
        try await with { stage in
            try await stage.mirror.push(stage.updates)
            var effects = stage.world.effects
            effects.environment["XDG_CACHE_HOME"] = stage.world.world.home.appending("other").string
            let other = try await MirrorStore.cached(effects).mirror(of: stage.world.remote("a").string)
            try await other.fetch([stage.commit], depth: 1)
            try await stage.world.git(at: "a", "update-ref", "refs/heads/main", stage.head)
            try await stage.world.git(at: "a", "update-ref", "-d", "refs/tags/v1.0.0")
            try await other.fetch([stage.head], depth: 1)
            let author = CommitIdentity(name: "Bot", email: "bot@example.org")
            let planned = MirrorCommit(parent: stage.head, message: "m", author: author, time: 1, changes: [])
            #expect(try await other.make(planned) == stage.commit)
            let tag = MirrorTag(name: "v1.0.0", commit: stage.commit, message: "m", author: author, time: 1)
            #expect(try await other.make(tag) == stage.tag)
            try await other.push(stage.updates)
            #expect(try await stage.mirror.look().branches["main"] == stage.commit)
        }
    }

    @Test func aRejectingHookIsQuoted() async throws {
        try await with { stage in
            try await stage.world.hook("pre-receive", at: "a", "echo 'releases need `a ticket`' >&2; exit 1")
            let error = try await stage.failure()
            #expect(error.code == .pushRefused)
            #expect(error.description.contains("releases need `a ticket`"))
            #expect(error.message.contains("`main` and `v1.0.0`"))
        }
    }

    @Test func aHookThatTakesTheBranchAloneGetsNothing() async throws {
        try await with { stage in
            try await stage.world.hook("update", at: "a", "case $1 in refs/tags/*) echo 'no tags' >&2; exit 1;; esac")
            let error = try await stage.failure()
            #expect(error.code == .pushRefused)
            #expect(error.description.contains("no tags") && error.description.contains("`v1.0.0`"))
            #expect(!error.description.contains("`main`: "))
        }
    }

    @Test func aRemoteThatCannotTakeAllOrNothingGetsNothing() async throws {
        try await with { stage in
            try await stage.world.git(at: "a", "config", "receive.advertiseAtomic", "false")
            #expect(try await stage.failure().code == .pushNotAtomic)
        }
    }

    @Test func aHookThatStallsIsGivenUp() async throws {
        try await with { stage in
            try await stage.world.hook("pre-receive", at: "a", "sleep 60")
            #expect(try await stage.failure(timeout: .seconds(1)).code == .pushTimedOut)
        }
    }

    @Test(arguments: [false, true])
    func aBranchThatMovedIsLeftAlone(isDryRun: Bool) async throws {
        try await with { stage in
            try await stage.repository.commit("meanwhile")
            try await stage.repository.git("push", "--quiet", "origin", "main")
            let error = try await stage.failure(isDryRun: isDryRun)
            #expect(error.code == .pushRejected)
            #expect(error.description.contains("`main`"))
        }
    }

    @Test(arguments: [false, true])
    func aTagThatIsThereIsLeftAlone(isDryRun: Bool) async throws {
        try await with { stage in
            try await stage.repository.tag("v1.0.0")
            try await stage.repository.git("push", "--quiet", "origin", "v1.0.0")
            let error = try await stage.failure(isDryRun: isDryRun)
            #expect(error.code == .pushRejected)
            #expect(error.description.contains("`v1.0.0`"))
        }
    }

    @Test func whatAFileSaysCannotForceAPush() async throws {
        try await with { stage in
            for update in [
                MirrorUpdate(object: "+" + stage.commit, reference: "refs/heads/main"),
                MirrorUpdate(object: stage.commit, reference: "refs/heads/main:refs/heads/other"),
                MirrorUpdate(object: stage.commit, reference: "--force"), MirrorUpdate(object: "", reference: "refs/x"),
            ] {
                let error = try await #require(throws: RelctlError.self) { try await stage.mirror.push([update]) }
                #expect(error.message.hasPrefix("cannot push `"))
            }
            var commit = MirrorCommit(
                parent: stage.head,
                message: "m",
                author: CommitIdentity(name: "a", email: "b> 1 +0000\ndata 1\nx\nreset refs/heads/main\nc <d"),
                time: 1,
                changes: []
            )
            await #expect(throws: RelctlError.self) { try await stage.mirror.make(commit) }
            commit.author = CommitIdentity(name: "a", email: "b")
            commit.parent = "main\n"
            await #expect(throws: RelctlError.self) { try await stage.mirror.make(commit) }
        }
    }

    @Test func aRemoteThatMayNotBeWrittenIsToldFromOneThatRefuses() async throws {
        try await with { stage in
            let words = "error: insufficient permission for adding an object to repository database ./objects"
            try await stage.world.hook("pre-receive", at: "a", "echo '\(words)' >&2; exit 1")
            #expect(try await stage.failure().code == .notAuthorized)
        }
    }

    @Test func claimsAreTakenAndGivenBackByWhoeverHasThem() async throws {
        try await with { stage in
            let claim = RemoteReferences.claims + "w"
            let taken = MirrorUpdate(object: stage.tag, reference: claim, expected: .absent)
            try await stage.mirror.push([taken])
            #expect(try await stage.mirror.look().claims == ["w": stage.tag])
            let other = MirrorUpdate(object: stage.commit, reference: claim, expected: .absent)
            let refused = try await #require(throws: RelctlError.self) { try await stage.mirror.push([other]) }
            #expect(refused.code == .pushRejected)
            let wrong = MirrorUpdate(object: nil, reference: claim, expected: .object(stage.commit))
            await #expect(throws: RelctlError.self) { try await stage.mirror.push([wrong]) }
            #expect(try await stage.mirror.look().claims == ["w": stage.tag])
            try await stage.mirror.push([MirrorUpdate(object: nil, reference: claim, expected: .object(stage.tag))])
            #expect(try await stage.mirror.look().claims.isEmpty)
        }
    }
}
