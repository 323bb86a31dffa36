/// Reads INI texts as Python's `configparser` does (https://docs.python.org/3/library/configparser.html), which is what
/// setup.cfg is.
///
/// Sections hold options; `=` or `:` separates an option from its value, and deeper indented lines continue it. Lines
/// that begin with `#` or `;` are comments; after a value they are part of it. Names are kept as they are written, and
/// none may come twice.
package enum INIParser {
    /// Parses a whole text.
    ///
    /// - Returns: A table of sections, each a table of texts; the range of a text has no blanks at its ends.
    /// - Throws: ``RelctlError`` with the place of the first thing that is wrong.
    package static func parse(_ text: String, file: String) throws(RelctlError) -> SourceNode {
        var reader = INIReader(bytes: Array(text.utf8), file: file)
        return try reader.document()
    }
}

/// One pass over the lines of an INI text.
private struct INIReader {
    private let bytes: [UInt8]
    private var places: SourcePlaces
    private var sections: [Section] = []
    private var sectionNames: Set<[UInt8]> = []
    private var optionNames: Set<[UInt8]> = []
    /// How far the line is indented that began what is being read.
    private var indentation = 0

    private struct Section {
        let name: String
        let place: SourcePlace
        let range: Range<Int>
        var options: [Option] = []
    }

    private struct Option {
        let name: String
        var place: SourcePlace
        var lines: [String]
        var range: Range<Int>
    }

    init(bytes: [UInt8], file: String) {
        self.bytes = bytes
        places = SourcePlaces(file: file, bytes: bytes)
    }

    mutating func document() throws(RelctlError) -> SourceNode {
        var start = bytes.starts(with: SourcePlaces.byteOrderMark) ? SourcePlaces.byteOrderMark.count : 0
        let top = places.place(at: start)
        while start < bytes.count {
            let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
            try line(start..<end)
            start = end + (bytes[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1)
        }
        let members = sections.map { section in
            let options = section.options.map { option in
                // Blank lines at the end belong to no value.
                let last = option.lines.lastIndex { !$0.isEmpty } ?? 0
                let text = option.lines.isEmpty ? "" : option.lines[...last].joined(separator: "\n")
                return SourceNode.Member(
                    key: option.name,
                    node: SourceNode(content: .text(text), place: option.place, range: option.range)
                )
            }
            return SourceNode.Member(
                key: section.name,
                node: SourceNode(content: .table(options), place: section.place, range: section.range)
            )
        }
        return SourceNode(content: .table(members), place: top, range: 0..<bytes.count)
    }

    private mutating func line(_ range: Range<Int>) throws(RelctlError) {
        let content = trimmed(range)
        guard !content.isEmpty else {
            appendToValue("")
            return
        }
        guard bytes[content.lowerBound] != UInt8(ascii: "#"), bytes[content.lowerBound] != UInt8(ascii: ";") else {
            return
        }
        let depth = content.lowerBound - range.lowerBound
        if depth > indentation, let section = sections.indices.last, let option = sections[section].options.indices.last
        {
            continueValue(content, of: option, in: section)
            return
        }
        indentation = depth
        if bytes[content.lowerBound] == UInt8(ascii: "["),
            let end = bytes[content].lastIndex(of: UInt8(ascii: "]")), end > content.lowerBound + 1
        {
            try section(content.lowerBound + 1..<end, content)
        } else {
            try option(content)
        }
    }

    private mutating func section(_ name: Range<Int>, _ content: Range<Int>) throws(RelctlError) {
        let place = places.place(at: content.lowerBound)
        guard sectionNames.insert(Array(bytes[name])).inserted else {
            throw problem("the section `\(text(name))` comes twice", at: place)
        }
        optionNames = []
        sections.append(Section(name: text(name), place: place, range: content))
    }

    private mutating func option(_ content: Range<Int>) throws(RelctlError) {
        let place = places.place(at: content.lowerBound)
        guard let section = sections.indices.last else { throw problem("a `[section]` is expected first", at: place) }
        let mark = bytes[content].firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }
        guard let mark else { throw problem("`=` or `:` is expected after `\(text(content))`", at: place) }
        let name = trimmed(content.lowerBound..<mark)
        guard !name.isEmpty else { throw problem("a name is expected before the value", at: place) }
        guard optionNames.insert(Array(bytes[name])).inserted else {
            throw problem("`\(text(name))` comes twice in this section", at: place)
        }
        let value = trimmed(mark + 1..<content.upperBound)
        let range = value.isEmpty ? mark + 1..<mark + 1 : value
        sections[section].options.append(
            Option(
                name: text(name),
                place: places.place(at: range.lowerBound),
                lines: value.isEmpty ? [] : [text(value)],
                range: range
            )
        )
    }

    private mutating func continueValue(_ content: Range<Int>, of option: Int, in section: Int) {
        let isFirst = sections[section].options[option].lines.allSatisfy(\.isEmpty)
        if isFirst {
            sections[section].options[option].place = places.place(at: content.lowerBound)
            sections[section].options[option].lines = []
        }
        let start = isFirst ? content.lowerBound : sections[section].options[option].range.lowerBound
        sections[section].options[option].range = start..<content.upperBound
        sections[section].options[option].lines.append(text(content))
    }

    private mutating func appendToValue(_ line: String) {
        guard let section = sections.indices.last, let option = sections[section].options.indices.last else { return }
        sections[section].options[option].lines.append(line)
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = bytes[range].firstIndex(where: { !isBlank($0) }),
            let last = bytes[range].lastIndex(where: { !isBlank($0) })
        else { return range.lowerBound..<range.lowerBound }
        return first..<last + 1
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private func problem(_ message: String, at place: SourcePlace) -> RelctlError {
        RelctlError(message, code: .configurationInvalid, place: place)
    }
}
