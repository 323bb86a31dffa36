/// Pieces of a workflow's YAML (https://yaml.org/spec/1.2.2/), as lines.
package enum WorkflowText {
    /// A text as one value: as it stands where YAML takes it for that very text, else in quotation marks.
    package static func value(_ text: String) -> String {
        let isPlain = text.wholeMatch(of: /[A-Za-z_][A-Za-z0-9.\/_@+\-]*/) != nil
        return isPlain && !otherTypes.contains(text.lowercased()) ? text : text.quotedAsJSON
    }

    /// Words that are no texts to readers of YAML 1.1 or 1.2.
    private static let otherTypes: Set<String> = ["true", "false", "yes", "no", "on", "off", "y", "n", "null"]

    /// Lines one level deeper or more; empty ones stay empty.
    package static func indented(_ lines: [String], by levels: Int = 1) -> [String] {
        let blanks = String(repeating: "  ", count: levels)
        return lines.map { $0.isEmpty ? $0 : blanks + $0 }
    }

    /// A key with others below it; nothing where there are none.
    package static func mapping(_ key: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : ["\(key):"] + indented(lines)
    }

    /// Texts by name, in the order of the names.
    package static func mapping(_ key: String, of texts: [String: String]) -> [String] {
        let sorted = texts.sortedBytewise(by: \.key)
        return mapping(key, sorted.flatMap { text(value($0.key), $0.value) })
    }

    /// A text that may have several lines: as a block where that is what it is, else on one line.
    package static func text(_ key: String, _ text: String) -> [String] { scalar(text, behind: "\(key): ") }

    /// A text in a list, as ``text(_:_:)`` has it; a name by which the same text can be had again is its anchor.
    package static func item(text: String, anchor: String? = nil) -> [String] {
        scalar(text, behind: "- " + (anchor.map { "&\($0) " } ?? ""))
    }

    private static func scalar(_ text: String, behind start: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // A block takes its depth from its first line, and ends where nothing but blanks is left.
        guard lines.count > 1, let first = lines.first, !first.isEmpty, !first.hasPrefix(" "), !first.hasPrefix("\t"),
            lines.allSatisfy({ !$0.hasSuffix(" ") && !$0.hasSuffix("\t") && $0.unicodeScalars.allSatisfy(isPrintable) })
        else { return [start + value(text)] }
        let end = lines.drop { $0.isEmpty }.reversed().prefix { $0.isEmpty }.count
        guard end <= 1 else { return [start + value(text)] }
        return [start + "|\(end == 0 ? "-" : "")"] + indented(Array(lines.dropLast(end)))
    }

    /// Whether YAML takes a character as it stands in a line of a block.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x20...0x7e, 0xa0...0x2027, 0x202a...0xd7ff, 0xe000...0xfefe, 0xff00...0xfffd, 0x10000...: true
        default: false
        }
    }

    /// Texts as a list on one line.
    package static func list(_ texts: [String]) -> String { "[\(texts.map(value).joined(separator: ", "))]" }

    /// Something in a list: its first line behind the dash.
    package static func item(_ lines: [String]) -> [String] {
        guard let first = lines.first else { return [] }
        return ["- " + first] + indented(Array(lines.dropFirst()))
    }
}
