import TestSupport
import Testing

@testable import RelctlCore

/// The scripts as shells read them, with a program in relctl's place that says how it was called.
@Suite struct HookScriptTests {
    static let projects = [".", "a b/it's $HOME", "-x"]

    /// Writes the hook and a `relctl` beside it into a scratch folder that stands for a working tree.
    private func withHook(
        _ hook: GitHook,
        _ body: (FilePath) async throws -> Void
    ) async throws {
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            for project in Self.projects.dropFirst() {
                try files.createFolders(folder.appending(project))
                try files.write([], to: folder.appending(project).appending(".relctl.json"))
            }
            try files.write([], to: folder.appending("relctl.json"))
            let script = HookScript(hook, projects: Self.projects)
            try files.write(script.text.utf8, to: folder.appending(hook.rawValue), permissions: 0o755)
            try files.createFolders(folder.appending("bin"))
            let program = "#!/bin/sh\nprintf '<%s>' \"$@\"\necho\n[ ! -e fail ]\n"
            try files.write(program.utf8, to: folder.appending("bin/relctl"), permissions: 0o755)
            try await body(folder)
        }
    }

    private func run(
        _ arguments: [String],
        as hook: String,
        input: String = "",
        in folder: FilePath,
        withRelctl: Bool = true
    ) async throws -> HostTool.Outcome {
        let files = LiveFileSystem()
        try files.write(input.utf8, to: folder.appending("input"))
        let path = (withRelctl ? "\(folder)/bin:" : "") + "/usr/bin:/bin"
        return try await #require(HostTool("sh")).run(
            ["-c", "exec ./\(hook) \"$@\" < input", "sh"] + arguments,
            in: folder,
            environment: ["PATH": path]
        )
    }

    @Test(arguments: GitHook.allCases) func aScriptIsReadBack(hook: GitHook) {
        let script = HookScript(hook, projects: Self.projects)
        #expect(HookScript(hook, text: script.text) == script)
        #expect(HookScript(hook, text: "#!/bin/sh\nexit 0\n") == nil)
        #expect(HookScript(hook, text: "") == nil)
    }

    @Test(.enabled(if: HostTool.areHere("shellcheck")), arguments: GitHook.allCases)
    func shellcheckFindsNothingButDollarsInNames(hook: GitHook) async throws {
        try await withHook(hook) { folder in
            let outcome = try await #require(HostTool("shellcheck")).run(
                ["-s", "sh", "-e", "SC2016", hook.rawValue],
                in: folder
            )
            #expect(outcome.status == 0, "\(outcome.text)")
        }
    }

    @Test func everyProjectIsAskedOnceWithWhatGitSays() async throws {
        try await withHook(.commitMessage) { folder in
            let outcome = try await run([".git/COMMIT EDITMSG"], as: "commit-msg", in: folder)
            let message = "\(folder)/.git/COMMIT EDITMSG"
            #expect(
                outcome.text.split(separator: "\n").map(String.init) == [
                    "<-C><-x><hooks><run><commit-msg><\(message)>", "<-C><.><hooks><run><commit-msg><\(message)>",
                    "<-C><a b/it's $HOME><hooks><run><commit-msg><\(message)>",
                ]
            )
        }
    }

    @Test func aProjectThatIsGoneIsNotAsked() async throws {
        try await withHook(.preCommit) { folder in
            try LiveFileSystem().removeTree(folder.appending("a b"))
            try LiveFileSystem().removeTree(folder.appending("relctl.json"))
            let outcome = try await run([], as: "pre-commit", in: folder)
            #expect(outcome.text == "<-C><-x><hooks><run><pre-commit>\n")
            #expect(outcome.status == 0)
        }
    }

    @Test func aRefusalEndsTheHook() async throws {
        try await withHook(.preCommit) { folder in
            try LiveFileSystem().write([], to: folder.appending("fail"))
            let outcome = try await run([], as: "pre-commit", in: folder)
            #expect(outcome.status == 1)
            #expect(outcome.text.split(separator: "\n").count == 1)
        }
    }

    @Test func withoutRelctlNothingIsForbidden() async throws {
        try await withHook(.preCommit) { folder in
            let outcome = try await run([], as: "pre-commit", in: folder, withRelctl: false)
            #expect(outcome.status == 0)
            #expect(outcome.errors == "pre-commit: relctl is not on PATH, so that nothing is checked\n")
        }
    }

    @Test func onlyTagsThatAreMadeOrMovedAreHandedOn() async throws {
        try await withHook(.prePush) { folder in
            let (one, two, none) = (String(repeating: "a", count: 40), String(repeating: "b", count: 40), "0000")
            let input = """
                refs/heads/main \(one) refs/heads/main \(two)
                refs/tags/v1.0.0 \(one) refs/tags/v1.0.0 \(none)
                (delete) \(none) refs/tags/v0.9.0 \(two)
                HEAD \(two) refs/tags/$(touch)`'";& \(none)

                """
            let outcome = try await run(["origin", "/a b"], as: "pre-push", input: input, in: folder)
            let line = "<-C><.><hooks><run><pre-push><v1.0.0><\(one)><$(touch)`'\";&><\(two)>"
            #expect(outcome.text.split(separator: "\n").contains { $0 == line }, "\(outcome.text)")
            let branches = "refs/heads/main \(one) refs/heads/main \(two)\n"
            #expect(try await run(["origin", "x"], as: "pre-push", input: branches, in: folder).text == "")
            #expect(try await run(["origin", "x"], as: "pre-push", in: folder).text == "")
        }
    }

    @Test(arguments: ["/bin/sh", "/usr/bin/env bash", "/bin/sh -e", "/usr/bin/env -S python3"])
    func theHookThatWasThereBeforeKeepsItsName(interpreter: String) async throws {
        try await withHook(.preCommit) { folder in
            let shell = "echo \"$0 $1\"; exit 3\n"
            let python = "import sys; print(sys.argv[0].replace('.before-relctl', ''), sys.argv[1]); sys.exit(3)\n"
            let old = "#!\(interpreter)\n" + (interpreter.contains("python") ? python : shell)
            let path = folder.appending("pre-commit.before-relctl")
            try LiveFileSystem().write(old.utf8, to: path, permissions: 0o755)
            let outcome = try await run(["a b"], as: "pre-commit", in: folder)
            #expect(outcome.text == "./pre-commit a b\n", "\(outcome.errors)")
            #expect(outcome.status == 3)
        }
    }

    /// Managers of hooks give the one that they find another name, and call it by that.
    @Test(arguments: ["/bin/sh", "/usr/bin/env -S python3"])
    func anotherNameOfTheScriptLosesNoHook(interpreter: String) async throws {
        try await withHook(.preCommit) { folder in
            let shell = "echo \"$0\"; exit 3\n"
            let python = "import sys; print(sys.argv[0].replace('.before-relctl', '')); sys.exit(3)\n"
            let old = "#!\(interpreter)\n" + (interpreter.contains("python") ? python : shell)
            let files = LiveFileSystem()
            try files.write(old.utf8, to: folder.appending("pre-commit.before-relctl"), permissions: 0o755)
            try files.rename(folder.appending("pre-commit"), to: folder.appending("pre-commit.legacy"))
            let outcome = try await run([], as: "pre-commit.legacy", in: folder)
            #expect(outcome.status == 3)
            #expect(outcome.text == "./pre-commit\n", "\(outcome.errors)")
        }
    }

    @Test func theHookThatWasThereBeforeRunsFirstWithTheSameInput() async throws {
        try await withHook(.prePush) { folder in
            let old = "#!/bin/sh\necho \"old $*\"\ncat\n[ ! -e forbid ]\n"
            let files = LiveFileSystem()
            try files.write(old.utf8, to: folder.appending("pre-push.before-relctl"), permissions: 0o755)
            let input = "refs/tags/v1 \(String(repeating: "a", count: 40)) refs/tags/v1 0000\n"
            let outcome = try await run(["origin", "url"], as: "pre-push", input: input, in: folder)
            #expect(outcome.text.hasPrefix("old origin url\n\(input)<-C>"))
            try files.write([], to: folder.appending("forbid"))
            let refused = try await run(["origin", "url"], as: "pre-push", input: input, in: folder)
            #expect(refused.text == "old origin url\n\(input)")
            #expect(refused.status == 1)
        }
    }
}
