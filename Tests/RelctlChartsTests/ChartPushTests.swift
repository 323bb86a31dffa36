import RelctlCharts
import TestSupport
import Testing

@testable import RelctlPublishing
@testable import RelctlPushing

/// Helm finds in registries what relctl pushes there, and it is what Helm itself would have pushed.
@Suite struct ChartPushTests {
    private static let description = """
        apiVersion: v2
        name: tool
        version: 0.1.0
        description: A tool
        home: https://example.org
        sources: ["https://example.org/source"]
        maintainers: [{ name: Ada, email: ada@example.org }, { name: Bob }]
        annotations: { example.org/a: "b", org.opencontainers.image.title: other }

        """

    /// A release with one chart in a folder, and a registry to publish it to.
    private func withRelease(
        version: String = "1.2.3",
        _ body: (ChartBench, RegistryServer, PublicationRequest, RegistryStage) async throws -> Void
    ) async throws {
        let files = ChartTexts.plain.adding(["Chart.yaml": Self.description])
        try await ChartBench.with(files) { bench async throws in
            let artifacts = try await bench.pack(try await bench.plan(version: version))
            let release = ReleaseIdentity(
                name: "tool",
                version: try Version(version),
                tag: "v\(version)",
                commit: String(repeating: "0", count: 40),
                timestamp: ChartBench.timestamp
            )
            let manifest = Manifest(release: release, artifacts: artifacts)
            let record = bench.output.appending(Manifest.fileName)
            try LiveFileSystem().write(JSONText.pretty(manifest), to: record)
            try await RegistryServer.running(in: bench.world) { server in
                let request = PublicationRequest(
                    publisher: "helm",
                    options: ["repository": .text("oci://\(server.host)/acme/charts")],
                    release: release,
                    files: [],
                    folder: bench.output,
                    project: bench.project,
                    replaces: false
                )
                try await body(bench, server, request, RegistryStage(bench.world))
            }
        }
    }

    /// Looks, plans and publishes; what was done.
    private func publish(_ request: PublicationRequest, _ stage: RegistryStage) async throws -> [PublicationAction] {
        var registry = Registry<any Publisher>(kind: "publisher")
        try registry.register(HelmPublisher(), id: "helm")
        let executor = PublishingExecutor(publishers: registry)
        let observed = try await PublishingObserver(publishers: registry).observe([request], with: stage.effects)
        let plan = try PublishingPlanner(publishers: registry).plan(observed)
        try await executor.execute(plan, with: stage.effects)
        return plan.publications.flatMap(\.actions)
    }

    @Test(.enabled(if: RegistryServer.isHere), arguments: ["1.2.3", "1.2.3-rc.1+b.2"])
    func helmPullsWhatIsPushed(version: String) async throws {
        try await withRelease(version: version) { bench, server, request, stage async throws in
            #expect(try await HelmPublisher().observe(request, with: stage.effects).state.verdict == .absent)
            let actions = try await publish(request, stage)
            let tag = version.replacing("+", with: "_")
            #expect(actions.last?.subject == "\(server.host)/acme/charts/tool:\(tag)")
            #expect(try await publish(request, stage).isEmpty)
            #expect(try await HelmPublisher().observe(request, with: stage.effects).state.verdict == .identical)
            let packed = bench.output.appending("tool-\(version).tgz").string
            let script = """
                client = helm.RegistryClient(plain_http=True)
                reference = f"oci://{arguments[0]}/acme/charts/tool"
                assert client.tags(reference.removeprefix("oci://")) == [arguments[1]]
                os.mkdir("pulled")
                client.pull(reference, version=arguments[1], destination="pulled", plain_http=True)
                name, = os.listdir("pulled")
                assert helm.digest("pulled/" + name) == helm.digest(arguments[2])
                # What Helm pushes of the same chart is the same but for the time.
                client.push(arguments[2], f"oci://{arguments[0]}/theirs", plain_http=True)
                from urllib.request import Request, urlopen
                kind = {"Accept": "application/vnd.oci.image.manifest.v1+json"}
                def manifest(path):
                    url = f"http://{arguments[0]}/v2/{path}/tool/manifests/" + arguments[1].replace("+", "_")
                    return json.load(urlopen(Request(url, headers=kind)))
                def config(path, found):
                    url = f"http://{arguments[0]}/v2/{path}/tool/blobs/" + found["config"]["digest"]
                    return json.load(urlopen(url))
                ours, theirs = manifest("acme/charts"), manifest("theirs")
                assert config("acme/charts", ours) == config("theirs", theirs)
                assert ours["layers"] == theirs["layers"], (ours, theirs)
                assert ours["config"]["mediaType"] == theirs["config"]["mediaType"]
                for one in (ours, theirs):
                    one["annotations"].pop("org.opencontainers.image.created")
                assert ours["annotations"] == theirs["annotations"], (ours, theirs)
                print("same")
                """
            #expect(try await HelmPeer.run(script, [server.host, version, packed], in: bench.world) == "same\n")
        }
    }

