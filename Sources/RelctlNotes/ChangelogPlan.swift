/// A changelog as it is and as it will be.
package struct ChangelogPlan: Sendable, Hashable {
    /// The bytes that are there; nothing if there is no file.
    package var old: [UInt8]?
    /// The bytes that will be there.
    package var new: [UInt8]

    /// Whether anything is to be done.
    package var isChange: Bool { old != new }
}

/// Puts sections of releases into a changelog; pure.
///
/// A section that is there is replaced only where relctl would write each of its lines itself, so that nothing that
/// somebody wrote is lost; all else stays as it is, byte for byte. Doing it again changes nothing.
package struct ChangelogPlanner: Sendable {
    private let settings: NotesSettings
    private let forge: ForgeAddress?
    private let tags: TagTemplate
    private let replaces: Bool

    /// Plans by these settings.
    ///
    /// - Parameters:
    ///   - settings: What the project's notes say, and how.
    ///   - forge: The repository's pages; nothing where they are not known.
    ///   - tags: The form of the project's tags.
    ///   - replaces: Whether sections that hold text of somebody else are replaced too.
    package init(_ settings: NotesSettings, forge: ForgeAddress?, tags: TagTemplate, replaces: Bool = false) {
        self.settings = settings
        self.forge = forge
        self.tags = tags
        self.replaces = replaces
    }

    /// Plans a changelog that tells of these releases.
    ///
    /// - Parameters:
    ///   - releases: What is in them; those without a version are left out.
    ///   - file: The name of the changelog, for errors.
    ///   - old: Its bytes; nothing if it is not there.
    /// - Returns: The changelog as it is and as it will be.
    /// - Throws: ``RelctlError`` where a section holds lines that relctl would not write, with the place of the first.
    package func plan(_ releases: some Sequence<ReleaseChanges>, file: String, old: [UInt8]?) throws -> ChangelogPlan {
        if let old { try Self.requireLines(old, file) }
        let isNew = old?.allSatisfy { $0.isBlank || $0 == 0x0a || $0 == 0x0d } ?? true
        var changelog = ChangelogFile(isNew ? Array("# Changelog\n".utf8) : old ?? [], tags: tags)
        var settings = settings
        // Whoever names groups of their own wants these everywhere.
        if changelog.form.keepsAChangelog, settings.groups == .conventional {
            settings.groups = .custom(ChangeGroups.keepAChangelog)
        }
        settings.contributors = false
        let composer = ReleaseNotesComposer(settings, forge: forge)
        for changes in releases {
            guard let version = changes.version else { continue }
            let notes = composer.notes(of: changes, listsCommits: false)
            let section = section(of: notes, changelog.form)
            if let index = changelog.index(of: version) {
                try replace(index, with: section, in: &changelog, file)
            } else {
                try changelog.insert(section, of: version, file)
            }
            changelog.define(notes, forge)
        }
        return ChangelogPlan(old: old, new: changelog.bytes)
    }

    /// Looks whether a file is text whose lines are known, so that a section can be put between them.
    private static func requireLines(_ bytes: [UInt8], _ file: String) throws {
        let (reason, hint): (String, String)
        if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) || bytes.contains(0) {
            (reason, hint) = ("it is not UTF-8, but UTF-16 or no text", "convert it: `iconv -f UTF-16 -t UTF-8`")
        } else if bytes.contains(UInt8(ascii: "\r")), !bytes.contains(UInt8(ascii: "\n")) {
            (reason, hint) = ("its lines end in CR alone", "convert it: `tr '\\r' '\\n'`")
        } else {
            return
        }
        throw RelctlError(
            "cannot change the changelog `\(file)`",
            code: .configurationInvalid,
            hints: [hint],
            causes: [RelctlError(reason)]
        )
    }

    /// A release's section, without a line break at its end.
    private func section(of notes: ReleaseNotes, _ form: ChangelogFile.Form) -> [UInt8] {
        var text = Array((form.heading(of: notes) + "\n\n").utf8)
        if notes.hasChanges {
            ChangesWriter(NotesMarkup(settings: settings, forge: forge), forge: forge, level: min(6, form.level + 1))
                .append(notes.groups, to: &text)
        } else {
            text += "No changes.\n".utf8
        }
        if let comparison = notes.comparison, !form.hasBrackets, !form.hasLinks {
            text += "\n[All changes](\(comparison))\n".utf8
        }
        while text.last == UInt8(ascii: "\n") { text.removeLast() }
        return text
    }

    private func replace(
        _ index: Int,
        with section: [UInt8],
        in changelog: inout ChangelogFile,
        _ file: String
    ) throws {
        let old = changelog.sections[index].bytes
        let newline = UInt8(ascii: "\n")
        var lines = old.split(separator: newline, omittingEmptySubsequences: false).map { line in
            line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        }
        // The heading stays: a day or a remark in it is somebody's.
        let heading = lines.removeFirst()
        var new = section.split(separator: newline, omittingEmptySubsequences: false)
            .dropFirst(changelog.form.underline == nil ? 1 : 2)
        // An underlined heading has a second line.
        if let underline = lines.first, !underline.isEmpty, !heading.starts(with: "#".utf8),
            underline.allSatisfy({ "=-".utf8.contains($0) })
        {
            lines.removeFirst()
            new = [underline] + new
        }
        if !replaces {
            let own = Set(new)
            if let foreign = lines.firstIndex(where: { !$0.allSatisfy(\.isBlank) && !own.contains($0) }) {
                throw foreignText(lines[foreign], foreign + 2, index, changelog, file)
            }
        }
        var body = old
        while let last = body.last, last == newline || last == UInt8(ascii: "\r") || last.isBlank { body.removeLast() }
        let rest = old[body.count...]
        let text = ([heading] + new).joined(separator: changelog.lineBreak)
        changelog.sections[index].bytes = Array(text) + rest
    }

    private func foreignText(
        _ line: ArraySlice<UInt8>,
        _ number: Int,
        _ index: Int,
        _ changelog: ChangelogFile,
        _ file: String
    ) -> RelctlError {
        let before = changelog.preamble + changelog.sections[..<index].flatMap(\.bytes)
        let lines = before.count { $0 == UInt8(ascii: "\n") }
        let text = Markdown.singleLine(String(decoding: line.prefix(80), as: UTF8.self))
        return RelctlError(
            "cannot replace the section: relctl would not write `\(text)`",
            code: .changelogForeign,
            place: SourcePlace(file: file, line: lines + number, column: 1),
            hints: [
                "move what you wrote to another section, or before the first one",
                "or give `--replace` to have all of this release's section written anew",
            ]
        )
    }
}

