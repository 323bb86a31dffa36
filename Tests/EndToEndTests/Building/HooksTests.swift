import RelctlCore
import TestSupport
import Testing

/// Hooks as git runs them.
@Suite struct HooksTests {
    /// A project of two manifests with hooks, in a world where `relctl` is on PATH.
    private func withHooks(
        _ hooks: [String] = [],
        inFolder folder: String? = nil,
        _ body: (TestRepository, [String: String?]) async throws -> Void
    ) async throws {
        try await World.scratch { world in
            let bin = world.folder.appending("bin")
            try LiveFileSystem().createFolder(bin)
            try LiveFileSystem().createLink(at: bin.appending("relctl"), to: RelctlExecutable.path().string)
            let environment: [String: String?] = ["PATH": bin.string + ":" + (world.environment["PATH"] ?? "")]
            let project = try await TestRepository("it's a project", in: world)
            let prefix = folder.map { $0 + "/" } ?? ""
            try project.write(prefix + "relctl.json", "{ name: 'a' }")
            try project.write(prefix + "VERSION", "1.0.0\n")
            try project.write(prefix + "package.json", "{ \"version\": \"1.0.0\" }\n")
            try await project.commit("feat: begin")
            let arguments = (folder.map { ["-C", $0] } ?? []) + ["hooks", "install"] + hooks
            expect(try await project.relctl(arguments), exits: 0)
            try await body(project, environment)
        }
    }

    private func git(
        _ arguments: [String],
        in project: TestRepository,
        _ environment: [String: String?]
    ) async throws -> ProgramResult {
        try await project.world.run(["git"] + arguments, in: project.folder, environment: environment)
    }

    @Test(arguments: [nil, "tools/a b"]) func whatWouldBeCommittedCountsNotTheWorkingTree(folder: String?) async throws
    {
        try await withHooks(inFolder: folder) { project, environment in
            let prefix = folder.map { $0 + "/" } ?? ""
            try project.write(prefix + "VERSION", "1.1.0\n")
            try await project.git("add", "--all")
            // The working tree is right again, what is staged is not.
            try project.write(prefix + "VERSION", "1.0.0\n")
            let refused = try await git(["commit", "--message", "fix: no"], in: project, environment)
            expect(refused, exits: 1, naming: "`package.json` says the version is `1.0.0`", "`1.1.0`")
            #expect(try await project.git("rev-list", "--count", "HEAD") == "1")
            // Only one file is committed, and with it the manifests agree.
            try project.write(prefix + "other", "x")
            try await project.git("add", "--all")
            let partly = try await git(["commit", "-m", "fix: part", "--", prefix + "other"], in: project, environment)
            expect(partly, exits: 0)
            #expect(!partly.errors.contains("relctl"))
        }
    }

    @Test func aCommitOfAllSeesWhatGitStagesForIt() async throws {
        try await withHooks { project, environment in
            try project.write("VERSION", "2.0.0\n")
            let refused = try await git(["commit", "--all", "--message", "feat!: two"], in: project, environment)
            expect(refused, exits: 1, naming: "2.0.0")
            try project.write("package.json", "{ \"version\": \"2.0.0\" }\n")
            let taken = try await git(["commit", "-q", "--all", "--message", "feat!: two"], in: project, environment)
            expect(taken, exits: 0)
            #expect(taken.errors == "" && taken.output == "")
        }
    }

    @Test func aPushedTagMustStandForItsTree() async throws {
        try await withHooks { project, environment in
            try await project.tag("v1.0.0")
            try await project.tag("v9.0.0")
            try await project.tag("unrelated")
            let push = ["push", "--quiet", "origin"]
            expect(try await git(push + ["main", "v1.0.0", "unrelated"], in: project, environment), exits: 0)
            let refused = try await git(push + ["v9.0.0"], in: project, environment)
            expect(refused, exits: 1, naming: "`v9.0.0` means `9.0.0`")
            // By any local name, and light as heavy.
            let renamed = try await git(push + ["HEAD:refs/tags/v3.0.0"], in: project, environment)
            expect(renamed, exits: 1, naming: "`v3.0.0` means `3.0.0`")
            expect(try await git(push + ["--delete", "v1.0.0"], in: project, environment), exits: 0)
            let tags = try await project.git("ls-remote", "--tags", "origin")
            #expect(!tags.contains("v9") && !tags.contains("v1.0.0"))
        }
    }

