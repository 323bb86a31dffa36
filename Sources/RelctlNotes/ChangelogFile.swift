/// A changelog as its author keeps it: what stands before the releases, a section for each, and at the bottom the
/// definitions of links.
///
/// The parts together are the file, byte for byte. A section begins at a heading (GFM 4.2 and 4.3) that names a version
/// or says "Unreleased"; headings in blocks of code are none.
package struct ChangelogFile: Sendable {
    /// What stands before the first section, with the byte order mark if there is one.
    var preamble: [UInt8]
    /// The sections, in the file's order.
    var sections: [Section]
    /// The definitions of links at the bottom, with the empty lines before them.
    var definitions: [UInt8]
    /// What ends a line.
    let lineBreak: [UInt8]
    /// How the headings look.
    let form: Form
    /// The number of the line, from 1, where a block of code begins that nothing ends.
    let unclosedBlock: Int?

    /// What is told of one release, from its heading to the next.
    struct Section: Sendable {
        /// What its heading names.
        var name: Name
        var bytes: [UInt8]
    }

    /// What a heading names.
    enum Name: Sendable, Hashable {
        case unreleased
        case version(Version, word: String)
    }

    /// Reads a changelog; an empty one is relctl's own.
    package init(_ bytes: [UInt8], tags: TagTemplate) {
        let text = ChangelogLines(bytes)
        lineBreak = text.lineBreak
        unclosedBlock = text.unclosedBlock
        let all = text.headings.map { (heading: $0, name: Self.name(in: $0.text, tags)) }
        let level = all.first { $0.name != nil }?.heading.level ?? 2
        // A heading that names nothing ends a section all the same, unless it is below it.
        let ends = all.filter { $0.heading.level <= level }
        let definitionsStart = text.definitionsStart
        var starts: [(name: Name, start: Int)] = []
        for (heading, name) in ends where heading.start < definitionsStart {
            if let name, heading.level == level { starts.append((name, heading.start)) }
        }
        let first = starts.first?.start ?? definitionsStart
        preamble = Array(bytes[..<first])
        sections = zip(starts, starts.dropFirst().map(\.start) + [definitionsStart]).map { section, end in
            Section(name: section.name, bytes: Array(bytes[section.start..<end]))
        }
        definitions = Array(bytes[definitionsStart...])
        form = Form(
            headings: all.filter { $0.name != nil && $0.heading.level == level }.map { ($0.heading, $0.name) },
            preamble: preamble,
            level: level
        )
    }

    /// The whole file.
    var bytes: [UInt8] { preamble + sections.flatMap(\.bytes) + definitions }

    /// Whether the newest release comes first, as it does where nothing else shows.
    var isNewestFirst: Bool {
        let versions = versions
        guard let first = versions.first, let last = versions.last else { return true }
        if Version.precedes(first, last) { return false }
        if Version.precedes(last, first) { return true }
        // What is not released is newer than all that is.
        return sections.last?.name != .unreleased || sections.first?.name == .unreleased
    }

    /// The versions that have a section, in the file's order.
    var versions: [Version] {
        sections.compactMap { section in
            if case .version(let version, _) = section.name { version } else { nil }
        }
    }

    /// The version that a heading names: a tag of the project, or a version with or without `v` before it.
    private static func name(in heading: String, _ tags: TagTemplate) -> Name? {
        let words = heading.utf8.split { " \t[](),:".utf8.contains($0) }.prefix(3).map { String(Substring($0)) }
        if words.first?.lowercased() == "unreleased" { return .unreleased }
        for word in words {
            let bare =
                word.utf8.first == UInt8(ascii: "v") || word.utf8.first == UInt8(ascii: "V")
                ? String(word.dropFirst()) : word
            if let version = try? Version(bare) { return .version(version, word: word) }
            if let version = try? tags.version(fromTag: word) { return .version(version, word: word) }
        }
        return nil
    }
}

extension ChangelogFile {
    /// How headings look.
    struct Form: Sendable, Hashable {
        /// The level of a release's heading.
        var level: Int
        /// Whether the groups are those of https://keepachangelog.com/en/1.1.0.
        var keepsAChangelog: Bool
        /// Whether a version stands in brackets, for a definition of its link.
        var hasBrackets: Bool
        /// Whether a heading links to the comparison itself.
        var hasLinks: Bool
        /// Whether the version has no `v` before it, nor what else tags have.
        var isBare: Bool
        /// How the day is written; nothing where there is none.
        var day: ChangelogDay?
        /// The mark of the line below a heading that makes it one; nothing where marks before it do.
        var underline: UInt8?

        init(headings: [(heading: ChangelogLines.Heading, name: Name?)], preamble: [UInt8], level: Int) {
            self.level = level
            let texts = headings.map(\.heading.text)
            let first = headings.first { if case .version? = $0.name { true } else { false } }
            let mentionsIt = String(decoding: preamble, as: UTF8.self).utf8.firstIndex(of: "keepachangelog.com") != nil
            keepsAChangelog =
                mentionsIt || texts.contains { $0.utf8.firstIndex(of: "] - ") != nil }
                || first == nil && texts.contains { $0.utf8.first == UInt8(ascii: "[") }
            hasLinks = first.map { $0.heading.text.utf8.firstIndex(of: "](") != nil } ?? false
            hasBrackets =
                (first?.heading.text ?? texts.first).map { $0.utf8.first == UInt8(ascii: "[") } ?? keepsAChangelog
            if case .version(let version, let word)? = first?.name {
                isBare = word.utf8.elementsEqual(version.description.utf8)
            } else {
                isBare = keepsAChangelog
            }
            day = first.map { ChangelogDay(in: $0.heading.text) } ?? (keepsAChangelog ? .dash : .parentheses)
            underline = (first?.heading ?? headings.first?.heading)?.underline
        }

        /// The lines of a release's heading.
        func heading(of notes: ReleaseNotes) -> String {
            let name = (isBare ? notes.version?.description : notes.tag) ?? notes.tag ?? "Unreleased"
            var text = hasBrackets ? "[\(name)]" : name
            if hasLinks, let comparison = notes.comparison { text = "[\(name)](\(comparison))" }
            if let day { text += day.before + notes.date + day.after }
            if let underline {
                let line = String(repeating: Character(Unicode.Scalar(underline)), count: text.unicodeScalars.count)
                return text + "\n" + line
            }
            return String(repeating: "#", count: level) + " " + text
        }
    }
}

extension Substring.UTF8View {
    /// Where `pattern` first begins.
    func firstIndex(of pattern: String) -> Index? { Self.search(self, pattern) }

    fileprivate static func search<Bytes: Collection<UInt8>>(_ bytes: Bytes, _ pattern: String) -> Bytes.Index? {
        guard let first = pattern.utf8.first else { return nil }
        return bytes.indices.first { bytes[$0] == first && bytes[$0...].starts(with: pattern.utf8) }
    }
}

extension String.UTF8View {
    /// Where `pattern` first begins.
    func firstIndex(of pattern: String) -> Index? { Substring.UTF8View.search(self, pattern) }
}
