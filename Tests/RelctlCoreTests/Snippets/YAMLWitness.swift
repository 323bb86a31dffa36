import RelctlCore
import TestSupport
import Testing

/// YAML as PyYAML reads it.
enum YAMLWitness {
    static func isHere() async throws -> Bool {
        guard let env = HostTool("env") else { return false }
        return try await env.run([CrossPrograms.python, "-c", "import yaml"], in: FilePath("/")).status == 0
    }

    /// A text on one line of JSON, its keys in their order.
    static func json(of text: String) async throws -> String {
        try await withScratchFolder { folder in
            let env = try #require(HostTool("env"))
            try LiveFileSystem().write(text.utf8, to: folder.appending("text.yaml"))
            let script = "import json, yaml; print(json.dumps(yaml.safe_load(open('text.yaml'))))"
            let outcome = try await env.run([CrossPrograms.python, "-c", script], in: folder)
            #expect(outcome.status == 0, "\(outcome.errors)")
            return outcome.text
        }
    }
}
