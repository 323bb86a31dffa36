import Testing

@testable import RelctlCore
@testable import RelctlDistribution

@Suite struct DistributionPlannerTests {
    /// A target that writes what its options say.
    private struct EchoTarget: DistributionTarget {
        let keys = [
            ConfigurationKey("path", "Where.", shape: .template, isRequired: true),
            ConfigurationKey("text", "What.", shape: .template, ownNames: ["own"]),
        ]

        func plan(_ request: DistributionRequest) throws -> Distribution {
            guard let path = request.options["path"]?.asText, path != "refuse" else { throw RelctlError("no, thanks") }
            let text = request.options["text"]?.asText ?? request.downloads.map(\.url).joined(separator: "\n")
            return Distribution(
                files: [Distribution.File(path: try RelativePath(path), text: text)],
                installation: Distribution.Installation(title: "Echo", commands: ["echo \(path)"])
            )
        }
    }

    private func extensions() throws -> Extensions {
        var extensions = Extensions()
        try extensions.registerBuiltInPackagers()
        try extensions.registerBuiltInDistributionTargets()
        try extensions.distributionTargets.register(EchoTarget(), id: "echo")
        return extensions
    }

    private func configuration(_ distribution: String, more: String = "repository: 'acme/tool'") throws -> Configuration
    {
        try ConfigurationLoader(extensions: extensions()).configuration(
            fromText: """
                { name: 'tool', \(more), targets: { 'x86_64-unknown-linux-musl': {} },
                  archive: { contents: [{ files: ['tool'] }] },
                  distribution: [\(distribution)] }
                """,
            file: "relctl.json"
        )
    }

    private func manifest(isSnapshot: Bool = false) throws -> Manifest {
        var release = try PackedRelease.identity()
        release.isSnapshot = isSnapshot
        let archive = try artifact("t.tar.gz", "tar.gz", for: "x86_64-unknown-linux-musl")
        let flake = try Artifact(name: "t-flake.tar.gz", kind: .flake, size: 1, sha256: archive.sha256)
        let chart = try Artifact(name: "t+1.tgz", kind: .chart, size: 1, sha256: Digest(of: [1]))
        return Manifest(release: release, artifacts: [archive, flake, chart])
    }

    private func plan(_ distribution: String, more: String = "repository: 'acme/tool'") throws -> DistributionPlan {
        try DistributionPlanner(targets: extensions().distributionTargets)
            .plan(manifest(), configuration(distribution, more: more))
    }

    @Test func targetsGetTheirOptionsAndTheAddressesOfWhatShips() throws {
        let plan = try plan(
            """
            { with: 'echo', path: 'z/{{version}}', text: '{{own}} {{tag}}' }, { with: 'homebrew', tap: 'acme/tap' },
            { with: 'echo', path: 'a' }, { with: 'echo', path: 'b', url: 'https://x.example/{{tag}}/{{artifact}}' },
            """
        )
        let paths = ["echo/a", "echo/b", "echo/z/1.2.3", "homebrew/Formula/word-tool.rb"]
        #expect(plan.files.map(\.path.string) == paths)
        let forge = "https://github.com/acme/tool/releases/download/v1.2.3"
        #expect(plan.files[0].text == "\(forge)/t%2B1.tgz\n\(forge)/t.tar.gz")
        #expect(plan.files[1].text == "https://x.example/v1.2.3/t%2B1.tgz\nhttps://x.example/v1.2.3/t.tar.gz")
        #expect(plan.files[2].text == "{{own}} v1.2.3")
        #expect(plan.files[3].text.contains("url \"\(forge)/t.tar.gz\""))
        #expect(plan.installations.map(\.title) == ["Echo", "Homebrew", "Echo", "Echo"] && plan.findings.isEmpty)
    }

