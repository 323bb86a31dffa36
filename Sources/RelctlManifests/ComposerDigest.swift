/// The digests of composer.json by which composer.lock says what it was made of.
///
/// They are what Composer computes: MD5 of PHP's own form of JSON
/// (https://www.php.net/manual/en/function.json-encode.php) of the keys that decide what is installed.
enum ComposerDigest {
    /// The keys that count, and `config.platform`.
    private static let keys: Set<String> = [
        "name", "version", "require", "require-dev", "conflict", "replace", "provide", "minimum-stability",
        "prefer-stable", "repositories", "extra",
    ]

    /// `content-hash`; nothing for a text that PHP may read in another way than relctl does.
    static func ofContent(_ text: [UInt8]) -> String? {
        guard let root = try? JSONParser.parse(text, file: "composer.json", dialect: .json),
            case .object(let members) = root.value
        else { return nil }
        var relevant = members.filter { keys.contains($0.key) }
        if let config = root["config"], case .object(let settings) = config.value,
            let platform = settings.first(where: { $0.key == "platform" && $0.node.value != .null })
        {
            let node = JSONNode(value: .object([platform]), place: config.place, range: config.range)
            relevant.append(JSONNode.Member(key: "config", keyPlace: config.place, node: node))
        }
        relevant = relevant.sortedBytewise(by: \.key)
        var written: [UInt8] = []
        guard write(members: relevant, to: &written) else { return nil }
        return MD5.hexadecimal(of: written)
    }

    /// `hash` of older locks: of the file as it is.
    static func ofFile(_ text: [UInt8]) -> String? { MD5.hexadecimal(of: text) }

    /// Writes a value as PHP does; says whether it can be known how.
    private static func write(_ node: JSONNode, to text: inout [UInt8]) -> Bool {
        switch node.value {
        case .object(let members): return write(members: members, to: &text)
        case .array(let items): return write(items, to: &text)
        case .string(let string): write(string, to: &text)
        case .number(let digits):
            // PHP has 64 bits, and other forms for what has a point or an exponent.
            guard let number = Int64(digits), digits != "-0" else { return false }
            text += "\(number)".utf8
        case .flag(let flag): text += (flag ? "true" : "false").utf8
        case .null: text += "null".utf8
        }
        return true
    }

    private static func write(_ items: [JSONNode], to text: inout [UInt8]) -> Bool {
        text.append(UInt8(ascii: "["))
        for (index, item) in items.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            guard write(item, to: &text) else { return false }
        }
        text.append(UInt8(ascii: "]"))
        return true
    }

    private static func write(members: [JSONNode.Member], to text: inout [UInt8]) -> Bool {
        // To PHP both are arrays, and one whose keys count from 0, as none do, is written as a list.
        guard !members.enumerated().allSatisfy({ "\($0)".equalsBytewise($1.key) }) else {
            return write(members.map(\.node), to: &text)
        }
        text.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            write(member.key, to: &text)
            text.append(UInt8(ascii: ":"))
            guard write(member.node, to: &text) else { return false }
        }
        text.append(UInt8(ascii: "}"))
        return true
    }

    /// Writes a text in ASCII alone, with a backslash before slashes.
    private static func write(_ string: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        for unit in string.utf16 {
            switch unit {
            case 0x08: text += "\\b".utf8
            case 0x09: text += "\\t".utf8
            case 0x0A: text += "\\n".utf8
            case 0x0C: text += "\\f".utf8
            case 0x0D: text += "\\r".utf8
            case 0x22, 0x2F, 0x5C: text += [UInt8(ascii: "\\"), UInt8(truncatingIfNeeded: unit)]
            case 0x20..<0x80: text.append(UInt8(truncatingIfNeeded: unit))
            default:
                let digits = String(unit, radix: 16)
                text += ("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8
            }
        }
        text.append(UInt8(ascii: "\""))
    }
}
