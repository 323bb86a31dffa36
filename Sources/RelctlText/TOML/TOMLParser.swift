/// Reads TOML (https://toml.io/en/v1.0.0) into nodes that know where they stand.
///
/// What TOML 1.1.0 (https://toml.io/en/v1.1.0) adds is read as well, because Cargo does: inline tables over several lines
/// and with a comma at their end, `\e` and `\xHH`, and times without seconds.
///
/// Beyond the specification, more than ``maximumDepth`` values inside one another are an error, and a byte order mark
/// at the start is ignored.
enum TOMLParser {
    /// How many values may stand inside one another, and how many parts a key may have.
    static let maximumDepth = 100

    /// Parses a whole text.
    ///
    /// - Throws: ``RelctlError`` with the place of the first thing that is wrong.
    static func parse(_ text: String, file: String) throws(RelctlError) -> SourceNode {
        var reader = TOMLReader(bytes: Array(text.utf8), file: file)
        return try reader.document()
    }
}

extension SourceNode {
    /// Reads a TOML text.
    ///
    /// The range of a text lies inside its quotes, without the line break that follows an opening `"""` or `'''` and is
    /// no part of it. A table of a header begins at its first header and covers it.
    ///
    /// - Throws: ``RelctlError`` with the place of the first thing that is wrong.
    package init(toml text: String, file: String) throws(RelctlError) { self = try TOMLParser.parse(text, file: file) }
}

/// One pass over the bytes of a TOML text: lines, headers and keys; values have files of their own.
struct TOMLReader {
    let bytes: [UInt8]
    var position = 0
    private var places: SourcePlaces
    private let root: TOMLTable
    /// Counts headers and inline tables, so that a dotted key's table knows where it may grow.
    private var sections = 0

    init(bytes: [UInt8], file: String) {
        self.bytes = bytes
        places = SourcePlaces(file: file, bytes: bytes)
        let start = bytes.starts(with: SourcePlaces.byteOrderMark) ? SourcePlaces.byteOrderMark.count : 0
        position = start
        root = TOMLTable(.header, place: places.place(at: start), range: start..<start)
    }

    mutating func document() throws(RelctlError) -> SourceNode {
        var (table, section) = (root, sections)
        while position < bytes.count {
            skipBlanks()
            switch byte() {
            case UInt8(ascii: "["):
                table = try header()
                sections += 1
                section = sections
            case UInt8(ascii: "#"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), nil: break
            default: try keyAndValue(into: table, section: section, depth: 1)
            }
            try endOfLine()
        }
        return root.node
    }

