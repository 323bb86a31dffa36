import Testing

@testable import RelctlCore

@Suite struct IntegrationSettingsTests {
    private static let commit = String(repeating: "a", count: 40)
    private static let digest = String(repeating: "0", count: 64)

    private static func settings(_ text: String, _ more: String = "") throws -> IntegrationSettings? {
        try ConfigurationLoaderTests.load(
            "{ name: 'x', targets: { 'x86_64-unknown-linux-gnu': {} }, \(more) ci: \(text) }"
        ).integration
    }

    @Test func everyKeyIsRead() throws {
        let text = """
            {
              relctl: { version: '1.2.0', downloads: {
                'x86_64-unknown-linux-musl': { url: 'https://example.org/r.tar.gz', sha256: '\(Self.digest)' } } },
              runner: 'own', runners: ['own'], pullRequests: 'plan', environment: { A: 'b' }, deployment: 'release',
              attestations: true, submodules: true, timeout: '90m',
              setup: [
                { run: 'make tools', name: 'Tools', targets: ['*-linux-*'], environment: { B: 'c' } },
                { uses: 'actions/setup-go@\(Self.commit)', release: 'v6', with: { 'go-version': '1.26' } },
              ],
              caches: [{ paths: ['~/.cargo'], key: 'k', restoreKeys: ['r'] }],
              jobs: { announce: { workflow: '$/.github/workflows/a.yml', after: 'plan', before: 'publish',
                with: { tag: 't' }, secrets: ['TOKEN'], permissions: { issues: 'write' } } },
              gitlab: { machines: { own: { tags: ['docker', 'big'], image: 'x/y:1' } } },
            }
            """
        let read = try #require(try Self.settings(text, "publish: [{ to: 'directory', path: 'out/{{tag}}' }],"))
        guard case .download("1.2.0", let downloads)? = read.installation else {
            Issue.record("\(String(describing: read.installation))")
            return
        }
        #expect(downloads.map(\.url) == ["https://example.org/r.tar.gz"])
        #expect(downloads.map(\.sha256.hexadecimal) == [Self.digest])
        #expect(read.runner == "own" && read.ownRunners == ["own"] && read.pullRequests == .plan)
        #expect(read.environment == ["A": "b"] && read.deployment == "release")
        #expect(read.attests && read.hasSubmodules && read.timeout == .seconds(5400))
        #expect(read.setup.map(\.work).first == .run("make tools"))
        #expect(read.setup[0].name == "Tools" && read.setup[0].targets == ["*-linux-*"])
        #expect(read.setup[0].environment == ["B": "c"])
        guard case .uses(let use, let inputs) = read.setup[1].work else {
            Issue.record("\(read.setup[1])")
            return
        }
        #expect(use.version == "v6" && inputs == ["go-version": "1.26"])
        let cache = try #require(read.caches.first)
        #expect(read.caches.count == 1 && cache.paths == ["~/.cargo"] && cache.key == "k" && cache.restoreKeys == ["r"])
        let machine = try #require(read.gitLabMachines.first)
        #expect(machine.label == "own" && machine.tags == ["docker", "big"] && machine.image == "x/y:1")
        let job = try #require(read.jobs.first)
        #expect(job.name == "announce" && job.after == .plan && job.before == .publish)
        #expect(job.inputs == ["tag": "t"] && job.secrets == ["TOKEN"] && job.permissions == ["issues": .write])
    }

    @Test(arguments: [
        ("actions/setup-go", "", "switch it off: `with: { \"cache\": \"false\" }`"),
        ("actions/setup-go", "cache: 'false'", nil), ("Actions/Setup-Go", "cache: 'true'", "switch it off"),
        ("actions/setup-node", "", nil), ("actions/setup-node", "cache: 'npm'", "leave `cache` away"),
        ("Swatinem/rust-cache", "", "`ci.caches`"), ("ruby/setup-ruby", "'bundler-cache': 'false'", nil),
        ("acme/own", "cache: 'true'", nil),
    ])
    func cachesOfActionsAreTold(name: String, inputs: String, hint: String?) throws {
        let step = "{ uses: '\(name)@\(Self.commit)', release: 'v6', with: { \(inputs) } }"
        let text = "{ name: 'x', ci: { setup: [{ run: 'make' },\n\(step)] } }"
        let findings = try ConfigurationLoaderTests.load(text).integrationFindings
        #expect(findings.count == (hint == nil ? 0 : 1))
        for finding in findings {
            #expect(finding.message.hasPrefix("`ci.setup[1]`: `\(name.lowercased())` puts into a release"))
            #expect(finding.hints.first?.hasPrefix(hint ?? "") == true && finding.place?.line == 2, "\(finding)")
        }
    }

