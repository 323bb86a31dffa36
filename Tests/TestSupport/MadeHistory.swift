package import RelctlCore
import Testing

/// A history of any shape, made at once (`git help fast-import`).
package struct MadeHistory: Sendable {
    package var commits: [Commit] = []

    /// A commit, by the numbers of its parents.
    package struct Commit: Sendable {
        package var parents: [Int]
        package var time: Int
        package var message: String
        package var tags: [String] = []
        package var path = "file"
    }

    /// Begins without commits.
    package init() {}

    /// Adds a commit on top of `parents`, which are numbers of earlier ones; its number.
    @discardableResult
    package mutating func commit(_ message: String, on parents: [Int], at time: Int? = nil, tags: [String] = []) -> Int
    {
        let time = time ?? 1_700_000_000 + commits.count * 3600
        commits.append(Commit(parents: parents, time: time, message: message, tags: tags))
        return commits.count - 1
    }

    /// Makes the commits and tags; the commits' hashes.
    ///
    /// Every second tag is annotated. `main` is at the last commit and checked out.
    @discardableResult
    package func make(in repository: ScratchRepository) async throws -> [String] {
        var stream = ""
        for (number, commit) in commits.enumerated() {
            stream += "commit refs/made/\(number)\nmark :\(number + 1)\n"
            stream += "committer Ada <ada@example.org> \(commit.time) +0000\n"
            stream += "data \(commit.message.utf8.count)\n\(commit.message)\n"
            for (index, parent) in commit.parents.enumerated() {
                stream += "\(index == 0 ? "from" : "merge") :\(parent + 1)\n"
            }
            let text = "\(number)"
            stream += "M 100644 inline \(commit.path)\ndata \(text.utf8.count)\n\(text)\n"
        }
        for (number, commit) in commits.enumerated() {
            for (index, tag) in commit.tags.enumerated() {
                if (number + index).isMultiple(of: 2) {
                    stream += "tag \(tag)\nfrom :\(number + 1)\ntagger Ada <ada@example.org> 1 +0000\ndata 1\nt\n"
                } else {
                    stream += "reset refs/tags/\(tag)\nfrom :\(number + 1)\n\n"
                }
            }
        }
        try repository.write(stream, to: ".git/stream")
        let outcome = try await repository.effects.processes.run(
            ProcessRequest(
                arguments: ["sh", "-c", "git fast-import --quiet --export-marks=.git/marks < .git/stream"],
                directory: repository.folder,
                environment: repository.effects.environment
            )
        )
        try #require(outcome.succeeded, "\(String(decoding: outcome.standardError, as: UTF8.self))")
        let marks = try LiveFileSystem().text(of: repository.folder.appending(".git/marks"))
        var hashes = [String](repeating: "", count: commits.count)
        for line in marks.split(separator: "\n") {
            let parts = line.dropFirst().split(separator: " ")
            hashes[try #require(Int(parts[0])) - 1] = String(parts[1])
        }
        try await repository.git("reset", "--quiet", "--hard", try #require(hashes.last))
        return hashes
    }
}

extension ScratchRepository {
    /// The releases of this repository, tagged `v1.2.3`.
    package func history(
        below subfolder: String = "",
        _ options: ReleaseHistory.Options = ReleaseHistory.Options()
    ) async throws -> ReleaseHistory {
        ReleaseHistory(
            repository: try await opened(below: subfolder),
            template: try TagTemplate(Template("v{{version}}")),
            options: options
        )
    }
}

extension ReleaseChanges {
    /// The first lines of its commits.
    package var subjects: [String] { commits.map(\.record.subject) }
}
