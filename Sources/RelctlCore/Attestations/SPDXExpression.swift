/// The form of licence expressions (SPDX 2.3, annex D): names, `AND`, `OR`, `WITH` and parentheses.
enum SPDXExpression {
    /// Whether a text has the form; whether SPDX's list has each licence it names is not known here.
    static func isExpression(_ text: String) -> Bool { names(in: text) != nil }

    /// The licences and exceptions that an expression names, in its order; nothing for a text of another form.
    static func names(in text: String) -> [String]? {
        var names: [String] = []
        var (depth, wantsName, previous) = (0, true, "")
        for word in words(of: text) {
            switch word {
            case "(" where wantsName && previous != "WITH": depth += 1
            case ")" where !wantsName && depth > 0: depth -= 1
            case "AND", "OR", "WITH":
                guard !wantsName, word != "WITH" || previous != ")" else { return nil }
                wantsName = true
            default:
                guard wantsName, isName(word) else { return nil }
                names.append(word)
                wantsName = false
            }
            previous = word
        }
        return depth == 0 && !wantsName ? names : nil
    }

    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = ""
        for scalar in text.unicodeScalars {
            if scalar == " " || scalar == "(" || scalar == ")" {
                if !word.isEmpty { words.append(word) }
                word = ""
                if scalar != " " { words.append(String(scalar)) }
            } else {
                word.unicodeScalars.append(scalar)
            }
        }
        return word.isEmpty ? words : words + [word]
    }

    /// `idstring`, perhaps with a `+` at its end.
    private static func isName(_ word: String) -> Bool {
        let bytes = word.utf8.last == UInt8(ascii: "+") ? word.utf8.dropLast() : word.utf8[...]
        return !bytes.isEmpty
            && bytes.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}
