import RelctlCharts
import TestSupport
import Testing

/// What Helm would not take is refused with words of what and where.
@Suite struct ChartRefusalTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        var files: [String: String]
        var words: String
        /// Whether Helm packs it, for what relctl is stricter about.
        var isTakenByHelm = false
        var testDescription: String { words }
    }

    private static func description(_ lines: String) -> [String: String] {
        ChartTexts.plain.adding(["Chart.yaml": lines])
    }

    static let samples: [Sample] = [
        Sample(files: ["values.yaml": "a: 1\n"], words: "there is no `chart/Chart.yaml`"),
        Sample(files: description("apiVersion: v2\nversion: 1.0.0\n"), words: "has no `name`"),
        Sample(files: description("apiVersion: v2\nname: ../x\nversion: 1.0.0\n"), words: "`name` is `../x`"),
        Sample(files: description("apiVersion: v3\nname: x\nversion: 1.0.0\n"), words: "neither `v1` nor `v2`"),
        Sample(files: description("apiVersion: v2\nname: x\nversion: 1\ntype: other\n"), words: "`type` is `other`"),
        Sample(files: description("apiVersion: v2\nname: [x]\nversion: 1\n"), words: "must be a text"),
        Sample(
            files: description("apiVersion: v2\nname: x\nname: y\nversion: 1\n"),
            words: "is there twice",
            isTakenByHelm: true
        ),
        Sample(
            files: description("apiVersion: v2\nname: x\nversion: 1\ndependencies: [{name: a}, {name: a}]\n"),
            words: "two dependencies"
        ),
        Sample(
            files: description("apiVersion: v2\nname: x\nversion: 1\ndependencies: [{name: a, alias: 'b c'}]\n"),
            words: "disallowed characters"
        ),
        Sample(
            files: description("apiVersion: v2\nname: x\nversion: 1\ndependencies: [{name: sub, version: 1.0.0}]\n"),
            words: "needs `sub`"
        ),
        Sample(files: ChartTexts.plain.adding(["charts/README.md": "x"]), words: "is no chart"),
        Sample(files: ChartTexts.plain.adding(["charts/a/x.md": "x"]), words: "there is no Chart.yaml"),
        Sample(files: ChartTexts.plain.adding(["charts/x.tgz": "no archive"]), words: "cannot read the packed chart"),
        Sample(files: ChartTexts.plain.adding([".helmignore": "a/**\n"]), words: "does not know `**`"),
        Sample(files: ChartTexts.plain.adding([".helmignore": "[a\n"]), words: "is no pattern"),
        Sample(files: ChartTexts.plain.adding(["values.schema.json": "{"]), words: "values.schema.json"),
        Sample(
            files: ChartTexts.plain.adding(["requirements.yaml": "dependencies: []\n"]),
            words: "has this in Chart.yaml",
            isTakenByHelm: true
        ),
        Sample(
            files: ChartTexts.plain.adding(ChartTexts.dependency("a").below("charts/a"))
                .adding(ChartTexts.dependency("a").below("charts/b")),
            words: "is called `a` too",
            isTakenByHelm: true
        ),
        Sample(
            files: ChartTexts.plain.adding([
                "Chart.yaml": HelmAgreementTests.needing,
                "Chart.lock": "dependencies:\n- name: sub\n  version: 0.2.0\n  repository: ''\n",
            ]).adding(ChartTexts.dependency("sub").below("charts/sub")),
            words: "has the version 0.1.0",
            isTakenByHelm: true
        ),
    ]

    @Test(arguments: samples) func whatHelmRefusesIsRefused(sample: Sample) async throws {
        try await ChartBench.with(sample.files) { bench async throws in
            let error = try #require(await #expect(throws: RelctlError.self) { try await bench.plan() })
            #expect(error.description.contains(sample.words), "\(error)")
            let script = "helm.package(arguments[0], destination=arguments[1], version='1.2.3')"
            let arguments = [bench.folder.string, bench.output.string]
            let words = try await HelmPeer.refusal(script, arguments, in: bench.world)
            #expect((words == nil) == sample.isTakenByHelm, "Helm says: \(words ?? "nothing")")
        }
    }

    @Test func aRepositoryThatNoRegistryTakesIsRefusedBeforeItIsPushed() async throws {
        try await ChartBench.with(ChartTexts.plain) { bench async throws in
            var settings = try bench.settings()
            settings.repository = try Template("oci://example.org/{{name}}")
            #expect(try await bench.plan(settings).repository == "oci://example.org/tool")
            settings.repository = try Template("oci://example.org/{{name}} s")
            let error = await #expect(throws: RelctlError.self) { try await bench.plan(settings) }
            #expect(error?.description.contains("example.org/tool s/tool") == true, "\(String(describing: error))")
        }
    }

    @Test func aChartOfAnotherVersionThanIsNeededIsToldWhereNothingLocksIt() async throws {
        let files = ChartTexts.plain.adding(["Chart.yaml": HelmAgreementTests.needing])
        for (version, isTold) in [("0.1.0", false), ("0.2.0", true)] {
            let sub = ChartTexts.dependency("sub", version: version).below("charts/sub")
            try await ChartBench.with(files.adding(sub)) { bench async throws in
                let remarks = try await bench.plan().remarks
                #expect(remarks.isEmpty != isTold)
                let words = "`chart/charts/sub` has the version 0.2.0, but Chart.yaml needs 0.1.0; run `helm dependency"
                #expect(remarks.allSatisfy { $0.hasPrefix(words) }, "\(remarks)")
            }
        }
    }

    @Test func aVersionThatIsNoneIsRefused() async throws {
        try await ChartBench.with(ChartTexts.plain) { bench async throws in
            for version in ["", "one", "1.2.3.4", "1.2.x", "1.2.3-01", "V1.2.3", "1..2"] {
                let error = await #expect(throws: RelctlError.self) { try await bench.plan(version: version) }
                #expect(error?.description.contains("`version`") == true, "\(version)")
                let script = "helm.package(arguments[0], destination=arguments[1], version=arguments[2] or ' ')"
                let arguments = [bench.folder.string, bench.output.string, version]
                #expect(try await HelmPeer.refusal(script, arguments, in: bench.world) != nil, "\(version)")
            }
            for version in ["1.2.3", "v1.2.3", "1.2", "1", "1.2.3-rc.1+b.2", "01.2.3"] {
                #expect(try await bench.plan(version: version).name == "tool-\(version).tgz")
                let script = "helm.package(arguments[0], destination=arguments[1], version=arguments[2])"
                let arguments = [bench.folder.string, bench.output.string, version]
                #expect(try await HelmPeer.refusal(script, arguments, in: bench.world) == nil, "\(version)")
            }
        }
    }

    @Test func linksAreFollowedInsideTheChartAlone() async throws {
        let files = LiveFileSystem()
        try await ChartBench.with(ChartTexts.plain.adding(["docs/a.md": "a"])) { bench async throws in
            try files.createLink(at: bench.folder.appending("copy.md"), to: "docs/a.md")
            try files.createLink(at: bench.folder.appending("more"), to: "docs")
            let plan = try await bench.plan()
            let paths = plan.entries.map(\.path.string)
            #expect(paths.suffix(3) == ["tool/copy.md", "tool/docs/a.md", "tool/more/a.md"])
            try await bench.pack(plan)
            for (link, words) in [("../x", "leads nowhere"), ("..", "leads out"), (".", "that it is in")] {
                try files.createLink(at: bench.folder.appending("bad"), to: link)
                let error = await #expect(throws: RelctlError.self) { try await bench.plan() }
                #expect(error?.description.contains(words) == true, "\(link): \(String(describing: error))")
                try files.removeFile(bench.folder.appending("bad"))
            }
            // What is left out may lead anywhere.
            try files.createLink(at: bench.folder.appending("bad"), to: "..")
            try bench.write(Array("bad\n".utf8), to: ".helmignore")
            #expect(try await bench.plan().entries.count == plan.entries.count + 1)
        }
    }

    @Test func whatIsTooLargeOrNoFileIsRefused() async throws {
        try await ChartBench.with(ChartTexts.plain) { bench async throws in
            try bench.write([UInt8](repeating: 0x61, count: 5 << 20), to: "large.txt")
            _ = try await bench.plan()
            try bench.write([UInt8](repeating: 0x61, count: 5 << 20 + 1), to: "large.txt")
            let error = await #expect(throws: RelctlError.self) { try await bench.plan() }
            #expect(error?.description.contains("over 5 MiB") == true)
            try LiveFileSystem().removeFile(bench.folder.appending("large.txt"))
            try await bench.world.output(of: ["mkfifo", bench.folder.appending("pipe").string])
            let pipe = await #expect(throws: RelctlError.self) { try await bench.plan() }
            #expect(pipe?.description.contains("is a pipe") == true)
        }
    }
}
