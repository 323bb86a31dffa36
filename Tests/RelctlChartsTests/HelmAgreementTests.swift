import RelctlCharts
import TestSupport
import Testing

/// What relctl packs and what `helm package` packs are the same charts.
@Suite struct HelmAgreementTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        var name: String
        var files: [String: String]
        /// Charts in `charts` that are packed by Helm first, by their folders.
        var packed: [String] = []
        var testDescription: String { name }
    }

    static let needing = ChartTexts.description + "dependencies:\n  - name: sub\n    version: 0.1.0\n"

    static let samples: [Sample] =
        [
            Sample(name: "plain", files: ChartTexts.plain),
            Sample(
                name: "every kind of file",
                files: ChartTexts.plain.adding([
                    "README.md": "# Read me\n", "a/z.txt": "z\n", "a.txt": "a\n", "crds/thing.yaml": "kind: X\n",
                    "values.schema.json": "{\"type\": \"object\"}\n", "templates/NOTES.txt": "Thanks.\n",
                    "templates/_helpers.tpl": "{{- define \"x\" -}}x{{- end -}}\n",
                    "templates/tests/t.yaml": "# none\n",
                    "files/charts/x.tgz": "no chart", "ä ö.txt": "umlauts\n", "with blank.md": "b\n", "LICENSE": "",
                    "templates/.hidden.yaml": "bad: [\n", ".helmignore": "*.bak\n", "x.bak": "gone",
                ])
            ),
            Sample(name: "byte order marks", files: ChartTexts.plain.mapValues { "\u{FEFF}" + $0 }),
            Sample(
                name: "unpacked dependencies",
                files: ChartTexts.plain.adding(["Chart.yaml": needing])
                    .adding(ChartTexts.dependency("sub").below("charts/other-folder"))
                    .adding(ChartTexts.dependency("deep").below("charts/other-folder/charts/deep"))
                    .adding(["charts/_skipped/Chart.yaml": "not: [", "charts/.gitkeep": ""])
            ),
            Sample(
                name: "packed dependencies",
                files: ChartTexts.plain.adding(["Chart.yaml": needing]).adding(
                    ChartTexts.dependency("sub").below("../sub")
                ).adding(ChartTexts.dependency("deep").below("../sub/charts/deep"))
                    .adding(["charts/sub-0.1.0.tgz.prov": "signed\n"]),
                packed: ["../sub"]
            ),
            Sample(
                name: "form v1",
                files: ChartTexts.plain.adding([
                    "Chart.yaml": "apiVersion: v1\nname: old\nversion: 0.1.0\nappVersion: 1.0\n",
                    "requirements.yaml": "dependencies:\n- name: sub\n  version: 0.1.0\n  repository: ''\n",
                    "requirements.lock": "dependencies:\n- name: sub\n  version: 0.1.0\ndigest: sha256:x\n"
                        + "generated: \"2020-01-01T00:00:00Z\"\n",
                    "Chart.lock": "dependencies: []\n",
                ]).adding(ChartTexts.dependency("sub").below("charts/sub"))
            ),
            Sample(
                name: "no form",
                files: ["Chart.yaml": "name: bare\nversion: 0.1.0\n", "templates/a.yaml": "# nothing\n"]
            ),
            Sample(
                name: "library",
                files: ["Chart.yaml": "apiVersion: v2\nname: lib\nversion: v1.2\ntype: library\n"]
            ),
            Sample(
                name: "everything in Chart.yaml",
                files: [
                    "Chart.yaml": """
                    apiVersion: v2
                    name: full
                    version: 0.1.0
                    description: >-
                      Several
                      lines
                    home: https://example.org
                    sources: ["https://example.org/a", 'https://example.org/b']
                    keywords:
                    - one
                    - "two"
                    maintainers:
                      - { name: Ada, email: ada@example.org }
                    icon: https://example.org/icon.png
                    kubeVersion: ">=1.20.0-0"
                    deprecated: true
                    annotations:
                      example.org/number: "1"
                    dependencies:
                      - name: sub
                        version: ">=0.1.0"
                        repository: https://example.org/charts
                        condition: sub.enabled
                        tags: [a]
                        alias: other
                        import-values: [data, { child: a, parent: b }]

                    """
                ].adding(ChartTexts.dependency("sub").below("charts/sub"))
            ),
        ] + ignoring

    /// Patterns of `.helmignore`, each with files that it might leave out.
    static let ignoring: [Sample] = [
        "*.txt", "/a.txt", "docs/", "docs", "docs/*.md", "/docs/x.md", "*/x.md", "[ab].txt", "[^a]*.txt", "a?txt",
        "\\a.txt", "!*.md", "!/docs", "# none\n\n  docs  \r\n", "templates/*.txt", "d*s/", ".*", "values.yaml",
        "*o*s*", "[a-c]*", "docs/x.md/", "charts/sub/README.md", "README.md", "\u{FEFF}*.txt", "/", "docs/deep/",
        "deep", "docs/deep/*", "*.md\n!*.md", ".helmignore", "[!a].txt", "x.m[c-e]", "ä*",
    ].map { pattern in
        Sample(
            name: "ignoring \(pattern)",
            files: ChartTexts.plain.adding([
                ".helmignore": pattern + "\n", "a.txt": "a", "b.txt": "b", "docs/x.md": "x", "docs/y.txt": "y",
                "docs/deep/x.md": "x", "x.md": "x", "docs.md": "d", ".hidden": "h", "ä.txt": "ä", "Chart.lock": "{}\n",
                "templates/n.txt": "n",
            ]).adding(ChartTexts.dependency("sub").below("charts/sub")).adding(["charts/sub/README.md": "r"])
        )
    }

    @Test(arguments: samples) func bothPackTheSameMembers(sample: Sample) async throws {
        try await ChartBench.with(sample.files) { bench async throws in
            try LiveFileSystem().createFolders(bench.folder.appending("charts"))
            for folder in sample.packed {
                let script = "helm.package(arguments[0], destination=arguments[1])"
                let folders = [bench.folder.appending(folder).string, bench.folder.appending("charts").string]
                try await HelmPeer.run(script, folders, in: bench.world)
            }
            let theirs = bench.world.folder.appending("theirs")
            try LiveFileSystem().createFolder(theirs)
            let words = try await HelmPeer.refusal(
                "helm.package(arguments[0], destination=arguments[1], version='1.2.3', app_version='1.2.3')",
                [bench.folder.string, theirs.string],
                in: bench.world
            )
            guard words == nil else {
                // What Helm refuses, relctl does too.
                await #expect(throws: RelctlError.self, "Helm says: \(words ?? "")") { try await bench.plan() }
                return
            }
            let plan = try await bench.plan()
            try await bench.pack(plan)
            let archives = [theirs.appending(plan.name).string, bench.output.appending(plan.name).string]
            #expect(try await HelmPeer.run(Self.comparison, archives, in: bench.world) == "same\n")
        }
    }

    /// Compares members in their order: what Helm writes anew by what it says, all else by its bytes; then what Helm
    /// makes of both.
    private static let comparison = """
        def read(path):
            with tarfile.open(path) as archive:
                return [(m, archive.extractfile(m).read()) for m in archive.getmembers()]
        def plain(value):
            if isinstance(value, dict):
                return {k: plain(v) for k, v in value.items() if v not in (None, "", [], {}, False)}
            if isinstance(value, list):
                return [plain(v) for v in value]
            return str(value)
        def render(chart):
            try:
                return chart.render(name="r")
            except helm.HelmError as error:
                return str(error)
        theirs, ours = [read(path) for path in arguments]
        names = [[m.name for m, _ in side] for side in (theirs, ours)]
        if names[0] != names[1]:
            sys.exit(f"members differ:\\n{names[0]}\\n{names[1]}")
        for (their, one), (our, other) in zip(theirs, ours):
            assert our.mode == 0o644 and our.mtime == 1700000000 and our.uid == our.gid == 0 and our.isreg(), our.name
            if os.path.basename(our.name) in ("Chart.yaml", "Chart.lock"):
                left, right = [plain(yaml.safe_load(text)) for text in (one, other)]
                wrong = {k: (v, right.get(k)) for k, v in left.items() if right.get(k) != v}
                wrong.pop("generated", None)
                if wrong and not (left.get("apiVersion") == "v1" and set(wrong) == {"apiVersion"}):
                    sys.exit(f"{our.name} differs: {wrong}")
            elif one != other:
                sys.exit(f"{our.name} differs: {one} {other}")
        charts = [helm.Chart.load(path) for path in arguments]
        assert charts[0].metadata == charts[1].metadata, (charts[0].metadata, charts[1].metadata)
        if charts[0].metadata.get("type") != "library":
            assert render(charts[0]) == render(charts[1])
        print("same")
        """
}
