import Testing

@testable import RelctlCore
@testable import RelctlForges
@testable import RelctlWorkspaces

@Suite struct IntegrationPlannerTests {
    private static func text(_ integration: String = "", _ more: String = "") -> String {
        """
        { name: 'x', repository: 'a/b', targets: { 'x86_64-unknown-linux-gnu': {} }, \(more)
          ci: { \(DrawnConfiguration.installation), \(integration) } }
        """
    }

    private static func workflow(_ integration: String = "", _ more: String = "", old: String? = nil) throws -> String {
        let texts = old.map { ["release.yml": $0] } ?? [:]
        return try GeneratedWorkflowTests.plan(text(integration, more), texts).files[0].new
    }

    /// The lines of a job.
    private static func job(_ name: String, in text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let start = lines.firstIndex(of: "  \(name):") else { return [] }
        return [lines[start]] + lines[(start + 1)...].prefix { $0.hasPrefix("    ") || $0.isEmpty }
    }

    @Test func tokensMayDoNoMoreThanTheirJobs() throws {
        let publish = "publish: [{ to: 'github' }], images: [{ name: 'ghcr.io/a/b', entrypoint: ['x'] }],"
        let text = try Self.workflow("attestations: true", publish)
        #expect(text.contains("\npermissions: {}\n"))
        for name in ["plan", "build", "join", "verify"] {
            #expect(!Self.job(name, in: text).contains { $0.contains(": write") }, "\(name)")
        }
        let writes = Self.job("publish", in: text).filter { $0.contains(": write") }
        #expect(writes.map { $0.prefix { $0 != "#" } } == ["      contents: write ", "      packages: write "])
        #expect(Self.job("attest", in: text).filter { $0.contains(": write") }.count == 2)
        // Another token, for another repository, needs nothing of this one.
        let other = "publish: [{ to: 'github', repository: 'c/d', tokenFrom: ['OTHER'] }],"
        let elsewhere = try Self.workflow("", other)
        #expect(!elsewhere.contains(": write") && elsewhere.contains("OTHER: ${{ secrets.OTHER }}"))
    }

    @Test func everyActionIsPinnedAndEveryJobHasALimit() throws {
        let text = try Self.workflow("attestations: true", "publish: [{ to: 'github' }],")
        let uses = text.split(separator: "\n").filter { $0.contains("uses:") }
        #expect(uses.count > 10 && uses.allSatisfy { PinnedAction(line: String($0)) != nil })
        let names = ["plan", "build", "join", "attest", "publish", "verify"]
        for name in names {
            #expect(Self.job(name, in: text).contains { $0.hasPrefix("    timeout-minutes: ") }, "\(name)")
        }
        let checkouts = text.split(separator: "\n").count { $0.contains("persist-credentials: false") }
        // Who signs needs neither the project nor relctl.
        #expect(checkouts == names.count - 1)
        #expect(!Self.job("attest", in: text).joined().contains("checkout"))
    }

