import TestSupport
import Testing

@testable import RelctlWorkspaces

extension WorkspaceWorld {
    /// A preflight whose forge finds fault with the repository named `red`.
    func preflight(_ configuration: WorkspaceConfiguration, _ mirrors: MirrorStore) -> WorkspacePreflight {
        WorkspacePreflight(configuration, in: folder, mirrors: mirrors, effects: effects) { repository in
            repository.name == "red" ? [Finding("`red`: it is red", code: "head.check")] : []
        }
    }
}

@Suite struct WorkspacePreflightTests {
    private func findings(_ world: WorkspaceWorld, _ repositories: String) async throws -> [Finding] {
        let configuration = try world.configuration(repositories)
        let (plan, findings) = try await world.plan("2.0.0", configuration)
        #expect(findings.lines == [])
        return try await world.preflight(configuration, try .cached(world.effects)).findings(plan)
    }

    private let edit = "edits: [{ file: \"f\", pattern: \"(.+)\", value: \"{{version}}\" }]"

    @Test func allThatWouldFailIsFoundBeforeAnythingIsDone() async throws {
        try await WorkspaceWorld.with { world in
            for name in ["good", "red", "check", "tool"] { try await world.repository(name, ["f": "1.0.0\n"]) }
            let forge = "forge: { kind: \"gitea\", repository: \"a/b\", api: \"http://127.0.0.1:9\" }"
            let before = try await world.references(at: "good")
            let found = try await findings(
                world,
                """
                good: { url: "good.git", \(edit), checks: ["sh", "-c", "test -n \\"$RELCTL_COMMIT\\" && test -z \\"$(ls)\\""] },
                red: { url: "red.git", \(forge) },
                check: { url: "check.git", checks: ["sh", "-c", "echo $RELCTL_REPOSITORY is not ready >&2; exit 1"] },
                tool: { url: "tool.git", checks: ["no-such-program"], ready: { command: ["nor-this-one"] } },
                """
            )
            #expect(found.map(\.code) == ["head.check", "head.check", "tool.missing", "tool.missing"])
            #expect(
                found.dropFirst().map(\.message) == [
                    "`red`: it is red", "`tool`: cannot find `nor-this-one` on PATH, which `ready` runs",
                    "`tool`: cannot find `no-such-program` on PATH, which `checks` runs",
                ]
            )
            #expect(found.first?.message.hasSuffix("check is not ready") == true)
            #expect(try await world.references(at: "good") == before)
        }
    }

    @Test func whereAnEditCannotBeMadeTheRestIsTriedAtOnce() async throws {
        try await WorkspaceWorld.with { world in
            let copy = try await world.repository("a", ["f": "1.0.0\n"], tag: "v2.0.0")
            try copy.write("more", "x")
            let configuration = try world.configuration(
                """
                a: { url: "a.git", path: "a", checks: ["false"],
                     edits: [{ file: "f", pattern: "version (.+)", value: "{{version}}" }] }
                """
            )
            let (plan, findings) = try await world.plan("2.0.0", configuration)
            #expect(findings.map(\.message).filter { $0.contains("matches nothing") }.count == 1)
            #expect(findings.map(\.code).contains("tag.elsewhere"))
            let tried = try await world.preflight(configuration, try .cached(world.effects)).findings(plan)
            #expect(tried.map(\.code) == ["tree.changed", "head.check"])
        }
    }

    @Test func workingCopiesMustHaveNothingThatTheReleaseWouldLack() async throws {
        try await WorkspaceWorld.with { world in
            let clean = try await world.repository("clean copy", ["f": "1.0.0\n"])
            let dirty = try await world.repository("dirty", ["f": "1.0.0\n"])
            let ahead = try await world.repository("ahead", ["f": "1.0.0\n"])
            let tagged = try await world.repository("tagged", ["f": "1.0.0\n"])
            try await tagged.git("tag", "v2.0.0")
            // Somebody else pushed what this copy does not know yet.
            let other = try await clean.clone(to: "other")
            try await other.commit("pushed")
            try await other.git("push", "--quiet", world.remote("clean copy").string, "main")
            try dirty.write("new", "x")
            try dirty.write("f", "2")
            try await ahead.commit("not pushed")
            let found = try await findings(
                world,
                """
                clean: { url: "clean copy.git", path: "clean copy" }, dirty: { url: "dirty.git", path: "dirty" },
                ahead: { url: "ahead.git", path: "ahead" }, tagged: { url: "tagged.git", path: "tagged", \(edit) },
                """
            )
            #expect(
                found.map(\.message) == [
                    "`ahead`: the working copy `ahead` has 1 commit on `main` that was not pushed",
                    "`dirty`: the working copy `dirty` is not clean: `f`, `new`",
                    "`tagged`: the working copy `tagged` has a tag `v2.0.0` of its own, at another commit than the release",
                ]
            )
            #expect(found.last?.hints == ["remove it: `git -C tagged tag -d v2.0.0`"])
        }
    }

    @Test func aProposalIsKnownBeforehandAndWantsAToken() async throws {
        try await WorkspaceWorld.with { world in
            try await world.repository("a", ["f": "1.0.0\n"])
            let place = "kind: \"gitea\", repository: \"a/b\", api: \"http://127.0.0.1:9\", tokenFrom: [\"NONE\"]"
            let configuration = try world.configuration(
                "a: { url: \"a.git\", \(edit), forge: { \(place) }, via: \"pullRequest\", checks: \"none\" }"
            )
            let plan = try await world.plan("2.0.0", configuration).plan
            let repository = try #require(plan["a"])
            #expect(repository.commit == nil)
            let mirrors = try MirrorStore.cached(world.effects)
            let found = try await world.preflight(configuration, mirrors).findings(plan)
            #expect(found.map(\.code) == ["request.no_token"])
            #expect(found.first?.message.hasSuffix("there is no token in `NONE`") == true)
            let made = try await mirrors.mirror(of: repository.url).make(repository.mirrorCommit(plan))
            #expect(made == repository.requestCommit)
        }
    }

    @Test func aWorkingCopyThatIsNotThereIsFound() async throws {
        try await WorkspaceWorld.with { world in
            try await world.repository("a", ["f": "1.0.0\n"])
            let found = try await findings(world, "a: { url: \"a.git\", path: \"no/such\" }")
            #expect(found.map(\.message) == ["`a`: its working copy `no/such` is not there"])
            #expect(found.first?.place?.line == 1)
        }
    }

    @Test func aRemoteThatMovedSinceIsFound() async throws {
        try await WorkspaceWorld.with { world in
            let repository = try await world.repository("a", ["f": "1.0.0\n"])
            let configuration = try world.configuration("a: { url: \"a.git\", \(edit) }")
            let plan = try await world.plan("2.0.0", configuration).plan
            try await repository.commit("meanwhile")
            try await repository.git("push", "--quiet", "origin", "main")
            let found = try await world.preflight(configuration, try .cached(world.effects)).findings(plan)
            #expect(found.map(\.code) == ["push.rejected"])
        }
    }
}
