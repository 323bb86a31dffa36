/// Pushes what was planned: blobs at the same time, then manifests, then tags one by one.
package struct PushExecutor: Sendable {
    private let targets: [PushTarget]
    private let source: any ContentSource
    private let pool: RegistryPool
    private let access: RegistryAccess
    private let replaces: Bool

    /// How many blobs are on their way at once.
    private static let width = 4

    /// Pushes what these targets want from a source.
    package init(
        _ targets: [PushTarget],
        from source: any ContentSource,
        through pool: RegistryPool,
        _ access: RegistryAccess,
        replacing replaces: Bool = false
    ) {
        self.targets = targets
        self.source = source
        self.pool = pool
        self.access = access
        self.replaces = replaces
    }

    /// Does all actions.
    ///
    /// - Throws: ``RelctlError``, of code `publish.partial` if something was done that the next run goes on from, and
    ///   of code `config.invalid` if what is pushed is not what it should be; `CancellationError` if the task was
    ///   cancelled.
    package func execute(_ actions: [PublicationAction], in run: PublicationRun) async throws {
        let contents = Dictionary(grouping: targets, by: \.repository).mapValues(Content.init)
        let steps = try actions.filter { $0.verb != .skip }.map { try step($0, contents) }
        let done = PushProgress()
        do {
            try await transfer(steps.filter { $0.blob != nil && $0.action.verb == .upload }, run, done)
            try await transfer(steps.filter { $0.blob != nil && $0.action.verb == .mount }, run, done)
            for step in steps {
                guard let node = step.node else { continue }
                try await run.perform(step.action) { sent in try await put(node, of: step.target, sent) }
                done.count()
            }
            let tags = steps.filter { $0.tag != nil }
            if !tags.isEmpty { try await run.readyToAppear() }
            for step in tags {
                guard let tag = step.tag else { continue }
                try await run.perform(step.action) { _ in try await put(tag, of: step.target) }
                done.count()
            }
        } catch let error as RelctlError where done.isAny {
            // Where what is pushed is damaged, or something else is there, running again changes nothing.
            guard ![.partiallyPublished, .publicationExists, .configurationInvalid].contains(error.code) else {
                throw error
            }
            throw RelctlError(
                "cannot push all of the release",
                code: .partiallyPublished,
                hints: ["run the same command again to go on; what is there is left alone"],
                causes: [error]
            )
        }
    }

    // MARK: What is meant

    /// An action and what it is about.
    private struct Step: Sendable {
        var action: PublicationAction
        var target: PushTarget
        var blob: ContentDescriptor?
        var node: ContentGraph.Node?
        var tag: PushTag?
    }

    /// All that goes to one repository.
    private struct Content {
        var nodes: [ContentDigest: (PushTarget, ContentGraph.Node)] = [:]
        var blobs: [ContentDigest: (PushTarget, ContentDescriptor)] = [:]
        var tags: [String: (PushTarget, PushTag)] = [:]

        init(_ targets: [PushTarget]) {
            for target in targets {
                for node in target.content.nodes { nodes[node.descriptor.digest] = (target, node) }
                for blob in target.content.blobs { blobs[blob.digest] = (target, blob) }
                for tag in target.tags { tags[tag.name] = (target, tag) }
            }
        }
    }

    /// Finds what an action is about by its name.
    private func step(_ action: PublicationAction, _ contents: [RepositoryName: Content]) throws -> Step {
        let reference = try ImageReference(action.subject)
        let content = contents[reference.repository]
        if let digest = reference.digest {
            if let (target, node) = content?.nodes[digest] { return Step(action: action, target: target, node: node) }
            if let (target, blob) = content?.blobs[digest] { return Step(action: action, target: target, blob: blob) }
        } else if let (target, tag) = content?.tags[reference.tag ?? ""] {
            return Step(action: action, target: target, tag: tag)
        }
        throw RelctlError("cannot \(action.verb) `\(action.subject)`: it is no part of the release")
    }

    private func client(_ target: PushTarget) -> RegistryClient {
        pool.client(of: target.repository, for: .push, access: access)
    }

    // MARK: Blobs

    /// Sends blobs; one that fails does not keep the others.
    private func transfer(_ steps: [Step], _ run: PublicationRun, _ done: PushProgress) async throws {
        let failures = try await mapConcurrently(steps, width: Self.width) { step -> RelctlError? in
            guard let blob = step.blob else { return nil }
            do {
                try await run.perform(step.action) { sent in
                    try await transfer(blob, step.action, client(step.target), sent)
                }
                done.count()
                return nil
            } catch let error as RelctlError where error.code != .notAuthorized {
                return error
            }
        }.compactMap(\.self)
        try RelctlError.throwAll(failures, "cannot send \(failures.count) of \(steps.count) blobs")
    }

    private func transfer(
        _ blob: ContentDescriptor,
        _ action: PublicationAction,
        _ client: RegistryClient,
        _ sent: @escaping @Sendable (UInt64) -> Void
    ) async throws -> PublicationRun.Receipt {
        var begun: BlobUpload?
        if let other = action.parameters?[PushPlanner.source] {
            switch try await client.mountBlob(blob.digest, from: other) {
            case .mounted: return PublicationRun.Receipt(sha256: blob.digest.sha256)
            case .begun(let upload): begun = upload
            case .refused: break
            }
        }
        try await source.withBlob(blob) { [begun] content in
            try await client.uploadBlob(content, to: begun, sent: sent)
        }
        // Some registries do not say how large a blob is.
        guard let size = try await client.blobSize(blob.digest), size == blob.size || size == 0 else {
            throw RelctlError(
                "cannot push the blob `\(client.repository)@\(blob.digest)`: it is not there afterwards",
                code: .remoteUnavailable
            )
        }
        return PublicationRun.Receipt(sha256: blob.digest.sha256)
    }

    // MARK: Manifests and tags

    private func put(
        _ node: ContentGraph.Node,
        of target: PushTarget,
        _ sent: @escaping @Sendable (UInt64) -> Void
    ) async throws -> PublicationRun.Receipt {
        let (client, digest) = (client(target), node.descriptor.digest)
        let bytes = try await source.manifest(node.descriptor)
        if let subject = node.subject {
            try await client.attachReferrer(bytes, node.descriptor, to: subject)
        } else {
            try await client.putManifest(bytes, node.descriptor.mediaType, as: .digest(digest))
        }
        try await confirm(.digest(digest), is: digest, client)
        sent(node.descriptor.size)
        return PublicationRun.Receipt(sha256: digest.sha256)
    }

    /// Lets a tag lead to the content, unless somebody else has put something there meanwhile that it must not be taken
    /// from.
    private func put(_ tag: PushTag, of target: PushTarget) async throws -> PublicationRun.Receipt {
        let (client, root) = (client(target), target.content.root)
        let found = try await PushObserver(pool, access).tag(tag, in: client, insteadOf: root.digest)
        switch PushDecision(tag, found, root.digest, replacing: replaces) {
        case .identical, .heldBack: break
        case .conflict(let found): throw PushPlanner.conflict([PushPlanner.difference(target, tag, found)])
        case .put, .move:
            let bytes = try await source.manifest(root)
            try await client.putManifest(bytes, root.mediaType, as: .tag(tag.name))
            try await confirm(.tag(tag.name), is: root.digest, client)
        }
        return PublicationRun.Receipt(remoteID: root.digest.description, sha256: root.digest.sha256)
    }

    /// Reads back what the registry says is there.
    private func confirm(_ name: ManifestName, is digest: ContentDigest, _ client: RegistryClient) async throws {
        let there = try await client.headManifest(name)?.digest
        guard there != digest else { return }
        throw RelctlError(
            "cannot push `\(client.repository)@\(digest)`: under `\(name)` there is "
                + (there.map { "`\($0)`" } ?? "nothing") + " afterwards",
            code: .remoteUnavailable
        )
    }
}
