import RelctlNotes
import TestSupport
import Testing

/// A schema as Python's `jsonschema` reads it.
enum SchemaWitness {
    /// Whether it takes each of these texts; what is not JSON it does not.
    static func verdicts(of schema: ConfigurationValue, on texts: [String]) async throws -> [Bool] {
        let script = """
            import json, jsonschema
            schema = json.load(open("schema.json"))
            jsonschema.Draft202012Validator.check_schema(schema)
            validator = jsonschema.Draft202012Validator(schema)
            for text in json.load(open("texts.json")):
                try: print("accepts" if validator.is_valid(json.loads(text)) else "rejects")
                except ValueError: print("rejects")
            """
        return try await withScratchFolder { folder in
            let files = LiveFileSystem()
            try files.write(JSONText.pretty(schema), to: folder.appending("schema.json"))
            try files.write(JSONText.line(texts), to: folder.appending("texts.json"))
            let outcome = try await Python.run(["-c", script], in: folder)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            return outcome.output.split(separator: "\n").map { $0 == "accepts" }
        }
    }
}
