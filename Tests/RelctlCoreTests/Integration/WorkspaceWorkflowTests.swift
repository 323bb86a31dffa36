import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlForges
@testable import RelctlWorkspaces

/// What `relctl ci github --workspace` makes of a workspace.
@Suite struct WorkspaceWorkflowTests {
    private static func text(_ repositories: String, _ integration: String = "", _ more: String = "") -> String {
        "{ name: 'w', \(more) ci: { \(DrawnConfiguration.installation), \(integration) }, repositories: { \(repositories) } }"
    }

    private static func workflow(
        _ repositories: String,
        _ integration: String = "",
        _ more: String = ""
    ) throws -> String {
        try GeneratedWorkflowTests.workspacePlan(text(repositories, integration, more)).files[0].new
    }

    /// What the top of the file says that a token must allow.
    private static func permissions(_ repositories: String) throws -> [String] {
        try workflow(repositories).split(separator: "\n").filter { $0.hasPrefix("#   ") }
            .map { line in String(line.dropFirst(4)).replacing(#/  .*/#, with: "") }
    }

    @Test(arguments: [
        ("checks: 'none'", ["Contents: write", "Actions: read"]),
        ("", ["Contents: write", "Actions: read", "Commit statuses: read", "Checks: read"]),
        ("checks: 'none', via: 'pullRequest'", ["Contents: write", "Actions: read", "Pull requests: write"]),
        ("checks: 'none', ready: { run: {} }", ["Contents: write", "Actions: write"]),
        (
            "checks: 'none', edits: [{ file: '.github/workflows/a.yml', yaml: 'a', value: 'x' }]",
            ["Contents: write", "Workflows: write", "Actions: read"]
        ),
    ])
    func aTokenMustAllowWhatTheWorkspaceDoesAndNoMore(members: String, permissions: [String]) throws {
        let found = try Self.permissions("a: { url: 'https://github.com/o/a', \(members) }")
        #expect(found == permissions)
    }

    @Test func theJobsOwnTokenMayOnlyRead() throws {
        let text = try Self.workflow("a: { url: 'git@github.com:o/a.git', via: 'pullRequest', ready: { run: {} } }")
        #expect(text.contains("\npermissions: {}\n"))
        #expect(text.contains("      contents: read\n      actions: read # to fetch the plan of an earlier run\n"))
        let rest = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(!rest.contains { $0.contains(": write") })
        #expect(rest.allSatisfy { !$0.contains("uses:") || PinnedAction(line: String($0)) != nil })
    }

    @Test func oneRunIsAtWorkAndIsNotCutOff() throws {
        let text = try Self.workflow("a: { url: 'u' }")
        #expect(text.contains("  cancel-in-progress: false\n"))
        let group = "${{ github.workflow }}-${{ inputs.action == 'status' && github.run_id || 'release' }}"
        #expect(text.contains("  group: \(group)\n"))
        // Whoever presses the button and nothing else changes nothing.
        #expect(text.contains("      dry_run:\n") && text.contains("        type: boolean\n        default: true\n"))
    }

    @Test func nothingThatWasTypedStandsInAScript() throws {
        for seed in UInt64(0)..<6 {
            let text = try GeneratedWorkflowTests.workspacePlan(DrawnConfiguration(workspaceSeed: seed).text).files[0]
                .new
            var depth: Int?
            for line in text.split(separator: "\n") {
                let blanks = line.prefix { $0 == " " }.count
                if let start = depth, blanks <= start { depth = nil }
                #expect(depth == nil && !line.contains(" run: ") || !line.contains("${{"), "\(line)")
                if line.hasSuffix("run: |") { depth = blanks }
            }
        }
    }

    @Test func secretsAreThoseThatTheConfigurationNames() throws {
        let text = try Self.workflow(
            """
            a: { url: 'git@github.com:o/a.git' }, b: { url: 'https://gitlab.com/o/b' },
            c: { url: 'https://github.com/o/c', forge: { tokenFrom: ['GITHUB_TOKEN', 'C_TOKEN'] } },
            """
        )
        let named = Set(text.matches(of: /secrets\.(\w+)/).map { String($0.1) })
        #expect(named == ["GH_TOKEN", "GITLAB_TOKEN", "C_TOKEN"])
        #expect(text.contains("# C_TOKEN, for c:\n") && text.contains("# GH_TOKEN, for a:\n"))
        #expect(text.contains("https://github.com/o/c \"$C_TOKEN\""))
        // What is on this disk needs none.
        let local = try Self.workflow("a: { url: '/srv/git/a' }")
        #expect(!local.contains("secrets.") && !local.contains("git credential"))
        #expect(!local.contains("\n#\n"))
    }

    @Test func addressesBySSHAreReachedWhereATokenLetsGitIn() throws {
        func access(_ url: String) throws -> WorkspaceAccess {
            WorkspaceAccess(try GeneratedWorkflowTests.workspace(Self.text("a: { url: '\(url)' }")))
        }
        for (url, old, new, all) in [
            ("git@github.com:o/a.git", "git@github.com:", "https://github.com/", "https://github.com/o/a.git"),
            ("ssh://git@gitlab.com/o/p/a", "ssh://git@gitlab.com/", "https://gitlab.com/", "https://gitlab.com/o/p/a"),
            (
                "ssh://git@ssh.github.com:443/o/a.git", "ssh://git@ssh.github.com:443/", "https://github.com/",
                "https://github.com/o/a.git"
            ),
        ] {
            let access = try access(url)
            #expect(access.rewrites == [.init(old: old, new: new)] && access.remotes.map(\.url) == [all], "\(url)")
        }
        let other = try access("git@git.example.org:o/a.git")
        #expect(other.byKey == ["a"] && other.remotes.isEmpty && other.rewrites.isEmpty)
        #expect(try access("https://git.example.org/o/a.git").byPassword == ["a"])
        #expect(try access("../a.git").byKey.isEmpty)
        let workflow = try Self.workflow("a: { url: 'git@git.example.org:o/a.git', sign: true }")
        #expect(
            workflow.contains("# a: git wants a key for SSH") && workflow.contains("# a: commits and tags are signed")
        )
    }

    @Test(arguments: [
        ("a: { url: 'u' }", "", 15), ("a: { url: 'u' }, b: { url: 'v', needs: ['a'] }", "", 20),
        ("a: { url: 'u', ready: { command: ['true'], timeout: '1h' } }, b: { url: 'v', needs: ['a'] }", "", 80),
        ("a: { url: 'u', ready: { command: ['true'], timeout: '9h' } }", "", 350),
        ("a: { url: 'u', ready: { command: ['true'], timeout: '9h' } }", "runner: 'farm', runners: ['farm']", 555),
        ("a: { url: 'https://github.com/o/a', via: 'pullRequest' }", "runner: 'farm', runners: ['farm']", 1455),
        ("a: { url: 'u' }", "timeout: '90s'", 2),
        ("a: { url: 'u' }", "timeout: '10h'", 350),
    ])
    func aRunMayTakeAsLongAsWhatItWaitsFor(repositories: String, integration: String, minutes: Int) throws {
        let text = try Self.workflow(repositories, integration)
        #expect(text.contains("    timeout-minutes: \(minutes)\n"))
        // What is left is for the status.
        #expect(text.contains("        timeout-minutes: \(max(1, minutes - 10))\n"))
        // What GitHub tells the shell reaches relctl itself; a plan that is refused is not kept.
        #expect(text.contains("exec relctl workspace apply ") && text.contains("exec relctl workspace resume "))
        let steps = text.split(separator: "\n").filter { $0.contains("- name: ") }.map { $0.drop { $0 != "n" } }
        let order = ["Plan", "Try the plan", "Keep the plan", "Release"].map { steps.firstIndex(of: "name: \($0)") }
        #expect(order.allSatisfy { $0 != nil } && order.compactMap(\.self) == order.compactMap(\.self).sorted())
    }

    @Test func whoStartedTheRunCommitsWhereNobodyElseIsNamed() throws {
        #expect(try Self.workflow("a: { url: 'u' }").contains("  GIT_AUTHOR_NAME: ${{ github.actor }}\n"))
        let named = try Self.workflow("a: { url: 'u' }", "", "author: { name: 'A', email: 'a@b' },")
        #expect(!named.contains("GIT_AUTHOR"))
    }

    @Test(arguments: [
        ("a: { url: 'https://github.com/o/a', forge: { tokenFrom: ['GITHUB_TOKEN'] } }", "", "GitHub takes no secret"),
        ("a: { url: 'u' }", "runner: 'farm'", "neither a machine of GitHub's nor one of `ci.runners`"),
        ("a: { url: 'u' }", "runner: 'macos-15-intel', runners: []", ""),
        ("a: { url: 'u' }", "environment: { VERSION: '1' }", "the workflow sets `VERSION` itself"),
        ("a: { url: 'u' }", "setup: []", "setup"),
        ("a: { url: 'https://github.com/o/${{x}}' }", "", "for an expression"),
    ])
    func whatCannotWorkIsRefused(repositories: String, integration: String, message: String) throws {
        guard !message.isEmpty else {
            _ = try Self.workflow(repositories, integration)
            return
        }
        let error = try #require(throws: RelctlError.self) { try Self.workflow(repositories, integration) }
        #expect(error.code == .configurationInvalid)
        #expect("\(error) \(error.causes)".contains(message), "\(error) \(error.causes)")
    }

    @Test func withoutRelctlNoMachineCouldDoAnything() throws {
        for integration in ["", "ci: {},"] {
            let error = try #require(throws: RelctlError.self) {
                try GeneratedWorkflowTests.workspacePlan(
                    "{ name: 'w', \(integration) repositories: { a: { url: 'u' } } }"
                )
            }
            #expect(error.message.contains("does not say how machines get relctl") && error.place != nil)
            #expect(error.code == .configurationInvalid)
        }
    }