    @Test(arguments: [
        ("{ with: 'echo', path: 'a/b' }, { with: 'echo', path: 'a/b' }", "would be `echo/a/b` and `echo/a/b`"),
        ("{ with: 'echo', path: 'a/B' }, { with: 'echo', path: 'a/b' }", "would be `echo/a/B` and `echo/a/b`"),
        ("{ with: 'echo', path: 'A/b' }, { with: 'echo', path: 'a/c' }", "would be `echo/A` and `echo/a/c`"),
        ("{ with: 'echo', path: 'a' }, { with: 'echo', path: 'A/b' }", "would be `echo/A` and `echo/a`"),
        ("{ with: 'homebrew' }, { with: 'homebrew' }", "`homebrew/Formula/word-tool.rb` and"),
        ("{ with: 'echo', path: '../x' }", "cannot distribute the release by `echo`"),
        ("{ with: 'echo', path: 'a', url: 'https://x.example/{{tag}}' }", "`distribution[0].url`: several files"),
        ("{ with: 'echo', path: 'a', url: '{{tag}}/{{artifact}}' }", "is not an address that `echo` downloads"),
    ])
    func twoFilesAreNeverOne(distribution: String, words: String) throws {
        let error = try #require(throws: RelctlError.self) { try plan(distribution) }
        #expect("\(error)".contains(words) && error.code == .configurationInvalid, "\(error)")
    }

