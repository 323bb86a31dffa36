import FoundationEssentials

/// A manifest with all that it leads to, and what says something about any of that: what is pushed or copied as one.
package struct ContentGraph: Sendable, Hashable, Codable {
    /// What names all of it: an image, an index of images, an artifact.
    package var root: ContentDescriptor
    /// The manifests, each once and after all that it leads to; the root last.
    package var manifests: [Node]
    /// Manifests about those, each after all that it leads to and is about.
    package var referrers: [Node]

    /// A manifest and what it leads to itself.
    package struct Node: Sendable, Hashable, Codable {
        /// What leads to it: its kind and annotations, as lists of referrers say them.
        package var descriptor: ContentDescriptor
        /// The manifests that it leads to, where it is an index.
        package var children: [ContentDescriptor] = []
        /// The blobs that it leads to and that are anybody's to copy.
        package var blobs: [ContentDescriptor] = []
        /// The manifest that it is about.
        package var subject: ContentDigest?
        /// What is said of it.
        package var annotations: [String: String] = [:]
    }

    /// All manifests, in the order in which they can be put.
    package var nodes: [Node] { manifests + referrers }

    /// All blobs, each once.
    package var blobs: [ContentDescriptor] {
        var seen: Set<ContentDigest> = []
        return nodes.flatMap(\.blobs).filter { seen.insert($0.digest).inserted }
    }
}

