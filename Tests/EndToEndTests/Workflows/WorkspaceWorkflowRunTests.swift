import RelctlCore
import TestSupport
import Testing

/// The workflow that `relctl ci github --workspace` writes releases what a maintainer would, on machines that come and go.
@Suite struct WorkspaceWorkflowRunTests {
    private static let file = ".github/workflows/workspace-release.yml"

    /// A repository that has the workspace's file and the workflow, and nothing else of the workspace.
    private static func coordination(of project: WorkspaceProject, in world: World) async throws -> TestRepository {
        let repository = try await TestRepository("coordination", in: world)
        let text = try LiveFileSystem().text(of: project.folder.appending("relctl-workspace.json"))
            .replacing("\"remotes/", with: "\"\(project.folder)/remotes/")
            .replacing(
                "  repositories: {",
                with: "  ci: { \(try await ActRun.installation(in: world)) },\n  repositories: {"
            )
        try repository.write("relctl-workspace.json", text)
        expect(try await repository.relctl(["ci", "github", "--workspace"]), exits: 0)
        try await repository.commit("feat: release by workflow")
        return repository
    }

    /// Stands for `gh`, which asks GitHub which runs there were and what they kept: one run that kept all of the store.
    private static func programs(in world: World) throws -> FilePath {
        let folder = world.folder.appending("programs")
        try LiveFileSystem().createFolders(folder)
        let script = #"""
            #!/bin/sh
            case "$1 $2" in
            "run list")
                case " $* " in *" --workflow workspace-release.yml --event workflow_dispatch --branch main "*) ;; *) exit 1 ;; esac
                echo 7 ;;
            "api --method")
                case " $* " in *" -f name=plan-1.0.0 "*) ;; *) exit 1 ;; esac
                [ ! -f "$STORE/plan-1.0.0/plan.json" ] || echo 7 ;;
            "run download") [ "$3 $6" = "7 --name" ] && cp "$STORE/$7/plan.json" "$9" ;;
            esac
            """#
        try LiveFileSystem().write(script.utf8, to: folder.appending("gh"), permissions: 0o755)
        return folder
    }

    private static func run(
        _ action: String,
        _ repository: TestRepository,
        _ act: ActRun,
        isDryRun: Bool = false
    ) async throws -> ProgramResult {
        // The machine of every run is a new one.
        for folder in [".local", ".cache"] {
            try LiveFileSystem().removeTree(repository.world.home.appending(folder))
        }
        try LiveFileSystem().removeTree(repository.world.folder.appending("cache"))
        let inputs = ["action": action, "version": "1.0.0", "dry_run": "\(isDryRun)", "take_over": "false"]
        return try await act.run(
            repository,
            file,
            for: .dispatch(inputs),
            runners: ["ubuntu-24.04"],
            programs: try programs(in: repository.world)
        )
    }

    @Test(.enabled("act is here") { ActRun.isPossible })
    func aDryRunShowsAllAndChangesNothing() async throws {
        try await World.scratch { world in
            let project = try await WorkspaceProject(in: world)
            let repository = try await Self.coordination(of: project, in: world)
            let (act, before) = (try ActRun(in: world), try await project.references())
            let run = try await Self.run("release", repository, act, isDryRun: true)
            expect(run, exits: 0)
            #expect(try await project.references() == before)
            #expect(
                run.output.contains("Summary - ## Plan\n\n    ") && run.output.contains("Summary - ## Status\n\n    ")
            )
            #expect(!run.output.contains("::error::"), "\(run.output)")
            #expect(try LiveFileSystem().names(in: act.store) == ["dry-run-1.0.0"])
            // What was kept is what would be done.
            let plan = act.store.appending("dry-run-1.0.0/plan.json").string
            let shown = try await world.run([
                try RelctlExecutable.path().string, "workspace", "apply", plan, "--dry-run",
            ])
            expect(shown, exits: 0)
            for line in shown.output.split(separator: "\n") {
                #expect(run.output.contains("\n    \(line)\n"), "\(line)")
            }
            // It is no plan to go on with.
            let resumed = try await Self.run("resume", repository, act)
            expect(resumed, exits: 1)
            #expect(resumed.output.contains("no run of this workflow has a plan of that version"))
            #expect(try await project.references() == before)
        }
    }

    @Test(.enabled("act is here") { ActRun.isPossible })
    func whatOneMachineHasBegunAnotherOneEnds() async throws {
        try await World.scratch { world in
            let project = try await WorkspaceProject(in: world)
            let repository = try await Self.coordination(of: project, in: world)
            let act = try ActRun(in: world)
            try project.setHook("update", of: "sdk-kotlin", to: "exit 1")
            let failed = try await Self.run("release", repository, act)
            expect(failed, exits: 1)
            #expect(failed.output.contains("Summary - ## Status\n\n    REPOSITORY"), "\(failed.output)")
            #expect(try await project.hasTag("v1.0.0", "sdk-python"))
            for name in ["sdk-kotlin", "server"] { #expect(try await !project.hasTag("v1.0.0", name), "\(name)") }
            #expect(try LiveFileSystem().names(in: act.store) == ["plan-1.0.0"])
            let half = try await project.references()
            // Looking, and trying, changes nothing.
            let status = try await Self.run("status", repository, act)
            expect(status, exits: 0)
            #expect(status.output.contains("\n    sdk-kotlin") && !status.output.contains("Run Main Resume"))
            expect(try await Self.run("resume", repository, act, isDryRun: true), exits: 0)
            #expect(try await project.references() == half)
            try project.removeHook("update", of: "sdk-kotlin")
            let resumed = try await Self.run("resume", repository, act)
            expect(resumed, exits: 0)
            for name in WorkspaceProject.names { #expect(try await project.hasTag("v1.0.0", name), "\(name)") }
            let references = try await project.references()
            #expect(!references.contains { $0.contains("refs/relctl") })
            // What was there is as it was.
            for line in half where line.hasPrefix("sdk-rust ") || line.hasPrefix("sdk-python ") {
                #expect(references.contains(line))
            }
            #expect(resumed.output.contains("Summary - ## Status\n\n    REPOSITORY"))
            // With all of it there, another release has nothing to do.
            expect(try await Self.run("release", repository, act), exits: 0)
            #expect(try await project.references() == references)
        }
    }

    /// The lines of a step's script, as GitHub hands them to bash.
    private static func script(_ step: String, in workflow: String) throws -> String {
        let lines = workflow.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasSuffix("- name: \(step)") })
        let run = try #require(lines[start...].firstIndex { $0.hasPrefix("        run: ") })
        guard lines[run].hasSuffix("|") else { return String(lines[run].dropFirst("        run: ".count)) }
        return lines[(run + 1)...].prefix { $0.hasPrefix("          ") }.joined(separator: "\n")
    }

    @Test(.enabled("bash is here") { HostTool.areHere("bash", "git") })
    func gitIsLetInAsLongAsTheJobLastsAndNoFileHasTheToken() async throws {
        try await World.scratch { world in
            let repository = try await TestRepository("coordination", in: world)
            try repository.write(
                "relctl-workspace.json",
                """
                {
                  name: "flovyn",
                  ci: { relctl: { action: "$/.github/actions/relctl" } },
                  repositories: {
                    a: { url: "git@github.com:flovyn/a.git" },
                    b: { url: "https://gitlab.com/flovyn/b's$(c)" },
                  },
                }
                """
            )
            let printed = try await repository.relctl(["ci", "github", "--workspace", "--output", "-"])
            expect(printed, exits: 0)
            let files = LiveFileSystem()
            let (temporary, variables) = (world.folder.appending("job files"), world.folder.appending("variables"))
            try files.createFolders(temporary)
            let (token, other) = ("the-token-of-github", "the-token-of-gitlab")
            func bash(_ script: String, _ environment: [String: String] = [:]) async throws -> ProgramResult {
                let job = ["RUNNER_TEMP": temporary.string, "GITHUB_ENV": variables.string]
                return try await world.run(
                    ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script],
                    environment: job.merging(environment) { $1 }
                )
            }
            let letIn = try Self.script("Let git in", in: printed.output)
            let missing = try await bash(letIn, ["GH_TOKEN": token])
            expect(missing, exits: 1)
            #expect(missing.output.contains("::error::the secret GITLAB_TOKEN is not set"))
            // What the machine has besides would keep it in a file.
            let kept = [
                "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "credential.helper",
                "GIT_CONFIG_VALUE_0": "store --file='\(temporary)/kept'",
            ]
            let tokens = kept.merging(["GH_TOKEN": token, "GITLAB_TOKEN": other]) { $1 }
            expect(try await bash(letIn, tokens), exits: 0)
            // What later steps have.
            var job = kept
            for line in try files.text(of: variables).split(separator: "\n") {
                let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                job[parts[0]] = parts[1]
            }
            func password(_ url: String) async throws -> String? {
                let result = try await bash(
                    #"printf 'url=%s\n\n' "$URL" | GIT_TERMINAL_PROMPT=0 GIT_ASKPASS=false git credential fill"#,
                    job.merging(["URL": url]) { $1 }
                )
                return result.output.split(separator: "\n").first { $0.hasPrefix("password=") }.map {
                    String($0.dropFirst(9))
                }
            }
            let address = try await bash("git ls-remote --get-url git@github.com:flovyn/a.git", job)
            #expect(address.output == "https://github.com/flovyn/a.git\n")
            #expect(try await password("https://github.com/flovyn/a.git") == token)
            #expect(try await password("https://gitlab.com/flovyn/b's$(c)") == other)
            // A token is for its own repositories.
            #expect(try await password("https://github.com/somebody/else.git") == nil)
            let found = try await bash("grep -rlE 'the-token' \"$RUNNER_TEMP\" \"$GITHUB_ENV\" \"$HOME\" || true")
            #expect(found.output.isEmpty, "\(found.output)")
            expect(try await bash(try Self.script("Forget the tokens", in: printed.output), job), exits: 0)
            #expect(try await password("https://github.com/flovyn/a.git") == nil)
        }
    }
}