    @Test(.enabled(if: RegistryServer.isHere)) func anotherChartOfAVersionIsNotReplacedUnasked() async throws {
        try await withRelease { bench, _, request, stage async throws in
            _ = try await publish(request, stage)
            var plan = try await bench.plan()
            plan.timestamp += 1
            let artifacts = try await bench.pack(plan)
            let record = bench.output.appending(Manifest.fileName)
            try LiveFileSystem().write(
                JSONText.pretty(Manifest(release: request.release, artifacts: artifacts)),
                to: record
            )
            let error = await #expect(throws: RelctlError.self) { try await publish(request, stage) }
            #expect(error?.code == .publicationExists)
            var forced = request
            forced.replaces = true
            #expect(try await !publish(forced, stage).isEmpty)
            // A file that is not what the record says never leaves.
            try LiveFileSystem().write([0], to: bench.output.appending(plan.name))
            let found = try await HelmPublisher().observe(request, with: stage.effects)
            #expect(found.state.verdict == .unknown)
        }
    }

    private static func request(_ folder: FilePath, _ options: [String: ConfigurationValue]) throws
        -> PublicationRequest
    {
        PublicationRequest(
            publisher: "helm",
            options: options,
            release: ReleaseIdentity(
                name: "tool",
                version: try Version("1.0.0"),
                tag: "v1.0.0",
                commit: String(repeating: "0", count: 40),
                timestamp: 0
            ),
            files: [],
            folder: folder,
            project: folder,
            replaces: false
        )
    }

    @Test func preflightSaysOfAllRepositoriesWhatIsWrong() async throws {
        try await World.scratch { world async throws in
            try await FakeRegistry.running(in: world, FakeRegistry.Settings { $0.auth = "basic" }) { registry in
                var request = try Self.request(world.folder, ["repository": .text("oci://\(registry.host)/charts")])
                // One has the release's version, one its own, and one no chart's at all.
                request.plannedNames = ["a-1.0.0.tgz", "b-2-0.3.0-rc.1.tgz", "tool-1.0.0.tar.gz"]
                let findings = try await HelmPublisher().preflight(request, with: RegistryStage(world).effects)
                #expect(findings.map(\.code) == ["publish.helm.access", "publish.helm.access"])
                for (finding, chart) in zip(findings, ["a", "b-2"]) {
                    #expect(finding.message.contains("cannot push to `\(registry.host)/charts/\(chart)`"))
                }
                request.plannedNames = ["tool-1.0.0.tar.gz"]
                let none = try await HelmPublisher().preflight(request, with: RegistryStage(world).effects)
                #expect(none.map(\.code) == ["publish.helm.settings"])
            }
        }
    }

    @Test(arguments: [
        ("oci://", "oci://"), ("https://x/y", "does not begin with"), ("oci://host.example/Up", "cannot understand"),
        ("oci://host.example", ""), ("oci://u:hush@host.example/c", "user name or password"),
        ("u:hush@host.example/c", "user name or password"), ("hush@host.example/c", "`****@host.example/c`"),
    ])
    func preflightSaysWhatIsWrongWithTheAddress(address: String, words: String) async throws {
        try await World.scratch { world async throws in
            let request = try Self.request(world.folder, ["repository": .text(address)])
            let findings = try await HelmPublisher().preflight(request, with: RegistryStage(world).effects)
            #expect(findings.isEmpty == words.isEmpty)
            #expect(findings.first.map { $0.message.contains(words) } ?? true)
            #expect(!"\(findings)".contains("hush"))
        }
    }
}
