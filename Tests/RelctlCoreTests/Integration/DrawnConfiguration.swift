import TestSupport

@testable import RelctlCore
@testable import RelctlForges
@testable import RelctlWorkspaces

/// A configuration drawn at random, of all that decides what a workflow looks like.
struct DrawnConfiguration {
    /// The text.
    let text: String

    /// Labels of machines that are not GitHub's, reusable workflows and actions that drawn configurations name.
    static let ownRunners = ["build-farm", "gpu.large"]
    static let workflow = "$/.github/workflows/own.yml"
    static let action = "$/.github/actions/own"

    private static let commit = "0123456789abcdef0123456789abcdef01234567"

    private static let targets = [
        "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-musl", "x86_64-apple-darwin", "aarch64-apple-darwin",
        "x86_64-pc-windows-msvc", "x86_64-unknown-freebsd",
    ]

    /// What machines get relctl by, to put into configurations that have no `ci`.
    static let installation: String = {
        let downloads = targets.dropLast().enumerated().map { index, triple in
            let digest = String(repeating: "\(index)", count: 64)
            let ending = index.isMultiple(of: 2) ? ".tar.gz" : ""
            return
                "\(triple.quotedAsJSON): { url: 'https://example.org/relctl-\(index)\(ending)', sha256: '\(digest)' }"
        }
        return "relctl: { version: '1.2.0', downloads: { \(downloads.joined(separator: ", ")) } }"
    }()

