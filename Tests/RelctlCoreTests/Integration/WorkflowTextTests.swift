import Foundation
import TestSupport
import Testing

@testable import RelctlCore

@Suite struct WorkflowTextTests {
    @Test(arguments: [
        ("v1", "v1"), ("a/b_c.d-e@f", "a/b_c.d-e@f"), ("true", "\"true\""), ("No", "\"No\""), ("", "\"\""),
        ("1.0", "\"1.0\""), ("a: b", "\"a: b\""), ("~", "\"~\""), ("-x", "\"-x\""), (".5", "\".5\""),
    ])
    func onlyWhatCannotBeTakenForAnythingElseStandsBare(text: String, value: String) {
        #expect(WorkflowText.value(text) == value)
    }

    @Test func scriptsAreBlocks() {
        #expect(WorkflowText.text("run", "a\n  b\n") == ["run: |", "  a", "    b"])
        #expect(WorkflowText.text("run", "a\n\nb") == ["run: |-", "  a", "", "  b"])
        #expect(WorkflowText.text("run", "a\nb \n") == [#"run: "a\nb \n""#])
        #expect(WorkflowText.text("run", "\na\nb") == [#"run: "\na\nb""#])
    }

    /// Another reader of YAML finds in it what was written.
    @Test(.enabled("PyYAML is here") { try await hasYAML() })
    func whatIsReadIsWhatWasWritten() async throws {
        var generator = SeededGenerator(seed: 8)
        let pieces = [
            "a", "echo", " ", "  ", "\n", "\n\n", "\t", ":", ": ", "#", " #", "'", "\"", "\\", "%", "&", "*", "!", "|",
            "-",
            "? ", "{", "}", "[", "]", ",", "é", "日本", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{7F}", "🚀", "null", "0x1",
            "1e3",
        ]
        let texts = (0..<400).map { _ in
            (0..<Int.random(in: 0...8, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }
                .joined()
        }
        let lines = texts.enumerated().flatMap { index, text in
            WorkflowText.mapping("key\(index)", WorkflowText.item(WorkflowText.text("run", text)))
        }
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            try files.write(lines.map { $0 + "\n" }.joined().utf8, to: folder.appending("written.yml"))
            try files.write(JSONText.line(texts), to: folder.appending("texts.json"))
            let script = """
                import json, yaml
                read = yaml.safe_load(open("written.yml", encoding="utf-8", newline=""))
                for index, text in enumerate(json.load(open("texts.json"))):
                    found = read[f"key{index}"][0]["run"]
                    if found != text: print(repr(text), "was read as", repr(found))
                print(len(read))
                """
            let outcome = try await Python.run(["-c", script], in: folder)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(outcome.output == "\(texts.count)\n", "\(outcome.output)")
        }
    }

    private static func hasYAML() async throws -> Bool { try await Python.canImport("yaml") }
}
