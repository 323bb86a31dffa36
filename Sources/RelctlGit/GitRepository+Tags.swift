/// Tags.
extension GitRepository {
    /// All tags, sorted bytewise by name.
    package func tags() async throws -> [GitTag] { try await git.tags() }

    /// Makes sure that a repository in which there are no tags was not told to leave them out.
    ///
    /// - Throws: ``RelctlError`` that says how to get them.
    package func requireNoTagsLeftOut() async throws {
        let outcome = try await git.run(["config", "--get", "remote.origin.tagopt"])
        guard outcome.succeeded, git.line(of: outcome) == "--no-tags" else { return }
        throw RelctlError(
            "cannot tell what is in a release: this clone was made without tags",
            hints: ["run `git config --unset remote.origin.tagopt`, then `git fetch --tags`"]
        )
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
        let tags = try await tags()
        if tags.isEmpty { try await requireNoTagsLeftOut() }
        var candidates: [(tag: GitTag, commit: ObjectName)] = []
        for tag in tags where isWanted(tag) {
            guard let commit = tag.commit.flatMap({ ObjectName($0.utf8) }) else { continue }
            candidates.append((tag, commit))
        }
        guard !candidates.isEmpty, let hash = try await hash(of: revision) else { return nil }
        let request = LogRequest(tips: [.commit(hash)], isShapeAlone: true)
        // Of several tags at one commit the last by name: `v1.0.0` comes before `v1.0.0-rc.1`, but whoever wants finals
        // alone asked for no candidates.
        let (store, search) = try await log(request, NearestTag(candidates.map(\.commit)) { _ in true })
        return search.nearest(in: store).map { candidates[$0.place].tag }
    }

    /// Whether git has a name and an address for whoever makes a tag.
    package func knowsTagger() async throws -> Bool {
        try await git.run(["var", "GIT_COMMITTER_IDENT"]).succeeded
    }

    /// Makes an annotated tag; it is signed where `isSigned` says so, or the user configured git to.
    ///
    /// - Throws: ``RelctlError`` if git has no name and address for the tagger, cannot sign, or the tag is there already.
    package func createAnnotatedTag(
        _ name: String,
        message: String,
        at commit: String,
        isSigned: Bool = false
    ) async throws {
        guard GitReferenceName.isValid(name) else {
            throw RelctlError("cannot create the tag `\(name)`: git takes no such name")
        }
        let target = try GitRevision.commit(commit).expression()
        let kind = isSigned ? "--sign" : "--annotate"
        let arguments = ["tag", kind, "--cleanup=whitespace", "--message=\(message)"]
        let outcome = try await git.run(arguments + ["--end-of-options", name, target])
        guard !outcome.succeeded else { return }
        throw git.failure("cannot create the tag `\(name)`", arguments, outcome)
    }

    /// Whether git takes the signature of a tag for good.
    package func signature(ofTag name: String) async throws -> GitTagSignature {
        guard GitReferenceName.isValid(name) else { throw RelctlError("`\(name)` is not the name of a tag") }
        let outcome = try await git.run(["verify-tag", "refs/tags/" + name])
        if outcome.succeeded { return .good }
        let words = git.words(of: outcome)
        if words.contains("no signature found") || words.contains("non-tag object") { return .missing }
        return .refused(words.split(separator: "\n").suffix(4).joined(separator: "; "))
    }
}

extension GitCommand {
    /// All tags, sorted bytewise by name.
    func tags() async throws -> [GitTag] {
        let fields = ["refname", "objecttype", "objectname", "*objecttype", "*objectname"]
        let format = "--format=" + fields.map { "%(\($0))" }.joined(separator: "%00")
        let output = try await output(of: ["for-each-ref", format, "refs/tags"], "cannot list tags")
        var tags: [GitTag] = []
        for row in try GitCommand.rows(output, width: fields.count) {
            let name = String(row[0].dropFirst("refs/tags/".count))
            let isAnnotated = row[1] == "tag"
            let (kind, hash) = isAnnotated ? (row[3], row[4]) : (row[1], row[2])
            // A tag of a tag is followed to its end, which old versions of git do not list.
            let commit = kind == "tag" ? try await self.hash(of: .tag(name)) : kind == "commit" ? hash : nil
            tags.append(GitTag(name: name, isAnnotated: isAnnotated, commit: commit))
        }
        return tags.sortedBytewise(by: \.name)
    }
}

/// What git says of a tag's signature.
package enum GitTagSignature: Sendable, Hashable {
    /// Somebody whom the user's git trusts signed it.
    case good
    /// Nobody signed it.
    case missing
    /// It is signed, but git does not accept it; its words.
    case refused(String)
}
