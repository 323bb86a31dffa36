/// The rules that the name of a branch or tag follows (`git help check-ref-format`), checked without asking git.
package enum GitReferenceName {
    /// Whether git takes `name` below `refs/tags/` or `refs/heads/`.
    ///
    /// A leading dash is refused too, as git's own commands refuse it.
    package static func isValid(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        guard !bytes.isEmpty, name != "@", name != "HEAD", bytes.first != UInt8(ascii: "-") else { return false }
        guard excludedScalar(in: name) == nil else { return false }
        guard bytes.last != UInt8(ascii: "."), !contains(bytes, ".."), !contains(bytes, "@{") else { return false }
        return bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { component in
            !component.isEmpty && component.first != UInt8(ascii: ".")
                && !component.reversed().starts(with: ".lock".utf8.reversed())
        }
    }

    /// The first character of `name` that no name may have.
    package static func excludedScalar(in name: String) -> Unicode.Scalar? {
        name.unicodeScalars.first { $0.value <= 0x20 || $0.value == 0x7F || forbidden.contains($0) }
    }

    private static let forbidden = Set("~^:?*[\\".unicodeScalars)

    private static func contains(_ bytes: [UInt8], _ pair: String) -> Bool {
        zip(bytes, bytes.dropFirst()).contains { [$0, $1] == Array(pair.utf8) }
    }
}
