package import RelctlCore
import Testing

/// Python's `jsonschema`, which says whether a JSON Schema accepts a value.
package enum SchemaValidator {
    /// Whether it is here.
    package static func isHere() async throws -> Bool { try await Python.canImport("jsonschema") }

    /// Prints for each text of the list in `texts.json` whether the schema accepts it.
    private static let script = """
        import json, jsonschema
        schema = json.load(open("schema.json"))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for value in json.load(open("values.json")):
            print("accepts" if validator.is_valid(value) else "rejects")
        """

    /// Whether a schema accepts each of some texts.
    package static func verdicts(of schema: ConfigurationValue, on texts: [String]) async throws -> [Bool] {
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
}
