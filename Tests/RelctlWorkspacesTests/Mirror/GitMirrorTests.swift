import TestSupport
import Testing

@testable import RelctlWorkspaces

@Suite struct GitMirrorTests {
    private let author = CommitIdentity(name: "Rélease Bot", email: "bot@example.org")

    @Test func aRemoteIsAskedOnceForAllThatCounts() async throws {
        try await WorkspaceWorld.with { world in
            let repository = try await world.repository("a", ["f": "1\n"], tag: "v1.0.0")
            let head = try await repository.git("rev-parse", "HEAD")
            try await repository.git("tag", "light")
            try await repository.git("tag", "-a", "-m", "x", "of-a-tag", "v1.0.0")
            try await repository.git("push", "--quiet", "origin", "--tags", "HEAD:refs/heads/release/é")
            try await repository.git("push", "--quiet", "origin", "HEAD:refs/relctl/workspaces/w", "HEAD:refs/notes/n")
            let found = try await world.mirror(of: "a").look()
            #expect(found.head == "main")
            #expect(found.branches == ["main": head, "release/é": head])
            #expect(found.tags == ["v1.0.0": head, "light": head, "of-a-tag": head])
            #expect(found.tagObjects["v1.0.0"] == (try await repository.git("rev-parse", "v1.0.0")))
            #expect(found.tagObjects["light"] == head)
            #expect(found.claims == ["w": head])
            #expect(found.format == .sha1)
        }
    }

    @Test func anEmptyRemoteHasNothing() async throws {
        try await WorkspaceWorld.with { world in
            _ = try await TestRepository("a", in: world.world)
            let found = try await world.mirror(of: "a").look()
            #expect(found.branches.isEmpty && found.tags.isEmpty && found.format == nil)
        }
    }

    @Test func onlyTheHeadIsFetched() async throws {
        try await WorkspaceWorld.with { world in
            let repository = try await world.repository("a", ["f": "1\n"])
            let first = try await repository.git("rev-parse", "HEAD")
            try repository.write("f", "2\n")
            try await repository.commit("second")
            try await repository.git("push", "--quiet", "origin", "main")
            let head = try await repository.git("rev-parse", "HEAD")
            let mirror = try await world.mirror(of: "a")
            #expect(try await !mirror.has(head))
            try await mirror.fetch([head], depth: 1)
            #expect(try await mirror.has(head))
            #expect(try await !mirror.has(first))
            let objects = try await mirror.objects(at: ["", "f", "none"], of: head)
            #expect(objects["f"] == .file(Array("2\n".utf8)))
            #expect(objects["none"] == .some(nil))
            let commits = try await mirror.commits(from: first, to: head)
            #expect(commits.map(\.subject) == ["second"])
            #expect(commits.map(\.hash) == [head])
        }
    }

    @Test func severalAtOnceGetOneMirror() async throws {
        try await WorkspaceWorld.with { world in
            let repository = try await world.repository("a", ["f": "1\n"])
            let head = try await repository.git("rev-parse", "HEAD")
            let commits = try await mapConcurrently(Array(0..<8), width: 8) { _ in
                let mirror = try await world.mirror(of: "a")
                try await mirror.fetch([head], depth: 1)
                return try await mirror.make(
                    MirrorCommit(parent: head, message: "m", author: author, time: 1, changes: [])
                )
            }
            #expect(Set(commits).count == 1)
            let names = try LiveFileSystem().names(in: world.cache).filter { $0.hasSuffix(".git") }
            #expect(names.count == 1)
        }
    }

    @Test func locksThatAKilledProcessLeftDoNotStopAnybody() async throws {
        try await WorkspaceWorld.with { world in
            let repository = try await world.repository("a", ["f": "1\n"])
            let head = try await repository.git("rev-parse", "HEAD")
            let mirror = try await world.mirror(of: "a")
            try LiveFileSystem().write([], to: mirror.folder.appending("shallow.lock"))
            try LiveFileSystem().createFolders(mirror.folder.appending("refs/relctl/have"))
            try LiveFileSystem().write([], to: mirror.folder.appending("refs/relctl/have/\(head).lock"))
            try await mirror.fetch([head], depth: 1)
            #expect(try await mirror.has(head))
        }
    }

