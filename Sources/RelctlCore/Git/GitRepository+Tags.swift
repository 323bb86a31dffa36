/// Tags.
extension GitRepository {
    /// All tags, sorted bytewise by name; those that `revision` can reach, where one is given.
    package func tags(reachableFrom revision: GitRevision? = nil) async throws -> [GitTag] {
        let fields = ["refname", "objecttype", "objectname", "*objecttype", "*objectname"]
        var arguments = ["for-each-ref", "--format=" + fields.map { "%(\($0))" }.joined(separator: "%00")]
        if let revision {
            guard let hash = try await hash(of: revision) else { return [] }
            arguments.append("--merged=" + hash)
        }
        let output = try await git.output(of: arguments + ["refs/tags"], "cannot list tags")
        var tags: [GitTag] = []
        for row in try GitCommand.rows(output, width: fields.count) {
            let name = String(row[0].dropFirst("refs/tags/".count))
            let isAnnotated = row[1] == "tag"
            let (kind, hash) = isAnnotated ? (row[3], row[4]) : (row[1], row[2])
            // A tag of a tag is followed to its end, which old versions of git do not list.
            let commit = kind == "tag" ? try await self.hash(of: .tag(name)) : kind == "commit" ? hash : nil
            tags.append(GitTag(name: name, isAnnotated: isAnnotated, commit: commit))
        }
        return tags.sorted { $0.name.precedesBytewise($1.name) }
    }

    /// The tag that is nearest to `revision` in its history, among those that `isWanted` takes.
    ///
    /// Nearest by reachability, never by date: the tag whose history lacks the fewest commits; a tag at `revision`
    /// itself is the nearest of all, so leave the one out whose predecessor is looked for.
    ///
    /// - Throws: ``RelctlError`` in a shallow clone, where the answer would be a guess.
    package func nearestTag(
        before revision: GitRevision,
        where isWanted: (GitTag) -> Bool
    ) async throws -> GitTag? {
        guard !isShallow else {
            throw RelctlError(
                "cannot look for the previous tag: the history of this clone is cut off",
                hints: ["run `git fetch --unshallow --tags`"]
            )
        }
        guard let hash = try await hash(of: revision) else { return nil }
        let candidates = try await tags(reachableFrom: .commit(hash)).filter(isWanted)
        if let here = candidates.last(where: { $0.commit == hash }) { return here }
        let commits = Set(candidates.compactMap(\.commit)).sorted { $0.precedesBytewise($1) }
        guard !commits.isEmpty else { return nil }
        let arguments = ["rev-list", "--boundary", "--end-of-options", hash] + commits.map { "^" + $0 } + ["--"]
        let output = try await git.output(of: arguments, "cannot walk the history")
        let boundary = Set(
            output.split(separator: UInt8(ascii: "\n")).compactMap { line in
                line.first == UInt8(ascii: "-") ? String(decoding: line.dropFirst(), as: UTF8.self) : nil
            }
        )
        var nearest: (tag: GitTag, distance: Int)?
        for tag in candidates {
            guard let commit = tag.commit, boundary.contains(commit) else { continue }
            let distance = boundary.count == 1 ? 0 : try await distance(from: commit, to: hash)
            // Of several tags at one commit the last by name: `v1.0.0` comes before `v1.0.0-rc.1`, but whoever
            // wants finals alone asked for no candidates.
            if distance <= nearest?.distance ?? .max { nearest = (tag, distance) }
        }
        return nearest?.tag
    }

    private func distance(from base: String, to commit: String) async throws -> Int {
        let arguments = ["rev-list", "--count", "--end-of-options", commit, "^" + base, "--"]
        let output = try await git.output(of: arguments, "cannot count commits")
        return Int(String(decoding: output.dropLast(), as: UTF8.self)) ?? .max
    }

    /// Whether git has a name and an address for whoever makes a tag.
    package func knowsTagger() async throws -> Bool {
        try await git.run(["var", "GIT_COMMITTER_IDENT"]).succeeded
    }

    /// Makes an annotated tag; it signs it where the user configured git to.
    ///
    /// - Throws: ``RelctlError`` if git has no name and address for the tagger, or the tag is there already.
    package func createAnnotatedTag(_ name: String, message: String, at commit: String) async throws {
        guard GitReferenceName.isValid(name) else {
            throw RelctlError("cannot create the tag `\(name)`: git takes no such name")
        }
        let target = try GitRevision.commit(commit).expression()
        let arguments = ["tag", "--annotate", "--cleanup=whitespace", "--message=\(message)"]
        let outcome = try await git.run(arguments + ["--end-of-options", name, target])
        guard !outcome.succeeded else { return }
        throw git.failure("cannot create the tag `\(name)`", arguments, outcome)
    }
}
