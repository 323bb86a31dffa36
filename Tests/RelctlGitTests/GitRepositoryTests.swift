import TestSupport
import Testing

@testable import RelctlGit

@Suite struct GitRepositoryTests {
    @Test func aFolderOutsideAnyRepositoryHasNone() async throws {
        try await withScratchFolder { folder in
            // The scratch folder may lie in somebody's repository.
            var effects = ScratchRepository.effects(home: folder)
            effects.environment["GIT_CEILING_DIRECTORIES"] = folder.parent.string
            let found = try await GitRepository.find(at: folder, environment: effects.environment, effects: effects)
            #expect(found == nil)
            let error = try await #require(throws: RelctlError.self) {
                try await GitRepository.open(at: folder, environment: effects.environment, effects: effects)
            }
            #expect(error.message == "cannot find a git repository at `\(folder)`")
            #expect(!error.hints.isEmpty)
        }
    }

    @Test func aMissingGitIsExplained() async throws {
        try await ScratchRepository.with { repository in
            let error = try await #require(throws: RelctlError.self) {
                try await GitRepository.open(
                    at: repository.folder,
                    environment: ["PATH": "/nowhere"],
                    effects: repository.effects
                )
            }
            #expect(error.message == "cannot find `git` on PATH")
        }
    }

    @Test func aProjectMayBeASubfolderWithAnyName() async throws {
        try await ScratchRepository.with { repository in
            try repository.write("1.0.0\n", to: "-sub \"1\"\né/VERSION")
            let git = try await repository.opened(below: "-sub \"1\"\né")
            #expect(git.top == repository.folder)
            #expect(git.prefix?.string == "-sub \"1\"\né")
            #expect(try await git.status().untracked == ["VERSION"])
        }
    }

    @Test func variablesThatPointElsewhereAreNotFollowed() async throws {
        try await ScratchRepository.with { repository in
            let hash = try await repository.commit("first")
            let misleading = ["GIT_DIR": "/nowhere", "GIT_WORK_TREE": "/", "GIT_INDEX_FILE": "/nowhere/index"]
            let git = try await GitRepository.open(
                at: repository.folder,
                environment: repository.effects.environment.merging(misleading) { $1 },
                effects: repository.effects
            )
            #expect(try await git.headCommit()?.hash == hash)
        }
    }

    @Test func anUnbornBranchHasNoCommit() async throws {
        try await ScratchRepository.with { repository in
            let git = try await repository.opened()
            #expect(try await git.headCommit() == nil)
            #expect(try await git.tags() == [])
            #expect(try await git.hash(of: .tag("v1.0.0")) == nil)
            #expect(try await git.status() == GitStatus())
        }
    }

    @Test func aDamagedRepositoryIsAnErrorNotAnAbsence() async throws {
        try await ScratchRepository.with { repository in
            let hash = try await repository.commit("first")
            try LiveFileSystem().removeTree(repository.folder.appending(".git/objects/" + hash.prefix(2)))
            let git = try await repository.opened()
            await #expect(throws: RelctlError.self) { try await git.headCommit() }
        }
    }

    /// What HEAD reaches, newest first.
    private static func commits(
        of git: GitRepository,
        without excluded: [GitRevision] = []
    ) async throws -> [CommitRecord] {
        let store = try await git.log(GitRepository.LogRequest(tips: [.head], excluded: excluded))
        return store.listed.map { store.record($0) }
    }

    @Test func commitsAreReadWhateverTheirText() async throws {
        try await ScratchRepository.with { repository in
            let first = try await repository.commit("feat: one\nbody without a blank line\n\n\"quotes\" 'and' % é")
            try await repository.git(
                ["-c", "i18n.commitEncoding=x-unknown", "commit", "--quiet", "--allow-empty", "-m", "two"],
                environment: ["GIT_AUTHOR_NAME": "O\"Neill, J'x"]
            )
            let git = try await repository.opened()
            let commits = try await Self.commits(of: git)
            #expect(commits.map(\.subject) == ["two", "feat: one"])
            #expect(commits[1].body == "body without a blank line\n\n\"quotes\" 'and' % é")
            #expect(commits[0].parents == [first])
            #expect(commits[0].authorName == "O\"Neill, J'x")
            #expect(commits[1].timestamp == 1_700_000_000)
            #expect(try await Self.commits(of: git, without: [.commit(first)]).map(\.subject) == ["two"])
        }
    }

    @Test func anEmptyMessageIsACommitToo() async throws {
        try await ScratchRepository.with { repository in
            try await repository.git("commit", "--quiet", "--allow-empty", "--allow-empty-message", "-m", "")
            let git = try await repository.opened()
            #expect(try await git.headCommit()?.subject == "")
            #expect(try await Self.commits(of: git).count == 1)
        }
    }

    @Test func authorsFollowTheMailmap() async throws {
        try await ScratchRepository.with { repository in
            try repository.write("Ada Lovelace <ada@new.example> <ada@example.org>\n", to: ".mailmap")
            try await repository.commit("first")
            let commit = try #require(try await repository.opened().headCommit())
            #expect(commit.authorName == "Ada Lovelace")
            #expect(commit.authorEmail == "ada@new.example")
        }
    }

    @Test func theStateOfTheTreeIsToldByPath() async throws {
        try await ScratchRepository.with { repository in
            let awkward = "-x \"q\"\nü"
            for name in ["kept", awkward, "removed", "sub/inner"] { try repository.write("old", to: name) }
            try repository.write("*.log\n", to: ".gitignore")
            try await repository.git("add", "--all")
            try await repository.commit("first")
            try repository.write("new", to: awkward)
            try LiveFileSystem().removeFile(repository.folder.appending("removed"))
            try await repository.git("mv", "sub/inner", "sub/moved")
            try repository.write("noise", to: "build.log")
            try repository.write("fresh", to: "new folder/a b")
            let git = try await repository.opened()
            #expect(
                try await git.status()
                    == GitStatus(
                        changed: [awkward, "removed", "sub/inner", "sub/moved"],
                        untracked: ["new folder/a b"]
                    )
            )
        }
    }

    @Test func askingWritesNothing() async throws {
        try await ScratchRepository.with { repository in
            try repository.write("old", to: "file")
            try await repository.git("add", "--all")
            try await repository.commit("first")
            // A changed time alone makes git want to refresh its index.
            try repository.write("old", to: "file")
            let index = repository.folder.appending(".git/index")
            let before = try LiveFileSystem().contents(of: index)
            let names = try LiveFileSystem().names(in: repository.folder.appending(".git"))
            let git = try await repository.opened()
            #expect(try await git.status() == GitStatus())
            _ = try await git.tags()
            _ = try await git.branches(named: nil)
            #expect(try LiveFileSystem().contents(of: index) == before)
            #expect(try LiveFileSystem().names(in: repository.folder.appending(".git")) == names)
        }
    }

    @Test func releaseBranchesAreLocalAndAtTheRemote() async throws {
        try await ScratchRepository.with { repository in
            let hash = try await repository.commit("first")
            let git = try await repository.opened()
            #expect(try await git.branches(named: nil).map(\.displayName) == ["main"])
            #expect(try await git.branches(named: "nowhere") == [])
            #expect(try await git.branches(named: "--all") == [])
            try await repository.git("branch", "trunk/a")
            try await repository.git("update-ref", "refs/remotes/origin/trunk/a", hash)
            try await repository.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk/a")
            #expect(try await git.branches(named: nil).map(\.displayName) == ["trunk/a", "origin/trunk/a"])
            #expect(try await git.branches(named: "trunk") == [])
        }
    }

    @Test func theNameOfARemoteIsNeverAnOption() async throws {
        try await ScratchRepository.with { repository in
            try await repository.commit("first")
            let git = try await repository.opened()
            let error = try await #require(throws: RelctlError.self) {
                try await git.references(at: "--upload-pack=touch taken", matching: ["refs/tags/*"])
            }
            #expect(error.code == .remoteUnavailable)
            #expect(try LiveFileSystem().names(in: repository.folder) == [".git"])
        }
    }
}