    @Test(arguments: [
        "rm HEAD", "echo damaged >HEAD", ": >HEAD", "echo '[damaged' >config", "rm -r config; mkdir config",
        "rm -r objects; : >objects", "rm -r \"$PWD\"; : >\"$PWD\"", "rm -r \"$PWD\"; ln -s gone \"$PWD\"",
    ])
    func aDamagedMirrorIsMadeAnewWithANotice(damage: String) async throws {
        try await WorkspaceWorld.with { world in
            let head = try await world.repository("a", ["f": "1\n"]).git("rev-parse", "HEAD")
            let folder = try await world.mirror(of: "a").folder
            try await world.world.output(of: ["sh", "-c", "cd '\(folder)' && \(damage)"])
            let mirror = try await world.mirror(of: "a")
            #expect(try await mirror.look().branches == ["main": head])
            try await mirror.fetch([head], depth: 1)
            #expect(try await mirror.has(head))
            #expect(world.told == ["the mirror of `\(world.remote("a"))` was damaged, and was made anew"])
        }
    }

    @Test func objectsThatAreDamagedAreFetchedAnewWhereverTheyAreMissed() async throws {
        try await WorkspaceWorld.with { world in
            let head = try await world.repository("a", ["f": "1\n"]).git("rev-parse", "HEAD")
            let mirror = try await world.mirror(of: "a")
            try await mirror.fetch([head], depth: 1)
            let damage = "find '\(mirror.folder)/objects' -type f -exec chmod u+w {} + -exec truncate -s 3 {} +"
            try await world.world.output(of: ["sh", "-c", damage])
            let commit = MirrorCommit(parent: head, message: "m", author: author, time: 1, changes: [])
            let made = try await mirror.mending {
                if try await !mirror.has(head) { try await mirror.fetch([head], depth: 1) }
                return try await mirror.make(commit)
            }
            try await mirror.push([MirrorUpdate(object: made, reference: "refs/heads/main")])
            #expect(try await mirror.look().branches == ["main": made])
            #expect(world.told.count == 1)
            // What fails for another reason does not cost the mirror.
            await #expect(throws: RelctlError.self) {
                try await mirror.mending { try await mirror.fetch(["refs/heads/none"], depth: 1) }
            }
            #expect(world.told.count == 1)
            // As a power failure leaves them; fetching by itself mends that.
            try await world.world.output(of: ["sh", "-c", damage.replacing("-s 3", with: "-s 0")])
            try await mirror.fetch([made], depth: 1)
            #expect(try await mirror.has(made) && world.told.count == 2)
        }
    }

    /// A `git fetch` that is killed while it unpacks leaves some objects, in the order in which they were packed.
    @Test(arguments: [["commit"], ["commit", "tree"], ["commit", "tree", "blob"]])
    func objectsOfAKilledFetchDoNotCountAsFetched(kinds: [String]) async throws {
        try await WorkspaceWorld.with { world in
            let repository = try await world.repository("a", ["f": "1\n"])
            try repository.write("f", "2\n")
            try await repository.commit("second")
            try await repository.git("push", "--quiet", "origin", "main")
            let head = try await repository.git("rev-parse", "HEAD")
            let mirror = try await world.mirror(of: "a")
            for kind in kinds {
                let name = ["commit": head, "tree": head + "^{tree}", "blob": head + ":f"][kind, default: head]
                let copy = """
                    git --git-dir='\(world.remote("a"))' cat-file \(kind) '\(name)' |
                        git --git-dir='\(mirror.folder)' hash-object -w -t \(kind) --stdin
                    """
                try await world.world.output(of: ["sh", "-c", copy])
            }
            #expect(try await !mirror.has(head))
            try await mirror.fetch([head], depth: 1)
            #expect(try await mirror.has(head))
            let commit = MirrorCommit(parent: head, message: "m", author: author, time: 1, changes: [])
            let made = try await mirror.make(commit)
            try await mirror.push([MirrorUpdate(object: made, reference: "refs/heads/main")])
            #expect(world.told.isEmpty)
        }
    }

    @Test func aRemoteThatDoesNotAnswerDoesNotCostWhatIsBorrowed() async throws {
        try await WorkspaceWorld.with { world in
            let head = try await world.repository("a", ["f": "1\n"]).git("rev-parse", "HEAD")
            try await world.mirror(of: "a").fetch([head], depth: 1)
            try await MirrorStore.temporary(world.effects) { mirrors in
                let mirror = try await mirrors.mirror(of: world.remote("a").string)
                #expect(try await mirror.has(head))
                try await world.world.output(of: ["mv", world.remote("a").string, world.remote("b").string])
                let error = await #expect(throws: RelctlError.self) {
                    try await mirror.fetch(["refs/heads/main"], depth: 1)
                }
                #expect(error?.code == .remoteUnavailable)
                #expect(try await mirror.has(head))
            }
        }
    }

    @Test func aMirrorThatCannotBeMadeIsExplained() async throws {
        try await WorkspaceWorld.with { world in
            try await world.repository("a", ["f": "1\n"])
            try LiveFileSystem().createFolders(world.cache.parent)
            try LiveFileSystem().write([], to: world.cache)
            let error = await #expect(throws: RelctlError.self) { _ = try await world.mirror(of: "a") }
            #expect(error?.message == "cannot make the mirror of `\(world.remote("a"))`")
            #expect(error?.hints.first?.contains("XDG_CACHE_HOME") == true)
        }
    }

    @Test func longerNamesOfObjectsAreServedToo() async throws {
        try await WorkspaceWorld.with { world in
            let remote = world.remote("a").string
            let folder = world.folder.appending("a").string
            for arguments in [
                ["init", "--quiet", "--bare", "--template=", "-b", "main", "--object-format=sha256", remote],
                ["init", "--quiet", "--template=", "-b", "main", "--object-format=sha256", folder],
                ["-C", folder, "commit", "--quiet", "--allow-empty", "-m", "first"],
                ["-C", folder, "push", "--quiet", remote, "main"],
            ] { try await world.world.output(of: ["git"] + arguments) }
            let head = try await world.git(at: "a", "rev-parse", "main")
            #expect(head.utf8.count == 64)
            let mirror = try await world.mirror(of: "a")
            #expect(try await mirror.look().branches == ["main": head])
            try await mirror.fetch([head], depth: 1)
            let tag = MirrorTag(name: "v1.0.0", commit: head, message: "m", author: author, time: 5)
            let made = try await mirror.make(tag)
            #expect(made == tag.id)
            try await mirror.push([MirrorUpdate(object: made, reference: "refs/tags/v1.0.0")])
            #expect(try await world.git(at: "a", "rev-parse", "v1.0.0^{commit}") == head)
        }
    }

    // MARK: Making

    @Test func onlyWhatAChangeIsAboutIsChanged() async throws {
        try await WorkspaceWorld.with { world in
            let name = "sub é/a \"b\"\\c\nd"
            let repository = try await world.repository("a", [name: "x\r\n1.0.0\r\nü", "g": "g"])
            try await repository.git("update-index", "--chmod=+x", name)
            try await repository.git("commit", "--quiet", "-m", "mode")
            try await repository.git("reset", "--quiet", "--hard")
            try await repository.git("push", "--quiet", "origin", "main")
            let head = try await repository.git("rev-parse", "HEAD")
            let mirror = try await world.mirror(of: "a")
            try await mirror.fetch([head], depth: 1)
            let (old, new) = ("x\r\n1.0.0\r\nü", "x\r\n1.10.0\r\nü")
            var change = PlannedChange(
                file: try RelativePath(name),
                old: GitObjectFormat.sha1.name(of: Array(old.utf8), kind: "blob"),
                new: GitObjectFormat.sha1.name(of: Array(new.utf8), kind: "blob"),
                mode: "100755",
                replacements: .init(from: old, to: new),
                diff: ""
            )
            var commit = MirrorCommit(
                parent: head,
                message: "Message\n\nbödy\n\n",
                author: author,
                time: 7,
                changes: [change]
            )
            let made = try await mirror.make(commit)
            try await mirror.push([MirrorUpdate(object: made, reference: "refs/heads/main")])
            try await repository.git("pull", "--quiet", "origin", "main")
            #expect(try repository.text(name) == new)
            #expect(
                try await repository.git("log", "-1", "--format=%an|%ae|%at|%cn|%ct|%B")
                    == "Rélease Bot|bot@example.org|7|Rélease Bot|7|Message\n\nbödy\n"
            )
            #expect(
                try await repository.git("diff", "--name-only", "HEAD^") == "\"sub \\303\\251/a \\\"b\\\"\\\\c\\nd\""
            )
            #expect(try await repository.git("ls-tree", "-r", "HEAD").contains("100755"))
            #expect(try await world.git(at: "a", "fsck", "--strict").isEmpty)
            // What the plan did not see is not overwritten.
            commit.parent = made
            await #expect(throws: RelctlError.self) { try await mirror.make(commit) }
            commit.parent = head
            change.new = change.old
            commit.changes = [change]
            await #expect(throws: RelctlError.self) { try await mirror.make(commit) }
            change.file = try RelativePath("none")
            commit.changes = [change]
            await #expect(throws: RelctlError.self) { try await mirror.make(commit) }
        }
    }

    @Test(.enabled(if: HostTool.areHere("ssh-keygen")))
    func commitsAndTagsAreSigned() async throws {
        try await WorkspaceWorld.with { world in
            var world = world
            let key = world.folder.appending("key").string
            try await world.world.output(of: ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key])
            let settings = ["gpg.format": "ssh", "user.signingKey": key]
            world.effects.environment["GIT_CONFIG_COUNT"] = "\(settings.count)"
            for (index, setting) in settings.sorted(by: { $0.key < $1.key }).enumerated() {
                world.effects.environment["GIT_CONFIG_KEY_\(index)"] = setting.key
                world.effects.environment["GIT_CONFIG_VALUE_\(index)"] = setting.value
            }
            let repository = try await world.repository("a", ["f": "1\n"])
            let head = try await repository.git("rev-parse", "HEAD")
            let mirror = try await world.mirror(of: "a")
            try await mirror.fetch([head], depth: 1)
            let commit = try await mirror.make(
                MirrorCommit(parent: head, message: "m", author: author, time: 7, changes: [], isSigned: true)
            )
            let tag = try await mirror.make(
                MirrorTag(name: "v1.0.0", commit: commit, message: "t", author: author, time: 7, isSigned: true)
            )
            try await mirror.push([
                MirrorUpdate(object: commit, reference: "refs/heads/main"),
                MirrorUpdate(object: tag, reference: "refs/tags/v1.0.0"),
            ])
            #expect(try await world.git(at: "a", "cat-file", "commit", "main").contains("BEGIN SSH SIGNATURE"))
            let content = try await world.git(at: "a", "cat-file", "tag", "v1.0.0")
            #expect(
                content.contains("BEGIN SSH SIGNATURE") && content.contains("Rélease Bot <bot@example.org> 7 +0000")
            )
        }
    }

    // MARK: Remotes that do not answer

    @Test func aRemoteThatIsNotThereIsExplained() async throws {
        try await WorkspaceWorld.with { world in
            let error = try await #require(throws: RelctlError.self) { try await world.mirror(of: "none").look() }
            #expect(error.code == .remoteUnavailable)
            #expect(error.message == "cannot ask the remote `\(world.remote("none"))` what it has")
            #expect(error.hints.first?.contains("`url`") == true)
        }
    }

    @Test(arguments: [
        ("git@example.invalid: Permission denied (publickey).", RelctlError.Code.notAuthorized),
        ("ssh: Could not resolve hostname example.invalid: Name or service not known", .remoteUnavailable),
        ("Host key verification failed.", .remoteUnavailable),
        ("ERROR: Repository not found.", .remoteUnavailable),
    ])
    func whatAServerSaysDecides(words: String, code: RelctlError.Code) async throws {
        try await WorkspaceWorld.with { world in
            var world = world
            world.effects.environment["GIT_SSH_COMMAND"] = "echo '\(words)' >&2; exit 255; :"
            world.effects.environment["GIT_SSH_VARIANT"] = "simple"
            let mirror = try await MirrorStore.cached(world.effects).mirror(of: "ssh://git@example.invalid/a.git")
            let error = try await #require(throws: RelctlError.self) { try await mirror.look() }
            #expect(error.code == code)
            #expect(!error.hints.isEmpty)
            let pushed = try await #require(throws: RelctlError.self) {
                try await mirror.push([MirrorUpdate(object: nil, reference: "refs/tags/v1")])
            }
            #expect(pushed.code == code)
        }
    }
}
