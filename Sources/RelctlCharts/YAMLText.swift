/// Writes values as YAML that every reader takes for the same: block mappings with sorted keys, and texts in double
/// quotes unless they can only be texts.
enum YAMLText {
    /// A whole document.
    static func text(of value: ConfigurationValue) -> String {
        var text = ""
        write(value, indentation: 0, into: &text)
        return text
    }

    private static func write(_ value: ConfigurationValue, indentation: Int, into text: inout String) {
        let margin = String(repeating: " ", count: indentation)
        switch value {
        case .object(let members) where !members.isEmpty:
            for (key, value) in members.sortedBytewise(by: \.key) {
                text += margin + scalar(key) + ":"
                writeBelow(value, indentation: indentation, into: &text)
            }
        case .list(let items) where !items.isEmpty:
            for item in items { writeItem(item, indentation: indentation, into: &text) }
        default: text += margin + plain(value) + "\n"
        }
    }

    /// What stands after a key; a list stands right below it.
    private static func writeBelow(_ value: ConfigurationValue, indentation: Int, into text: inout String) {
        switch value {
        case .object(let members) where !members.isEmpty:
            text += "\n"
            write(value, indentation: indentation + 2, into: &text)
        case .list(let items) where !items.isEmpty:
            text += "\n"
            write(value, indentation: indentation, into: &text)
        default: text += " " + plain(value) + "\n"
        }
    }

    /// An item of a list: its first line begins with a dash in the place of two blanks.
    private static func writeItem(_ value: ConfigurationValue, indentation: Int, into text: inout String) {
        var item = ""
        write(value, indentation: indentation + 2, into: &item)
        text += String(repeating: " ", count: indentation) + "- "
        text += String(decoding: item.utf8.dropFirst(indentation + 2), as: UTF8.self)
    }

    private static func plain(_ value: ConfigurationValue) -> String {
        switch value {
        case .null: "null"
        case .flag(let flag): String(flag)
        case .integer(let number): String(number)
        case .text(let text): scalar(text)
        case .list: "[]"
        case .object: "{}"
        }
    }

    /// Words that some readers take for something else than texts (YAML 1.1, https://yaml.org/type/bool.html).
    private static let words: Set<String> = [
        "y", "n", "yes", "no", "on", "off", "true", "false", "null",
    ]

    private static func scalar(_ text: String) -> String {
        let isLetter = { (byte: UInt8) in (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
        let isPlain = text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "_-./".utf8.contains($0) }
        guard isPlain, let first = text.utf8.first, isLetter(first), !words.contains(text.lowercased()) else {
            return text.quotedAsJSON
        }
        return text
    }
}