extension RelctlError.Code {
    /// A section of the changelog holds what somebody else wrote.
    package static let changelogForeign = RelctlError.Code(name: "changelog.foreign", exitCode: 1)
}

extension ChangelogFile {
    /// The section of a version.
    package func index(of version: Version) -> Int? {
        sections.firstIndex { section in
            if case .version(let other, _) = section.name { other == version } else { false }
        }
    }

    /// Puts a section where its version belongs by the file's own order.
    ///
    /// - Throws: ``RelctlError`` where that is in a block of code.
    mutating func insert(_ text: [UInt8], of version: Version, _ file: String) throws {
        let isNewestFirst = isNewestFirst
        let follower = sections.firstIndex { section in
            guard case .version(let other, _) = section.name else { return false }
            return isNewestFirst ? Version.precedes(other, version) : Version.precedes(version, other)
        }
        let index = follower ?? (isNewestFirst ? sections.count : endOfReleases)
        if let line = unclosedBlock, index == sections.count {
            throw RelctlError(
                "cannot add the section of \(version): it would stand in a block of code",
                place: SourcePlace(file: file, line: line, column: 1),
                hints: ["end the block that begins there"]
            )
        }
        let isLast = index == sections.count && definitions.isEmpty
        let before = index == 0 ? preamble : sections[index - 1].bytes
        let hadFinalBreak = before.isEmpty || before.last == UInt8(ascii: "\n")
        let breaks = (0..<missingBreaks(after: before)).flatMap { _ in lineBreak }
        if index == 0 { preamble += breaks } else { sections[index - 1].bytes += breaks }
        var bytes = Array(
            text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).joined(separator: lineBreak)
        )
        if !isLast || hadFinalBreak { bytes += lineBreak }
        // What follows keeps the empty line before it; definitions bring theirs along.
        if !isLast, index < sections.count || !definitions.starts(with: lineBreak) { bytes += lineBreak }
        sections.insert(Section(name: .version(version, word: version.description), bytes: bytes), at: index)
    }

    /// Where the releases end, before what is not released and stands at the end.
    private var endOfReleases: Int { sections.last?.name == .unreleased ? sections.count - 1 : sections.count }

    /// How many line breaks it takes for an empty line after a text.
    private func missingBreaks(after text: [UInt8]) -> Int {
        let visible = text.starts(with: [0xef, 0xbb, 0xbf]) ? text.dropFirst(3) : text[...]
        guard !visible.isEmpty else { return 0 }
        guard visible.last == UInt8(ascii: "\n") else { return 2 }
        let line = visible.dropLast(lineBreak.count)
        return line.isEmpty || line.last == UInt8(ascii: "\n") ? 0 : 1
    }

    /// Says where the name of a release's section leads, in a file that has such definitions, and has "Unreleased"
    /// compare with the newest release, where it compares with one.
    mutating func define(_ notes: ReleaseNotes, _ forge: ForgeAddress?) {
        guard let version = notes.version, let tag = notes.tag else { return }
        let isNewest = { (others: [Version]) in !others.contains { Version.precedes(version, $0) } }
        if isNewest(versions), let index = sections.firstIndex(where: { $0.name == .unreleased }) {
            let line = sections[index].bytes.prefix { $0 != UInt8(ascii: "\n") }
            sections[index].bytes.replaceSubrange(line.indices, with: Self.compared(line, with: tag))
        }
        guard form.hasBrackets else { return }
        var lines = definitions.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
        let known = lines.map { ChangelogDefinition($0[...].last == UInt8(ascii: "\r") ? $0.dropLast() : $0[...]) }
        let pages = known.compactMap { $0.flatMap { Self.page(of: $0.address) } }.first ?? forge?.page
        guard known.contains(where: { $0.map { Self.names($0.name) } ?? false }), let pages else { return }
        let name = form.isBare ? version.description : tag
        guard !known.contains(where: { $0?.name == name }) else { return }
        if isNewest(known.compactMap { $0.flatMap { Self.version(in: $0.name) } }),
            let index = known.firstIndex(where: { $0?.name.lowercased() == "unreleased" })
        {
            lines[index] = Self.compared(lines[index][...], with: tag)
        }
        let address =
            notes.previous.map { "\(pages)/compare/\($0.tag)...\(tag)" }
            ?? "\(pages)/releases/\(pages.hasSuffix("/-") ? "" : "tag/")\(tag)"
        insert(Array("[\(name)]: \(address)".utf8), of: version, among: known, &lines)
        definitions = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }

    /// Puts a definition where its version belongs by the file's own order.
    private func insert(
        _ text: [UInt8],
        of version: Version,
        among known: [ChangelogDefinition?],
        _ lines: inout [[UInt8]]
    ) {
        let isReturn = lineBreak.count == 2
        let line = text + (isReturn ? [UInt8(ascii: "\r")] : [])
        let later = known.firstIndex { definition in
            guard let other = definition.flatMap({ Self.version(in: $0.name) }) else { return false }
            return isNewestFirst ? Version.precedes(other, version) : Version.precedes(version, other)
        }
        let last = known.lastIndex { $0 != nil }.map { $0 + 1 } ?? lines.count
        // A last line without a break would run into this one.
        if later == nil, last == lines.count, let end = lines.indices.last, isReturn {
            lines[end].append(UInt8(ascii: "\r"))
            lines.append(line.dropLast())
        } else {
            lines.insert(line, at: later ?? last)
        }
    }

    /// A line that compares what is not released with some release, with `tag` in its place; another line as it is.
    private static func compared(_ line: ArraySlice<UInt8>, with tag: String) -> [UInt8] {
        guard let comparison = UnreleasedComparison(in: line), version(in: comparison.release) != nil else {
            return Array(line)
        }
        return Array(line[..<comparison.base.lowerBound]) + tag.utf8 + line[comparison.base.upperBound...]
    }

    private static func names(_ name: String) -> Bool { name.lowercased() == "unreleased" || version(in: name) != nil }

    /// The version at the end of a name: `1.2.0`, `v1.2.0`, `tool-v1.2.0`.
    private static func version(in name: String) -> Version? {
        let digits = name.utf8.firstIndex { (0x30...0x39).contains($0) } ?? name.utf8.startIndex
        return try? Version(String(name[digits...]))
    }

    /// The repository's page in the address of a comparison or of a release.
    private static func page(of address: String) -> String? {
        let end = address.utf8.firstIndex(of: "/compare/") ?? address.utf8.firstIndex(of: "/releases/tag/")
        return end.map { String(address[..<$0]) }
    }
}

extension ChangelogPlan {
    /// What would change in `file`, as `git apply` takes it.
    package func difference(of file: String) -> String {
        UnifiedDiff(
            file: file,
            old: String(decoding: old ?? [], as: UTF8.self),
            new: String(decoding: new, as: UTF8.self)
        ).text
    }
}