    /// A project, with nothing that the service knows not of.
    init(seed: UInt64, for service: IntegrationService = .github) {
        var generator = SeededGenerator(seed: seed)
        func draw(_ choices: String...) -> String { choices.randomElement(using: &generator) ?? "" }
        func some(_ choices: [String]) -> [String] { choices.filter { _ in Bool.random(using: &generator) } }

        let chosen = [Self.targets[0]] + some(Array(Self.targets.dropFirst()))
        let targets = chosen.map { triple in
            "\(triple.quotedAsJSON): \(draw("{}", "{}", "{ runner: 'build-farm' }", "{ runner: 'ubuntu-latest' }"))"
        }
        let publications = some([
            "{ to: 'github' }", "{ to: 'github', name: 'other', repository: 'a/c', tokenFrom: ['OTHER_TOKEN'] }",
            "{ to: 'directory', path: 'out/{{tag}}' }", "{ to: 'directory', name: 'two', path: 'other dir/{{tag}}' }",
            "{ to: 's3', bucket: 'b', region: 'eu-west-1', prefix: 'p/{{tag}}' }",
            "{ to: 'http', url: 'https://h.example/{{tag}}/', tokenFrom: ['PUT_TOKEN'] }",
        ])
        let steps = some([
            "{ run: 'cargo install cross --locked' }",
            #"{ name: "Tools: 'all' # of them — ü", run: "if true; then\n  echo \"$A\"\nfi\n", environment: { A: "b: c # d" } }"#,
            "{ run: 'echo once', targets: ['*-linux-*'] }",
            "{ uses: 'actions/setup-go@\(Self.commit)', release: 'v6.0.0', with: { 'go-version': '1.26', cache: 'false' } }",
            "{ uses: '\(Self.action)', targets: ['x86_64-*'] }",
        ])
        .filter { service == .github || $0.hasPrefix("{ run") || $0.hasPrefix("{ name") }
        let runner = draw("ubuntu-24.04", "ubuntu-24.04-arm", "gpu.large")
        // GitLab lends no machine with Windows that has a shell.
        let isWindows = targets.contains { $0.contains("windows") && $0.hasSuffix("{}") }
        let machines = [
            isWindows ? "'windows-2025': { tags: ['windows', 'a b: c'] }" : nil,
            runner == "gpu.large" ? "'gpu.large': { image: 'registry.example/x@sha256:00' }" : nil,
        ].compactMap(\.self)
        let caches = some([
            "{ paths: ['~/.cargo/registry', 'target'], key: \"cargo-${{ hashFiles('Cargo.lock') }}\", restoreKeys: ['cargo-'] }",
            "{ paths: ['~/.zig'], key: 'zig' }",
        ])
        let jobs = some([
            "early: { workflow: '\(Self.workflow)', before: 'plan' }",
            "between: { workflow: '\(Self.workflow)', after: 'build', before: 'publish', with: { tag: '${{ github.ref_name }}' } }",
            "late: { workflow: '\(Self.workflow)', after: 'verify', secrets: ['CHAT'], permissions: { issues: 'write' } }",
        ])
        .filter { !publications.isEmpty || $0.hasPrefix("early") }
        let integration = [
            service == .github ? draw(Self.installation, "relctl: { action: '\(Self.action)' }") : Self.installation,
            "runners: ['build-farm', 'gpu.large']", "runner: '\(runner)'",
            service == .github ? "" : "gitlab: { machines: { \(machines.joined(separator: ", ")) } }",
            "pullRequests: '\(draw("build", "plan", "none"))'", "attestations: \(draw("true", "false"))",
            "submodules: \(draw("true", "false"))", "timeout: '\(draw("90s", "45m", "3h"))'",
            draw("", service == .github ? "deployment: 'release: # one'" : "deployment: 'release/{one} - 1.0'"),
            draw("", #"environment: { A: "b\nc", "TZ": "UTC" }"#),
            "setup: [\(steps.joined(separator: ", "))]", "caches: [\(caches.joined(separator: ", "))]",
            "jobs: { \(jobs.joined(separator: ", ")) }",
        ]
        let members = [
            "name: '\(draw("tool", "my tool", "größe"))'", "repository: 'a/b'", "license: 'MIT'",
            "version: { manifests: [], tag: '\(draw("v{{version}}", "{{version}}", "rel/{{version}}-x", "a+!{{version}}"))' }",
            "targets: { \(targets.joined(separator: ", ")) }", "archive: { contents: [{ files: ['a'] }] }",
            draw("", "nix: {}"), draw("", "images: [{ name: 'ghcr.io/a/b', entrypoint: ['x'] }]"),
            "publish: [\(publications.joined(separator: ", "))]",
            "ci: { \(integration.filter { !$0.isEmpty }.joined(separator: ", ")) }",
        ]
        text = "{ \(members.filter { !$0.isEmpty }.joined(separator: ",\n  ")) }"
    }

    /// A workspace, of all that decides what its workflow looks like.
    init(workspaceSeed seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func draw(_ choices: String...) -> String { choices.randomElement(using: &generator) ?? "" }
        let kinds = [
            "git@github.com:a/NAME.git", "https://github.com/a/NAME", "ssh://git@github.com/a/NAME.git",
            "ssh://git@gitlab.com/a/b/NAME.git", "https://codeberg.org/a/NAME.git", "git@git.example.org:NAME.git",
            "https://me@github.com/a/NAME.git", "https://git.example.org/NAME it's $(x) `y` \"z", "/srv/git/NAME",
        ]
        var names: [String] = []
        let repositories = (0..<Int.random(in: 1...6, using: &generator)).map { index in
            let name = "\(draw("core", "größe", "an app"))-\(index)"
            let url = (kinds.randomElement(using: &generator) ?? "").replacing("NAME", with: "r\(index)")
            let needs = names.filter { _ in Bool.random(using: &generator) }.map(\.quotedAsJSON).joined(separator: ", ")
            names.append(name)
            let isAtForge = WorkspaceForge(url: url) != nil
            let members = [
                "url: \(url.quotedAsJSON)", "needs: [\(needs)]", draw("", "sign: true"),
                isAtForge ? draw("", "via: 'pullRequest'", "checks: 'none'") : "checks: 'none'",
                isAtForge ? draw("", "ready: { run: { workflow: 'release.yml' } }", "ready: { release: {} }") : "",
                isAtForge ? draw("", "", "forge: { tokenFrom: ['GITHUB_TOKEN', 'OTHER_TOKEN'] }") : "",
                draw("", "edits: [{ file: '.github/workflows/ci.yml', yaml: 'env.V', value: '{{version}}' }]"),
            ]
            return "\(name.quotedAsJSON): { \(members.filter { !$0.isEmpty }.joined(separator: ", ")) }"
        }
        let integration = [
            draw(Self.installation, "relctl: { action: '\(Self.action)' }"), "runners: ['build-farm', 'gpu.large']",
            "runner: '\(draw("ubuntu-24.04", "ubuntu-24.04-arm", "gpu.large"))'",
            draw("", "timeout: '90s'", "timeout: '3h'"),
            draw("", "deployment: 'release: # one'"), draw("", #"environment: { A: "b\nc", "TZ": "UTC" }"#),
        ]
        text = """
            { name: "\(draw("flovyn", "my product", "größe # 1"))",
              \(draw("", "author: { name: 'A', email: 'a@b' },"))
              ci: { \(integration.filter { !$0.isEmpty }.joined(separator: ", ")) },
              repositories: { \(repositories.joined(separator: ",\n    ")) } }
            """
    }
}
