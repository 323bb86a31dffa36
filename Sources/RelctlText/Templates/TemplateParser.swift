/// Cuts the text of a ``Template`` into its pieces.
///
/// All goes by bytes: an accent after a brace makes no other character of it.
struct TemplateParser {
    /// How many sections may stand inside one another.
    static let maximumDepth = 100

    static func parse(
        _ source: String,
        language: Template.Language
    ) throws(Template.Problem) -> [Template.Piece] {
        var parser = TemplateParser(bytes: Array(source.utf8), language: language)
        while try parser.parseNext() {}
        if let name = parser.open[parser.open.count - 1].name { throw .unclosedSection(name) }
        return parser.open[0].pieces
    }

    private let bytes: [UInt8]
    private let language: Template.Language
    private var position = 0
    private var delimiters = Delimiters.standard
    /// The sections whose end has not come yet, the whole text first.
    private var open = [Open(name: nil, isInverted: false)]

    private init(bytes: [UInt8], language: Template.Language) {
        self.bytes = bytes
        self.language = language
    }

    /// A section whose end has not come yet; the outermost has no name.
    private struct Open {
        let name: String?
        let isInverted: Bool
        var pieces: [Template.Piece] = []
    }

    private struct Delimiters: Equatable {
        var opening: [UInt8]
        var closing: [UInt8]

        static let standard = Delimiters(opening: Array("{{".utf8), closing: Array("}}".utf8))
    }

    /// What stands between the delimiters.
    private struct Tag {
        /// The mark before the name; nothing for a name alone.
        var sigil: UInt8?
        /// What follows the mark.
        var content: ArraySlice<UInt8>
        /// The tag with its delimiters.
        var range: Range<Int>

        var name: String { String(decoding: content, as: UTF8.self) }

        /// Whether the tag is taken out together with its line when nothing else stands on it (specification of
        /// sections, "Standalone Lines").
        var mayStandAlone: Bool {
            switch sigil {
            case nil, UInt8(ascii: "&"), UInt8(ascii: "{"): false
            default: true
            }
        }
    }

    /// Takes the text up to the next tag, and that tag; false at the end.
    private mutating func parseNext() throws(Template.Problem) -> Bool {
        guard let start = find(delimiters.opening, from: position) else {
            add(text: position..<bytes.count)
            return false
        }
        var tag = try readTag(at: start)
        var textEnd = start
        var next = tag.range.upperBound
        var indentation = ""
        if tag.mayStandAlone, let line = standaloneLine(of: tag.range) {
            (textEnd, next) = (line.lowerBound, line.upperBound)
            indentation = String(decoding: bytes[line.lowerBound..<start], as: UTF8.self)
        }
        add(text: position..<textEnd)
        position = next
        tag.content = Self.trimmed(tag.content)
        try take(tag, indentation: indentation)
        return true
    }

    private func readTag(at start: Int) throws(Template.Problem) -> Tag {
        var inner = start + delimiters.opening.count
        var closing = delimiters.closing
        let isTriple = delimiters == .standard && inner < bytes.count && bytes[inner] == UInt8(ascii: "{")
        if isTriple {
            inner += 1
            closing = Array("}}}".utf8)
        }
        guard let end = find(closing, from: inner) else {
            throw .unclosedTag(String(decoding: bytes[start..<min(bytes.count, start + 40)], as: UTF8.self))
        }
        let range = start..<(end + closing.count)
        if isTriple { return Tag(sigil: UInt8(ascii: "{"), content: bytes[inner..<end], range: range) }
        let content = bytes[inner..<end].drop { Self.isBlank($0) }
        guard let first = content.first, "#^/&!>=".utf8.contains(first) else {
            return Tag(sigil: nil, content: content, range: range)
        }
        return Tag(sigil: first, content: content.dropFirst(), range: range)
    }

    private mutating func take(_ tag: Tag, indentation: String) throws(Template.Problem) {
        switch tag.sigil {
        case UInt8(ascii: "!"): return
        case UInt8(ascii: "="): delimiters = try delimiters(in: tag)
        case UInt8(ascii: ">"):
            guard language == .whole, Self.isName(tag.name) else { throw unsupported(tag) }
            add(.partial(tag.name, indentation: indentation))
        case UInt8(ascii: "#"), UInt8(ascii: "^"):
            guard Self.isName(tag.name) else { throw unsupported(tag) }
            guard open.count <= Self.maximumDepth else { throw .tooDeep(tag.name) }
            open.append(Open(name: tag.name, isInverted: tag.sigil == UInt8(ascii: "^")))
        case UInt8(ascii: "/"):
            guard Self.isName(tag.name) else { throw unsupported(tag) }
            try close(tag.name)
        default:
            guard Self.isName(tag.name) else { throw unsupported(tag) }
            add(.variable(tag.name, isEscaped: tag.sigil == nil))
        }
    }

    private mutating func close(_ name: String) throws(Template.Problem) {
        let section = open[open.count - 1]
        guard let expected = section.name else { throw .unexpectedEnd(name, expected: nil) }
        guard expected == name else { throw .unexpectedEnd(name, expected: expected) }
        open.removeLast()
        add(.section(name: name, isInverted: section.isInverted, pieces: section.pieces))
    }

    private func delimiters(in tag: Tag) throws(Template.Problem) -> Delimiters {
        guard language == .whole else { throw unsupported(tag) }
        let words =
            tag.content.last == UInt8(ascii: "=")
            ? tag.content.dropLast().split(whereSeparator: Self.isBlank) : []
        guard words.count == 2, !words.joined().contains(UInt8(ascii: "=")) else {
            throw .badDelimiters(String(decoding: bytes[tag.range], as: UTF8.self))
        }
        return Delimiters(opening: Array(words[0]), closing: Array(words[1]))
    }

    private func unsupported(_ tag: Tag) -> Template.Problem {
        let inner = bytes[tag.range].dropFirst(delimiters.opening.count).dropLast(delimiters.closing.count)
        return .unsupportedTag(String(decoding: inner, as: UTF8.self))
    }

    private mutating func add(text range: Range<Int>) {
        if !range.isEmpty { add(.text(String(decoding: bytes[range], as: UTF8.self))) }
    }

    private mutating func add(_ piece: Template.Piece) { open[open.count - 1].pieces.append(piece) }

    /// The line that a tag stands alone on, with its break; nothing if anything but blanks stands there too.
    private func standaloneLine(of tag: Range<Int>) -> Range<Int>? {
        var start = tag.lowerBound
        while start > position, Self.isIndentation(bytes[start - 1]) { start -= 1 }
        guard start == 0 || bytes[start - 1] == UInt8(ascii: "\n") else { return nil }
        var end = tag.upperBound
        while end < bytes.count, Self.isIndentation(bytes[end]) { end += 1 }
        if end == bytes.count { return start..<end }
        if bytes[end] == UInt8(ascii: "\r"), end + 1 < bytes.count { end += 1 }
        return bytes[end] == UInt8(ascii: "\n") ? start..<(end + 1) : nil
    }

    private func find(_ pattern: [UInt8], from start: Int) -> Int? {
        guard let first = pattern.first, start + pattern.count <= bytes.count else { return nil }
        var index = start
        while index + pattern.count <= bytes.count {
            if bytes[index] == first, bytes[index..<(index + pattern.count)].elementsEqual(pattern) { return index }
            index += 1
        }
        return nil
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "_-.".unicodeScalars.contains(scalar)
            }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop { isBlank($0) }
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        return bytes
    }

    private static func isIndentation(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
}
