import RelctlCharts
import TestSupport
import Testing

/// Helm reads our indexes, and makes the same of the same folder.
@Suite struct ChartIndexTests {
    /// A folder with two versions of one chart and another chart in a folder of it.
    private func withFolder(_ body: (World, FilePath) async throws -> Void) async throws {
        try await ChartBench.with(ChartTexts.plain) { bench async throws in
            let folder = bench.output
            for version in ["0.9.0", "1.2.3-rc.1", "1.10.0", "1.2.3+build"] {
                try await bench.pack(try await bench.plan(version: version))
            }
            try LiveFileSystem().createFolder(folder.appending("more"))
            let texts = ["Chart.yaml": "apiVersion: v1\nname: other\nversion: 0.1.0\nkeywords: ['yes', \"1\"]\n"]
            try await ChartBench.with(texts) { other async throws in
                let plan = try await other.plan()
                try await other.pack(plan)
                let bytes = try LiveFileSystem().contents(of: other.output.appending(plan.name))
                try LiveFileSystem().write(bytes, to: folder.appending("more/\(plan.name)"))
            }
            try LiveFileSystem().write(Array("no chart".utf8), to: folder.appending("z.tgz"))
            try await body(bench.world, folder)
        }
    }

    private func index(_ folder: FilePath, _ url: String?, known: ChartIndex? = nil) async throws -> ChartIndex {
        let charts = try await PackedChartObserver(.onDisk()).charts(in: folder)
        return try ChartIndexPlanner().plan(ChartIndexPlanner.Request(charts: charts, url: url, known: known))
    }

    /// Compares the index at the first path with what Helm makes of the folder at the second.
    private static let comparison = """
        from urllib.parse import unquote
        theirs = helm.repo_index_generate(arguments[1], base_url=arguments[2] or None)
        ours = yaml.safe_load(open(arguments[0]))
        assert ours["apiVersion"] == theirs["apiVersion"], ours
        assert list(ours["entries"]) == sorted(theirs["entries"]), ours
        for name, entries in theirs["entries"].items():
            for one, other in zip(ours["entries"][name], entries, strict=True):
                one["urls"] = [unquote(url) for url in one["urls"]]
                assert one.pop("created") == "2023-11-14T22:13:20Z"
                other.pop("created")
                assert one == other, (one, other)
        print(ours["generated"])
        """

    @Test(arguments: ["", "https://example.org/charts", "https://example.org/"])
    func helmMakesTheSameOfTheFolder(url: String) async throws {
        try await withFolder { world, folder async throws in
            let text = try await index(folder, url.isEmpty ? nil : url).text()
            let file = world.folder.appending("ours.yaml")
            try LiveFileSystem().write(Array(text.utf8), to: file)
            let arguments = [file.string, folder.string, url]
            #expect(try await HelmPeer.run(Self.comparison, arguments, in: world) == "2023-11-14T22:13:20Z\n")
            // Again, the same bytes.
            #expect(try await index(folder, url.isEmpty ? nil : url).text() == text)
        }
    }

