import TestSupport
import Testing

@testable import RelctlWorkspaces

@Suite struct SignedWorkspaceTests {
    /// What tells git to sign with a key that is made for it.
    private func signing(in world: World) async throws -> [String: String] {
        let key = world.folder.appending("key")
        try await world.output(of: ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "ada", "-f", key.string])
        return [
            "GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "gpg.format", "GIT_CONFIG_VALUE_0": "ssh",
            "GIT_CONFIG_KEY_1": "user.signingKey", "GIT_CONFIG_VALUE_1": key.string,
        ]
    }

    @Test(.enabled(if: HostTool.areHere("ssh-keygen")))
    func commitsThatWereSignedAreKnownAgainWhereverTheyAre() async throws {
        try await World.scratch { world in
            var scene = try await WorkspaceScene([("core", []), ("top", ["core"])], in: world)
            for name in ["core", "top"] { try scene.change(name) { ($0.isSigned, $0.commit) = (true, nil) } }
            let variables = try await signing(in: world)
            try scene.hook("core", "pre-receive", "! grep -q refs/tags/")
            let machine = try WorkspaceMachine(of: scene, variables: variables)
            #expect(try await machine.release(scene.plan).failure?.code.exitCode == 3)
            let made = try #require(try machine.state.journal().lastObject(.ended, .commit, of: "core"))
            try scene.hook("core", "pre-receive", nil)
            #expect(words(try await machine.release(scene.plan).failure) == "")
            #expect(try await scene.git("core", "rev-parse", "main", "v1.1.0^{commit}") == "\(made)\n\(made)")
            #expect(try await scene.git("core", "cat-file", "commit", "main").contains("gpgsig "))
            #expect(try await scene.git("core", "cat-file", "tag", "v1.1.0").contains("BEGIN SSH SIGNATURE"))

            // The tag got lost, and a machine that has the plan alone goes on from the commit.
            try await scene.git("top", "update-ref", "-d", "refs/tags/v1.1.0")
            let tip = try await scene.git("top", "rev-parse", "main")
            let other = try WorkspaceMachine("other", of: scene, variables: variables)
            #expect(try await other.status(scene.plan) == ["core": .ready, "top": .committed])
            #expect(words(try await other.release(scene.plan).failure) == "")
            #expect(try await scene.git("top", "rev-parse", "main", "v1.1.0^{commit}") == "\(tip)\n\(tip)")
        }
    }

    @Test(.enabled(if: HostTool.areHere("gpg", "gpgconf")))
    func keysOfGPGAreFoundWhereTheUserKeepsThem() async throws {
        try await World.scratch { world in
            try await world.withKeyFolder { keys in
                var variables = [
                    "GNUPGHOME": keys.string, "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "user.signingKey",
                    "GIT_CONFIG_VALUE_0": "ada@example.org",
                ]
                let made = [
                    "gpg", "--batch", "--passphrase", "", "--quick-generate-key", "ada@example.org", "ed25519", "sign",
                ]
                try await world.output(of: made, environment: variables)
                var scene = try await WorkspaceScene([("core", [])], in: world)
                try scene.change("core") { ($0.isSigned, $0.commit) = (true, nil) }
                let plan = scene.plan
                #expect(words(try await WorkspaceMachine(of: scene, variables: variables).release(plan).failure) == "")
                let verify = ["git", "--git-dir", scene.remote("core").string, "verify-tag", "v1.1.0"]
                try await world.output(of: verify, environment: ["GNUPGHOME": keys.string])
                variables["GIT_CONFIG_VALUE_0"] = "nobody@example.org"
                var next = scene
                let tip = try await scene.git("core", "rev-parse", "main")
                try next.change("core") { ($0.tag, $0.head, $0.changes) = ("v1.2.0", tip, []) }
                let failure = try await WorkspaceMachine("other", of: next, variables: variables).release(next.plan)
                    .failure
                #expect(words(failure).contains("cannot make the tag `v1.2.0`"))
            }
        }
    }
}
