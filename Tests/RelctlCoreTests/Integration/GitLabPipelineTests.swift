import Foundation
import TestSupport
import Testing

@testable import RelctlCore

/// What `relctl ci gitlab` writes, as those see it who look for mistakes in pipelines.
@Suite struct GitLabPipelineTests {
    static func plan(_ text: String, _ texts: [String: String] = [:]) throws -> IntegrationPlan {
        let request = IntegrationPlanner.Request(
            .project(
                try GeneratedWorkflowTests.configuration(text),
                file: "relctl.json",
                try GeneratedWorkflowTests.extensions()
            ),
            for: .gitlab,
            workflow: IntegrationPlanner.usualPipeline,
            texts: texts
        )
        return try IntegrationPlanner().plan(request)
    }

    private static let drawn = FullRun.isAsked ? 100 : 9

    private static func drawnTexts() -> [String] {
        (0..<UInt64(drawn)).map { DrawnConfiguration(seed: $0, for: .gitlab).text }
    }

    /// The examples, with what a pipeline needs, and such as are drawn.
    private static func texts() throws -> [String] {
        let more = "ci: { \(DrawnConfiguration.installation) },\n"
        let examples = try (ConfigurationSchemaTests.exampleTexts() + [VelostreamConfiguration.text]).map { text in
            let name = try #require(text.firstRange(of: "name: "))
            // GitLab has no shell on its machines with Windows: an example runs on Linux instead.
            return String(text[..<name.lowerBound] + more + text[name.lowerBound...])
                .replacing("windows-latest", with: "ubuntu-latest").replacing("windows-2025", with: "ubuntu-24.04")
                .replacing("-windows-msvc\": {}", with: "-windows-msvc\": { runner: \"ubuntu-24.04\" }")
        }
        return examples + drawnTexts()
    }

    private static func tools() -> Bool { HostTool.areHere("shellcheck", "check-jsonschema") }

    /// Writes the files of each as those of a project; and the scripts of its jobs, by what runs pipelines here.
    private static func write(_ texts: [String], to folder: FilePath) async throws -> [FilePath] {
        let files = LiveFileSystem()
        var projects: [FilePath] = []
        for (index, text) in texts.enumerated() {
            let project = folder.appending("project-\(index)")
            for file in try plan(text).files {
                let path = project.appending(file.name)
                try files.createFolders(path.parent)
                try files.write(file.new.utf8, to: path)
            }
            let program = Fixtures.project.appending("Tests/Fakes/gitlab-pipeline.py").string
            let run = try await Python.run(
                [program, project.string, project.appending("scripts").string, "--scripts"],
                in: folder
            )
            #expect(run.exitCode == 0, "\(run.errors)\n\(text)")
            projects.append(project)
        }
        return projects
    }

    private static func schema(_ names: [String]) async throws -> HostTool.Outcome? {
        try await HostTool("check-jsonschema")?
            .run(
                ["--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci"] + names,
                in: FilePath("/")
            )
    }

    private static func shellcheck(_ scripts: [String]) async throws -> HostTool.Outcome? {
        try await HostTool("shellcheck")?.run(["--shell=dash", "--severity=style"] + scripts, in: FilePath("/"))
    }

    @Test(.enabled("shellcheck and check-jsonschema are here") { tools() })
    func nobodyFindsAnythingInAnyOfThem() async throws {
        try await withScratchFolder { folder in
            let projects = try await Self.write(Self.texts(), to: folder)
            let names = projects.flatMap { project in
                [IntegrationPlanner.usualPipeline, IntegrationPlanner.pipelineFile].map { project.appending($0).string }
            }
            let schema = try await Self.schema(names)
            #expect(schema?.status == 0, "\(schema?.text ?? "")\(schema?.errors ?? "")")
            let scripts = try projects.flatMap { project in
                let folder = project.appending("scripts")
                return try LiveFileSystem().names(in: folder).map { folder.appending($0).string }
            }
            #expect(scripts.count > 4 * projects.count)
            let shell = try await Self.shellcheck(scripts)
            #expect(shell?.status == 0, "\(shell?.text ?? "")\(shell?.errors ?? "")")
        }
    }

