/// Release notes, ready to be written.
package struct NotesPlan: Sendable, Hashable {
    /// What they tell.
    package var notes: ReleaseNotes
    /// The page, which ends in a line break.
    package var text: String
    /// As what it is written.
    package var format: NotesMarkup.Format
    /// The repository's pages; nothing where they are not known, or for a trial, which no page shows.
    package var forge: ForgeAddress?

    /// The page as a release's own text at a forge; cut, if it is too long, with a link to the file that holds all.
    ///
    /// - Parameter file: The name of that file among those of the release.
    /// - Returns: The text.
    package func body(whole file: String) -> String {
        let address = notes.tag.flatMap { forge?.download(file, tag: $0) }
        return ReleaseBody.fitted(text, full: address ?? file)
    }
}

/// Writes release notes in the mind; nothing but the request decides what they say.
package struct NotesPlanner: Sendable {
    private let renderers: Registry<any NotesRenderer>

    /// Plans pages of relctl's own and of templates, and those that one of `renderers` writes.
    package init(renderers: Registry<any NotesRenderer> = Extensions().notesRenderers) { self.renderers = renderers }

    /// Makes the notes of a release.
    ///
    /// - Throws: ``RelctlError`` for a template of the project's own that cannot be parsed or filled in, and for a
    ///   renderer that is not known or writes no page.
    package func plan(_ request: NotesRequest) throws -> NotesPlan {
        if request.format == .markdown, let renderer = request.settings.renderer {
            return try plan(request, by: renderer)
        }
        let own = request.format == .text ? nil : request.template
        let format = own.map { NotesMarkup.Format(ofTemplate: $0.file) } ?? request.format
        let markup = NotesMarkup(format, settings: request.settings, forge: request.forge)
        do {
            let template = try Template(own?.text ?? BuiltInNotes.template(format), language: .whole)
            let scope = NotesScope(request, markup).values(for: template)
            let rendering = Template.Rendering(
                escaping: markup.escaping,
                partials: own?.partials ?? [:],
                isStrict: request.settings.unknownNames == .error
            )
            let text = try template.render(scope, rendering)
            return NotesPlan(
                notes: request.notes,
                text: format == .html ? text : Self.tidy(text, hasFences: format == .markdown),
                format: format,
                forge: request.isSnapshot ? nil : request.forge
            )
        } catch {
            throw RelctlError(
                own.map { "cannot fill in the notes' template `\($0.file)`" } ?? "cannot fill in the notes' template",
                code: .configurationInvalid,
                causes: [error]
            )
        }
    }

    /// The page as a renderer writes it.
    private func plan(_ request: NotesRequest, by settings: NotesSettings.Renderer) throws -> NotesPlan {
        let renderer = try renderers.connector(settings.id, at: request.place)
        do {
            let options = try renderer.keys.filled(settings.options, request.scope)
            let text = try renderer.page(for: NotesPageRequest(request, options: options))
            return NotesPlan(
                notes: request.notes,
                text: try Self.checked(text),
                format: .markdown,
                forge: request.isSnapshot ? nil : request.forge
            )
        } catch {
            throw RelctlError(
                "the notes renderer `\(settings.id)` cannot write the notes",
                code: (error as? RelctlError)?.code ?? .failed,
                place: request.place,
                hints: (error as? RelctlError)?.hints ?? [],
                causes: [error]
            )
        }
    }

    /// How much a renderer may write, in bytes.
    private static var sizeLimit: Int { 16 << 20 }

    /// The text of a renderer with one line break at its end.
    private static func checked(_ text: String) throws -> String {
        guard text.utf8.count <= sizeLimit else { throw RelctlError("its page has more than 16 MB") }
        guard !text.utf8.contains(0) else { throw RelctlError("its page has a NUL character in it") }
        var lines = Substring(text)
        while lines.last?.isNewline == true { lines.removeLast() }
        guard lines.contains(where: { !$0.isWhitespace }) else { throw RelctlError("its page is empty") }
        return lines + "\n"
    }

    /// The text with one line break at its end, and at most one blank line where sections were left out.
    ///
    /// Blocks of code stay as they are.
    private static func tidy(_ text: String, hasFences: Bool) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count)
        var fence: Int?
        var isAfterBlank = true
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let isBlank = line.allSatisfy { $0.isBlank || $0 == UInt8(ascii: "\r") }
            let marks = hasFences ? line.drop { $0 == 0x20 }.prefix { $0 == UInt8(ascii: "`") }.count : 0
            if let open = fence {
                if marks >= open { fence = nil }
            } else if marks >= 3 {
                fence = marks
            } else if isBlank, isAfterBlank {
                continue
            }
            if fence != nil || !isBlank { output += line }
            output.append(UInt8(ascii: "\n"))
            isAfterBlank = isBlank && fence == nil
        }
        while output.last == UInt8(ascii: "\n") { output.removeLast() }
        return String(decoding: output, as: UTF8.self) + "\n"
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
            try effects.files.write(plan.text.utf8, to: path)
        } catch {
            throw RelctlError("cannot write the release notes to `\(path)`", causes: [error])
        }
    }
}
