import Foundation
import RelctlManifests
import RelctlText
import TestSupport
import Testing

/// Whether others read in YAML and XML what relctl reads: libraries of Python, where the machine has them.
@Suite struct StructuredTextWitnessTests {
    static let yaml = [
        "a: 'it''s'\nb: \"x\\ty \\\n  z\"\nc: plain\n  over\n\n  lines # c\nd:\n  - - 1\n    - 2\n  - e: f\n    g: h\n  -\n",
        "{a: 1, \"b\":'c', d: {e: [f, g,], i: []}, h: , j: {}}\n", "--- # x\r\na: b\r\n\r\nc : d\r\n...\r\n",
        "a: |\n  x\n   y\n\n  z\n\nb: >-\n  fold\n  ed\n\n  new\n   kept\nc: |+\n  x\n\nd: |2-\n    x\n   y\n",
        "\u{FEFF}é: [-1, http://x/y#z]\n\"k.\\u00e9\": 1.2.3\n",
    ]

    static let xml = [
        "<?xml version='1.0'?>\n<p a='1'><b>1.2.3</b><b c=\"x &amp; y\">t</b><!-- c --><d><![CDATA[x<y]]></d><e/></p>\n",
        "<project xmlns='u'>\r\n <x:y xmlns:x='z'>&#65;&lt;<!-- c -->x</x:y>a<i>b</i>c<?p q?></project>",
        "<!DOCTYPE a SYSTEM 'none.dtd'><a é='&quot;'>\u{1F600}<b></b></a>",
    ]

    @Test(.enabled("Python's yaml is here") { try await Python.canImport("yaml") })
    func yamlIsWhatPythonReads() async throws {
        let manifests = [
            HelmVersionSourceTests.chart, HelmVersionSourceTests.umbrella, HelmVersionSourceTests.published,
            PubspecVersionSourceTests.app,
        ]
        try await expectAgreement(on: Self.yaml + texts(of: manifests), script: Self.yamlScript) { text in
            try SourceNode(yaml: text, file: "f").values.map { value in
                // What is absent is an empty text to Python.
                let text = value.text == "null" ? "" : value.text
                return [value.path, text.hasPrefix("\"") ? String(text.dropFirst()) : text]
            }
        }
    }

    @Test(.enabled("Python is here") { try await Python.canImport("xml.parsers.expat") })
    func xmlIsWhatPythonReads() async throws {
        let manifests = [
            MavenVersionSourceTests.project, MavenVersionSourceTests.reactor, MavenVersionSourceTests.composed,
            MSBuildVersionSourceTests.project, MSBuildVersionSourceTests.properties,
        ]
        try await expectAgreement(on: Self.xml + texts(of: manifests), script: Self.xmlScript) { text in
            Self.rows(of: try RelctlText.XMLParser.parse(text, file: "f"))
        }
    }

    /// The files of manifests before and after a change of their version.
    private func texts(of manifests: [MarkedManifest]) throws -> [String] {
        try manifests.flatMap { manifest in
            let changed = try manifest.change(manifest.originals, to: Version("8.2.11"))
            return manifest.files.flatMap { [manifest.originals[$0.path], changed[$0.path]].compactMap(\.self) }
        }
    }

    /// An element's name, attributes and text without white space, and those of all elements in it.
    private static func rows(of element: RelctlText.XMLElement) -> [[String]] {
        let attributes = element.attributes.map { $0.name + "=" + $0.value }.sorted()
        let text = element.runs.map(\.text).joined().filter { !$0.isWhitespace }
        return [[element.name] + attributes + [text]] + element.children.flatMap { rows(of: $0) }
    }

    private func expectAgreement(
        on texts: [String],
        script: String,
        reading: (String) throws -> [[String]]
    ) async throws {
        try await withScratchFolder { folder in
            var names: [String] = []
            for (number, text) in texts.enumerated() {
                names.append("\(number)")
                try Data(text.utf8).write(to: URL(fileURLWithPath: folder.appending("\(number)").string))
            }
            let outcome = try await Python.run(["-c", script] + names, in: folder)
            try #require(outcome.exitCode == 0, "\(outcome.errors)")
            let said = try JSONDecoder().decode([[[String]]].self, from: Data(outcome.output.utf8))
            try #require(said.count == texts.count)
            for (text, rows) in zip(texts, said) { #expect(try reading(text) == rows, "\(text)") }
        }
    }

    /// Prints the paths and texts of all values of each file; every scalar is a text to `BaseLoader`.
    static let yamlScript = #"""
        import json, re, sys, yaml
        def component(key):
            plain = re.fullmatch("[A-Za-z0-9_-]+", key)
            return key if plain else '"' + key.replace("\\", "\\\\").replace('"', '\\"') + '"'
        def rows(node, path):
            if isinstance(node, dict) and node:
                return [r for k, v in node.items() for r in rows(v, path + ("." if path else "") + component(k))]
            if isinstance(node, list) and node:
                return [r for i, v in enumerate(node) for r in rows(v, f"{path}[{i}]")]
            return [[path, str(node)]]
        print(json.dumps([rows(yaml.load(open(n, "rb"), yaml.BaseLoader), "") for n in sys.argv[1:]]))
        """#

    /// Prints the elements of each file in their order.
    static let xmlScript = #"""
        import json, sys, xml.parsers.expat
        def rows(name):
            parser, found, path = xml.parsers.expat.ParserCreate(), [], []
            def start(tag, attributes):
                found.append([tag, sorted(f"{k}={v}" for k, v in attributes.items()), ""])
                path.append(len(found) - 1)
            def text(data):
                found[path[-1]][2] += "".join(data.split())
            parser.StartElementHandler, parser.CharacterDataHandler = start, text
            parser.EndElementHandler = lambda tag: path.pop()
            parser.Parse(open(name, "rb").read(), True)
            return [[tag] + attributes + [text] for tag, attributes, text in found]
        print(json.dumps([rows(n) for n in sys.argv[1:]]))
        """#
}