    @Test func whatIsTheUsersStaysAndNeitherWorkflowReplacesTheOther() throws {
        let text = Self.text("a: { url: 'u' }", "runner: 'farm', runners: ['farm']")
        let fresh = try GeneratedWorkflowTests.workspacePlan(text)
        #expect(fresh.files.map(\.name) == ["w.yml", IntegrationPlanner.labelsFile])
        let mark = "      # relctl:begin release.setup\n"
        let edited = fresh.files[0].new.replacing(mark, with: mark + "      - run: echo mine\n")
        #expect(edited != fresh.files[0].new)
        #expect(try GeneratedWorkflowTests.workspacePlan(text, ["w.yml": edited]).files[0].new == edited)
        // That of a project is made of something else, and so is what names its labels.
        let project = try GeneratedWorkflowTests.plan(
            "{ name: 'x', targets: { 'x86_64-unknown-linux-gnu': {} }, "
                + "ci: { \(DrawnConfiguration.installation), runners: ['other'] } }"
        )
        for (name, file) in [("w.yml", project.files[0]), (IntegrationPlanner.labelsFile, project.files[1])] {
            let error = try #require(throws: RelctlError.self) {
                try GeneratedWorkflowTests.workspacePlan(text, [name: file.new])
            }
            #expect(error.message.contains("relctl made it of something else"), "\(error)")
        }
        #expect(throws: RelctlError.self) {
            try GeneratedWorkflowTests.plan(
                "{ name: 'x', targets: { 'x86_64-unknown-linux-gnu': {} }, ci: { \(DrawnConfiguration.installation) } }",
                ["release.yml": edited]
            )
        }
    }
}
