import RelctlCore
import TestSupport
import Testing

/// Signatures and remotes: `bump --sign`, `validate --signed`, `validate --remote`, `validate --all-tags`.
@Suite struct TagProofTests {
    /// Lets git sign with an SSH key of the world's own, and trust it.
    private static func useKey(_ project: TestRepository) async throws {
        let world = project.world
        let key = world.folder.appending("key").string
        try await world.output(of: ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "ada", "-f", key])
        let publicKey = try LiveFileSystem().text(of: FilePath(key + ".pub"))
        try LiveFileSystem().write("ada@example.org \(publicKey)".utf8, to: world.folder.appending("signers"))
        try await project.git("config", "gpg.format", "ssh")
        try await project.git("config", "user.signingKey", key)
        try await project.git("config", "gpg.ssh.allowedSignersFile", world.folder.appending("signers").string)
    }

    @Test(.enabled(if: HostTool.areHere("ssh-keygen"))) func signedTagsAreProven() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            expect(try await project.relctl(["validate", "v1.0.0"]), exits: 0)
            let unsigned = try await project.relctl(["validate", "v1.0.0", "--signed"])
            expect(unsigned, exits: 2)
            #expect(unsigned.output.contains("the tag `v1.0.0` is not signed"))
            try await Self.useKey(project)
            expect(try await project.relctl(["bump", "minor", "--commit", "--tag", "--sign"]), exits: 0)
            try await project.git("verify-commit", "HEAD")
            try await project.git("verify-tag", "v1.1.0")
            expect(try await project.relctl(["validate", "v1.1.0", "--signed"]), exits: 0)
            // Nobody whom this repository trusts.
            try LiveFileSystem().write("".utf8, to: world.folder.appending("signers"))
            let stranger = try await project.relctl(["validate", "v1.1.0", "--signed"])
            expect(stranger, exits: 2)
            #expect(stranger.output.contains("the signature of the tag `v1.1.0` is not accepted"))
            let all = try await project.relctl(["validate", "--all-tags", "--signed"])
            expect(all, exits: 2)
            #expect(all.output.contains("the tag `v1.0.0` is not signed"))
        }
    }

    @Test func aKeyThatCannotSignLeavesAllAsItWas() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            try await project.git("config", "gpg.format", "ssh")
            try await project.git("config", "user.signingKey", world.folder.appending("none").string)
            let result = try await project.relctl(["bump", "minor", "--commit", "--tag", "--sign"])
            expect(result, exits: 1, naming: "cannot commit the new version", "all files are as they were")
            #expect(try await project.git("status", "--porcelain") == "")
        }
    }

    @Test func theRemoteMustHaveTheSameTag() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            expect(try await project.relctl(["validate", "v1.0.0", "--remote", "origin"]), exits: 0)
            expect(try await project.relctl(["bump", "minor", "--commit", "--tag"]), exits: 0)
            let missing = try await project.relctl(["validate", "v1.1.0", "--remote", "origin"])
            expect(missing, exits: 2)
            #expect(missing.output.contains("the remote `origin` has no tag `v1.1.0`"))
            #expect(missing.output.contains("git push origin v1.1.0"))
            try await project.git("push", "--quiet", "origin", "v1.1.0")
            expect(try await project.relctl(["validate", "--all-tags", "--remote", "origin"]), exits: 0)
            try await project.git("tag", "--force", "--annotate", "--message", "again", "v1.1.0", "HEAD~1")
            let moved = try await project.relctl(["validate", "--all-tags", "--remote", "origin"])
            expect(moved, exits: 2)
            #expect(moved.output.contains("the tag `v1.1.0` points at"))
            #expect(moved.output.contains("`v1.1.0` means `1.1.0`, but `Cargo.toml:4:11` says `1.0.0` there"))
            expect(try await project.relctl(["validate", "v1.1.0", "--remote", "nowhere"]), exits: 69)
        }
    }

    @Test func aTagIsNamedOrAllAreMeant() async throws {
        try await World.scratch { world in
            let project = try await BumpedProject.create(in: world)
            expect(try await project.relctl(["validate"]), exits: 64, naming: "needs a TAG")
            expect(
                try await project.relctl(["validate", "v1.0.0", "--all-tags"]),
                exits: 64,
                naming: "exclude each other"
            )
        }
    }
}
