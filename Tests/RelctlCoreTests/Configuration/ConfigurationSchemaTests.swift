import Foundation
import RelctlCore
import TestSupport
import Testing

/// The published schema against an independent validator, Python's `jsonschema`.
@Suite struct ConfigurationSchemaTests {
    private static func verdicts(on texts: [String]) async throws -> [Bool] {
        try await SchemaValidator.verdicts(
            of: ConfigurationSchema(extensions: try SampleConnectors.extensions()).document,
            on: texts
        )
    }

    static let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Examples")

    static func exampleTexts() throws -> [String] {
        try FileManager.default.contentsOfDirectory(at: examples, includingPropertiesForKeys: nil)
            .map { $0.appendingPathComponent("relctl.json") }
            .filter { FileManager.default.fileExists(atPath: $0.path) }
            .map { try String(contentsOf: $0, encoding: .utf8) }
    }

    @Test(.enabled("jsonschema is here") { try await SchemaValidator.isHere() })
    func theSchemaAcceptsWhatRelctlAccepts() async throws {
        let texts = [VelostreamConfiguration.text] + ConfigurationLoaderTests.unusual
        for text in texts { _ = try ConfigurationLoaderTests.load(text) }
        let verdicts = try await Self.verdicts(on: texts)
        try #require(verdicts.count == texts.count)
        for (text, isAccepted) in zip(texts, verdicts) { #expect(isAccepted, "\(text)") }
    }

    @Test(.enabled("jsonschema is here") { try await SchemaValidator.isHere() })
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
        .enabled("jsonschema is here") { try await SchemaValidator.isHere() }
    )
    func theSchemaAcceptsTheExamples() async throws {
        let texts = try Self.exampleTexts()
        #expect(try await Self.verdicts(on: texts) == texts.map { _ in true })
    }
}
