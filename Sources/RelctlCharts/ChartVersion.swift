/// A version as Helm takes it: Semantic Versioning in which minor and patch may be left out and a `v` may stand in front.
///
/// That is what Go's `github.com/Masterminds/semver` reads by `NewVersion`, which Helm asks.
package struct ChartVersion: Sendable, Hashable {
    /// What it means.
    package let meaning: Version

    /// Reads a version; nothing for a text that Helm refuses.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        let rest = bytes.first == UInt8(ascii: "v") ? bytes.dropFirst() : bytes[...]
        let end = rest.firstIndex { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") } ?? rest.endIndex
        let numbers = rest[..<end].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let digits = numbers.map { $0.allSatisfy { (0x30...0x39).contains($0) } ? $0 : [] }
        guard (1...3).contains(numbers.count), digits.allSatisfy({ !$0.isEmpty && $0.count < 20 }) else { return nil }
        // Leading zeros mean nothing to it.
        var parts = digits.map { digits in
            let significant = digits.drop { $0 == 0x30 }
            return significant.isEmpty ? "0" : String(decoding: significant, as: UTF8.self)
        }
        while parts.count < 3 { parts.append("0") }
        let suffix = String(decoding: rest[end...], as: UTF8.self)
        guard let meaning = try? Version(parts.joined(separator: ".") + suffix) else { return nil }
        self.meaning = meaning
    }
}