/// Walks from a manifest to all that it leads to.
///
/// What comes from elsewhere may lead anywhere: each manifest is read once, there are limits to their number and depth,
/// and two descriptors that disagree about one blob are refused.
package struct ContentWalk {
    private let source: any ContentSource
    private var nodes: [ContentDigest: ContentGraph.Node] = [:]
    private var sizes: [ContentDigest: UInt64] = [:]
    /// What manifests are about that may belong to the graph; nothing for those that are about nothing.
    private var subjects: [ContentDigest: ContentDigest?] = [:]

    /// More manifests than any image has.
    private static let manifestLimit = 4096
    /// More blobs than any image has.
    private static let blobLimit = 65_536
    /// More indexes within indexes than make sense to anybody.
    private static let depthLimit = 8

    private static let tooFar = "it leads to more manifests, or blobs, than any image has"

    private init(_ source: any ContentSource) { self.source = source }

    /// Finds all that a manifest leads to.
    ///
    /// - Parameters:
    ///   - root: What leads to the manifest.
    ///   - source: Where it is.
    ///   - withReferrers: Whether what is about it belongs to it.
    /// - Returns: All of it; no blob is read.
    /// - Throws: ``RelctlError`` if a manifest is missing, is not what it should be, or leads too far.
    package static func graph(
        of root: ContentDescriptor,
        in source: any ContentSource,
        withReferrers: Bool = true
    ) async throws -> ContentGraph {
        var walk = ContentWalk(source)
        var manifests: [ContentGraph.Node] = []
        try await walk.visit(root, depth: 0, &manifests)
        var referrers: [ContentGraph.Node] = []
        // What is about what is about it belongs to it too: a signature of a bill of materials.
        var open = withReferrers ? manifests.map(\.descriptor) : []
        var rounds = 0
        while !open.isEmpty {
            rounds += 1
            guard rounds <= depthLimit else { throw refusal(root, Self.tooFar) }
            let before = referrers.count
            for candidate in try await source.referrers(of: open) where walk.nodes[candidate.digest] == nil {
                guard let subject = try await walk.subject(of: candidate), walk.nodes[subject] != nil else { continue }
                try await walk.visit(candidate, depth: 0, &referrers)
            }
            open = referrers[before...].map(\.descriptor)
        }
        return ContentGraph(root: root, manifests: manifests, referrers: referrers)
    }

    /// Adds a manifest after all that it leads to, which is not there yet.
    private mutating func visit(
        _ descriptor: ContentDescriptor,
        depth: Int,
        _ found: inout [ContentGraph.Node]
    ) async throws {
        try agree(on: descriptor)
        guard nodes[descriptor.digest] == nil else { return }
        guard depth < Self.depthLimit, nodes.count < Self.manifestLimit else {
            throw Self.refusal(descriptor, Self.tooFar)
        }
        let node = try await node(of: descriptor)
        nodes[descriptor.digest] = node
        for child in node.children { try await visit(child, depth: depth + 1, &found) }
        for blob in node.blobs { try agree(on: blob) }
        found.append(node)
    }

    private mutating func agree(on descriptor: ContentDescriptor) throws {
        guard sizes[descriptor.digest, default: descriptor.size] == descriptor.size else {
            throw Self.refusal(descriptor, "it is said to have \(descriptor.size) bytes, and elsewhere another size")
        }
        sizes[descriptor.digest] = descriptor.size
        guard sizes.count <= Self.blobLimit else { throw Self.refusal(descriptor, Self.tooFar) }
    }

    private mutating func subject(of descriptor: ContentDescriptor) async throws -> ContentDigest? {
        if let known = subjects[descriptor.digest] { return known }
        let subject = try await node(of: descriptor).subject
        subjects[descriptor.digest] = subject
        return subject
    }

    private func node(of descriptor: ContentDescriptor) async throws -> ContentGraph.Node {
        let type = descriptor.mediaType
        guard type.isIndex || type.isManifest else {
            throw Self.refusal(descriptor, "`\(HTTPResponse.line(type.rawValue))` is no manifest of a known kind")
        }
        let bytes = try await source.manifest(descriptor)
        return type.isIndex ? try Self.index(bytes, descriptor) : try Self.manifest(bytes, descriptor)
    }

    private static func index(_ bytes: [UInt8], _ descriptor: ContentDescriptor) throws -> ContentGraph.Node {
        let index = try decode(ImageIndex.self, bytes, descriptor)
        try require(index.mediaType, descriptor)
        var node = ContentGraph.Node(descriptor: descriptor)
        node.children = index.manifests
        node.subject = index.subject?.digest
        node.annotations = index.annotations ?? [:]
        if node.subject != nil { node.describe(index.artifactType) }
        return node
    }

    private static func manifest(_ bytes: [UInt8], _ descriptor: ContentDescriptor) throws -> ContentGraph.Node {
        let manifest = try decode(ImageManifest.self, bytes, descriptor)
        try require(manifest.mediaType, descriptor)
        var node = ContentGraph.Node(descriptor: descriptor)
        var seen: Set<ContentDigest> = []
        node.blobs = ([manifest.config] + manifest.layers).filter { blob in
            // Such a layer is had from its owner alone (image-spec 1.1, non-distributable layers).
            !blob.mediaType.isNondistributable && seen.insert(blob.digest).inserted
        }
        node.subject = manifest.subject?.digest
        node.annotations = manifest.annotations ?? [:]
        if node.subject != nil { node.describe(manifest.artifactType ?? manifest.config.mediaType.rawValue) }
        return node
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type,
        _ bytes: [UInt8],
        _ descriptor: ContentDescriptor
    ) throws -> Value {
        try JSONText.decode(type, from: bytes, file: FilePath(descriptor.digest.description))
    }

    /// Two readers could take one manifest for two things.
    private static func require(_ own: MediaType?, _ descriptor: ContentDescriptor) throws {
        guard let own, own != descriptor.mediaType else { return }
        throw refusal(descriptor, "it says of itself that it is `\(HTTPResponse.line(own.rawValue))`")
    }

    private static func refusal(_ descriptor: ContentDescriptor, _ reason: String) -> RelctlError {
        RelctlError("cannot take the manifest `\(descriptor.digest)`", causes: [RelctlError(reason)])
    }
}

extension ContentGraph.Node {
    /// Completes the descriptor as lists of referrers have it (distribution specification 1.1, "Listing Referrers").
    fileprivate mutating func describe(_ artifactType: String?) {
        descriptor.artifactType = artifactType
        descriptor.annotations = annotations.isEmpty ? nil : annotations
        descriptor.platform = nil
    }
}
