/// Release notes, ready to be written.
package struct NotesPlan: Sendable, Hashable, Codable {
    /// The release before; nothing for the first.
    package var previousTag: String?
    /// What changed since.
    package var changelog: Changelog
    /// The notes, Markdown that ends in a line break.
    package var markdown: String
}

/// Writes release notes in the mind; nothing but the request decides what they say.
package struct NotesPlanner: Sendable {
    /// Needs nothing.
    package init() {}

    /// Makes the notes of a release.
    ///
    /// - Throws: ``RelctlError`` for a template of the project's own that cannot be parsed or filled in.
    package func plan(_ request: NotesRequest) throws -> NotesPlan {
        let changelog = Changelog(commits: request.history.commits, grouping: request.grouping)
        let scope = NotesScope(request: request, changelog: changelog).values
        return NotesPlan(
            previousTag: request.history.previousTag,
            changelog: changelog,
            markdown: Self.tidy(try render(request.template, scope))
        )
    }

    private func render(_ user: NotesRequest.UserTemplate?, _ scope: TemplateScope) throws -> String {
        do {
            return try Template(user?.text ?? BuiltInNotes.template).render(scope)
        } catch {
            throw RelctlError(
                user.map { "cannot fill in the notes' template `\($0.file)`" } ?? "cannot fill in the notes' template",
                code: .configurationInvalid,
                causes: [error]
            )
        }
    }

    /// The text with one line break at its end, and at most one blank line where sections were left out.
    ///
    /// Blocks of code stay as they are.
    private static func tidy(_ markdown: String) -> String {
        var lines: [Substring] = []
        var fence: Substring?
        for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
            if let open = fence {
                if line == open { fence = nil }
            } else if line.hasPrefix("```") {
                fence = line.prefix { $0 == "`" }
            } else if line.allSatisfy(\.isWhitespace), lines.last?.isEmpty ?? true {
                continue
            }
            lines.append(fence == nil && line.allSatisfy(\.isWhitespace) ? "" : line)
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// Writes planned notes to disk.
package struct NotesExecutor: Sendable {
    /// Needs nothing.
    package init() {}

    /// Makes the notes appear at `path`, whole.
    ///
    /// - Throws: ``RelctlError`` if they cannot be written; an older file is then as it was.
    package func execute(_ plan: NotesPlan, writing path: FilePath, with effects: Effects) throws {
        do {
            try effects.files.createFolders(path.parent)
            try effects.files.write(plan.markdown.utf8, to: path)
        } catch {
            throw RelctlError("cannot write the release notes to `\(path)`", causes: [error])
        }
    }
}
