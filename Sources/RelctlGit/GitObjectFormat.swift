/// How a repository names its objects (https://git-scm.com/docs/hash-function-transition).
package enum GitObjectFormat: String, Sendable, Hashable, Codable {
    case sha1, sha256

    /// The format of a name; nothing for what is none.
    package init?(ofName name: String) {
        guard ObjectName(name.utf8) != nil else { return nil }
        self = name.utf8.count == 40 ? .sha1 : .sha256
    }

    /// A name of zeros only, which means that there is no object.
    var absence: String { String(repeating: "0", count: self == .sha1 ? 40 : 64) }

    /// The name that git gives to an object (https://git-scm.com/book/en/v2/Git-Internals-Git-Objects).
    ///
    /// - Parameters:
    ///   - content: The object's bytes.
    ///   - kind: `blob`, `tree`, `commit` or `tag`.
    /// - Returns: hexadecimal digits in lower case.
    package func name(of content: [UInt8], kind: String) -> String {
        let object = Array("\(kind) \(content.count)\0".utf8) + content
        switch self {
        case .sha1: return Self.hexadecimal(SHA1.digest(of: object))
        case .sha256: return Digest(of: object).hexadecimal
        }
    }

    /// Hexadecimal digits, in lower case.
    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension GitObject.Entry {
    /// The bytes of a tree object with these entries.
    package static func tree(of entries: [GitObject.Entry]) -> [UInt8] {
        // git sorts a folder as if a slash ended its name.
        let sorted = entries.map { (entry: $0, key: $0.isFolder ? $0.bytes + [UInt8(ascii: "/")] : $0.bytes) }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
        return sorted.flatMap { item -> [UInt8] in
            let digits = Array(item.entry.id.utf8)
            let id = stride(from: 0, to: digits.count - 1, by: 2).map { index in
                value(digits[index]) << 4 | value(digits[index + 1])
            }
            return Array(item.entry.mode.utf8) + [0x20] + item.entry.bytes + [0] + id
        }
    }

    private static func value(_ digit: UInt8) -> UInt8 { digit < 0x3A ? digit & 15 : digit & 15 + 9 }
}
