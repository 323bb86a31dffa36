/// What of Markdown's structure a changelog's form depends on: headings, and definitions of links at the bottom.
struct ChangelogLines: Sendable {
    /// The headings outside of blocks of code.
    private(set) var headings: [Heading] = []
    /// Where the definitions of links begin that end the file, with the empty lines before them; its end, if it has none.
    private(set) var definitionsStart: Int
    /// What ends a line: what ends the first one.
    let lineBreak: [UInt8]
    /// The number of the line, from 1, where a block of code begins that nothing ends.
    private(set) var unclosedBlock: Int?

    /// A heading (GFM 4.2 and 4.3).
    struct Heading: Sendable {
        /// 1 to 6.
        var level: Int
        /// Its text, without the marks.
        var text: String
        /// Where its line begins.
        var start: Int
        /// The mark of the line below that makes it one; nothing where marks before it do.
        var underline: UInt8?
    }

    /// A line without its break.
    private struct Line {
        var range: Range<Int>
        var next: Int
    }

    init(_ bytes: [UInt8]) {
        let newline = UInt8(ascii: "\n")
        let first = bytes.firstIndex(of: newline)
        let isWindows = first.map { $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\r") } ?? false
        lineBreak = Array((isWindows ? "\r\n" : "\n").utf8)
        var fence: (mark: UInt8, length: Int)?
        var previous: Line?
        definitionsStart = bytes.count
        var endOfText = 0
        var start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        endOfText = start
        var hasDefinitions = false
        var number = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: newline) ?? bytes.count
            let isReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
            let line = Line(range: start..<(isReturn ? end - 1 : end), next: min(bytes.count, end + 1))
            let text = bytes[line.range]
            number += 1
            let isText = fence != nil || !Self.isDefinition(text) && !text.allSatisfy(\.isBlank)
            if let open = fence {
                if Self.fence(text).map({ $0.mark == open.mark && $0.length >= open.length }) == true { fence = nil }
            } else if let opening = Self.fence(text) {
                (fence, unclosedBlock) = (opening, number)
            } else if let heading = Self.heading(text, at: start) {
                headings.append(heading)
            } else if let previous, let level = Self.underline(text), !bytes[previous.range].allSatisfy(\.isBlank),
                headings.last?.start != previous.range.lowerBound
            {
                headings.append(
                    Heading(
                        level: level,
                        text: Self.text(bytes[previous.range]),
                        start: previous.range.lowerBound,
                        underline: text.first
                    )
                )
            }
            if isText {
                (endOfText, hasDefinitions) = (line.next, false)
            } else if Self.isDefinition(text) {
                hasDefinitions = true
            }
            previous = line
            start = line.next
        }
        if hasDefinitions { definitionsStart = endOfText }
        if fence == nil { unclosedBlock = nil }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var bytes = bytes.drop(while: \.isBlank)
        while let last = bytes.last, last.isBlank { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func heading(_ line: ArraySlice<UInt8>, at start: Int) -> Heading? {
        let text = line.drop { $0 == 0x20 }
        let marks = text.prefix { $0 == UInt8(ascii: "#") }.count
        guard line.count - text.count < 4, (1...6).contains(marks) else { return nil }
        let rest = text.dropFirst(marks)
        guard rest.isEmpty || rest.first?.isBlank == true else { return nil }
        var words = Self.text(rest)
        while words.utf8.last == UInt8(ascii: "#") { words.removeLast() }
        return Heading(level: marks, text: Self.text(Array(words.utf8)[...]), start: start)
    }

    /// The level of the heading that a line makes of the line above it.
    private static func underline(_ line: ArraySlice<UInt8>) -> Int? {
        guard let mark = line.first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-") else { return nil }
        let marks = line.prefix { $0 == mark }
        guard marks.count >= 2, line.dropFirst(marks.count).allSatisfy(\.isBlank) else { return nil }
        return mark == UInt8(ascii: "=") ? 1 : 2
    }

    private static func fence(_ line: ArraySlice<UInt8>) -> (mark: UInt8, length: Int)? {
        let text = line.drop { $0 == 0x20 }
        guard let mark = text.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
        let length = text.prefix { $0 == mark }.count
        return length >= 3 ? (mark, length) : nil
    }

    /// Whether a line is `[name]: address` (GFM 4.7).
    private static func isDefinition(_ line: ArraySlice<UInt8>) -> Bool { ChangelogDefinition(line) != nil }
}
