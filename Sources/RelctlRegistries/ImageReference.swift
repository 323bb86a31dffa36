/// What is meant at a registry: a repository, and of it what a tag names or a digest fixes.
package struct ImageReference: Sendable, Hashable {
    /// Where it is.
    package let repository: RepositoryName
    /// The tag that it had when somebody wrote this; beside a digest it decides nothing.
    package let tag: String?
    /// The digest of the manifest that is meant.
    package let digest: ContentDigest?

    /// Puts a reference together.
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid` if the tag is none.
    package init(_ repository: RepositoryName, tag: String? = nil, digest: ContentDigest? = nil) throws(RelctlError) {
        if let tag, !ReferenceGrammar.isTag(tag) {
            throw ReferenceGrammar.invalid("tag", tag, ReferenceGrammar.tagRule)
        }
        self.repository = repository
        self.tag = tag
        self.digest = digest
    }

    /// A manifest of a repository, by its digest.
    package init(_ repository: RepositoryName, digest: ContentDigest) {
        self.repository = repository
        self.tag = nil
        self.digest = digest
    }

    /// Reads `[REGISTRY/]PATH[:TAG][@sha256:HEX]`, such as `alpine:3.20` or `ghcr.io/acme/app@sha256:…`.
    ///
    /// - Throws: ``RelctlError`` of code `config.invalid` that says what is wrong.
    package init(_ text: String) throws(RelctlError) {
        guard !text.contains("://") else {
            throw ReferenceGrammar.invalid("image", text, "references begin with a registry, not with a scheme")
        }
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let digest = try parts.count > 1 ? Self.digest(parts[1], of: text) : nil
        let name = parts.first ?? ""
        // A colon before the last slash belongs to a port.
        let last = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
        let colon = name[last...].firstIndex(of: ":")
        let repository = try RepositoryName(String(name[..<(colon ?? name.endIndex)]))
        let tag = colon.map { String(name[name.index(after: $0)...]) }
        try self.init(repository, tag: tag, digest: digest)
    }

    /// What asks a registry for it: the digest if there is one, else the tag, else `latest`.
    package var manifest: ManifestName { digest.map { .digest($0) } ?? .tag(tag ?? "latest") }

    /// `REGISTRY/PATH[:TAG][@sha256:HEX]`, with nothing left out that a reader would have to guess.
    package var text: String {
        let tag = tag.map { ":\($0)" } ?? ""
        let digest = digest.map { "@\($0)" } ?? ""
        return repository.text + tag + digest
    }

    private static func digest(_ text: Substring, of whole: String) throws(RelctlError) -> ContentDigest {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "sha256" else {
            throw ReferenceGrammar.invalid("image", whole, "its digest is not `sha256:` and 64 hexadecimal digits")
        }
        guard let digest = ContentDigest(text) else {
            throw ReferenceGrammar.invalid("image", whole, "`\(parts[1])` is not 64 hexadecimal digits in lower case")
        }
        return digest
    }
}

extension ImageReference: CustomStringConvertible {
    /// The text.
    package var description: String { text }
}

/// What a manifest is called in its repository: the last part of `/v2/NAME/manifests/REFERENCE`.
package enum ManifestName: Sendable, Hashable, CustomStringConvertible {
    /// Whatever the tag names at the moment.
    case tag(String)
    /// This one and no other.
    case digest(ContentDigest)

    /// The tag, or `sha256:HEX`.
    package var description: String {
        switch self {
        case .tag(let tag): tag
        case .digest(let digest): digest.description
        }
    }
}
