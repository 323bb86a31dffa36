/// The trailers by which a commit names those who wrote it too.
///
/// Forges read them so
/// (https://docs.github.com/en/pull-requests/committing-changes-to-your-project/creating-and-editing-commits/creating-a-commit-with-multiple-authors).
package enum CoAuthorTrailer {
    /// Everyone that a message names in lines of the form `Co-authored-by: NAME <ADDRESS>`, in order.
    package static func identities(in message: ArraySlice<UInt8>) -> [CommitIdentity] {
        var identities: [CommitIdentity] = []
        var lineStart = message.startIndex
        while lineStart < message.endIndex {
            let lineEnd = message[lineStart...].firstIndex(of: UInt8(ascii: "\n")) ?? message.endIndex
            if lineEnd - lineStart > token.count, message[lineStart] | 0x20 == token.first, isToken(message, lineStart)
            {
                identity(message[(lineStart + token.count)..<lineEnd]).map { identities.append($0) }
            }
            lineStart = lineEnd + 1
        }
        return identities
    }

    private static let token = Array("co-authored-by:".utf8)

    private static func isToken(_ message: ArraySlice<UInt8>, _ start: Int) -> Bool {
        token.indices.allSatisfy { message[start + $0] | 0x20 == token[$0] | 0x20 }
    }

    /// Reads `NAME <ADDRESS>`.
    private static func identity(_ text: ArraySlice<UInt8>) -> CommitIdentity? {
        guard let open = text.lastIndex(of: UInt8(ascii: "<")), let close = text.lastIndex(of: UInt8(ascii: ">")),
            open < close
        else { return nil }
        let (name, email) = (text[..<open].trimmingBlanks(), text[(open + 1)..<close].trimmingBlanks())
        guard !name.isEmpty || !email.isEmpty else { return nil }
        return CommitIdentity(
            name: String(decoding: name, as: UTF8.self),
            email: String(decoding: email, as: UTF8.self)
        )
    }
}
