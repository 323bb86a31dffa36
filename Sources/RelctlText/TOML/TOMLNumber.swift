/// Numbers (TOML 1.0.0, "Integer" and "Float").
enum TOMLNumber: Equatable {
    case integer(Int64)
    case float(Double)
    /// An integer beyond 64 bits, which would lose digits.
    case tooLarge

    /// The number that a word means; nothing if it is not one.
    static func parse(_ word: String) -> TOMLNumber? {
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where word.hasPrefix(prefix) {
            guard let digits = digits(word.dropFirst(2), radix: radix) else { return nil }
            return Int64(digits, radix: radix).map { .integer($0) } ?? .tooLarge
        }
        let (sign, unsigned) = cutSign(word)
        if unsigned == "inf" { return .float(sign == "-" ? -.infinity : .infinity) }
        if unsigned == "nan" { return .float(.nan) }
        if let digits = decimal(unsigned) {
            return Int64(sign + digits).map { .integer($0) } ?? .tooLarge
        }
        return float(unsigned).flatMap { Double(sign + $0) }.map { .float($0) }
    }

    private static func cutSign(_ word: String) -> (sign: String, rest: Substring) {
        guard let first = word.first, first == "+" || first == "-" else { return ("", word[...]) }
        return (first == "-" ? "-" : "", word.dropFirst())
    }

    /// Digits with single underscores between them; nothing for any other text.
    private static func digits(_ text: Substring, radix: Int) -> String? {
        let groups = text.split(separator: "_", omittingEmptySubsequences: false)
        let isValid = groups.allSatisfy { group in
            !group.isEmpty && group.utf8.allSatisfy { Character(UnicodeScalar($0)).hexDigitValue ?? radix < radix }
        }
        return isValid ? groups.joined() : nil
    }

    /// Decimal digits without a zero in front.
    private static func decimal(_ text: Substring) -> String? {
        guard let digits = digits(text, radix: 10), digits == "0" || !digits.hasPrefix("0") else { return nil }
        return digits
    }

    /// An integer part followed by a fraction, an exponent or both, in the form that `Double` takes.
    private static func float(_ text: Substring) -> String? {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let mantissa = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 || mantissa.count == 2, let whole = decimal(mantissa[0]) else { return nil }
        var result = whole
        if mantissa.count == 2 {
            guard let fraction = digits(mantissa[1], radix: 10) else { return nil }
            result += "." + fraction
        }
        if parts.count == 2 {
            let (sign, unsigned) = cutSign(String(parts[1]))
            guard let exponent = digits(unsigned, radix: 10) else { return nil }
            result += "e" + sign + exponent
        }
        return result
    }
}
