import Foundation
import RelctlCore
import TestSupport
import Testing

/// The published schema against an independent validator, Python's `jsonschema`.
@Suite struct ConfigurationSchemaTests {
    static func hasValidator() async throws -> Bool { try await Python.canImport("jsonschema") }

    /// Prints for each text of the list in `texts.json` whether the schema accepts it.
    private static let script = """
        import json, jsonschema
        schema = json.load(open("schema.json"))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for value in json.load(open("values.json")):
            print("accepts" if validator.is_valid(value) else "rejects")
        """

    private static func verdicts(on texts: [String]) async throws -> [Bool] {
        try await verdicts(of: ConfigurationSchema(extensions: try SampleConnectors.extensions()).document, on: texts)
    }

    /// Whether a schema accepts each of some texts.
    static func verdicts(of schema: ConfigurationValue, on texts: [String]) async throws -> [Bool] {
        try await withScratchFolder { folder in
            try LiveFileSystem().write(JSONText.pretty(schema), to: folder.appending("schema.json"))
            let values = try texts.map { try value(JSONParser.parse($0, file: "f", dialect: .json5)) }
            try LiveFileSystem().write(JSONText.line(values), to: folder.appending("values.json"))
            let outcome = try await Python.run(["-c", script], in: folder)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            return outcome.output.split(separator: "\n").map { $0 == "accepts" }
        }
    }

    private static func value(_ node: JSONNode) throws -> ConfigurationValue {
        switch node.value {
        case .object(let members):
            .object(try Dictionary(uniqueKeysWithValues: members.map { ($0.key, try value($0.node)) }))
        case .array(let items): .list(try items.map(value))
        case .string(let text): .text(text)
        case .number(let text): Int(text).map { .integer($0) } ?? .null
        case .flag(let flag): .flag(flag)
        case .null: .null
        }
    }

    static let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Examples")

    static func exampleTexts() throws -> [String] {
        try FileManager.default.contentsOfDirectory(at: examples, includingPropertiesForKeys: nil)
            .map { $0.appendingPathComponent("relctl.json") }
            .filter { FileManager.default.fileExists(atPath: $0.path) }
            .map { try String(contentsOf: $0, encoding: .utf8) }
    }

    @Test(.enabled("jsonschema is here") { try await hasValidator() })
    func theSchemaAcceptsWhatRelctlAccepts() async throws {
        let texts = [VelostreamConfiguration.text] + ConfigurationLoaderTests.unusual
        for text in texts { _ = try ConfigurationLoaderTests.load(text) }
        let verdicts = try await Self.verdicts(on: texts)
        try #require(verdicts.count == texts.count)
        for (text, isAccepted) in zip(texts, verdicts) { #expect(isAccepted, "\(text)") }
    }

    @Test(.enabled("jsonschema is here") { try await hasValidator() })
    func theSchemaRejectsWhatRelctlRejectsAsFarAsASchemaCan() async throws {
        // A key that is there twice is no value that a schema could look at.
        let mistakes = ConfigurationProblemTests.all.filter { !$0.problem.contains("the key") }
        let verdicts = try await Self.verdicts(on: mistakes.map(\.text))
        try #require(verdicts.count == mistakes.count)
        for (mistake, isAccepted) in zip(mistakes, verdicts) {
            #expect(isAccepted == mistake.isBeyondSchemas, "\(mistake.text)")
        }
    }

    @Test(.enabled("the examples are here") { FileManager.default.fileExists(atPath: examples.path) })
    func theExamplesLoad() throws {
        for text in try Self.exampleTexts() { _ = try ConfigurationLoaderTests.load(text) }
    }

    @Test(
        .enabled("the examples are here") { FileManager.default.fileExists(atPath: examples.path) },
        .enabled("jsonschema is here") { try await hasValidator() }
    )
    func theSchemaAcceptsTheExamples() async throws {
        let texts = try Self.exampleTexts()
        #expect(try await Self.verdicts(on: texts) == texts.map { _ in true })
    }
}
