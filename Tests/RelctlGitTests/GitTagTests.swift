import RelctlGit
import TestSupport
import Testing

@Suite struct GitTagTests {
    @Test func everyKindOfTagIsToldApart() async throws {
        try await ScratchRepository.with { repository in
            let hash = try await repository.commit("first")
            try await repository.git("tag", "light")
            try await repository.git("tag", "-a", "annotated", "-m", "text")
            try await repository.git("tag", "-a", "nested", "-m", "text", "annotated")
            try await repository.git("tag", "tree", "HEAD^{tree}")
            #expect(
                try await repository.opened().tags() == [
                    GitTag(name: "annotated", isAnnotated: true, commit: hash),
                    GitTag(name: "light", isAnnotated: false, commit: hash),
                    GitTag(name: "nested", isAnnotated: true, commit: hash),
                    GitTag(name: "tree", isAnnotated: false, commit: nil),
                ]
            )
        }
    }

    @Test(arguments: ["-d", "--list", "a b", "v1^{tree}", "v1:file", "v1~1", "a..b", "@{u}", "", "x.lock", "a/.b"])
    func namesThatMeanSomethingElseAreRefused(_ name: String) async throws {
        try await ScratchRepository.with { repository in
            try await repository.commit("first")
            try await repository.git("tag", "v1")
            let git = try await repository.opened()
            await #expect(throws: RelctlError.self) { try await git.hash(of: .tag(name)) }
            await #expect(throws: RelctlError.self) {
                try await git.createAnnotatedTag(name, message: "m", at: "HEAD")
            }
            #expect(try await git.tags().map(\.name) == ["v1"])
        }
    }

    /// Git itself is the witness.
    @Test(arguments: [
        "v1.0.0", "a/b", "a//b", "/a", "a/", ".a", "a.", "a..b", "a.lock", "a.lock/b", "a b", "a~", "a^", "a:", "a?",
        "a*", "a[", "a]", "a\\", "a@{b", "@", "a@b", "{a}", "é", "a\u{7F}", "a\tb", "releases/1.0.0+build.1", "a.b.c",
    ])
    func theRulesForNamesAreGits(_ name: String) async throws {
        try await ScratchRepository.with { repository in
            let outcome = try await repository.effects.processes.run(
                ProcessRequest(
                    arguments: ["git", "check-ref-format", "refs/tags/" + name],
                    directory: repository.folder,
                    environment: repository.effects.environment
                )
            )
            // `refs/tags/@` is well-formed, but `@` alone means HEAD.
            #expect(GitReferenceName.isValid(name) == (outcome.succeeded && name != "@"))
        }
    }

    @Test func createdTagsAreAnnotatedAndNeverReplaced() async throws {
        try await ScratchRepository.with { repository in
            let hash = try await repository.commit("first")
            let git = try await repository.opened()
            try await git.createAnnotatedTag("v1.0.0", message: "-m looks like an option", at: hash)
            #expect(try await git.tags() == [GitTag(name: "v1.0.0", isAnnotated: true, commit: hash)])
            let error = try await #require(throws: RelctlError.self) {
                try await git.createAnnotatedTag("v1.0.0", message: "again", at: hash)
            }
            #expect(error.message == "cannot create the tag `v1.0.0`")
            #expect(error.hints.first?.contains("there already") == true)
        }
    }

    @Test func aTagWithoutIdentityIsExplained() async throws {
        try await ScratchRepository.with { repository in
            let hash = try await repository.commit("first")
            var environment = repository.effects.environment.filter { !$0.key.hasPrefix("GIT_COMMITTER") }
            environment["GIT_CONFIG_COUNT"] = "1"
            environment["GIT_CONFIG_KEY_0"] = "user.useConfigOnly"
            environment["GIT_CONFIG_VALUE_0"] = "true"
            let git = try await GitRepository.open(
                at: repository.folder,
                environment: environment,
                effects: repository.effects
            )
            let error = try await #require(throws: RelctlError.self) {
                try await git.createAnnotatedTag("v1.0.0", message: "m", at: hash)
            }
            #expect(error.hints.first?.contains("user.name") == true)
        }
    }

    /// `1.1.0` was released on main; `1.0.1` is a later fix on a branch that was merged back.
    @Test func thePreviousTagIsTheNearestNotTheNewest() async throws {
        try await ScratchRepository.with { repository in
            try await repository.commit("a", at: 1_700_000_000)
            try await repository.git("tag", "v1.0.0")
            try await repository.git("checkout", "--quiet", "-b", "fix")
            try await repository.commit("fix", at: 1_700_009_000)
            try await repository.git("tag", "v1.0.1")
            try await repository.git("checkout", "--quiet", "main")
            // Clocks run backwards here, so that whoever sorts by date is wrong.
            try await repository.commit("b", at: 1_600_000_000)
            try await repository.commit("b2", at: 1_600_000_001)
            try await repository.git("tag", "v1.1.0")
            let git = try await repository.opened()
            #expect(try await git.nearestTag(before: .head) { $0.name != "v1.1.0" }?.name == "v1.0.0")
            try await repository.git("merge", "--quiet", "--no-ff", "-m", "merge", "fix")
            try await repository.commit("c")
            #expect(try await git.nearestTag(before: .head) { _ in true }?.name == "v1.1.0")
            #expect(try await git.nearestTag(before: .head) { $0.name == "v1.0.0" }?.name == "v1.0.0")
            #expect(try await git.nearestTag(before: .head) { _ in false } == nil)
        }
    }

    @Test func aCutOffHistoryGivesNoGuess() async throws {
        try await ScratchRepository.with { repository in
            try await repository.commit("a")
            try await repository.git("tag", "v1.0.0")
            try await repository.commit("b")
            let clone = repository.folder.parent.appending("clone")
            try await repository.git(
                "clone",
                "--quiet",
                "--depth=1",
                "file://" + repository.folder.string,
                clone.string
            )
            let git = try await GitRepository.open(
                at: clone,
                environment: repository.effects.environment,
                effects: repository.effects
            )
            #expect(git.isShallow)
            let error = try await #require(throws: RelctlError.self) {
                try await git.nearestTag(before: .head) { _ in true }
            }
            #expect(error.hints == ["run `git fetch --unshallow --tags`"])
        }
    }

    @Test func ancestorsAreFoundByReachability() async throws {
        try await ScratchRepository.with { repository in
            let first = try await repository.commit("a")
            let second = try await repository.commit("b")
            let git = try await repository.opened()
            #expect(try await git.isAncestor(.commit(first), of: .commit(second)))
            #expect(try await git.isAncestor(.commit(second), of: .commit(second)))
            #expect(try await !git.isAncestor(.commit(second), of: .commit(first)))
            await #expect(throws: RelctlError.self) {
                try await git.isAncestor(.commit(String(repeating: "1", count: 40)), of: .head)
            }
        }
    }
}
