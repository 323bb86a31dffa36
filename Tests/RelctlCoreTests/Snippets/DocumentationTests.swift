import TestSupport
import Testing

@testable import RelctlCore

/// Snippets as those read them whom they are for: shells, YAML's and Nix's parsers.
@Suite struct DocumentationTests {
    private typealias Sample = SnippetSample

    private static var reference: String {
        "ghcr.io/acme/streams:1.2.3@sha256:\(AttestationSample.digest("ghcr.io/acme/streams").hexadecimal)"
    }

    /// Runs a file of the plan by `sh`, with programs of these texts first on PATH.
    private static func run(
        _ name: String,
        of plan: DocumentationPlan,
        with programs: [String: String],
        in folder: FilePath
    ) async throws -> HostTool.Outcome {
        let files = LiveFileSystem()
        try files.createFolders(folder.appending("bin"))
        for (program, text) in programs {
            try files.write("#!/bin/sh\n\(text)\n".utf8, to: folder.appending("bin/\(program)"))
            try files.setPermissions(0o755, of: folder.appending("bin/\(program)"))
        }
        try DocumentationExecutor().execute(plan, in: folder.appending("docs"), with: .onDisk())
        let sh = try #require(HostTool("sh"))
        let path = folder.appending("bin").string + ":/usr/bin:/bin"
        return try await sh.run([folder.appending("docs/\(name)").string], in: folder, environment: ["PATH": path])
    }

    @Test func dockerIsHandedEveryWordAsItIs() async throws {
        let plan = DocumentationPlanner().plan(try Sample.request())
        try await withScratchFolder { folder in
            let print = #"for word; do printf '[%s]\n' "$word"; done"#
            let outcome = try await Self.run("docker-run.sh", of: plan, with: ["docker": print], in: folder)
            let words = [
                "run", "--rm", "-p", "8080:8080", "-p", "53:53/udp", "-v", "streams-var-lib-my--data:/var/lib/my $data",
                Self.reference,
            ]
            #expect(outcome.status == 0)
            #expect(outcome.text == words.map { "[\($0)]\n" }.joined())
        }
    }

    @Test func whatHasNothingToRunIsToldByItsDigestAlone() throws {
        var request = try Sample.request()
        request.images[0].isRunnable = false
        let plan = DocumentationPlanner().plan(request)
        #expect(plan.images.map { $0.run == nil } == [true, false, false])
        #expect(Sample.text("docker-run.sh", of: plan)?.contains(plan.images[1].reference) == true)
        #expect(try !#require(plan.compose).contains(Self.reference))
        let told = "`\(Self.reference)`, for `linux/amd64`, `linux/arm64`: files to copy, and nothing to run."
        #expect(Sample.text("install.md", of: plan)?.contains(told) == true)
        for index in request.images.indices { request.images[index].isRunnable = false }
        let files = DocumentationPlanner().plan(request)
        #expect(files.compose == nil && Sample.text("docker-run.sh", of: files) == nil)
        var notes = try NotesSample.request()
        notes.documentation = files
        let text = try NotesPlanner().plan(notes).text
        #expect(text.contains("`\(Self.reference)` holds files to copy, and nothing to run.\n\nAlso as"))
        #expect(!text.contains("docker run") && !text.contains("docker compose"))
    }

    @Test(
        arguments: [
            ("", true), ("binaries: [],", false), ("entrypoint: [],", false), ("entrypoint: [], command: [],", false),
            ("binaries: [], command: [\"/x\"],", true), ("binaries: [], entrypoint: [\"/x\"],", true),
            ("binaries: [], from: \"alpine\",", true),
        ] as [(String, Bool)]
    )
    func imagesOfFilesAloneAreKnown(keys: String, isRunnable: Bool) throws {
        let configuration = try ConfigurationLoaderTests.load(
            """
            { name: "x", binaries: ["x"], targets: { "x86_64-unknown-linux-musl": {} }, build: { command: ["x"], output: "x" },
              images: [{ name: "a/b", \(keys) }] }
            """
        )
        #expect(configuration.project.hasProgram(try #require(configuration.images.first)) == isRunnable)
    }

    @Test func noTwoFoldersShareAVolumeAndNoPathIsAnOption() throws {
        var request = try Sample.request()
        request.images[0].volumes = ["/a b", "/a-b", "/data:ro", "/a/b", "/-x"]
        request.images[2].volumes = ["/a b"]
        let plan = DocumentationPlanner().plan(request)
        let run = try #require(plan.images.first?.run)
        #expect(run.contains("-v 'streams-a-b:/a b' -v streams-a-b-2:/a-b -v streams-a-b-3:/a/b -v streams--x:/-x "))
        #expect(!run.contains("/data"))
        #expect(try #require(plan.compose).contains("\"streams-2-a-b:/a b\""))
    }

