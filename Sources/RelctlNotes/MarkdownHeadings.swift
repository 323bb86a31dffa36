/// The headings of a text in Markdown (GFM 4.2 and 4.3), as far as they make the outline of a page: not those in blocks
/// of code, of HTML and in quotations.
struct MarkdownHeadings: Sendable {
    /// The lines, without their ends.
    private let lines: [[UInt8]]
    private let headings: [Heading]

    /// A heading.
    private struct Heading: Sendable {
        /// The lines that it takes, the one below it that makes it one included.
        var lines: ClosedRange<Int>
        /// 1 to 6.
        var level: Int
        /// Whether marks before it make it one.
        var hasMarks: Bool
    }

    /// Looks for headings; lines end in LF.
    init(_ text: String) {
        lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
        var reader = Reader()
        for line in lines { reader.read(line) }
        headings = reader.headings
    }

    /// The text.
    var text: String { joined(lines) }

    /// The text without empty lines at its top, and without a heading there.
    var withoutFirst: String {
        let isText = { (line: [UInt8]) in !line.allSatisfy(\.isBlank) }
        let start = lines.firstIndex(where: isText) ?? lines.endIndex
        guard let first = headings.first, first.lines.lowerBound == start else { return joined(lines[start...]) }
        return joined(lines[(first.lines.upperBound + 1)...].drop { !isText($0) })
    }

    /// The text with all headings below those of a level, in the order of ranks that they have among themselves.
    ///
    /// Underlined ones can say two levels alone, so that they get marks.
    func shifted(below level: Int) -> String {
        let distance = level + 1 - (headings.map(\.level).min() ?? level + 1)
        guard distance > 0 else { return text }
        var result: [[UInt8]] = []
        var next = 0
        for heading in headings {
            result += lines[next..<heading.lines.lowerBound]
            result.append(line(of: heading, shiftedBy: distance))
            next = heading.lines.upperBound + 1
        }
        return joined(result + lines[next...])
    }

    private func line(of heading: Heading, shiftedBy distance: Int) -> [UInt8] {
        let first = lines[heading.lines.lowerBound]
        let indentation = first.prefix { $0 == 0x20 }
        let marks = [UInt8](repeating: UInt8(ascii: "#"), count: min(6, heading.level + distance))
        guard !heading.hasMarks else { return indentation + marks + first.dropFirst(indentation.count + heading.level) }
        let words = lines[heading.lines].dropLast().map { line -> ArraySlice<UInt8> in
            var line = line.drop(while: \.isBlank)
            while line.last?.isBlank == true { line.removeLast() }
            return line
        }
        return indentation + marks + [0x20] + words.joined(separator: [0x20])
    }

    private func joined(_ lines: some Sequence<[UInt8]>) -> String {
        String(decoding: Array(lines.joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self)
    }
}

extension MarkdownHeadings {
    /// Reads lines from the first to the last.
    private struct Reader {
        private(set) var headings: [Heading] = []
        private var state = State.open
        private var number = 0

        private enum State {
            /// What comes may be anything.
            case open
            /// A paragraph that began at this line, which a line of `=` or `-` would make a heading.
            case paragraph(Int)
            /// An item of a list, a quotation, a table or HTML, which goes on until a line is empty.
            case block(isHTML: Bool)
            /// A block of code.
            case code(mark: UInt8, length: Int)
            /// HTML that goes on, over empty lines too, until these words.
            case raw(end: String)
        }

        mutating func read(_ line: [UInt8]) {
            defer { number += 1 }
            let text = line.drop { $0 == 0x20 }
            let isIndented = line.count - text.count > 3 || text.first == 0x09
            switch state {
            case .code(let mark, let length):
                let run = text.prefix { $0 == mark }
                if run.count >= length, text[run.endIndex...].allSatisfy(\.isBlank), !isIndented { state = .open }
            case .raw(let end):
                if MarkdownHeadings.contains(text, end) { state = .open }
            case .block(isHTML: true):
                if text.allSatisfy(\.isBlank) { state = .open }
            case .paragraph(let start):
                readText(text, isIndented: isIndented, paragraph: start)
            case .open, .block(isHTML: false):
                readText(text, isIndented: isIndented, paragraph: nil)
            }
        }