    @Test func allTargetsThatRefuseAreTold() throws {
        let error = try #require(throws: RelctlError.self) {
            try plan("{ with: 'echo', path: 'refuse' }, { with: 'scoop' }, { with: 'echo', path: 'a' }")
        }
        let text = "\(error)"
        #expect(text.contains("no, thanks") && text.contains("nothing for a system of Scoop"), "\(text)")
        #expect(text.contains("relctl.json:3:18"), "\(text)")
    }

    @Test(arguments: [
        ("{ with: 'homebrw' }", "unknown distribution target `homebrw`", "did you mean `homebrew`?"),
        ("{ with: 'homebrew', tab: 'a/b' }", "unknown key `tab`", "did you mean `tap`?"),
        ("{ tap: 'a/b' }", "with", ""), ("{ with: 'echo' }", "path", ""),
        ("{ with: 'homebrew', checkVersion: 'yes' }", "must be `true` or `false`", ""),
        ("{ with: 'scoop', url: 'https://me:secret@x.example/{{artifact}}' }", "holds a user name or password", ""),
        ("{ with: 'scoop', bucket: 'https://me:secret@x.example/b' }", "holds a user name or password", ""),
        ("{ with: 'scoop', url: '{{artefact}}' }", "artefact", "artifact"),
    ])
    func mistakesAreToldWithTheirPlace(distribution: String, words: String, hint: String) throws {
        let error = try #require(throws: RelctlError.self) { try configuration(distribution) }
        let text = "\(error.causes.map { "\($0) \(($0 as? RelctlError)?.hints ?? [])" })"
        #expect(text.contains(words) && text.contains(hint) && text.contains("relctl.json:"), "\(text)")
        #expect(!text.contains("secret"))
    }

    @Test func withoutAnAddressNobodyCouldDownload() throws {
        let nowhere = "description: 'x'"
        let error = try #require(throws: RelctlError.self) { try configuration("{ with: 'homebrew' }", more: nowhere) }
        #expect("\(error)".contains("`distribution[0]`: users could not be told where to download"), "\(error)")
        let lab = "repository: 'https://gitlab.com/acme/tool'"
        #expect(throws: RelctlError.self) { try configuration("{ with: 'homebrew' }", more: lab) }
        let url = "{ with: 'homebrew', url: 'https://x.example/{{artifact}}' }"
        #expect(throws: Never.self) { try configuration(url, more: nowhere) }
    }

    @Test func aTrialIsToldToNobody() throws {
        let plan = try DistributionPlanner(targets: extensions().distributionTargets)
            .plan(manifest(isSnapshot: true), configuration("{ with: 'homebrew', tap: 'acme/tap' }"))
        #expect(plan.installations.isEmpty && plan.findings.map(\.code) == ["distribution.snapshot"])
    }

    // MARK: In the plan of a release

    private func release(_ distribution: String, awaits: Set<String>? = nil) throws -> ReleasePlan {
        let configuration = try configuration(distribution)
        var tree = SourceTree([SourceEntry(path: try RelativePath("tool"), kind: .file, isExecutable: true)])
        tree.awaited = awaits
        return try .forecast(of: configuration, extensions(), tree)
    }

    @Test func filesAreForetoldAndRefusalsToo() throws {
        let plan = try release("{ with: 'homebrew' }")
        #expect(plan.distribution.files == ["distribution/homebrew/Formula/word-tool.rb"])
        #expect(plan.parts.folders == ["distribution"])
        #expect(try release("{ with: 'homebrew', tap: 'acme/tap' }").parts.folders == ["distribution", "docs"])
        let error = try #require(throws: RelctlError.self) { try release("{ with: 'scoop' }") }
        #expect("\(error)".contains("nothing for a system of Scoop"), "\(error)")
        // What a build may still make is for it to decide.
        let open = try release("{ with: 'homebrew', share: ['made'], mainProgram: 'made' }", awaits: ["made/**"])
        #expect(open.distribution.files == ["distribution/homebrew/Formula/word-tool.rb"])
        #expect(open.parts.folders == ["distribution", "docs"])
    }

    @Test(arguments: [
        ("{ with: 'scoop' }", "nothing for a system of Scoop"), ("{ with: 'homebrew', name: 'A' }", "`name`: `A`"),
        ("{ with: 'homebrew', tap: 'acme' }", "`tap`: `acme`"),
        ("{ with: 'homebrew', share: ['lib'] }", "`share`: `lib`"),
        ("{ with: 'homebrew', url: '{{tag}}/{{artifact}}' }", "is not an address"),
    ])
    func whatContentsDoNotDecideIsRefusedBeforeBuilds(distribution: String, words: String) throws {
        let error = try #require(throws: RelctlError.self) { try release(distribution, awaits: ["made/**"]) }
        #expect("\(error)".contains(words), "\(error)")
    }

    @Test func missingProgramsAreRefusedWhereContentsAreKnown() throws {
        for (target, name, format, triple) in [
            (HomebrewTarget() as any DistributionTarget, "t.tar.gz", "tar.gz", "x86_64-unknown-linux-musl"),
            (ScoopTarget(), "t.zip", "zip", "x86_64-pc-windows-gnu"),
        ] {
            var request = try distributionRequest([artifact(name, format, for: triple, [])], programs: ["tool"])
            #expect(throws: RelctlError.self) { try target.plan(request) }
            request.contentsAreKnown = false
            #expect(try target.plan(request).files.count == 1)
        }
    }

    /// Sidecars are not there yet where files are foretold, so that they decide nothing.
    @Test func checksumFilesMayHaveTheAddressOfTheirArchive() throws {
        let settings = "{ with: 'homebrew', url: 'https://x.example/{{tag}}' }"
        #expect(throws: Never.self) { try release(settings) }
        let archive = try artifact("t.tar.gz", "tar.gz", for: "x86_64-unknown-linux-musl")
        let sidecar = try Artifact(name: "t.tar.gz.sha256", kind: .checksum, size: 1, sha256: Digest(of: [1]))
        let packed = Manifest(release: try PackedRelease.identity(), artifacts: [archive, sidecar])
        let plan = try DistributionPlanner(targets: extensions().distributionTargets)
            .plan(packed, configuration(settings))
        #expect(plan.files.first?.text.contains("url \"https://x.example/v1.2.3\"") == true)
    }

    @Test func aRecordOfSomePlatformsIsWarnedOf() throws {
        let archive = try artifact("t.tar.gz", "tar.gz", for: "aarch64-apple-darwin")
        let plan = try DistributionPlanner(targets: extensions().distributionTargets).plan(
            Manifest(release: try PackedRelease.identity(), artifacts: [archive]),
            configuration("{ with: 'homebrew' }")
        )
        #expect(plan.findings.map(\.code) == ["distribution.partial"])
        #expect(plan.findings.first?.message.contains("`x86_64-unknown-linux-musl`") == true)
    }
}
