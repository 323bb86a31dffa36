/// Blocks of Markdown that go on to the end of the page where nothing ends them.
enum MarkdownBlocks {
    /// A text after which other text is what it is: a block of code (GFM 4.5) or a comment (GFM 4.6) that nothing ends,
    /// ends with the text.
    static func closed(_ text: String) -> String {
        var open: Block?
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let text = line.drop { $0 == 0x20 }
            guard line.count - text.count < 4 else { continue }
            switch open {
            case .comment: if ends(line[...]) { open = nil }
            case .code(let mark, let length):
                let run = text.prefix { $0 == mark }
                if run.count >= length, text[run.endIndex...].allSatisfy({ $0 == 0x20 }) { open = nil }
            case nil: open = block(text)
            }
        }
        switch open {
        case .comment: return text + "\n-->"
        case .code(let mark, let length):
            return text + "\n" + String(repeating: Character(Unicode.Scalar(mark)), count: length)
        case nil: return text
        }
    }

    private enum Block {
        case comment
        case code(mark: UInt8, length: Int)
    }

    /// The block that a line begins and does not end.
    private static func block(_ line: Substring.UTF8View) -> Block? {
        if line.starts(with: "<!--".utf8) { return ends(line.dropFirst(4)) ? nil : .comment }
        guard let mark = line.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
        let run = line.prefix { $0 == mark }
        guard run.count >= 3, mark == UInt8(ascii: "~") || !line[run.endIndex...].contains(mark) else { return nil }
        return .code(mark: mark, length: run.count)
    }

    private static func ends(_ line: Substring.UTF8View) -> Bool { line.firstIndex(of: "-->") != nil }
}