    @Test func newChartsAreMergedIntoAnIndexOfHelms() async throws {
        try await withFolder { world, folder async throws in
            let old = world.folder.appending("old")
            try LiveFileSystem().createFolder(old)
            for (name, version) in [("tool", "1.2.3+build"), ("tool", "1.3.0"), ("gone", "0.1.0")] {
                let texts = ["Chart.yaml": "apiVersion: v2\nname: \(name)\nversion: \(version)\nappVersion: \"1.10\"\n"]
                try await ChartBench.with(texts) { bench async throws in
                    let arguments = [bench.folder.string, old.string]
                    try await HelmPeer.run("helm.package(arguments[0], destination=arguments[1])", arguments, in: world)
                }
            }
            try await HelmPeer.run(
                "helm.repo_index_generate(arguments[0], base_url='https://old')",
                [old.string],
                in: world
            )
            let file = old.appending("index.yaml")
            let known = try ChartIndex(try LiveFileSystem().text(of: file), file: "index.yaml")
            let merged = try await index(folder, "https://new", known: known)
            #expect(merged.entries.keys.sorted() == ["gone", "other", "tool"])
            let versions = merged.entries["tool"]?.map(\.metadata.version)
            #expect(versions == ["1.10.0", "1.3.0", "1.2.3+build", "1.2.3-rc.1", "0.9.0"])
            let urls = merged.entries["tool"]?.flatMap(\.urls) ?? []
            #expect(urls.map { $0.hasPrefix("https://old/") } == [false, true, false, false, false])
            #expect(merged.entries["gone"]?.first?.metadata.appVersion == "1.10")
            // Merging the result with itself changes nothing; Helm reads it.
            let text = try merged.text()
            let again = try await index(folder, "https://new", known: try ChartIndex(text, file: "index.yaml"))
            #expect(try again.text() == text)
            try LiveFileSystem().write(Array(text.utf8), to: file)
            let script = """
                merged = helm.repo_index_generate(arguments[0], base_url="https://x", merge=arguments[1])
                print(len(merged["entries"]["tool"]), len(merged["entries"]["other"]))
                """
            #expect(try await HelmPeer.run(script, [old.string, file.string], in: world) == "5 1\n")
        }
    }