        private mutating func readText(_ text: ArraySlice<UInt8>, isIndented: Bool, paragraph: Int?) {
            guard !text.allSatisfy(\.isBlank) else { return state = .open }
            // What is indented goes on with the paragraph, or is code.
            guard !isIndented else { return }
            if let paragraph, let level = Self.underline(text) {
                headings.append(Heading(lines: paragraph...number, level: level, hasMarks: false))
                return state = .open
            }
            if let level = Self.marks(text) {
                headings.append(Heading(lines: number...number, level: level, hasMarks: true))
                return state = .open
            }
            if let next = Self.block(text) {
                // A single line of HTML does not end a paragraph that it stands in, but a block does.
                state = next
            } else if case .open = state {
                state = Self.isItem(text) ? .block(isHTML: false) : .paragraph(number)
            } else if Self.isItem(text) {
                state = .block(isHTML: false)
            }
        }

        /// The block of code or HTML that a line begins and does not end.
        private static func block(_ text: ArraySlice<UInt8>) -> State? {
            guard let mark = text.first else { return nil }
            if mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") {
                let run = text.prefix { $0 == mark }
                guard run.count > 2, mark == UInt8(ascii: "~") || !text[run.endIndex...].contains(mark) else {
                    return nil
                }
                return .code(mark: mark, length: run.count)
            }
            guard mark == UInt8(ascii: "<") else { return nil }
            let name = String(decoding: text.dropFirst().prefix { $0.isLetterOrDigit }, as: UTF8.self).lowercased()
            let raw =
                text.starts(with: "<!--".utf8)
                ? "-->" : ["pre", "script", "style", "textarea"].contains(name) ? "</\(name)>" : nil
            if let raw { return MarkdownHeadings.contains(text, raw) ? .block(isHTML: false) : .raw(end: raw) }
            let rest = text.dropFirst().drop { $0 == UInt8(ascii: "/") || $0.isLetterOrDigit }
            // An address such as `<https://…>` is text.
            let isTag = text.count - rest.count > 1 && (rest.first.map { " \t>/".utf8.contains($0) } ?? true)
            return isTag ? .block(isHTML: true) : nil
        }

        private static func marks(_ text: ArraySlice<UInt8>) -> Int? {
            let marks = text.prefix { $0 == UInt8(ascii: "#") }
            guard (1...6).contains(marks.count), text[marks.endIndex...].first?.isBlank != false else { return nil }
            return marks.count
        }

        private static func underline(_ text: ArraySlice<UInt8>) -> Int? {
            guard let mark = text.first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-") else { return nil }
            guard text.drop(while: { $0 == mark }).allSatisfy(\.isBlank) else { return nil }
            return mark == UInt8(ascii: "=") ? 1 : 2
        }

        /// Whether a line begins an item of a list, a quotation or a table's row, or only divides what is around it.
        private static func isItem(_ text: ArraySlice<UInt8>) -> Bool {
            guard let mark = text.first else { return false }
            if mark == UInt8(ascii: ">") || mark == UInt8(ascii: "|") { return true }
            if "-+*_".utf8.contains(mark) {
                let isRule = text.count > 2 && text.allSatisfy { $0 == mark || $0.isBlank }
                return isRule || mark != UInt8(ascii: "_") && text.dropFirst().first?.isBlank != false
            }
            let digits = text.prefix { (0x30...0x39).contains($0) }
            let rest = text[digits.endIndex...]
            return (1...9).contains(digits.count) && (rest.first.map { ".)".utf8.contains($0) } ?? false)
                && rest.dropFirst().first?.isBlank != false
        }
    }

    private static func contains(_ line: ArraySlice<UInt8>, _ words: String) -> Bool {
        String(decoding: line, as: UTF8.self).lowercased().utf8.firstIndex(of: words) != nil
    }
}