    @Test(arguments: [nil, "tools/a b"]) func gitIsStartedFromAnywhere(folder: String?) async throws {
        try await withHooks(inFolder: folder) { project, environment in
            try await project.tag("v9.0.0")
            let top = project.folder.string
            let places: [(FilePath, [String])] = [
                (project.world.home, ["--git-dir=\(top)/.git", "--work-tree=\(top)"]),
                (project.world.home, ["--git-dir=\(top)/.git"]), (project.folder.appending(".git"), []),
                (project.folder.appending(".git/objects"), []), (project.folder.parent, ["-C", top]),
            ]
            for (place, options) in places {
                let push = ["git"] + options + ["push", "--quiet", "origin", "v9.0.0"]
                let refused = try await project.world.run(push, in: place, environment: environment)
                expect(refused, exits: 1, naming: "`v9.0.0` means `9.0.0`")
            }
            #expect(try await project.git("ls-remote", "--tags", "origin") == "")
            // A working tree beside the first one has its own top.
            try await project.git("worktree", "add", "--quiet", "../beside")
            let beside = project.folder.parent.appending("beside")
            let push = ["git", "push", "--quiet", "origin", "v9.0.0"]
            let refused = try await project.world.run(push, in: beside, environment: environment)
            expect(refused, exits: 1, naming: "`v9.0.0` means `9.0.0`")
        }
    }

    @Test func messagesAreCheckedWhereThatIsWanted() async throws {
        try await withHooks(["commit-msg"]) { project, environment in
            let commit = ["commit", "--quiet", "--allow-empty", "--message"]
            for message in ["fix: a", "feat(a b)!: c", "fixup! whatever", "Merge branch 'x'", "Revert \"x\""] {
                expect(try await git(commit + [message], in: project, environment), exits: 0)
            }
            for message in ["fixed it", "feat:no blank", "FIX : a"] {
                let refused = try await git(commit + [message], in: project, environment)
                expect(refused, exits: 1, naming: "`\(message)` is not in the form of Conventional Commits")
            }
        }
    }

    @Test func hooksGoWhereGitLooksForThemAndAwayAgain() async throws {
        try await withHooks { project, environment in
            expect(try await project.relctl(["hooks", "uninstall"]), exits: 0)
            try await project.git("config", "core.hooksPath", "shared hooks")
            try project.write("shared hooks/pre-commit", "#!/bin/sh\necho mine >&2\n", isExecutable: true)
            expect(try await project.relctl(["hooks", "install"]), exits: 0)
            let ours = try await git(["commit", "-q", "--allow-empty", "-m", "x"], in: project, environment)
            expect(ours, exits: 0, naming: "mine\n")
            let before = try project.text("shared hooks/pre-commit")
            #expect(before.contains("relctl"))
            expect(try await project.relctl(["hooks", "uninstall"]), exits: 0)
            #expect(try project.text("shared hooks/pre-commit") == "#!/bin/sh\necho mine >&2\n")
            #expect(try LiveFileSystem().names(in: project.folder.appending("shared hooks")) == ["pre-commit"])
        }
    }

    @Test func aHookWithoutANameIsAMistake() async throws {
        try await withHooks { project, _ in
            expect(try await project.relctl(["hooks", "run"]), exits: 64, naming: "needs the name of a hook")
            expect(try await project.relctl(["hooks", "install", "pre-pusch"]), exits: 64, naming: "pre-push")
            expect(try await project.relctl(["hooks", "enstall"]), exits: 64, naming: "install")
        }
    }
}
