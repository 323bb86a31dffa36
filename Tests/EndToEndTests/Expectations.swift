import Foundation
import RelctlCore
import TestSupport
import Testing

/// Fails the test, with all that the program said, unless it ended by itself with this code.
func expect(_ result: ProgramResult, exits code: Int32, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
        result.end == .exit(code),
        "standard output:\n\(result.output)\nstandard error:\n\(result.errors)",
        sourceLocation: sourceLocation
    )
}

/// Fails the test unless a program ended with this code and named each of `texts` on standard error.
func expect(
    _ result: ProgramResult,
    exits code: Int32,
    naming texts: String...,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    expect(result, exits: code, sourceLocation: sourceLocation)
    for text in texts {
        #expect(result.errors.contains(text), "`\(text)` is not in:\n\(result.errors)", sourceLocation: sourceLocation)
    }
}

/// Fails the test unless two trees are the same.
func expect(_ one: TreeSnapshot, equals other: TreeSnapshot, sourceLocation: SourceLocation = #_sourceLocation) {
    let differences = one.differences(from: other)
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))", sourceLocation: sourceLocation)
}

/// What is in an archive or a folder, as Python sees it.
struct SeenEntry: Decodable, Hashable {
    let path: String
    let kind: String
    let mode: Int
    let sha256: String?
    let target: String?

    /// As a golden file has it: kind, mode and path without its top folder, and where a link leads.
    var golden: String {
        let inside = path.split(separator: "/").dropFirst().joined(separator: "/")
        return "\(kind) \(String(mode, radix: 8)) \(inside.isEmpty ? "." : inside)" + (target.map { " -> \($0)" } ?? "")
    }
}

extension World {
    /// Runs `read_release.py`, which knows nothing of relctl's.
    func reading(_ arguments: String...) async throws -> String {
        try await python([Fixtures.path("read_release.py").string] + arguments)
    }

    /// What is in an archive.
    func entries(of archive: FilePath) async throws -> [SeenEntry] {
        try await reading("archive", archive.string).split(separator: "\n").map {
            try JSONDecoder().decode(SeenEntry.self, from: Data($0.utf8))
        }
    }

    /// What a release consists of, for comparison: all of `dist/` but what tells of the run that made it.
    static func release(in project: TestRepository) throws -> TreeSnapshot {
        try TreeSnapshot(of: project.folder.appending("dist"), [.modes]) { name in
            ["journal.jsonl", "logs", ".work"].contains(name)
        }
    }
}
