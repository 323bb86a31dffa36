import RelctlCore

/// Writes release notes as a letter to users.
struct LetterRenderer: NotesRenderer {
    let keys = [
        ConfigurationKey("greeting", "How the letter begins.", shape: .template, isRequired: true),
        ConfigurationKey("signature", "How it ends.", shape: .template),
    ]

    func page(for request: NotesPageRequest) throws -> String {
        guard let greeting = request.options["greeting"]?.asText, !greeting.isEmpty else {
            throw RelctlError("a letter begins with a greeting", hints: ["set `greeting` in `notes`"])
        }
        let notes = request.notes
        let begin = "\(request.project) \(notes.tag ?? "(unreleased)") is here, of \(notes.date)."
        var parts = [greeting, request.markdown(begin)]
        for group in notes.groups {
            let changes = group.changes.map { "- \(request.markdown($0.text)), by \(request.markdown($0.author))" }
            parts.append("**\(request.markdown(group.title))**\n\n" + changes.joined(separator: "\n"))
        }
        if notes.groups.isEmpty { parts.append("Nothing changed.") }
        for download in request.downloads {
            let name = request.markdown(download.artifact.name)
            let place = download.address.map { " at <\($0)>" } ?? ""
            let commands = "```\(download.language)\n\(download.install)\n```"
            parts.append("\(name)\(place), \(download.artifact.size) bytes:\n\n\(commands)")
        }
        parts += [request.options["signature"]?.asText].compactMap(\.self)
        return parts.joined(separator: "\n\n")
    }
}
