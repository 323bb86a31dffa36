import FoundationEssentials

/// What is to be in a repository of a registry: content, and the tags that lead to it.
package struct PushTarget: Sendable, Hashable, Codable {
    /// What people call it: an image's id, a chart's name.
    package var name: String
    /// The content.
    package var content: ContentGraph
    /// Where it goes.
    package var repository: RepositoryName
    /// The tags that shall lead to its root, in the order in which they are put.
    package var tags: [PushTag]
    /// Paths of repositories at the same registry that may have some of the blobs.
    package var sources: [String]

    /// Describes what is to be in a repository.
    package init(
        _ name: String,
        _ content: ContentGraph,
        to repository: RepositoryName,
        tags: [PushTag],
        sources: [String] = []
    ) {
        self.name = name
        self.content = content
        self.repository = repository
        self.tags = tags
        self.sources = sources
    }

    /// What its tag is called, whole.
    package func reference(_ tag: PushTag) -> String { "\(repository):\(tag.name)" }

    /// What a blob or a manifest is called there.
    func reference(_ digest: ContentDigest) -> String { "\(repository)@\(digest)" }

    /// The repositories at the same registry that the content's base images came from (image-spec, annotations).
    var baseRepositories: [String] {
        let names = content.nodes.compactMap { $0.annotations["org.opencontainers.image.base.name"] }
        let bases = names.compactMap { try? ImageReference($0).repository }.filter {
            $0.registry == repository.registry && $0.path != repository.path
        }
        return bases.map(\.path).reduce(into: []) { paths, path in if !paths.contains(path) { paths.append(path) } }
    }
}

/// A tag, and when it may be taken from what it leads to.
package struct PushTag: Sendable, Hashable, Codable {
    /// The tag.
    package var name: String
    /// When it may be moved.
    package var rule: Rule

    /// When a tag may be moved.
    package enum Rule: Sendable, Hashable, Codable {
        /// Never, but where a release is to be replaced: it names one version.
        case fixed
        /// From a version that is not higher than this one.
        case forward(Version, TagForm)
        /// Always: it names whatever was made last.
        case free
    }

    /// Names a tag.
    package init(_ name: String, _ rule: Rule) {
        self.name = name
        self.rule = rule
    }

    /// The tags of a release: those that name its whole version stay for ever, the others follow it.
    package static func tags(_ names: [String], of release: ReleaseIdentity) -> [PushTag] {
        let version = TagForm.text(of: release.version)
        let form = TagForm(names.first ?? version, version: version)
        return names.map { name in
            if name.contains(version) { return PushTag(name, .fixed) }
            return PushTag(name, release.isSnapshot ? .free : .forward(release.version, form))
        }
    }
}

/// What stands before and after the version in a repository's tags: nothing and `-alpine` in `1.2.3-alpine`.
package struct TagForm: Sendable, Hashable, Codable {
    /// What stands before the version.
    var prefix: String
    /// What stands after it.
    var suffix: String

    /// Takes the form of a tag that holds a version; nothing around it if it does not.
    init(_ tag: String, version: String) {
        let range = tag.ranges(of: version).last
        prefix = range.map { String(tag[..<$0.lowerBound]) } ?? ""
        suffix = range.map { String(tag[$0.upperBound...]) } ?? ""
    }

    /// A version as tags have it, which have no `+`.
    static func text(of version: Version) -> String { version.description.replacing("+", with: "_") }

    /// What stands between the form's ends; nothing for a tag of another form.
    private func middle(of tag: String) -> Substring? {
        guard tag.hasPrefix(prefix), tag.hasSuffix(suffix), tag.utf8.count > prefix.utf8.count + suffix.utf8.count
        else { return nil }
        return tag.dropFirst(prefix.count).dropLast(suffix.count)
    }

    /// The highest final version among tags of this form that a moving tag can stand for: of `1.2` that of the line 1.2,
    /// of any that is no number the highest of all.
    func highest(among tags: [String], for moving: String) -> Version? {
        let line = (middle(of: moving) ?? "").split(separator: ".", omittingEmptySubsequences: false)
        let isLine =
            (1...2).contains(line.count)
            && line.allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
            }
        let versions = tags.compactMap { tag in middle(of: tag).flatMap { try? Version($0) } }.filter { version in
            guard !version.isPrerelease else { return false }
            guard isLine else { return true }
            let numbers = [version.major.description, version.minor.description]
            return zip(line, numbers).allSatisfy { $0 == $1 }
        }
        return versions.max { Version.precedes($0, $1) }
    }
}

extension RepositoryName: Codable {
    /// Reads `REGISTRY/PATH`.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        try self.init(container.decode(String.self))
    }

    /// Writes `REGISTRY/PATH`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
