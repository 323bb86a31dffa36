import Testing

@testable import RelctlCore
@testable import RelctlDistribution

@Suite struct NixPlannerTests {
    private let linux = "x86_64-unknown-linux-musl"

    private func request(
        _ artifacts: [Artifact]? = nil,
        _ change: (inout NixRequest) throws -> Void = { _ in }
    ) throws -> NixRequest {
        let usual = [try artifact("tool-1.2.3.tar.gz", "tar.gz", for: linux, ["t/bin/tool", "t/bin/word-tool"])]
        let manifest = Manifest(release: try PackedRelease.identity(), artifacts: artifacts ?? usual)
        var request = NixRequest(manifest, try ConfigurationLoaderTests.load("{ name: 'x' }"))
        try change(&request)
        return request
    }

    private func plan(_ request: NixRequest) throws -> NixPlan { try NixPlanner().plan(request, NixObservation()) }

    private func text(_ name: String, _ request: NixRequest) throws -> String {
        let file = try plan(request).files.first { $0.path.string == name }
        return try #require(file?.text)
    }

    private func refusal(_ artifacts: [Artifact]? = nil, _ change: (inout NixRequest) throws -> Void) throws -> String {
        let request = try request(artifacts, change)
        let error = try #require(throws: RelctlError.self) { try plan(request) }
        return error.message + error.hints.map { "\n\($0)" }.joined()
    }

    @Test func aPackageSaysWhatTheReleaseSays() throws {
        let text = try text("package.nix", request())
        #expect(text.contains("  pname = \"word-tool\";\n  version = \"1.2.3\";\n"))
        #expect(text.contains("\n    description = \"Tool that says its \\${version} in \\\"quotes\\\"\";\n"))
        #expect(text.contains("url = \"https://github.com/acme/tool/releases/download/v1.2.3/tool-1.2.3.tar.gz\";"))
        #expect(text.contains("changelog = \"https://github.com/acme/tool/releases/tag/v1.2.3\";"))
        #expect(text.contains("\n    mainProgram = \"word-tool\";\n"))
        #expect(!text.contains("autoPatchelfHook") && text.contains("  dontPatchELF = true;\n"))
        #expect(try plan(request()).placeInNixpkgs.string == "pkgs/by-name/wo/word-tool/package.nix")
    }

    @Test func theSameReleaseGivesTheSameBytesInWhateverOrderItIsTold() throws {
        let artifacts = try ["x86_64-unknown-linux-musl", "aarch64-apple-darwin", "riscv64gc-unknown-linux-gnu"]
            .map { try artifact("\($0).tar.gz", "tar.gz", for: $0) }
        var plans: Set<NixPlan> = []
        for shift in 0..<3 { plans.insert(try plan(request(Array(artifacts[shift...] + artifacts[..<shift])))) }
        #expect(plans.count == 1)
    }

    @Test func whatOnlySomeSystemsHaveIsInstalledWhereItIs() throws {
        let artifacts = [
            try artifact("a.tar.gz", "tar.gz", for: linux, ["a/bin/tool", "a/bin/only-linux"]),
            try artifact("b.tar.gz", "tar.gz", for: "aarch64-apple-darwin", ["b/bin/tool"]),
        ]
        let text = try text("package.nix", request(artifacts))
        #expect(text.contains("\n    install -Dm755 bin/tool -t $out/bin\n"))
        #expect(text.contains("\n    if [ -e bin/only-linux ]; then install -Dm755 bin/only-linux -t $out/bin; fi\n"))
    }

    @Test func systemsThatFlakesOfNixpkgsDoNotHaveAreInThePackageAlone() throws {
        let artifacts = [
            try artifact("a.tar.gz", "tar.gz", for: linux),
            try artifact("s.tar.gz", "tar.gz", for: "s390x-unknown-linux-gnu"),
        ]
        let request = try request(artifacts)
        #expect(try text("package.nix", request).contains("s390x-linux = {"))
        #expect(try text("flake.nix", request).contains("systems = [ \"x86_64-linux\" ];"))
    }

