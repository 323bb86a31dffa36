/// How RubyGems writes versions (https://docs.ruby-lang.org/en/3.4/Gem/Version.html): a pre-release is a version
/// with a letter in it, `1.0.0.rc.1`; RubyGems itself reads a `-` as `.pre.`.
enum GemVersion {
    /// A version as gems have it, such as `1.0.0.rc.1` for 1.0.0-rc.1.
    ///
    /// Build metadata has no place in it. A pre-release that begins with a digit gets `pre` in front, because `1.0.0.1`
    /// comes after 1.0.0.
    static func spelling(of version: Version) -> String {
        let core = "\(version.major).\(version.minor).\(version.patch)"
        guard version.isPrerelease else { return core }
        let parts = version.prereleaseText.utf8.split { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
            .map { String(Substring($0)) }
        let isWord = parts.first?.utf8.first.map { !CodeLexer.isDigit($0) } ?? false
        return ([core] + (isWord ? [] : ["pre"]) + parts).joined(separator: ".")
    }

    /// What a gem's version means.
    ///
    /// `1.0.0.rc.1` and `1.0.0.rc1`, which are one to RubyGems, are 1.0.0-rc.1, and `1.2` is 1.2.0. A version of four
    /// numbers means none of three.
    static func meaning(of text: String) -> Version? {
        if let version = try? Version(text) { return version }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        let numbers = parts.prefix { $0.utf8.allSatisfy(CodeLexer.isDigit) }
        guard (1...3).contains(numbers.count) else { return nil }
        let core = (numbers + Array(repeating: "0", count: 3 - numbers.count)).joined(separator: ".")
        let rest = parts.dropFirst(numbers.count).flatMap(segments)
        return try? Version(rest.isEmpty ? core : core + "-" + rest.joined(separator: "."))
    }

    /// The runs of digits and of letters, as RubyGems compares them.
    private static func segments(_ part: String) -> [String] {
        var segments: [[UInt8]] = []
        for byte in part.utf8 {
            if let last = segments.last?.last, CodeLexer.isDigit(last) == CodeLexer.isDigit(byte) {
                segments[segments.count - 1].append(byte)
            } else {
                segments.append([byte])
            }
        }
        return segments.isEmpty ? [""] : segments.map { String(decoding: $0, as: UTF8.self) }
    }
}
