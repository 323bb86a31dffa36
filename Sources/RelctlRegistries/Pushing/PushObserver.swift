import FoundationEssentials

/// Looks at what a registry has of what is to be pushed; asks, and changes nothing.
package struct PushObserver: Sendable {
    private let pool: RegistryPool
    private let access: RegistryAccess

    /// How many questions are asked at once.
    private static let width = 6

    /// Looks through clients of this pool.
    package init(_ pool: RegistryPool, _ access: RegistryAccess) {
        self.pool = pool
        self.access = access
    }

    /// Looks for all of it.
    ///
    /// - Throws: ``RelctlError`` if it cannot be looked at.
    package func observe(_ targets: [PushTarget]) async throws -> [ObservedPush] {
        try await mapConcurrently(targets, width: 2) { target in
            ObservedPush(target: target, found: try await observe(target))
        }
    }

    private func observe(_ target: PushTarget) async throws -> PushObservation {
        let client = pool.client(of: target.repository, for: .push, access: access)
        async let tags = mapConcurrently(target.tags, width: Self.width) { tag in
            (tag.name, try await self.tag(tag, in: client, insteadOf: target.content.root.digest))
        }
        var found = PushObservation()
        let nodes = target.content.nodes
        found.manifests = try await present(nodes.map(\.descriptor)) { descriptor in
            try await client.headManifest(.digest(descriptor.digest)) != nil
        }
        found.listed = try await listed(target.content.referrers, found.manifests, client)
        let missing = nodes.filter { !found.manifests.contains($0.descriptor.digest) }
        var seen: Set<ContentDigest> = []
        let blobs = missing.flatMap(\.blobs).filter { seen.insert($0.digest).inserted }
        found.blobs = try await present(blobs) { try await client.blobExists($0.digest) }
        for (name, tag) in try await tags { found.tags[name] = tag }
        return found
    }

    private func present(
        _ descriptors: [ContentDescriptor],
        _ isThere: @escaping @Sendable (ContentDescriptor) async throws -> Bool
    ) async throws -> Set<ContentDigest> {
        let found = try await mapConcurrently(descriptors, width: Self.width) { descriptor in
            try await isThere(descriptor) ? descriptor.digest : nil
        }
        return Set(found.compactMap(\.self))
    }

    /// The referrers that are there and that those find who look for them.
    private func listed(
        _ referrers: [ContentGraph.Node],
        _ present: Set<ContentDigest>,
        _ client: RegistryClient
    ) async throws -> Set<ContentDigest> {
        let there = referrers.filter { present.contains($0.descriptor.digest) }
        let subjects = Set(there.compactMap(\.subject)).sorted { $0.description < $1.description }
        let lists = try await mapConcurrently(subjects, width: Self.width) { subject in
            try await client.referrers(of: subject).map(\.digest)
        }
        return Set(lists.joined()).intersection(there.map(\.descriptor.digest))
    }

    // MARK: Tags

    /// What a tag leads to; its version too, where that decides whether the tag may be moved.
    func tag(
        _ tag: PushTag,
        in client: RegistryClient,
        insteadOf root: ContentDigest
    ) async throws -> FoundTag? {
        guard let head = try await client.headManifest(.tag(tag.name)) else { return nil }
        var found = FoundTag(digest: head.digest)
        guard case .forward(_, let form) = tag.rule, head.digest != root else { return found }
        found.version = try await version(of: head.digest, client)
        // What says nothing of itself was pushed by other means; the repository's tags tell how far it is.
        if found.version == nil { found.version = form.highest(among: try await client.tags(), for: tag.name) }
        return found
    }

    private static let versionKey = "org.opencontainers.image.version"

    private struct Annotated: Decodable {
        var annotations: [String: String]?
        var manifests: [ContentDescriptor]?
        var config: ContentDescriptor?
    }

    private struct Labelled: Decodable {
        struct Execution: Decodable {
            var labels: [String: String]?
            enum CodingKeys: String, CodingKey { case labels = "Labels" }
        }
        var config: Execution?
    }

    /// The version that an image says it is of: an annotation of it, or of its first platform, or that one's label.
    private func version(of digest: ContentDigest, _ client: RegistryClient) async throws -> Version? {
        var next: ContentDigest? = digest
        for _ in 0..<2 {
            guard let current = next, let manifest = try await client.manifest(.digest(current)) else { return nil }
            guard let said = try? JSONDecoder().decode(Annotated.self, from: Data(manifest.bytes)) else { return nil }
            if let version = Self.version(in: said.annotations) { return version }
            if let config = said.config {
                guard let bytes = try? await client.blob(config) else { return nil }
                let labels = try? JSONDecoder().decode(Labelled.self, from: Data(bytes)).config?.labels
                return Self.version(in: labels)
            }
            next = said.manifests?.first?.digest
        }
        return nil
    }

    private static func version(in texts: [String: String]?) -> Version? {
        guard let text = texts?[versionKey] else { return nil }
        return try? Version(text.hasPrefix("v") ? text.dropFirst() : text[...])
    }
}