    /// The witnesses see what is bad, or their silence would say nothing.
    @Test(.enabled("shellcheck and check-jsonschema are here") { tools() })
    func theWitnessesSeeWhatIsBad() async throws {
        try await withScratchFolder { folder in
            let project = try await Self.write([DrawnConfiguration(seed: 1, for: .gitlab).text], to: folder)[0]
            let script = project.appending("scripts/release-plan.sh")
            let text = try LiveFileSystem().text(of: script)
            #expect(text.contains(#"relctl plan "$RELEASE""#))
            try LiveFileSystem()
                .write(text.replacing(#"relctl plan "$RELEASE""#, with: "relctl plan $RELEASE").utf8, to: script)
            #expect(try await Self.shellcheck([script.string])?.text.contains("SC2086") == true)
            let file = project.appending(IntegrationPlanner.usualPipeline)
            let fine = try LiveFileSystem().text(of: file)
            try LiveFileSystem()
                .write(fine.replacing("\n  stage: plan\n", with: "\n  stage: { plan: 1 }\n").utf8, to: file)
            #expect(try await Self.schema([file.string])?.status == 1)
        }
    }

    @Test func theSameConfigurationGivesTheSameBytes() throws {
        for text in Self.drawnTexts() {
            let plan = try Self.plan(text)
            #expect(try Self.plan(text) == plan)
            let written = Dictionary(uniqueKeysWithValues: plan.files.map { ($0.name, $0.new) })
            #expect(try Self.plan(text, written).isUpToDate, "\(text)")
        }
    }

    /// The project's jobs that name no stage are in GitLab's `test`.
    @Test func gitLabsOwnStagesAreThereToo() throws {
        let stages = "\nstages: [plan, build, test, join, publish, verify, deploy]\n"
        #expect(try Self.pipeline().contains(stages))
    }

    @Test(arguments: [
        (".gitlab/release.yml", true), ("ci/a b.yaml", true), (".gitlab-ci.yml", false), ("./.gitlab-ci.yml", false),
        (".GitLab-CI.yml", false), (".gitlab/../.gitlab-ci.yml", false), ("/srv/p/release.yml", false),
        ("../release.yml", false), ("a//b.yml", false), ("*.yml", false), ("$A.yml", false), ("release.json", false),
    ])
    func onlyAFileOfTheProjectCanBeIncluded(path: String, isPossible: Bool) {
        #expect(IntegrationPlanner.canInclude(path) == isPossible)
    }

    @Test(arguments: [
        ("project: 'a/b'", false), ("project: 'https://gitlab.com/a/b'", false), ("project: 'a/c'", true),
        ("project: '12'", true), ("api: 'https://git.example/api/v4'", true),
        ("project: 'https://git.example/a/b'", true),
    ])
    func anotherProjectNeedsATokenOfItsOwn(option: String, isNeeded: Bool) throws {
        let text = try Self.pipeline("", "publish: [{ to: 'gitlab', \(option) }],")
        let needed = "# Variables of the project for publishing, masked and protected: GITLAB_TOKEN."
        #expect(text.contains("\n\(needed)\n") == isNeeded, "\(text.prefix(500))")
        #expect(text.contains("# In place of the job's own token, if there is one: GITLAB_TOKEN.") == !isNeeded)
    }

    /// A project with what is said.
    private static func text(_ integration: String = "", _ more: String = "") -> String {
        """
        { name: 'x', repository: 'a/b', targets: { 'x86_64-unknown-linux-gnu': {} }, \(more)
          ci: { \(DrawnConfiguration.installation), \(integration) } }
        """
    }

    private static func pipeline(_ integration: String = "", _ more: String = "") throws -> String {
        try plan(text(integration, more)).files[0].new
    }

    /// The lines of a job.
    private static func job(_ name: String, in text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let start = lines.firstIndex(of: "\(name):") else { return [] }
        return Array(lines[(start + 1)...].prefix { $0.hasPrefix("  ") })
    }

    @Test func whatIsYoursStaysAndWhatIsOthersIsNotTouched() throws {
        let plan = try Self.plan(Self.text())
        #expect(plan.files.map(\.name) == [".gitlab/release.yml", ".gitlab-ci.yml"] && plan.findings.isEmpty)
        let mark = "    # relctl:begin join.setup\n"
        let kept = plan.files[0].new.replacing(mark, with: mark + "    - apt-get update\n")
        let old = [".gitlab/release.yml": kept, ".gitlab-ci.yml": plan.files[1].new]
        #expect(kept != plan.files[0].new)
        let changed = try Self.plan(Self.text("timeout: '5m'"), old)
        #expect(changed.files[0].new.contains("- apt-get update\n") && changed.files[0].new.contains("5 minutes"))
        #expect(changed.files.map(\.name) == [".gitlab/release.yml"] && changed.findings.isEmpty)
        // A pipeline that is there stays, whoever wrote it, and is told what it lacks.
        let begun = try Self.plan(Self.text(), [".gitlab-ci.yml": "# Made by `relctl ci gitlab`\n"])
        #expect(begun.files.map(\.name) == [".gitlab/release.yml"] && !begun.isUpToDate)
        let own = "stages: [test]\n# .gitlab/release.yml\n"
        let unreached = try Self.plan(Self.text(), [".gitlab-ci.yml": own])
        #expect(unreached.files.map(\.name) == [".gitlab/release.yml"] && !unreached.isUpToDate)
        let finding = try #require(unreached.findings.first)
        #expect(finding.hints[0] == "add there: `include: [{ local: \".gitlab/release.yml\" }]`")
        #expect(finding.hints[1].hasSuffix("plan, build, join, publish, verify"))
        let reached = try Self.plan(Self.text(), [".gitlab-ci.yml": own + "include: .gitlab/release.yml\n"])
        #expect(reached.findings.isEmpty)
        for foreign in ["jobs: {}\n", try GeneratedWorkflowTests.plan(Self.text()).files[0].new] {
            #expect(throws: RelctlError.self) { try Self.plan(Self.text(), [".gitlab/release.yml": foreign]) }
        }
    }

    @Test func publishingIsForTagsAloneOneAtATime() throws {
        let publish = "publish: [{ to: 'gitlab', project: 'a/b' }, { to: 'directory', path: 'out/{{tag}}' }],"
        let text = try Self.pipeline("deployment: 'release'", publish)
        let job = Self.job("release-publish", in: text)
        #expect(job.contains("  resource_group: release-$CI_COMMIT_REF_SLUG") && job.contains("  interruptible: false"))
        #expect(job.contains("    paths: [out]") && job.contains("    name: release"))
        for name in ["release-publish", "release-verify"] {
            let rules = Self.job(name, in: text).filter { $0.contains("- if: ") }
            #expect(rules.count == 1 && rules[0].contains("$CI_COMMIT_TAG =~ "), "\(name)")
        }
        // Nobody but these two has the secrets of the environment.
        #expect(text.components(separatedBy: "\n  environment:\n").count == 3)
        let token = "# In place of the job's own token, if there is one, of the environment release: GITLAB_TOKEN."
        #expect(text.contains("\n\(token)\n"))
        // Packing is not of the environment.
        let chart = "charts: [{ path: 'helm/x', sign: { key: 'a@example.org', passphrase: 'OPEN' } }],"
        let signed = try Self.pipeline("deployment: 'release'", chart)
        #expect(signed.contains("\n# Variables of the project for packing, masked and protected: OPEN.\n"))
        #expect(!(try Self.pipeline()).contains("release-publish"))
    }

    @Test(arguments: [
        ("v{{version}}", #""$CI_COMMIT_TAG =~ /^v\\d+\\.\\d+\\.\\d+("#),
        ("a/b+{{version}}$", #""$CI_COMMIT_TAG =~ /^a\\/b\\+\\d+"#),
    ])
    func tagsOfTheProjectsFormAreReleased(tag: String, rule: String) throws {
        let text = try Self.pipeline("", "version: { manifests: [], tag: '\(tag)' },")
        #expect(text.contains("- if: \(rule)"), "\(text)")
    }

    @Test(arguments: [("build", 2, 2), ("plan", 2, 1), ("none", 1, 1)])
    func mergeRequestsTryNoMoreThanIsSaid(pullRequests: String, all: Int, builds: Int) throws {
        let text = try Self.pipeline("pullRequests: '\(pullRequests)'")
        let count = { (name: String) in Self.job(name, in: text).count { $0.contains("- if: ") } }
        #expect(count(".release") == all)
        for name in [".release-build", "release-join"] { #expect([0, builds].contains(count(name))) }
        #expect((count("release-join") == 0) == (all == builds))
    }

    @Test func machinesAreFoundByTagsAndImages() throws {
        let targets = """
            targets: { 'x86_64-unknown-linux-gnu': { runner: 'farm' }, 'aarch64-unknown-linux-gnu': {},
              'aarch64-apple-darwin': {}, 'x86_64-unknown-linux-musl': { runner: 'ubuntu-22.04' },
              'x86_64-pc-windows-msvc': {} },
            """
        let integration =
            "runners: ['farm'], gitlab: { machines: { 'windows-2025': { tags: ['win', 'bash'], image: 'w:1' } } }"
        let all = Self.text(integration).replacing("targets: { 'x86_64-unknown-linux-gnu': {} },", with: targets)
        let text = try Self.plan(all).files[0].new
        let lines = { (target: String) in
            Self.job("release-build-\(target)", in: text)
                .filter { $0.hasPrefix("  tags: ") || $0.hasPrefix("  image: ") }
        }
        #expect(lines("x86_64-unknown-linux-gnu") == ["  tags: [farm]"])
        #expect(
            lines("aarch64-unknown-linux-gnu")
                == ["  tags: [saas-linux-small-arm64]", "  image: \"buildpack-deps:24.04\""]
        )
        #expect(lines("x86_64-unknown-linux-musl") == ["  image: \"buildpack-deps:22.04\""])
        #expect(lines("aarch64-apple-darwin") == ["  tags: [saas-macos-medium-m1]", "  image: macos-15-xcode-16"])
        #expect(lines("x86_64-pc-windows-msvc") == ["  tags: [win, bash]", "  image: \"w:1\""])
    }

    @Test(arguments: [
        (
            "setup: [{ run: 'a' }, { uses: '$/.github/actions/a' }]", "",
            "`ci.setup[1].uses`: GitLab has no actions"
        ),
        ("environment: { GIT_DEPTH: '1' }", "", "`ci.environment.GIT_DEPTH`: the pipeline sets `GIT_DEPTH` itself"),
        ("runner: 'windows-2025'", "", "what GitLab lends for `windows-2025` has no shell but PowerShell"),
        (
            "runner: 'windows-2025', gitlab: { machines: { 'windows-2025': { image: 'w:1' } } }", "",
            "what GitLab lends for `windows-2025` has no shell but PowerShell"
        ),
        ("environment: { A: 'a ${{ github.sha }}' }", "", "`ci.environment.A`: GitLab has no expressions"),
        (
            "setup: [{ run: 'a' }, { run: 'b', environment: { B: '${{ github.sha }}' } }]", "",
            "`ci.setup[1].environment.B`: GitLab has no expressions"
        ),
        ("deployment: 'release: one'", "", "`ci.deployment`: GitLab has no environment named `release: one`"),
        ("deployment: '/release'", "", "`ci.deployment`: GitLab has no environment"),
        ("deployment: 'release/'", "", "`ci.deployment`: GitLab has no environment"),
        ("deployment: '$CI_X'", "", "`ci.deployment`: GitLab has no environment"),
        ("deployment: 'größe'", "", "`ci.deployment`: GitLab has no environment"),
        ("", "'x86_64-pc-windows-msvc': {}, ", "`targets.x86_64-pc-windows-msvc.runner`: what GitLab lends"),
    ])
    func whatGitLabCannotDoIsRefusedAtItsPlace(integration: String, target: String, problem: String) throws {
        let text = Self.text(integration).replacing("targets: { ", with: "targets: { \(target)")
        let error = try #require(throws: RelctlError.self) { try Self.plan(text) }
        #expect("\(error)".contains(problem), "\(error)")
        #expect(error.code == .configurationInvalid)
        #expect(error.causes.allSatisfy { ($0 as? RelctlError)?.place != nil } && !error.causes.isEmpty)
    }

    @Test func relctlMustBeThereForWhatGitLabLends() throws {
        let action = "{ name: 'x', targets: { 'x86_64-unknown-linux-gnu': {} }, ci: { relctl: { action: '$/a' } } }"
        let refused = try #require(throws: RelctlError.self) { try Self.plan(action) }
        #expect("\(refused)".contains("`ci.relctl.action`: GitLab has no actions"))
        // A Mac of Intel's is not to be had: Apple's processor builds for it, and needs a relctl.
        let digest = String(repeating: "0", count: 64)
        let downloads = ["x86_64-unknown-linux-gnu", "x86_64-apple-darwin"]
            .map { "'\($0)': { url: 'https://h/r', sha256: '\(digest)' }" }.joined(separator: ", ")
        let intel = """
            { name: 'x', targets: { 'x86_64-apple-darwin': {} },
              ci: { relctl: { version: '1', downloads: { \(downloads) } } } }
            """
        let error = try #require(throws: RelctlError.self) { try Self.plan(intel) }
        #expect("\(error)".contains("there is no relctl for macOS-ARM64"), "\(error)")
    }

    @Test func whatIsLeftOutIsToldAtItsPlace() throws {
        let text = Self.text(
            """
            setup: [{ run: 'echo a >>"$GITHUB_PATH"' }], attestations: true,
            jobs: { own: { workflow: '\(DrawnConfiguration.workflow)', after: 'build' } },
            caches: [
              { paths: ['target', '~/.cargo'], key: "cargo-${{ hashFiles('Cargo.lock', 'a/b.lock') }}" },
              { paths: ['a'], key: '${{ runner.os }}-a' }, { paths: ['b'], key: 'plain', restoreKeys: ['pl'] },
            ],
            """
        )
        let plan = try Self.plan(text)
        #expect(
            plan.findings.map(\.code) == [
                "job.left-out", "attestations.left-out", "cache.left-out", "cache.left-out", "cache.left-out",
                "variable.unknown",
            ]
        )
        #expect(plan.findings.allSatisfy { $0.severity == .warning && $0.place != nil })
        #expect(plan.findings[0].hints == ["write its like into the section `jobs`, with `stage: build`"])
        #expect(plan.findings[2].message.contains("`~/.cargo`") && plan.findings[3].message.contains("runner.os"))
        #expect(plan.findings[4].message.contains("`ci.caches[2].restoreKeys`"))
        let build = Self.job(".release-build", in: plan.files[0].new)
        let start = try #require(build.firstIndex(of: "  cache:"))
        #expect(
            build[(start + 1)...].prefix { $0.hasPrefix("    ") } == [
                "    - key:", "        files: [Cargo.lock, a/b.lock]", "        prefix: \"cargo-$TARGET\"",
                "      paths: [target]", "      policy: $RELEASE_CACHE",
                "    - key: \"plain-$TARGET\"", "      paths: [b]", "      policy: $RELEASE_CACHE",
            ]
        )
        // What a release is built of, nobody else has left.
        let policies = build.filter { $0.contains("RELEASE_CACHE: ") }
        #expect(policies == ["        RELEASE_CACHE: push", "        RELEASE_CACHE: pull-push"])
    }
}
