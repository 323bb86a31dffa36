/// Texts as the bytes that file systems, archives and shells see.
///
/// `String` compares by canonical equivalence and cuts between user-perceived characters: to it, two spellings of `é` are
/// one name, and a slash before a combining character is no slash. To everybody else they are not.
extension String {
    /// Whether this text sorts before `other` by its UTF-8 bytes: the one order that relctl knows.
    package func precedesBytewise(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }

    /// Whether both are the same UTF-8 bytes.
    package func equalsBytewise(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Hashes the UTF-8 bytes, as ``equalsBytewise(_:)`` compares them.
    package func hashBytes(into hasher: inout Hasher) {
        var text = self
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// The texts between the slashes.
    package func splitAtSlashes(omittingEmpty: Bool = true) -> [Substring] {
        utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: omittingEmpty).map { Substring($0) }
    }
}

extension ArraySlice<UInt8> {
    /// Without blanks and line breaks at either end.
    package func trimmingBlanks() -> ArraySlice<UInt8> {
        let isVisible: (UInt8) -> Bool = { !$0.isBlank && $0 != UInt8(ascii: "\n") }
        guard let first = firstIndex(where: isVisible), let last = lastIndex(where: isVisible) else { return [] }
        return self[first...last]
    }
}

extension UInt8 {
    /// Whether it is a blank within a line: a space, a tab, a vertical tab or a form feed.
    package var isBlank: Bool {
        self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == 0x0B || self == 0x0C
    }
}