    /// `[table]` or `[[table]]`.
    private mutating func header() throws(RelctlError) -> TOMLTable {
        let start = position
        let place = place(at: start)
        let isArray = bytes[start...].starts(with: "[[".utf8)
        position += isArray ? 2 : 1
        let keys = try dottedKey()
        guard bytes[position...].starts(with: (isArray ? "]]" : "]").utf8) else {
            throw problem("`\(isArray ? "]]" : "]")` is expected, not \(found())", at: position)
        }
        position += isArray ? 2 : 1
        var table = root
        for key in keys.dropLast() { table = try step(from: table, to: key) }
        guard let last = keys.last else { throw problem("a key is expected", at: start) }
        let new = TOMLTable(.header, place: place, range: start..<position)
        switch (table[last]?.slot, isArray) {
        case (nil, false): table.set(.table(new), for: last)
        case (nil, true): table.set(.tables(TOMLTables([new])), for: last)
        case (.tables(let tables)?, true): tables.list.append(new)
        case (.table(let known)?, false) where known.origin == .implied:
            known.origin = .header
            return known
        default: throw duplicate(last, in: table)
        }
        return new
    }

    /// The table that `key` leads to on the way to a header's own.
    private mutating func step(from table: TOMLTable, to key: TOMLKey) throws(RelctlError) -> TOMLTable {
        switch table[key]?.slot {
        case nil:
            let new = TOMLTable(.implied, place: key.place, range: key.range)
            table.set(.table(new), for: key)
            return new
        case .table(let known)? where known.origin != .inline: return known
        case .tables(let tables)?:
            if let last = tables.list.last { return last }
            throw duplicate(key, in: table)
        case .table?, .value?:
            throw problem("`\(key.text)` is not a table that can be added to", at: key.range.lowerBound)
        }
    }

    /// `key = value`, where the key may be dotted.
    mutating func keyAndValue(into table: TOMLTable, section: Int, depth: Int) throws(RelctlError) {
        let keys = try dottedKey()
        guard byte() == UInt8(ascii: "="), let last = keys.last else {
            throw problem("`=` is expected, not \(found())", at: position)
        }
        position += 1
        skipBlanks()
        var target = table
        for key in keys.dropLast() { target = try dotted(from: target, to: key, section: section) }
        guard target[last] == nil else { throw duplicate(last, in: target) }
        // Every part of the key is a table inside another.
        target.set(try value(depth: depth + keys.count - 1), for: last)
    }

    /// The table that `key` leads to on the way to a dotted key's value.
    private mutating func dotted(
        from table: TOMLTable,
        to key: TOMLKey,
        section: Int
    ) throws(RelctlError) -> TOMLTable {
        switch table[key]?.slot {
        case nil:
            let new = TOMLTable(.dotted(section), place: key.place, range: key.range)
            table.set(.table(new), for: key)
            return new
        case .table(let known)? where known.origin == .dotted(section): return known
        case .table(let known)? where known.origin == .implied:
            known.origin = .dotted(section)
            return known
        default: throw duplicate(key, in: table)
        }
    }

    /// A number that no section and no inline table has had.
    mutating func nextSection() -> Int {
        sections += 1
        return sections
    }

    private mutating func dottedKey() throws(RelctlError) -> [TOMLKey] {
        var keys: [TOMLKey] = []
        while true {
            skipBlanks()
            keys.append(try simpleKey())
            guard keys.count <= TOMLParser.maximumDepth else {
                throw problem("a key has more than \(TOMLParser.maximumDepth) parts", at: keys[0].range.lowerBound)
            }
            skipBlanks()
            guard byte() == UInt8(ascii: ".") else { return keys }
            position += 1
        }
    }

    private mutating func simpleKey() throws(RelctlError) -> TOMLKey {
        let start = position
        let text: String
        switch byte() {
        case UInt8(ascii: "\""): text = try basicString()
        case UInt8(ascii: "'"): text = try literalString()
        default:
            text = take { Self.isBareKey($0) }
            guard !text.isEmpty else { throw problem("a key is expected, not \(found())", at: start) }
        }
        return TOMLKey(text: text, place: place(at: start), range: start..<position)
    }

    private static func isBareKey(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

/// Looking at the text, and saying what is wrong with it.
extension TOMLReader {
    /// The byte at the position; nothing at the end.
    func byte() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Goes past the bytes that `isWanted` takes, and returns their text.
    mutating func take(while isWanted: (UInt8) -> Bool) -> String {
        let run = bytes[position...].prefix(while: isWanted)
        position = run.endIndex
        return String(decoding: run, as: UTF8.self)
    }

    mutating func skipBlanks() {
        while byte() == UInt8(ascii: " ") || byte() == UInt8(ascii: "\t") { position += 1 }
    }

    /// Goes past LF or CRLF if one is next; a CR alone is not a line break.
    mutating func skipLineBreak() -> Bool {
        guard let length = lineBreakLength() else { return false }
        position += length
        return true
    }

    /// Bytes of the line break that is next; nothing if something else is.
    func lineBreakLength() -> Int? {
        if byte() == UInt8(ascii: "\n") { return 1 }
        return bytes[position...].starts(with: [0x0D, 0x0A]) ? 2 : nil
    }

    /// Goes past a comment if one is next; no control character but the tab may stand in it.
    mutating func skipComment() throws(RelctlError) {
        guard byte() == UInt8(ascii: "#") else { return }
        while let next = byte(), lineBreakLength() == nil {
            guard !Self.isControl(next) else { throw problem("\(found()) stands in a comment", at: position) }
            position += 1
        }
    }

    private mutating func endOfLine() throws(RelctlError) {
        skipBlanks()
        try skipComment()
        guard position < bytes.count, !skipLineBreak() else { return }
        throw problem("the line must end here, but \(found()) follows", at: position)
    }

    /// Control characters that may not stand in strings and comments; the tab may.
    static func isControl(_ byte: UInt8) -> Bool { (byte < 0x20 && byte != 0x09) || byte == 0x7F }

    /// What stands at the position, for messages.
    func found() -> String {
        guard let byte = byte() else { return "the end of the file" }
        if byte == UInt8(ascii: "\n") || lineBreakLength() != nil { return "the end of the line" }
        if Self.isControl(byte) || byte == 0x09 { return "the control character \(byte)" }
        guard let character = String(decoding: bytes[position...].prefix(32), as: UTF8.self).first else { return "" }
        return "`\(character)`"
    }

    mutating func place(at offset: Int) -> SourcePlace { places.place(at: offset) }

    mutating func problem(_ message: String, at offset: Int) -> RelctlError {
        RelctlError(message, code: .configurationInvalid, place: place(at: offset))
    }

    private mutating func duplicate(_ key: TOMLKey, in table: TOMLTable) -> RelctlError {
        let first = table[key].map { "; the first is at \($0.key.place)" } ?? ""
        return problem("`\(key.text)` is defined twice\(first)", at: key.range.lowerBound)
    }
}