    @Test func nothingNeedsToBeSaid() throws {
        #expect(try ConfigurationLoaderTests.load("{ name: 'x' }").integration == nil)
        let read = try #require(try Self.settings("{}"))
        #expect(read.installation == nil && read.runner == "ubuntu-24.04" && read.pullRequests == .build)
        #expect(read.timeout == .seconds(7200) && !read.attests && read.setup.isEmpty)
    }

    @Test func anActionMayBringRelctl() throws {
        let read = try Self.settings("{ relctl: { action: '$/.github/actions/relctl' } }")
        guard case .action(let use)? = read?.installation else {
            Issue.record("\(String(describing: read))")
            return
        }
        #expect(use.reference == "$/.github/actions/relctl" && use.isOfProject)
    }

    @Test(arguments: [
        (
            "{ gitlab: { machines: { 'ubuntu-24.4': { tags: ['a'] } } } }",
            "`ci.gitlab.machines[\"ubuntu-24.4\"]`: no job runs on `ubuntu-24.4`"
        ),
        ("{ runner: 'farm' }", "`ci.runner`: `farm` is neither a machine of GitHub's nor one of `ci.runners`"),
        ("{ relctl: { action: 'a/b@v1' } }", "`ci.relctl.action`: `a/b@v1` is neither `OWNER/NAME@COMMIT`"),
        ("{ relctl: { action: 'a/b@COMMIT' } }", "`ci.relctl`: `a/b@COMMIT` does not say which version its commit is"),
        ("{ setup: [{ run: 'echo ${{ github.ref }}' }] }", "`ci.setup[0].run`: a script must not hold `${{`"),
        ("{ setup: [{ run: ' ' }] }", "`ci.setup[0].run`: it is empty"),
        (
            "{ setup: [{ run: 'x', targets: ['*-windows-*'] }] }",
            "`ci.setup[0].targets`: no target matches `*-windows-*`"
        ),
        ("{ setup: [{ uses: 'a/b@COMMIT' }] }", "`ci.setup[0]`: `a/b@COMMIT` does not say which version its commit is"),
        (
            "{ jobs: { plan: { workflow: '$/.github/workflows/a.yml', after: 'plan' } } }",
            "a job of the release is called"
        ),
        (
            "{ jobs: { a: { workflow: '$/.github/workflows/a.yml' } } }",
            "`ci.jobs.a`: it stands neither before nor after"
        ),
        (
            "{ jobs: { a: { workflow: '$/.github/workflows/a.yml', after: 'join', before: 'build' } } }",
            "`build` is done when `join` is"
        ),
        ("{ jobs: { a: { workflow: '$/.github/workflows/a.yml', after: 'attest' } } }", "there is no job `attest`"),
        (
            "{ jobs: { a: { workflow: '$/.github/workflows/a.yml', before: 'build', "
                + "with: { of: '${{ needs.join.outputs.manifest }}' } } } }",
            "`build` is done when `join` is"
        ),
        (
            "{ jobs: { a: { workflow: '$/.github/workflows/a.yml', after: 'plan', "
                + "with: { of: '${{ needs.build.outputs.x }}' } } } }",
            "`build` tells nothing to other jobs"
        ),
        (
            "{ jobs: { a: { workflow: '$/.github/workflows/a.yml', after: 'verify' } } }",
            "there is no job `verify` without `publish`"
        ),
        (
            "{ jobs: { a: { workflow: '$/.github/workflows/a.yml', before: 'build', secrets: ['A'] } } }",
            "it runs for tags alone, and `build` of pull requests would wait for it"
        ),
        (
            "{ pullRequests: 'plan', jobs: { a: { workflow: '$/.github/workflows/a.yml', before: 'plan', secrets: ['A'] } } }",
            "it runs for tags alone, and `plan` of pull requests would wait for it"
        ),
        (
            "{ jobs: { a: { workflow: '$/.github/workflows/a.yml', after: 'plan', permissions: { 'id-token': 'read' } } } }",
            "a token of an identity is made or not"
        ),
        ("{ jobs: { a: { workflow: 'a.yml', after: 'plan' } } }", "`a.yml` is neither `$/.github/workflows/NAME.yml`"),
        ("{ environment: { RELEASE: 'x' } }", "`ci.environment.RELEASE`: the workflow sets `RELEASE` itself"),
        ("{ environment: { RELCTL_CONFIG: 'x' } }", "the workflow sets `RELCTL_CONFIG` itself"),
        ("{ deployment: 'a\\nb' }", "`ci.deployment`: it must be one line"),
        (
            "{ relctl: { version: '1', downloads: {} } }",
            "there is no relctl for Linux-X64, the platform of the runner `ubuntu-24.04` of `ci.runner`"
        ),
        (
            "{ relctl: { version: '1', downloads: { 'x86_64-unknown-freebsd': { url: 'https://h/r', sha256: 'DIGEST' } } } }",
            "no runner is of the platform `x86_64-unknown-freebsd`"
        ),
        (
            "{ relctl: { version: '1', downloads: { 'x86_64-unknown-linux-gnu': { url: 'http://h/r', sha256: 'DIGEST' } } } }",
            "`http://h/r` is not an address `https://…`"
        ),
        (
            "{ relctl: { version: '1', downloads: { 'x86_64-unknown-linux-gnu': { url: 'https://h/r', sha256: 'ab' } } } }",
            "`ab` is not a SHA-256 digest"
        ),
    ])
    func whatIsWrongIsTold(settings: String, problem: String) throws {
        func filled(_ text: String) -> String {
            text.replacing("COMMIT'", with: Self.commit + "'").replacing("COMMIT` d", with: Self.commit + "` d")
                .replacing("'DIGEST'", with: "'\(Self.digest)'")
        }
        let error = try #require(throws: RelctlError.self) { try Self.settings(filled(settings)) }
        #expect("\(error)".contains(filled(problem)), "\(error)")
        #expect(error.code == .configurationInvalid)
        #expect(error.causes.allSatisfy { ($0 as? RelctlError)?.place != nil })
    }

