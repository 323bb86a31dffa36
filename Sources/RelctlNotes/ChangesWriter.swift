/// Writes the groups of changes of a release, as bytes: there may be as many changes as a project has commits.
struct ChangesWriter: Sendable {
    private let markup: NotesMarkup
    private let forge: ForgeAddress?
    /// What the address of each commit begins with.
    private let commitPrefix: [UInt8]?
    /// The level of the groups' headings.
    private let level: Int

    init(_ markup: NotesMarkup, forge: ForgeAddress?, level: Int = 3) {
        self.markup = markup
        self.forge = forge
        commitPrefix = forge.map { Array($0.commitPrefix.utf8) }
        self.level = level
    }

    /// The groups as one text, which ends in a line break if there are any.
    func text(of groups: [ReleaseNotes.Group]) -> String {
        var output: [UInt8] = []
        append(groups, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Writes the groups, with an empty line between them, at the end of `output`.
    func append(_ groups: [ReleaseNotes.Group], to output: inout [UInt8]) {
        for (index, group) in groups.enumerated() {
            if index > 0 { output.append(Self.newline) }
            append(heading: group.title, to: &output)
            if markup.format == .html { output += "<ul>\n".utf8 }
            var isApart = false
            for change in group.changes {
                if isApart { output.append(Self.newline) }
                append(change, to: &output)
                isApart = !change.migration.isEmpty && markup.format != .html
            }
            if markup.format == .html { output += "</ul>\n".utf8 }
        }
    }

    private static let newline = UInt8(ascii: "\n")

    private func append(heading: String, to output: inout [UInt8]) {
        guard !heading.isEmpty else { return }
        switch markup.format {
        case .markdown:
            output += String(repeating: "#", count: level).utf8
            output.append(0x20)
            Markdown.append(prose: heading, Markdown.Style(), to: &output)
            output += "\n\n".utf8
        case .text:
            output += heading.utf8
            output += "\n\n".utf8
        case .html: output += "<h\(level)>\(markup.html(heading))</h\(level)>\n".utf8
        }
    }

    private func append(_ change: ReleaseNotes.Change, to output: inout [UInt8]) {
        output += (markup.format == .html ? "<li>" : "- ").utf8
        if let scope = change.scope, !scope.isEmpty { append(scope: scope, to: &output) }
        append(written: change.text, to: &output)
        output += " (".utf8
        append(commit: change.commit, to: &output)
        for issue in change.closes {
            output += ", closes ".utf8
            append(issue: issue, to: &output)
        }
        output.append(UInt8(ascii: ")"))
        for text in change.migration { MigrationText(text).append(to: &output, markup) }
        if markup.format == .html { output += "</li>".utf8 }
        output.append(Self.newline)
    }

    private func append(scope: String, to output: inout [UInt8]) {
        switch markup.format {
        case .markdown:
            output += "**".utf8
            append(written: scope, to: &output)
            output += ":** ".utf8
        case .text: output += "\(scope): ".utf8
        case .html: output += "<strong>\(markup.html(scope)):</strong> ".utf8
        }
    }

    private func append(written text: String, to output: inout [UInt8]) {
        switch markup.format {
        case .markdown: Markdown.append(prose: text, markup.style, to: &output)
        case .text: output += text.utf8
        case .html: output += markup.html(text).utf8
        }
    }

    /// The first 12 digits of a hash, which lead to the commit's page; hashes hold nothing that must be escaped.
    private func append(commit hash: String, to output: inout [UInt8]) {
        let short = hash.utf8.prefix(12)
        guard markup.format == .markdown else {
            output += markup.link(code: String(Substring(short)), forge?.commit(hash)).utf8
            return
        }
        if forge != nil { output.append(UInt8(ascii: "[")) }
        output.append(UInt8(ascii: "`"))
        output += short
        output.append(UInt8(ascii: "`"))
        guard let commitPrefix else { return }
        output += "](".utf8
        output += commitPrefix
        output += hash.utf8
        output.append(UInt8(ascii: ")"))
    }

    /// An issue by its number, or one of another repository as `OWNER/NAME#12`.
    private func append(issue: String, to output: inout [UInt8]) {
        let text = issue.utf8.contains(UInt8(ascii: "#")) ? issue : "#\(issue)"
        let address = forge?.issue(issue)
        switch markup.format {
        case .text: output += text.utf8
        case .html:
            let text = markup.html(text)
            output += (address.map { "<a href=\"\(markup.html($0))\">\(text)</a>" } ?? text).utf8
        case .markdown:
            guard let address else { return append(written: text, to: &output) }
            output.append(UInt8(ascii: "["))
            if text == issue { append(written: text, to: &output) } else { output += text.utf8 }
            output += "](\(address))".utf8
        }
    }
}
