import TestSupport
import Testing

@testable import RelctlWorkspaces

@Suite struct WorkspaceVersionsTests {
    private func versions(_ plan: WorkspacePlan) -> [String: String] {
        plan.repositories.reduce(into: [:]) { $0[$1.name] = "\($1.version) \($1.action.rawValue)" }
    }

    private static let lines = """
        core: { url: "core.git" },
        own: { url: "own.git", bump: "minor" },
        leader: { url: "leader.git", bump: "patch" },
        follower: { url: "follower.git", follow: "leader" },
        """

    private func makeLines(_ world: WorkspaceWorld) async throws {
        try await world.repository("core", ["f": "x"], tag: "v1.0.0")
        try await world.repository("own", ["f": "x"], tag: "v0.4.2")
        try await world.repository("leader", ["f": "x"], tag: "v3.0.0-rc.1")
        try await world.repository("follower", ["f": "x"])
    }

    @Test func linesOfTheirOwnGoOnFromTheirLastTag() async throws {
        try await WorkspaceWorld.with { world in
            try await makeLines(world)
            let (plan, findings) = try await world.plan("2.0.0", try world.configuration(Self.lines))
            #expect(findings.lines == [])
            #expect(
                versions(plan) == [
                    "core": "2.0.0 release", "own": "0.5.0 release", "leader": "3.0.0 release",
                    "follower": "3.0.0 release",
                ]
            )
            #expect(plan["follower"]?.previous == nil)
        }
    }

    @Test func aPreReleaseOfTheWorkspaceMakesThemPreReleases() async throws {
        try await WorkspaceWorld.with { world in
            try await makeLines(world)
            let (plan, findings) = try await world.plan("2.0.0-rc.3", try world.configuration(Self.lines))
            #expect(findings.lines == [])
            #expect(
                versions(plan) == [
                    "core": "2.0.0-rc.3 release", "own": "0.5.0-rc.1 release", "leader": "3.0.0-rc.2 release",
                    "follower": "3.0.0-rc.2 release",
                ]
            )
        }
    }

    @Test func aUserMayNameTheVersionOfALine() async throws {
        try await WorkspaceWorld.with { world in
            try await makeLines(world)
            let configuration = try world.configuration(Self.lines)
            let (plan, findings) = try await world.plan("2.0.0", configuration, overrides: ["own": "7.0.0"])
            #expect(findings.lines == [])
            #expect(plan["own"]?.tag == "v7.0.0")
            let wrong = try await world.plan(
                "2.0.0",
                configuration,
                overrides: ["onw": "1.0.0", "core": "9.0.0", "follower": "9.0.0", "leader": "2.9.9"]
            )
            #expect(
                wrong.findings.map(\.code) == [
                    "workspace.shared_version", "workspace.shared_version", "workspace.unknown_repository",
                    "version.not_greater",
                ]
            )
        }
    }

    @Test func aReleaseThatWasMadeIsNotMadeAgain() async throws {
        try await WorkspaceWorld.with { world in
            try await makeLines(world)
            let configuration = try world.configuration(Self.lines)
            try await world.apply(try await world.plan("2.0.0", configuration).plan)
            let (plan, findings) = try await world.plan("2.0.0", configuration)
            #expect(findings.lines == [])
            #expect(
                versions(plan) == [
                    "core": "2.0.0 done", "own": "0.5.0 unchanged", "leader": "3.0.0 unchanged",
                    "follower": "3.0.0 unchanged",
                ]
            )
        }
    }

    private static let skipping = """
        core: { url: "core.git", skipUnchanged: true, bump: "minor" },
        sdk: { url: "sdk.git", needs: ["core"], skipUnchanged: true,
               edits: [{ file: "pin", pattern: "core (.+)", of: "core", value: "{{version}}" }] },
        app: { url: "app.git", needs: ["sdk"], edits: [
               { file: "pins", pattern: "core (.+)", of: "core", value: "{{version}}" },
               { file: "pins", pattern: "sdk (.+)", of: "sdk", value: "{{tag}}" }] },
        """

    private func makeSkipping(_ world: WorkspaceWorld) async throws {
        try await world.repository("core", ["f": "x"], tag: "v0.1.0")
        try await world.repository("sdk", ["pin": "core 0.1.0\n"], tag: "v1.0.0")
        try await world.repository("app", ["pins": "core 0.0.9\nsdk v0.9.0\n"], tag: "v1.0.0")
    }

    @Test func whatDidNotChangeIsLeftOutAndPinsNameTheVersionThatItHas() async throws {
        try await WorkspaceWorld.with { world in
            try await makeSkipping(world)
            let (plan, findings) = try await world.plan("2.0.0", try world.configuration(Self.skipping))
            #expect(findings.lines == [])
            #expect(versions(plan) == ["core": "0.1.0 unchanged", "sdk": "1.0.0 unchanged", "app": "2.0.0 release"])
            try await world.apply(plan)
            #expect(try await world.git(at: "app", "show", "main:pins") == "core 0.1.0\nsdk v1.0.0")
        }
    }

    @Test func aPinThatChangesIsAChange() async throws {
        try await WorkspaceWorld.with { world in
            try await makeSkipping(world)
            let core = world.folder.appending("core").string
            try await world.world.output(of: ["git", "-C", core, "commit", "--quiet", "--allow-empty", "-m", "more"])
            try await world.world.output(of: ["git", "-C", core, "push", "--quiet", "origin", "main"])
            let (plan, findings) = try await world.plan("2.0.0", try world.configuration(Self.skipping))
            #expect(findings.lines == [])
            #expect(versions(plan) == ["core": "0.2.0 release", "sdk": "2.0.0 release", "app": "2.0.0 release"])
            try await world.apply(plan)
            #expect(try await world.git(at: "sdk", "show", "main:pin") == "core 0.2.0")
            #expect(try await world.git(at: "app", "show", "main:pins") == "core 0.2.0\nsdk v2.0.0")
        }
    }

    @Test func aFinalReleaseIsNotMadeOfACandidate() async throws {
        try await WorkspaceWorld.with { world in
            try await world.repository("a", ["f": "x"], tag: "v2.0.0-rc.1")
            let configuration = try world.configuration("a: { url: \"a.git\", skipUnchanged: true }")
            #expect(versions(try await world.plan("2.0.0", configuration).plan) == ["a": "2.0.0 release"])
            #expect(versions(try await world.plan("2.0.0-rc.2", configuration).plan) == ["a": "2.0.0-rc.1 unchanged"])
        }
    }

    @Test func whoIsFollowedIsNotLeftOut() async throws {
        try await WorkspaceWorld.with { world in
            try await world.repository("leader", ["f": "x"], tag: "v1.0.0")
            try await world.repository("follower", ["f": "x"], tag: "v1.0.0")
            let configuration = try world.configuration(
                """
                leader: { url: "leader.git", bump: "minor", skipUnchanged: true },
                follower: { url: "follower.git", follow: "leader" },
                """
            )
            let plan = try await world.plan("9.0.0", configuration).plan
            #expect(versions(plan) == ["leader": "1.1.0 release", "follower": "1.1.0 release"])
        }
    }
}
