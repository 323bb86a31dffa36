/// The notes of many releases as one text: a title, and a section for each.
package struct NotesDigest: Sendable {
    private let composer: ReleaseNotesComposer
    private let writer: ChangesWriter
    private let markup: NotesMarkup

    /// Writes by these settings; nobody is named, for that would take another look at the history for each release.
    package init(_ settings: NotesSettings, format: NotesMarkup.Format, forge: ForgeAddress?) {
        var settings = settings
        settings.contributors = false
        composer = ReleaseNotesComposer(settings, forge: forge)
        markup = NotesMarkup(format, settings: settings, forge: forge)
        writer = ChangesWriter(markup, forge: forge)
    }

    /// What the notes of one release tell.
    package func notes(of changes: ReleaseChanges) -> ReleaseNotes { composer.notes(of: changes) }

    /// The text of all releases of a history; `width` of them are written at a time.
    ///
    /// - Throws: `CancellationError`.
    @concurrent
    package func text(of releases: ReleaseTimeline, project: String, width: Int) async throws -> String {
        var output: [UInt8] = []
        append(heading: project, level: 1, to: &output)
        for section in try await mapConcurrently(Array(releases.indices), width: width, { section(of: releases[$0]) }) {
            output += section
        }
        return String(decoding: output, as: UTF8.self)
    }

    private func section(of changes: ReleaseChanges) -> [UInt8] {
        let notes = composer.notes(of: changes, listsCommits: false)
        var output = [UInt8(ascii: "\n")]
        append(heading: notes.tag.map { "\($0) (\(notes.date))" } ?? "Unreleased", level: 2, to: &output)
        output.append(UInt8(ascii: "\n"))
        if notes.hasChanges { writer.append(notes.groups, to: &output) } else { output += "No changes.\n".utf8 }
        guard let comparison = notes.comparison else { return output }
        output += (markup.format == .markdown ? "\n[All changes](\(comparison))\n" : "\n\(comparison)\n").utf8
        return output
    }

    private func append(heading: String, level: Int, to output: inout [UInt8]) {
        if markup.format == .markdown {
            output += String(repeating: "#", count: level).utf8
            output.append(0x20)
            Markdown.append(prose: heading, Markdown.Style(), to: &output)
            output.append(UInt8(ascii: "\n"))
        } else {
            let heading = Markdown.singleLine(heading)
            output += "\(heading)\n\(String(repeating: level == 1 ? "=" : "-", count: heading.count))\n".utf8
        }
    }
}