    @Test(.enabled { try await YAMLWitness.isHere() }) func composeHasAServiceForEachImage() async throws {
        let plan = DocumentationPlanner().plan(try Sample.request())
        let read = try await YAMLWitness.json(of: #require(plan.compose))
        let ui =
            "ghcr.io/acme/ui/streams:1.2.3@sha256:"
            + AttestationSample.digest("ghcr.io/acme/ui/streams").hexadecimal
        let volume = "streams-var-lib-my--data"
        // Compose takes two dollar signs for one.
        let expected = """
            {"services": {"streams": {"image": "\(Self.reference)", "ports": ["8080:8080", "53:53/udp"], \
            "volumes": ["\(volume):/var/lib/my $$data"]}, "streams-2": {"image": "\(ui)"}}, \
            "volumes": {"\(volume)": {}}}

            """
        #expect(read == expected)
    }

    @Test(.enabled(if: HostTool.areHere("sha256sum"))) func noChartIsInstalledThatHasAnotherDigest() async throws {
        var request = try Sample.request()
        request.charts[0].repository = "oci://ghcr.io/acme/charts"
        let plan = DocumentationPlanner().plan(request)
        for (content, status) in [("chart", 0), ("other", 1)] as [(String, Int32)] {
            try await withScratchFolder { folder in
                let helm = #"""
                    echo "$@" >> log
                    case $1 in pull) printf '%s' \#(content) > streams-chart-1.2.3.tgz ;; esac
                    """#
                let outcome = try await Self.run("helm-install.sh", of: plan, with: ["helm": helm], in: folder)
                #expect(outcome.status == status)
                let log = try LiveFileSystem().text(of: folder.appending("log"))
                let pull = "pull oci://ghcr.io/acme/charts/streams-chart --version 1.2.3\n"
                #expect(log == pull + (status == 0 ? "install streams-chart ./streams-chart-1.2.3.tgz\n" : ""))
            }
        }
    }

    @Test func chartsThatNoRegistryHasComeFromTheForge() throws {
        let plan = DocumentationPlanner().plan(try Sample.request())
        let place = "https://github.com/Acme/streams/releases/download/v1.2.3/streams-chart-1.2.3.tgz"
        #expect(try #require(plan.charts.first).install.hasPrefix("curl -fL -o streams-chart-1.2.3.tgz \(place) &&\n"))
        // A trial is at no forge: the commands begin with the file that is there.
        let trial = DocumentationPlanner().plan(try Sample.request(isSnapshot: true))
        #expect(try #require(trial.charts.first).install.hasPrefix("echo "))
    }

    @Test(
        .enabled(if: HostTool.areHere("nix-instantiate")),
        arguments: ["streams", "4th tool", "with", "a.b", "nixpkgs"]
    )
    func nixReadsTheFlake(package: String) async throws {
        var request = try Sample.request()
        request.flake?.package = package
        let plan = DocumentationPlanner().plan(request)
        try await withScratchFolder { folder in
            try DocumentationExecutor().execute(plan, in: folder, with: .onDisk())
            let nix = try #require(HostTool("nix-instantiate"))
            let environment = ["HOME": folder.string, "NIX_STATE_DIR": folder.string, "NIX_STORE_DIR": folder.string]
            let outcome = try await nix.run(["--parse", "flake.nix"], in: folder, environment: environment)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.text.contains("https://example.org/streams-1.2.3.tar.gz?narHash=sha256-AAAA%3D"))
        }
    }

    @Test(arguments: ["", "github:a/b\"; x = \"", "a b", "$(id)", "${x}", "\u{1b}[0m", "é"])
    func flakesOfStrangeAddressesAreNotTold(reference: String) throws {
        var request = try Sample.request()
        request.flake?.reference = reference
        let plan = DocumentationPlanner().plan(request)
        #expect(plan.flake == nil)
        #expect(Sample.text("flake.nix", of: plan) == nil)
    }

    @Test(arguments: ["docker-run.sh", "helm-install.sh"]) func scriptsAreClean(name: String) async throws {
        let shellcheck = try #require(HostTool("shellcheck"))
        let plan = DocumentationPlanner().plan(try Sample.request())
        try await withScratchFolder { folder in
            try DocumentationExecutor().execute(plan, in: folder, with: .onDisk())
            // One word with a dollar sign is meant as it stands.
            let outcome = try await shellcheck.run(["--exclude=SC2016", name], in: folder)
            #expect(outcome.status == 0, "\(outcome.text)")
        }
    }

    @Test func theFolderHoldsWhatIsPlannedAndNothingElse() async throws {
        try await withScratchFolder { folder in
            let (files, docs) = (LiveFileSystem(), folder.appending("docs"))
            let plan = DocumentationPlanner().plan(try Sample.request())
            try DocumentationExecutor().execute(plan, in: docs, with: .onDisk())
            let names = ["compose.yaml", "docker-run.sh", "flake.nix", "helm-install.sh", "install.md"]
            #expect(try files.names(in: docs) == names)
            #expect(plan.files.map(\.name) == names)
            var fewer = try Sample.request()
            fewer.charts = []
            fewer.flake = nil
            try DocumentationExecutor().execute(DocumentationPlanner().plan(fewer), in: docs, with: .onDisk())
            #expect(try files.names(in: docs) == ["compose.yaml", "docker-run.sh", "install.md"])
            try DocumentationExecutor().execute(.empty, in: docs, with: .onDisk())
            #expect(try files.status(of: docs) == nil)
        }
    }

    @Test func aReleaseOfDownloadsAloneHasNoSnippets() throws {
        let plan = DocumentationPlanner().plan(SnippetRequest(try AttestationSample.manifest(), forge: nil))
        #expect(plan == .empty)
    }

    @Test func notesTellOfImagesChartsAndFlake() throws {
        var request = try NotesSample.request()
        let plain = try NotesPlanner().plan(request).text
        for heading in ["## Container images", "## Helm", "## Nix"] { #expect(!plain.contains(heading)) }
        request.documentation = DocumentationPlanner().plan(try Sample.request())
        let text = try NotesPlanner().plan(request).text
        let digest = AttestationSample.digest("ghcr.io/acme/streams").hexadecimal
        #expect(
            text.contains(
                """
                | `ghcr.io/acme/streams` | `1.2.3`, `latest` | linux/amd64, linux/arm64 | 4.00 MB | `sha256:\(digest)` |
                """
            )
        )
        for run in request.documentation.images.map(\.run) {
            #expect(text.contains("```sh\n\(try #require(run))\n```\n"))
        }
        for planned in request.documentation.charts { #expect(text.contains("```sh\n\(planned.install)\n```\n")) }
        let compose = try #require(request.documentation.compose)
        #expect(text.contains("```yaml\n\(compose)```\n"))
        #expect(
            text.contains("## Nix\n\n```sh\nnix run 'https://example.org/streams-1.2.3.tar.gz?narHash=sha256-AAAA%3D'")
        )
        request.format = .text
        #expect(try NotesPlanner().plan(request).text.contains("CONTAINER IMAGES\n\n- \(Self.reference)\n"))
    }

    @Test func templatesOfTheProjectsOwnHaveTheSameNames() throws {
        var request = try NotesSample.request()
        request.documentation = DocumentationPlanner().plan(try Sample.request())
        let template = """
            {{#images}}{{image}} {{reference}} {{digest}} {{imageSize}}{{#imageTags}} {{imageTag}}{{/imageTags}} <{{run}}>
            {{/images}}{{#charts}}{{chart}} {{chartVersion}} {{chartFile}} {{chartSha256}} {{chartInstall}}
            {{/charts}}{{flakeRun}} {{flakeInput}}
            """
        request.template = NotesRequest.UserTemplate(file: "notes.html", text: template)
        let text = try NotesPlanner().plan(request).text
        #expect(text.contains("<code>ghcr.io/acme/streams</code> \(Self.reference) sha256:"))
        #expect(text.contains("<code>1.2.3</code> <code>latest</code> <docker run --rm"))
        #expect(text.contains("<code>streams-chart</code> 1.2.3 <code>streams-chart-1.2.3.tgz</code>"))
        #expect(text.contains("packages = [ packages.default ];"))
        #expect(text.contains("&amp;&amp;\n"))
    }

    @Test func chartsAreFoundByTheirFilesNames() throws {
        let names = ["a-1.0.0.tgz", "my-chart-2-1.2.3-rc.1+b.tgz", "v-2x-0.1.0.tgz", "chart.tgz", "a-1.0.tgz"]
        let charts = try names.map { name in
            SnippetRequest.Chart(
                try Artifact(name: name, kind: .chart, size: 1, sha256: AttestationSample.digest(name))
            )
        }
        #expect(charts.map { $0?.name } == ["a", "my-chart-2", "v-2x", nil, nil])
        #expect(charts.map { $0?.version } == ["1.0.0", "1.2.3-rc.1+b", "0.1.0", nil, nil])
    }
}