    @Test func aDownloadHasANameWhereItsAddressGivesNone() throws {
        func text(_ file: String) throws -> String {
            try self.text("package.nix", request([artifact(file, "tar.gz", for: linux)]))
        }
        #expect(try text("a b.tar.gz").contains("      name = \"a-b.tar.gz\";\n"))
        #expect(try !text("plain.tar.gz").contains("      name ="))
        let query = try request {
            $0.settings.url = try Template("https://example.org/get?file={{artifact}}&v={{tag}}")
        }
        #expect(
            try self.text("package.nix", query).contains(
                "      name = \"tool-1.2.3.tar.gz\";\n      url = \"https://example.org/"
            )
        )
    }

    @Test(arguments: [
        ("A quick tool.", "Quick tool"), ("the\n  end", "End"), ("a", "A"), ("Anything at all", "Anything at all"),
        ("éclair...", "Éclair"), ("An 'x' && y", "'x' && y"),
        ("iOS for all", "iOS for all"),
    ])
    func descriptionsHaveTheFormOfNixpkgs(description: String, expected: String) throws {
        let request = try request { $0.manifest.release.description = description }
        #expect(try text("package.nix", request).contains("description = \(NixText.string(expected));"))
        #expect(try text("flake.nix", request).contains("  description = \(NixText.string(expected));"))
    }

    @Test func whatIsMissingIsTold() throws {
        let request = try request {
            $0.manifest.release.description = " . "
            $0.manifest.release.license = nil
            $0.manifest.release.isSnapshot = true
        }
        #expect(try plan(request).findings.map(\.code) == ["nix.description", "nix.license", "nix.snapshot"])
        #expect(try !text("package.nix", request).contains("license"))
        #expect(try plan(self.request()).findings.isEmpty)
    }

    @Test func whoCannotBeToldWhereToDownloadIsRefused() throws {
        #expect(try refusal { $0.forge = nil }.contains("the release names no repository at a forge\nset `nix.url`"))
        let gitlab = ForgeAddress(repository: "https://gitlab.com/acme/tool")
        #expect(try refusal { $0.forge = gitlab }.contains("a release at GitLab does not say"))
        #expect(try refusal { $0.settings.url = try Template("dist/{{artifact}}") }.contains("is not an address"))
        let two = [
            try artifact("a.tar.gz", "tar.gz", for: linux),
            try artifact("b.tar.gz", "tar.gz", for: "arm64-apple-darwin"),
        ]
        let refusal = try refusal(two) { $0.settings.url = try Template("https://example.org/x") }
        #expect(refusal.contains("several files would be downloaded from `https://example.org/x`"))
    }

    @Test func settingsThatNixOrFlakeHubWouldRefuseAreRefused() throws {
        #expect(try refusal { $0.settings.maintainers = ["a b"] }.contains("`nix.maintainers`: `a b`"))
        #expect(try refusal { $0.settings.libraries = ["x..y"] }.contains("`nix.libraries`: `x..y`"))
        #expect(try refusal { $0.settings.name = "-x" }.contains("`nix.name`: `-x`"))
        #expect(try refusal { $0.settings.mainProgram = "gone" }.contains("programs: `tool`, `word-tool`"))
        #expect(try refusal { $0.settings.share = [try RelativePath("gone")] }.contains("there is no `gone` in"))
        #expect(try refusal { $0.settings.flake = try RelativePath("x.nix") }.contains("called `flake.nix`"))
        #expect(try refusal { $0.manifest.release.name = "日本" }.contains("set `nix.name`"))
        #expect(try refusal { $0.manifest.release.license = "MIT OR" }.contains("cannot read the licence"))
        #expect(try refusal { $0.programs = ["gone"] }.contains("there is no program in `tool-1.2.3.tar.gz`"))
        func flakeHub(_ change: @escaping (inout NixSettings.FlakeHub) -> Void) throws -> String {
            var settings = NixSettings.FlakeHub(visibility: .public)
            change(&settings)
            return try refusal { $0.settings.flakeHub = settings }
        }
        #expect(try flakeHub { $0.name = "a/b/c" }.contains("is not OWNER/NAME"))
        #expect(try flakeHub { $0.labels = ["Ünsinn"] }.contains("is not a label"))
        #expect(try flakeHub { $0.labels = (0..<21).map(String.init) }.contains("more than 20"))
        #expect(try flakeHub { $0.rollingMinor = 1 }.contains("`rolling: true`"))
    }

    @Test(.timeLimit(.minutes(1))) func largeArchivesArePlannedInTimeThatGrowsWithThem() throws {
        let paths = (0..<4_000).flatMap {
            ["t/bin/p\($0)", "t/man/p\($0).1", "t/README\($0)", "t/completions/_p\($0)"]
        }
        let artifacts = try [linux, "aarch64-apple-darwin"].map {
            try artifact("\($0).tar.gz", "tar.gz", for: $0, paths)
        }
        let text = try text("package.nix", request(artifacts) { $0.programs = (0..<4_000).map { "p\($0)" } })
        #expect(text.contains("\n    install -Dm755 bin/p3999 -t $out/bin\n"))
    }

    @Test func aLongNameBreaksTheLineAsNixfmtDoes() throws {
        let name = String(repeating: "n", count: 60)
        let text = try text("package.nix", request { $0.settings.name = name })
        #expect(text.contains("\n  source =\n    sources.${system} or (throw \"\(name): there"))
    }
}
