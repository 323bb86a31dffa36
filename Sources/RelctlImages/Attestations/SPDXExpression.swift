/// Licence expressions (SPDX 2.3, annex D): names, `AND`, `OR`, `WITH` and parentheses.
///
/// Whether SPDX's list has each licence that one names is not known here.
package indirect enum SPDXExpression: Sendable, Hashable {
    /// A licence, perhaps with an exception.
    case license(String, exception: String?)
    /// All of them hold.
    case all([SPDXExpression])
    /// Whoever takes it chooses one.
    case any([SPDXExpression])

    /// Reads an expression; nothing for a text of another form, or with more parentheses in one another than people write.
    package init?(_ text: String) {
        var words = Self.words(of: text)[...]
        guard let expression = Self.alternatives(&words, depth: 0), words.isEmpty else { return nil }
        self = expression
    }

    /// Whether a text has the form.
    static func isExpression(_ text: String) -> Bool { names(in: text) != nil }

    /// The licences and exceptions that an expression names, in its order; nothing for a text of another form.
    package static func names(in text: String) -> [String]? {
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

    // MARK: Reading

    /// How many parentheses may stand in one another: each is a call of its own here.
    private static let depthLimit = 64

    private static func alternatives(_ words: inout ArraySlice<String>, depth: Int) -> SPDXExpression? {
        parts(&words, "OR") { conditions(&$0, depth: depth) }.map { $0.count == 1 ? $0[0] : .any($0) }
    }

    /// `AND` binds more than `OR`.
    private static func conditions(_ words: inout ArraySlice<String>, depth: Int) -> SPDXExpression? {
        parts(&words, "AND") { single(&$0, depth: depth) }.map { $0.count == 1 ? $0[0] : .all($0) }
    }

    private static func parts(
        _ words: inout ArraySlice<String>,
        _ word: String,
        _ part: (inout ArraySlice<String>) -> SPDXExpression?
    ) -> [SPDXExpression]? {
        var found: [SPDXExpression] = []
        repeat {
            if !found.isEmpty { words.removeFirst() }
            guard let one = part(&words) else { return nil }
            found.append(one)
        } while words.first == word
        return found
    }

    private static func single(_ words: inout ArraySlice<String>, depth: Int) -> SPDXExpression? {
        guard let first = words.popFirst() else { return nil }
        if first == "(" {
            guard depth < depthLimit, let inner = alternatives(&words, depth: depth + 1), words.popFirst() == ")"
            else { return nil }
            return inner
        }
        guard isName(first) else { return nil }
        guard words.first == "WITH" else { return .license(first, exception: nil) }
        words.removeFirst()
        guard let exception = words.popFirst(), isName(exception) else { return nil }
        return .license(first, exception: exception)
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
        guard !["AND", "OR", "WITH"].contains(word) else { return false }
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
