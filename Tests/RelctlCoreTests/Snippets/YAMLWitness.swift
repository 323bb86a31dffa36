import RelctlCore
import TestSupport
import Testing

/// YAML as PyYAML reads it.
enum YAMLWitness {
    static func isHere() async throws -> Bool { try await Python.canImport("yaml") }

    /// A text on one line of JSON, its keys in their order.
    static func json(of text: String) async throws -> String {
        try await withScratchFolder { folder in
            try LiveFileSystem().write(text.utf8, to: folder.appending("text.yaml"))
            let script = "import json, yaml; print(json.dumps(yaml.safe_load(open('text.yaml'))))"
            let outcome = try await Python.run(["-c", script], in: folder)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            return outcome.output
        }
    }
}
