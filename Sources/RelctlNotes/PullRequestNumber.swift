/// The number of a pull request that forges put behind its title: `feat: x (#12)`, `(!12)` at GitLab.
enum PullRequestNumber {
    /// Cuts a first line before the number; the latter with its parentheses, or empty where there is none.
    static func cut(_ subject: String) -> (title: String, number: String) {
        let bytes = Array(subject.utf8)
        guard bytes.last == UInt8(ascii: ")"), let open = bytes.lastIndex(of: UInt8(ascii: "(")), open > 1,
            bytes[open - 1] == UInt8(ascii: " "), "#!".utf8.contains(bytes[open + 1])
        else { return (subject, "") }
        let digits = bytes[(open + 2)...].dropLast()
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return (subject, "") }
        return (String(decoding: bytes[..<(open - 1)], as: UTF8.self), String(decoding: bytes[open...], as: UTF8.self))
    }
}
