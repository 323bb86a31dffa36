/// Java properties (https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/util/Properties.html#load(java.io.Reader)):
/// keys and values of lines, which a backslash at the end joins.
///
/// The text is taken for UTF-8, of which ASCII means the same whichever encoding the program that reads it expects; a
/// byte order mark is skipped.
package struct PropertiesText: Sendable {
    /// The entries in the text's order, several of one key too.
    package let entries: [Entry]
    private let file: String
    private let bytes: [UInt8]

    /// A key and its value.
    package struct Entry: Sendable, Equatable {
        /// The key, without escapes.
        package var key: String
        /// The value, without escapes; white space at its end is part of it.
        package var value: String
        /// The bytes of the value, with escapes and joined lines.
        package var range: Range<Int>
        /// The value without the white space at its end.
        package var trimmed: String
        /// The bytes of ``trimmed``.
        package var trimmedRange: Range<Int>
    }

    package init(_ text: String, file: RelativePath) throws(RelctlError) {
        bytes = Array(text.utf8)
        self.file = file.string
        var entries: [Entry] = []
        var position = bytes.starts(with: SourcePlaces.byteOrderMark) ? SourcePlaces.byteOrderMark.count : 0
        while position < bytes.count {
            let line = Self.logicalLine(in: bytes, from: &position)
            guard let last = line.last else { continue }
            do {
                entries.append(try Self.entry(line, end: last.offset + 1))
            } catch {
                var places = SourcePlaces(file: file.string, bytes: bytes)
                throw RelctlError(
                    "`\\u` in a property is not followed by four hexadecimal digits",
                    code: .configurationInvalid,
                    place: places.place(at: error.offset)
                )
            }
        }
        self.entries = entries
    }

    /// Where a byte stands.
    package func place(at offset: Int) -> SourcePlace {
        var places = SourcePlaces(file: file, bytes: bytes)
        return places.place(at: offset)
    }

    private struct Byte {
        let byte: UInt8
        let offset: Int
    }

    private struct BrokenEscape: Error {
        let offset: Int
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0C }
    private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    /// The bytes of a line and of those that it is joined with; none of a comment.
    ///
    /// The blanks that each begins with are left out, as are the joints. It moves past the line break.
    private static func logicalLine(in bytes: [UInt8], from position: inout Int) -> [Byte] {
        var line: [Byte] = []
        func skipBreak() {
            let isPair = bytes[position] == 0x0D && position + 1 < bytes.count && bytes[position + 1] == 0x0A
            position += isPair ? 2 : 1
        }
        var isComment = false
        func startLine() {
            while position < bytes.count, isBlank(bytes[position]) { position += 1 }
            // A line that is joined with nothing but blanks can still be a comment.
            guard line.isEmpty, position < bytes.count else { return }
            isComment = bytes[position] == UInt8(ascii: "#") || bytes[position] == UInt8(ascii: "!")
        }
        startLine()
        while position < bytes.count {
            let byte = bytes[position]
            if isLineBreak(byte) {
                skipBreak()
                break
            }
            guard byte == UInt8(ascii: "\\"), !isComment else {
                if !isComment { line.append(Byte(byte: byte, offset: position)) }
                position += 1
                continue
            }
            guard position + 1 < bytes.count else {
                position += 1
                break
            }
            if isLineBreak(bytes[position + 1]) {
                position += 1
                skipBreak()
                startLine()
            } else {
                line += [Byte(byte: byte, offset: position), Byte(byte: bytes[position + 1], offset: position + 1)]
                position += 2
            }
        }
        return line
    }

    private static func entry(_ line: [Byte], end: Int) throws(BrokenEscape) -> Entry {
        var index = 0
        func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") }
        while index < line.count, !isBlank(line[index].byte), !isSeparator(line[index].byte) {
            index += line[index].byte == UInt8(ascii: "\\") ? 2 : 1
        }
        let key = line[..<min(index, line.count)]
        func skipBlanks() {
            while index < line.count, isBlank(line[index].byte) { index += 1 }
        }
        skipBlanks()
        if index < line.count, isSeparator(line[index].byte) {
            index += 1
            skipBlanks()
        }
        let value = line[min(index, line.count)...]
        let start = value.first?.offset ?? end
        // Of a blank behind a backslash it is left open whether it is escaped: it stays.
        let length = value.lastIndex { !isBlank($0.byte) }.map { last in
            last + (value[last].byte == UInt8(ascii: "\\") && last + 1 < value.endIndex ? 2 : 1)
        }
        let trimmed = value[..<(length ?? value.startIndex)]
        return Entry(
            key: try plain(key),
            value: try plain(value),
            range: start..<end,
            trimmed: try plain(trimmed),
            trimmedRange: start..<(trimmed.last.map { $0.offset + 1 } ?? start)
        )
    }

    /// What bytes with escapes mean.
    private static func plain(_ bytes: ArraySlice<Byte>) throws(BrokenEscape) -> String {
        var units: [UInt16] = []
        var text = ""
        var index = bytes.startIndex
        var run: [UInt8] = []
        func flush() {
            // Escapes are UTF-16: two of them may be one character.
            text += String(decoding: units, as: UTF16.self)
            units = []
            text += String(decoding: run, as: UTF8.self)
            run = []
        }
        while index < bytes.endIndex {
            guard bytes[index].byte == UInt8(ascii: "\\"), index + 1 < bytes.endIndex else {
                if !units.isEmpty { flush() }
                run.append(bytes[index].byte)
                index += 1
                continue
            }
            let escaped = bytes[index + 1].byte
            guard escaped == UInt8(ascii: "u") else {
                if !units.isEmpty { flush() }
                run.append(named[escaped] ?? escaped)
                index += 2
                continue
            }
            if !run.isEmpty { flush() }
            let digits = bytes[(index + 2)...].prefix(4).map(\.byte)
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
            guard digits.count == 4, digits[0] != UInt8(ascii: "+"), let unit else {
                throw BrokenEscape(offset: bytes[index].offset)
            }
            units.append(unit)
            index += 6
        }
        flush()
        return text
    }

    private static let named: [UInt8: UInt8] = [
        UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "f"): 0x0C,
    ]
}
