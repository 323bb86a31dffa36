/// A commit that git is asked about; no text of it can be taken for an option or an expression.
package enum GitRevision: Sendable, Hashable {
    /// What is checked out.
    case head
    /// The commit of this hash.
    case commit(String)
    /// The commit that a tag leads to.
    case tag(String)

    /// The revision as git takes it.
    ///
    /// - Throws: ``RelctlError`` for a hash that is not one, or a name that no tag can have.
    func expression() throws -> String {
        switch self {
        case .head: return "HEAD^{commit}"
        case .commit(let hash):
            let isHash =
                (4...64).contains(hash.utf8.count)
                && hash.utf8.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
                }
            guard isHash else { throw RelctlError("`\(hash)` is not the hash of a commit") }
            return hash + "^{commit}"
        case .tag(let name):
            guard GitReferenceName.isValid(name) else { throw RelctlError("`\(name)` is not the name of a tag") }
            return "refs/tags/\(name)^{commit}"
        }
    }
}

extension GitRevision: CustomStringConvertible {
    /// The revision in a sentence.
    package var description: String {
        switch self {
        case .head: "the commit that is checked out"
        case .commit(let hash): "the commit `\(hash)`"
        case .tag(let name): "the tag `\(name)`"
        }
    }
}
