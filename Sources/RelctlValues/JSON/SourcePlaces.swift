/// Turns byte offsets of a UTF-8 text into places as editors count them.
///
/// A line ends at LF, CR or CRLF; a column is a character (an extended grapheme cluster), not a byte. A byte order mark
/// at the text's start takes no column. Asked for rising offsets, the whole text is walked once.
package struct SourcePlaces: Sendable {
    private let file: String
    private let bytes: [UInt8]
    private let start: Int
    private var offset: Int
    private var line = 1
    private var column = 1

    /// Describes the places of `bytes`, which must be UTF-8, in errors about `file`.
    package init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
        start = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
        offset = start
    }

    /// U+FEFF in UTF-8.
    package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The place of the character that begins at `target`.
    package mutating func place(at target: Int) -> SourcePlace {
        let target = min(target, bytes.count)
        if target < offset { (offset, line, column) = (start, 1, 1) }
        while offset < target {
            if Self.isLineBreak(bytes[offset]) {
                let isPair = bytes[offset] == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
                offset += isPair ? 2 : 1
                (line, column) = (line + 1, 1)
            } else {
                let run = bytes[offset..<target].prefix { !Self.isLineBreak($0) }
                column += run.allSatisfy { $0 < 0x80 } ? run.count : String(decoding: run, as: UTF8.self).count
                offset = run.endIndex
            }
        }
        return SourcePlace(file: file, line: line, column: column)
    }

    private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
