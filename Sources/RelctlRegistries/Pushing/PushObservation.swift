/// What is wanted in a repository, and what was found there.
package struct ObservedPush: Sendable, Hashable, Codable {
    /// What is wanted.
    package var target: PushTarget
    /// What was found.
    package var found: PushObservation

    /// Puts both together.
    package init(target: PushTarget, found: PushObservation) {
        self.target = target
        self.found = found
    }

    /// Whether all content is there, listed where people look for it.
    var hasContent: Bool {
        target.content.manifests.allSatisfy { found.manifests.contains($0.descriptor.digest) }
            && target.content.referrers.allSatisfy { found.listed.contains($0.descriptor.digest) }
    }

    /// What is to be done about each tag.
    package func decisions(replacing: Bool) -> [(tag: PushTag, decision: PushDecision)] {
        target.tags.map { tag in
            (tag, PushDecision(tag, found.tags[tag.name], target.content.root.digest, replacing: replacing))
        }
    }
}

/// What was found of a target in its repository.
package struct PushObservation: Sendable, Hashable, Codable {
    /// The manifests of the content that are there.
    package var manifests: Set<ContentDigest> = []
    /// The referrers of the content that are there and listed.
    package var listed: Set<ContentDigest> = []
    /// The blobs that are there, of manifests that are not.
    package var blobs: Set<ContentDigest> = []
    /// What the wanted tags lead to, by tag.
    package var tags: [String: FoundTag] = [:]

    /// Nothing is there.
    package init() {}
}

/// What a tag leads to.
package struct FoundTag: Sendable, Hashable, Codable {
    /// The manifest.
    package var digest: ContentDigest
    /// The version that it is of, where that matters and can be told.
    package var version: Version?
}

/// What is to be done about a tag.
package enum PushDecision: Sendable, Hashable {
    /// It leads to the content.
    case identical
    /// It is put, where nothing is.
    case put
    /// It is taken from what it leads to.
    case move(FoundTag)
    /// It stays with a newer release.
    case heldBack(Version)
    /// It leads to something else and must not be moved.
    case conflict(FoundTag)

    init(_ tag: PushTag, _ found: FoundTag?, _ root: ContentDigest, replacing: Bool) {
        guard let found else {
            self = .put
            return
        }
        guard found.digest != root else {
            self = .identical
            return
        }
        switch tag.rule {
        case .fixed: self = replacing ? .move(found) : .conflict(found)
        case .free: self = .move(found)
        case .forward(let version, _):
            if let other = found.version, Version.precedes(version, other) {
                self = .heldBack(other)
            } else {
                self = .move(found)
            }
        }
    }
}
