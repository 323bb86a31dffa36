extension ConfigurationValue {
    /// The value as JSON on one line, to show.
    package var text: String {
        switch self {
        case .null: return "null"
        case .flag(let flag): return String(flag)
        case .integer(let number): return String(number)
        case .text(let text): return text.quotedAsJSON
        case .list(let items): return "[" + items.map(\.text).joined(separator: ", ") + "]"
        case .object(let members):
            guard !members.isEmpty else { return "{}" }
            let sorted = members.sortedBytewise(by: \.key)
            return "{ " + sorted.map { "\($0.key.quotedAsJSON): \($0.value.text)" }.joined(separator: ", ") + " }"
        }
    }
}

extension String {
    /// This text as a JSON string (RFC 8259 section 7), with control characters and line separators escaped.
    package var quotedAsJSON: String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
