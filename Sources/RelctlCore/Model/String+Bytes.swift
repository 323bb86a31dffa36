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
    func equalsBytewise(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Hashes the UTF-8 bytes, as ``equalsBytewise(_:)`` compares them.
    func hashBytes(into hasher: inout Hasher) {
        var text = self
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// The texts between the slashes.
    func splitAtSlashes(omittingEmpty: Bool = true) -> [Substring] {
        utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: omittingEmpty).map { Substring($0) }
    }
}