    @Test func secretsOfADeploymentReachWhoLooksAtThePlaces() throws {
        let put = "publish: [{ to: 'http', url: 'https://h.example/{{tag}}/', tokenFrom: ['PUT_TOKEN'] }],"
        let text = try Self.workflow("deployment: 'release'", put)
        for name in ["publish", "verify"] {
            #expect(Self.job(name, in: text).contains("    environment: release"), "\(name)")
            #expect(
                Self.job(name, in: text).contains { $0.hasSuffix("PUT_TOKEN: ${{ secrets.PUT_TOKEN }}") },
                "\(name)"
            )
        }
        for name in ["plan", "build", "join"] {
            #expect(
                !Self.job(name, in: text).contains { $0.contains("secrets.") || $0.contains("environment:") },
                "\(name)"
            )
        }
        let github = try Self.workflow("deployment: 'release'", "publish: [{ to: 'github' }],")
        #expect(!Self.job("verify", in: github).contains("    environment: release"))
    }

    @Test func theKeyOfChartsIsOpenedForTagsAlone() throws {
        func charts(_ passphrase: String) -> String {
            "charts: [{ path: 'helm/x', sign: { key: 'a@example.org', passphrase: '\(passphrase)' } }],"
        }
        let build = Self.job("build", in: try Self.workflow("", charts("CHART_PASSPHRASE")))
        let secrets = build.filter { $0.contains("secrets.") }
        #expect(
            secrets == [
                "          CHART_PASSPHRASE: ${{ github.ref_type == 'tag' && secrets.CHART_PASSPHRASE || '' }}"
            ]
        )
        let error = try #require(throws: RelctlError.self) { try Self.workflow("", charts("GITHUB_PASSPHRASE")) }
        #expect("\(error)".contains("`charts[0].sign.passphrase`: GitHub takes no secret named"), "\(error)")
    }

    @Test func theListIsSignedWhereItIsWrittenAndForTagsAlone() throws {
        func signing(_ key: String) -> String {
            "signing: [{ with: 'ssh', key: '\(key)', passphrase: 'SSH_WORD' }, { with: 'gpg', key: 'a@example.org' }],"
        }
        let text = try Self.workflow("", signing("SSH_KEY"))
        let isTag = "github.ref_type == 'tag'"
        #expect(
            Self.job("join", in: text).filter { $0.contains("secrets.") } == [
                "          SSH_KEY: ${{ \(isTag) && secrets.SSH_KEY || '' }}",
                "          SSH_WORD: ${{ \(isTag) && secrets.SSH_WORD || '' }}",
            ]
        )
        for name in ["plan", "build"] {
            #expect(!Self.job(name, in: text).contains { $0.contains("secrets.") }, "\(name)")
        }
        #expect(!Self.job("join", in: try Self.workflow("", signing("~/key"))).contains { $0.contains("SSH_KEY") })
        let error = try #require(throws: RelctlError.self) { try Self.workflow("", signing("GITHUB_KEY")) }
        #expect("\(error)".contains("`signing[0]`: GitHub takes no secret named `GITHUB_KEY`"), "\(error)")
    }

    @Test(arguments: [
        (["ghcr.io/a/b"], "", ["GITHUB_TOKEN"]), (["h.example/a/b"], "", ["DOCKER_AUTH_CONFIG"]),
        (["ghcr.io/a/b", "h.example/a/b"], "", ["DOCKER_AUTH_CONFIG", "GITHUB_TOKEN"]),
        (["ghcr.io/a/b", "h.example/a/b"], ", registry: 'ghcr.io'", ["GITHUB_TOKEN"]),
    ])
    func everyRegistryGetsWhatItKnows(names: [String], more: String, variables: [String]) throws {
        let images = names.map { "{ name: '\($0)', entrypoint: ['x'] }" }.joined(separator: ", ")
        let publish = "images: [\(images)], publish: [{ to: 'registry'\(more) }],"
        let job = Self.job("publish", in: try Self.workflow("", publish))
        let known = ["DOCKER_AUTH_CONFIG", "GITHUB_TOKEN"]
        #expect(known.filter { name in job.contains { $0.hasPrefix("          \(name): ") } } == variables)
    }

    @Test func jobsThatPullRequestsMustNotHaveRunForTagsAlone() throws {
        let workflow = "workflow: '\(DrawnConfiguration.workflow)'"
        let jobs = [
            "open: { \(workflow), before: 'build' }",
            "reader: { \(workflow), after: 'build', permissions: { contents: 'read' } }",
            "secret: { \(workflow), after: 'build', secrets: ['CHAT'] }",
            "writer: { \(workflow), after: 'build', permissions: { issues: 'write' } }",
            "late: { \(workflow), after: 'verify' }", "between: { \(workflow), after: 'join', before: 'publish' }",
        ]
        let publish = "publish: [{ to: 'directory', path: 'out/{{tag}}' }],"
        let text = try Self.workflow("jobs: { \(jobs.joined(separator: ", ")) }", publish)
        let condition = "    if: github.ref_type == 'tag'"
        for name in ["open", "reader"] { #expect(!Self.job(name, in: text).contains(condition), "\(name)") }
        for name in ["secret", "writer", "late", "between"] {
            #expect(Self.job(name, in: text).contains(condition), "\(name)")
        }
    }

    @Test func noExpressionStandsInAScript() throws {
        for seed in UInt64(0)..<6 {
            let text = try GeneratedWorkflowTests.plan(DrawnConfiguration(seed: seed).text).files[0].new
            var depth: Int?
            for line in text.split(separator: "\n") {
                let blanks = line.prefix { $0 == " " }.count
                if let start = depth, blanks <= start { depth = nil }
                #expect(depth == nil || !line.contains("${{"), "\(line)")
                if line.contains("run: |") { depth = blanks }
                if line.contains("run: "), !line.contains("run: |") { #expect(!line.contains("${{"), "\(line)") }
            }
        }
    }

    @Test(arguments: [
        ("v{{version}}", #"- "v[0-9]+.[0-9]+.[0-9]+*""#), ("rel/{{version}}-x", #"- "rel/[0-9]+.[0-9]+.[0-9]+*-x""#),
        ("a+!{{version}}", #"- "a\\+\\![0-9]+.[0-9]+.[0-9]+*""#),
    ])
    func tagsOfTheProjectsFormStartIt(template: String, pattern: String) throws {
        #expect(try Self.workflow("", "version: { tag: '\(template)' },").contains(pattern))
    }

    @Test func pullRequestsTryAsMuchAsTheyAreToldTo() throws {
        #expect(try Self.workflow().contains("\n  pull_request:\n"))
        #expect(!(try Self.workflow("pullRequests: 'none'").contains("  pull_request:")))
        let plan = try Self.workflow("pullRequests: 'plan'")
        #expect(Self.job("build", in: plan).contains("    if: github.event_name != 'pull_request'"))
        #expect(!Self.job("build", in: try Self.workflow()).contains { $0.hasPrefix("    if:") })
    }

    @Test func whatIsMadeOfAllTargetsIsMadeWhereTheyAreJoined() throws {
        let more = """
            license: 'MIT', nix: {}, images: [{ name: 'h.example/a/b', entrypoint: ['x'] }],
            distribution: [{ with: 'homebrew' }],
            """
        let join = Self.job("join", in: try Self.workflow("", more)).joined(separator: "\n")
        let commands = [
            "relctl merge", "relctl image build", "relctl nix", "relctl distribute", "relctl checksum", "relctl notes",
            "relctl verify",
        ]
        let places = commands.map { join.firstRange(of: $0)?.lowerBound }
        #expect(!places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted())
        #expect(!Self.job("join", in: try Self.workflow()).joined().contains("image build"))
    }

    // MARK: What is the user's

    @Test func whatStandsBetweenMarksStays() throws {
        let fresh = try Self.workflow("", "publish: [{ to: 'github' }],")
        let own = "      - name: Mine\n        run: echo mine\n"
        let edited = fresh.replacing(
            "      # relctl:begin build.setup\n",
            with: "      # relctl:begin build.setup\n" + own
        )
        #expect(edited != fresh)
        #expect(try Self.workflow("", "publish: [{ to: 'github' }],", old: edited) == edited)
        // Also when all else changes, and whatever line endings git gave it.
        let changed = try Self.workflow("timeout: '5m'", old: edited.replacing("\n", with: "\r\n"))
        #expect(changed.contains("begin build.setup\n" + own + "      # relctl:end build.setup\n"))
        #expect(changed.contains("timeout-minutes: 5\n") && !changed.contains("\r"))
    }

    @Test func whatStandsElsewhereIsWrittenAnew() throws {
        let fresh = try Self.workflow()
        let edited = fresh.replacing("fetch-depth: 0", with: "fetch-depth: 1")
        #expect(try Self.workflow(old: edited) == fresh)
    }

    @Test func nothingOfTheUsersIsLostSilently() throws {
        let publish = "publish: [{ to: 'github' }],"
        let fresh = try Self.workflow("", publish)
        let mark = "      # relctl:begin publish.setup\n"
        let edited = fresh.replacing(mark, with: mark + "      - run: echo mine\n")
        let error = try #require(throws: RelctlError.self) { try Self.workflow(old: edited) }
        #expect("\(error)".contains("no section `publish.setup` any more"), "\(error)")
        #expect(error.code == .configurationInvalid && error.place?.file == "release.yml")
        // What is empty is nobody's.
        #expect(try Self.workflow(old: fresh) == Self.workflow())
        for broken in [
            fresh.replacing("      # relctl:end build.setup\n", with: ""),
            fresh.replacing("# relctl:begin jobs\n", with: ""),
            fresh + "# relctl:begin jobs\n# relctl:end jobs\n",
        ] {
            let error = try #require(throws: RelctlError.self) { try Self.workflow("", publish, old: broken) }
            #expect(error.place != nil, "\(error)")
        }
    }

    @Test func filesOfOthersAreLeftAlone() throws {
        let error = try #require(throws: RelctlError.self) { try Self.workflow(old: "name: Mine\n") }
        #expect(error.message.contains("relctl did not write it"))
    }

    // MARK: What bots do

    @Test func newerActionsStayAndOthersDoNot() throws {
        let fresh = try Self.workflow()
        let pin = PinnedAction.checkout
        func edited(_ commit: String, _ version: String) -> String {
            fresh.replacing(pin.line, with: "uses: \(pin.name)@\(commit)\(version)")
        }
        let other = String(repeating: "f", count: 40)
        for version in ["v7.0.1", "v8", "v10.0.0"] {
            let bumped = edited(other, " # " + version)
            #expect(bumped != fresh)
            #expect(try Self.workflow(old: bumped) == bumped, "\(version)")
        }
        // An older one, another commit of the same version, and what is pinned by no commit, are not what relctl chose.
        for (commit, version) in [(other, " # v6.9.9"), (other, " # v7.0.0"), ("v9", ""), (other, "")] {
            #expect(try Self.workflow(old: edited(commit, version)) == fresh, "\(version)")
        }
    }

    // MARK: Labels

    @Test func labelsAreDeclaredForActionlint() throws {
        let text = Self.text("runners: ['farm', 'big.one'], runner: 'farm'")
        let plan = try GeneratedWorkflowTests.plan(text)
        #expect(plan.files.map(\.name) == ["release.yml", ".github/actionlint.yaml"])
        #expect(plan.files[1].new.contains("self-hosted-runner:\n  labels:\n    - farm\n    - big.one\n"))
        #expect(try GeneratedWorkflowTests.plan(Self.text()).files.count == 1)
        // A file of the user's own must name them, and stays as it is.
        let name = IntegrationPlanner.labelsFile
        let own = "self-hosted-runner:\n  labels:\n    - \"farm\"\n    - big.one\n"
        #expect(try GeneratedWorkflowTests.plan(text, [name: own]).files.count == 1)
        let error = try #require(throws: RelctlError.self) {
            try GeneratedWorkflowTests.plan(text, [name: "self-hosted-runner: {}\n"])
        }
        #expect(error.hints.joined().hasSuffix("farm, big.one"))
    }

    @Test(arguments: ["a\njobs: x.json", "${{ secrets.X }}.json"])
    func aConfigurationWhoseNameGitHubWouldReadMoreIntoIsRefused(name: String) throws {
        let configuration = try GeneratedWorkflowTests.configuration(Self.text())
        var workspace = try GeneratedWorkflowTests.workspace(
            "{ name: 'w', ci: { \(DrawnConfiguration.installation) }, repositories: { a: { url: 'u' } } }"
        )
        workspace.file = name
        let planner = IntegrationPlanner()
        for subject in [
            IntegrationPlanner.Subject.project(configuration, file: name, try GeneratedWorkflowTests.extensions()),
            .workspace(workspace),
        ] {
            let request = IntegrationPlanner.Request(subject, workflow: "w.yml", texts: [:])
            for write in [{ _ = try planner.plan(request) }, { _ = try planner.text(request) }] {
                let error = try #require(throws: RelctlError.self) { try write() }
                #expect(error.message.contains("GitHub would read more into that name"))
            }
        }
    }

    @Test func withoutRelctlNoMachineCouldDoAnything() throws {
        for ci in ["", ", ci: {}"] {
            let error = try #require(throws: RelctlError.self) {
                try GeneratedWorkflowTests.plan("{ name: 'x', targets: { 'x86_64-unknown-linux-gnu': {} }\(ci) }")
            }
            #expect(error.message.contains("does not say how machines get relctl"))
            #expect(error.code == .configurationInvalid && error.place != nil && error.hints.count == 2)
        }
    }
}