    @Test func twoProgramsForOnePlatformAreToldApartByNobody() throws {
        let download = "{ url: 'https://h/r', sha256: '\(Self.digest)' }"
        let error = try #require(throws: RelctlError.self) {
            try Self.settings(
                """
                { relctl: { version: '1', downloads: {
                  'x86_64-unknown-linux-gnu': \(download), 'x86_64-unknown-linux-musl': \(download) } } }
                """
            )
        }
        #expect("\(error)".contains("`x86_64-unknown-linux-gnu` is for Linux-X64 already"), "\(error)")
    }

    @Test func attestationsNeedAListOfChecksums() throws {
        let error = try #require(throws: RelctlError.self) {
            try Self.settings("{ attestations: true }", "checksums: { combined: false },")
        }
        #expect("\(error)".contains("`ci.attestations`: what is attested is the list of all checksums"), "\(error)")
    }

    @Test(arguments: [
        ("out/{{tag}}", true), ("{{tag}}", false), ("/srv/{{tag}}", true), ("../{{tag}}", false), ("a/b/c", true),
    ])
    func aFolderThatIsPublishedIntoCanBeKept(path: String, isFine: Bool) throws {
        let publish = "publish: [{ to: 'directory', path: '\(path)' }],"
        if isFine {
            _ = try Self.settings("{}", publish)
        } else {
            let error = try #require(throws: RelctlError.self) { try Self.settings("{}", publish) }
            #expect("\(error)".contains("`publish[0].path`: a workflow cannot keep a folder"), "\(error)")
        }
    }

    @Test func schemasSeeWhatRelctlSees() throws {
        for form in WorkflowTextForm.allCases {
            #expect(throws: Never.self) { try Regex(form.pattern) }
        }
        #expect(WorkflowTextForm.script.problem(with: "a\r\nb") != nil)
        #expect(WorkflowTextForm.script.problem(with: "a\n\tb — c\n") == nil)
        #expect(WorkflowTextForm.secret.problem(with: "github_x") != nil)
        #expect(WorkflowTextForm.action.problem(with: "a/b/c@\(Self.commit)\n") != nil)
        #expect(WorkflowTextForm.file.problem(with: "a/b/.github/workflows/c.yaml@\(Self.commit)") == nil)
    }
}