    @Test(arguments: ["ftp://x", "https://", "https:///x", "https://x?y", "x", "https://x y"])
    func anAddressThatIsNoneIsRefused(url: String) async throws {
        #expect(throws: RelctlError.self) {
            try ChartIndexPlanner().plan(ChartIndexPlanner.Request(charts: [], url: url))
        }
    }

    @Test(arguments: [
        "https://user:hush@example.org/charts", "https://hush@example.org", "http://a:hush@[::1]:80/",
        "https:///user:hush@example.org/charts", "https://user:hu/hush@example.org/", "user:hush@example.org/charts",
        "hush@example.org/charts",
    ])
    func anAddressWithCredentialsIsRefusedUnseen(url: String) throws {
        let error = try #require(throws: RelctlError.self) {
            try ChartIndexPlanner().plan(ChartIndexPlanner.Request(charts: [], url: url))
        }
        #expect(error.code == .usage && !"\(error) \(error.hints)".contains("hush"))
    }

    @Test func twoFilesOfOneVersionAreBothNamed() throws {
        let metadata = try ChartMetadata("apiVersion: v2\nname: a\nversion: 1.0.0\n", file: "Chart.yaml")
        let charts = try ["one.tgz", "more/two.tgz"].map {
            PackedChart(path: try RelativePath($0), metadata: metadata, sha256: Digest(of: []), modificationTime: 0)
        }
        let error = #expect(throws: RelctlError.self) {
            try ChartIndexPlanner().plan(ChartIndexPlanner.Request(charts: charts))
        }
        #expect(error?.message == "cannot index `one.tgz` and `more/two.tgz`: both are the chart `a` 1.0.0")
    }

    @Test func whatIsNoFileIsToldOf() async throws {
        try await withFolder { world, folder async throws in
            try await world.output(of: ["mkfifo", folder.appending("p.tgz").string])
            try LiveFileSystem().createLink(at: folder.appending("d.tgz"), to: "/dev/null")
            try LiveFileSystem().createLink(at: folder.appending("l.tgz"), to: "nowhere")
            try LiveFileSystem().createFolder(folder.appending("f.tgz"))
            let events = RecordedEvents()
            var effects = Effects.onDisk()
            effects.events = events
            #expect(try await PackedChartObserver(effects).charts(in: folder).count == 5)
            for name in ["p", "d", "l", "f", "z"] {
                #expect(events.events.contains { "\($0)".contains("`\(name).tgz` is left out: ") }, "\(name)")
            }
        }
    }

    /// As YAML has it, and Helm: a key that holds nothing is one that is not there.
    @Test(arguments: ["null", "~", "Null", "NULL", ""]) func nothingIsNoText(null: String) throws {
        let text = "apiVersion: v2\nname: a\nversion: 1.0.0\nhome: \(null)\nkeywords: \(null)\nicon: \"null\"\n"
        let metadata = try ChartMetadata(text, file: "Chart.yaml")
        #expect(metadata.home == nil && metadata.keywords == nil && metadata.icon == "null")
        let nameless = try #require(throws: RelctlError.self) {
            try ChartMetadata(text.replacing("name: a", with: "name: \(null)"), file: "Chart.yaml")
        }
        #expect("\(nameless)".contains("the chart has no `name`"), "\(nameless)")
        let index = "apiVersion: v1\nentries:\n  a:\n  - { name: a, version: 1.0.0, home: \(null), urls: [a.tgz] }\n"
        #expect(try ChartIndex(index, file: "index.yaml").entries["a"]?.first?.metadata.home == nil)
    }

    @Test func whatHelmTakesForNoNameIsNotTakenOver() throws {
        func entry(_ name: String, _ url: String) -> String {
            "  - { name: \(name), version: 1.0.0, urls: ['\(url)'] }\n"
        }
        let text = """
            apiVersion: v1
            entries:
              ../evil:
            \(entry("evil", "https://example.org/evil.tgz"))
              good:
            \(entry("good", "good-1.0.0.tgz"))\(entry("a/b", "https://example.org/b.tgz"))
              at:
            \(entry("at", "https://cdn.example.org/gh/acme/charts@v1/at.tgz"))
              plugin:
            \(entry("plugin", "s3://bucket/plugin.tgz"))
              secret:
            \(entry("secret", "https://user:hush@example.org/s.tgz"))
            """
        var index = try ChartIndex(text, file: "old.yaml")
        let findings = index.review(called: "old.yaml")
        #expect(index.entries.keys.sorted() == ["at", "good", "plugin", "secret"])
        #expect(index.entries["good"]?.map(\.metadata.name) == ["good"])
        #expect(
            findings.map(\.code) == [
                "chart.index.name", "chart.index.name", "chart.index.url", "chart.index.credentials",
            ]
        )
        #expect(findings.allSatisfy { $0.severity == .warning && !"\($0)".contains("hush") })
        let merged = try ChartIndexPlanner().plan(ChartIndexPlanner.Request(charts: [], known: index))
        #expect(merged.entries == index.entries)
    }

    @Test func allThatIsOddInTheAddressesOfAChartIsTold() throws {
        let text = """
            apiVersion: v1
            entries:
              a:
              - { name: a, version: 1.0.0, urls: [gs://b/a.tgz, https://x/a.tgz, s3://b/a.tgz, s3://c/a.tgz] }
              - { name: a, version: 0.9.0, urls: ['https:///user:hush@example.org/a.tgz'] }
            """
        var index = try ChartIndex(text, file: "old.yaml")
        let findings = index.review(called: "old.yaml")
        #expect(findings.map(\.code) == ["chart.index.url", "chart.index.credentials"])
        #expect(findings.first?.message.hasSuffix("an address begins with `gs:`, `s3:`") == true)
    }

    @Test(
        arguments: [
            ("entries:\n  a:\n    name: a\n    version: 1.0.0\n", "`a` must be a list, not a table", 4),
            ("entries:\n- name: a\n", "`entries` must be a mapping, not a list", 3),
            ("entries:\n  a:\n  - a-1.0.0.tgz\n", "`a` must be a mapping, not a text", 4),
            (
                "entries:\n  a:\n  - name: a\n    version: 1.0.0\n    urls:\n      x: y\n",
                "`urls` must be a list, not a table", 7
            ),
        ]
    )
    func whatIsOfAnotherShapeIsRefusedWithItsPlace(entries: String, message: String, line: Int) {
        let error = #expect(throws: RelctlError.self) {
            try ChartIndex("apiVersion: v1\n" + entries, file: "index.yaml")
        }
        #expect(error?.message == message)
        #expect(error?.place?.line == line && error?.code == .configurationInvalid)
    }

    @Test(arguments: [
        "", "entries: {}\n", "apiVersion: v1\nentries:\n  a:\n  - urls: {}\n    name: [x]\n", "a: &b 1\n",
    ])
    func whatIsNoIndexIsRefused(text: String) {
        #expect(throws: RelctlError.self) { try ChartIndex(text, file: "index.yaml") }
    }
}
