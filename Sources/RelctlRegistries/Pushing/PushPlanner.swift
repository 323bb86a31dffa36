/// Decides what is left to push; pure, and the same for images, charts and whatever else registries hold.
package struct PushPlanner: Sendable {
    private let replaces: Bool

    /// Plans; `replaces` lets a tag that names a version lead to other content than it does.
    package init(replacing replaces: Bool = false) { self.replaces = replaces }

    /// The parameter of an action that names the repository that a blob is taken over from.
    static let source = "from"

    /// What is left to do; nothing if all is there.
    ///
    /// Blobs come first, then manifests, each after all that it leads to, then what is about them, and last the tags:
    /// nobody who asks by tag sees anything that is not whole.
    ///
    /// - Throws: ``RelctlError`` of code `publish.exists` if a version's tag leads to something else.
    package func actions(_ observed: [ObservedPush]) throws -> [PublicationAction] {
        try requireNoConflict(observed)
        guard observed.contains(where: { isLeft($0) }) else { return [] }
        return blobs(observed) + observed.flatMap(manifests) + observed.flatMap(tags)
    }

    /// Whether anything is left to do for a target.
    private func isLeft(_ push: ObservedPush) -> Bool {
        !push.hasContent
            || push.decisions(replacing: replaces).contains { _, decision in
                switch decision {
                case .put, .move: true
                case .identical, .heldBack, .conflict: false
                }
            }
    }

    // MARK: Content

    /// The blobs: each is sent once to a registry, and taken over by the other repositories there.
    private func blobs(_ observed: [ObservedPush]) -> [PublicationAction] {
        var holders: [String: [ContentDigest: String]] = [:]
        for push in observed {
            for digest in push.found.blobs {
                holders[push.target.repository.registry, default: [:]][digest] = push.target.repository.path
            }
        }
        var settled: [RepositoryName: Set<ContentDigest>] = [:]
        var actions: [PublicationAction] = []
        for push in observed {
            let repository = push.target.repository
            let bases = push.target.sources + push.target.baseRepositories
            for blob in missingBlobs(push) where settled[repository, default: []].insert(blob.digest).inserted {
                let subject = push.target.reference(blob.digest)
                if push.found.blobs.contains(blob.digest) {
                    actions.append(PublicationAction(.skip, subject, reason: "it is there"))
                } else if let holder = holders[repository.registry]?[blob.digest], holder != repository.path {
                    actions.append(Self.mount(subject, blob, from: holder))
                } else {
                    holders[repository.registry, default: [:]][blob.digest] = repository.path
                    actions.append(Self.upload(subject, blob, from: bases.first))
                }
            }
        }
        // What is taken over must have been sent.
        return actions.filter { $0.verb != .mount } + actions.filter { $0.verb == .mount }
    }

    private func missingBlobs(_ push: ObservedPush) -> [ContentDescriptor] {
        push.target.content.nodes.filter { !push.found.manifests.contains($0.descriptor.digest) }.flatMap(\.blobs)
    }

    private static func mount(_ subject: String, _ blob: ContentDescriptor, from holder: String) -> PublicationAction {
        PublicationAction(.mount, subject, reason: "from `\(holder)`", parameters: [source: holder])
    }

    private static func upload(_ subject: String, _ blob: ContentDescriptor, from base: String?) -> PublicationAction {
        PublicationAction(
            .upload,
            subject,
            reason: base.map { "unless `\($0)` has it" },
            size: blob.size,
            parameters: base.map { [source: $0] }
        )
    }

    private func manifests(_ push: ObservedPush) -> [PublicationAction] {
        let (target, found) = (push.target, push.found)
        func action(_ node: ContentGraph.Node, _ verb: PublicationAction.Verb, _ isThere: Bool) -> PublicationAction {
            let subject = target.reference(node.descriptor.digest)
            guard !isThere else { return PublicationAction(.skip, subject, reason: "it is there") }
            return PublicationAction(
                verb,
                subject,
                reason: node.subject.map { "about `\($0)`" },
                size: node.descriptor.size
            )
        }
        return target.content.manifests.map { action($0, .upload, found.manifests.contains($0.descriptor.digest)) }
            + target.content.referrers.map { action($0, .attach, found.listed.contains($0.descriptor.digest)) }
    }

    // MARK: Tags

    private func tags(_ push: ObservedPush) -> [PublicationAction] {
        push.decisions(replacing: replaces).map { tag, decision in
            let subject = push.target.reference(tag)
            switch decision {
            case .identical: return PublicationAction(.skip, subject, reason: "it is there")
            case .heldBack(let version): return PublicationAction(.skip, subject, reason: "it stays with \(version)")
            case .move(let found):
                let reason = "from \(found.version.map { "\($0)" } ?? "`\(found.digest)`")"
                let verb: PublicationAction.Verb = tag.rule == .fixed ? .replace : .move
                return PublicationAction(verb, subject, reason: reason, remoteID: found.digest.description)
            case .put, .conflict: return PublicationAction(.publish, subject)
            }
        }
    }

    private func requireNoConflict(_ observed: [ObservedPush]) throws {
        let conflicts = observed.flatMap { push in
            push.decisions(replacing: replaces).compactMap { tag, decision -> String? in
                guard case .conflict(let found) = decision else { return nil }
                return Self.difference(push.target, tag, found)
            }
        }
        guard !conflicts.isEmpty else { return }
        throw Self.conflict(conflicts)
    }

    package static func difference(_ target: PushTarget, _ tag: PushTag, _ found: FoundTag) -> String {
        "`\(target.reference(tag))` leads to `\(found.digest)`, not to `\(target.content.root.digest)`"
    }

    static func conflict(_ sentences: [String]) -> RelctlError {
        RelctlError(
            "cannot push to the registry: something else is there",
            code: .publicationExists,
            hints: ["make a release of another version; `--replace` moves the tag, for whoever pulls it from then on"],
            causes: sentences.map { RelctlError($0) }
        )
    }
}

extension PublicationAction.Verb {
    /// Has a registry take a blob over from another of its repositories.
    static let mount: PublicationAction.Verb = "mount"
    /// Puts a manifest among those that are about another.
    static let attach: PublicationAction.Verb = "attach"
    /// Takes a tag from what it leads to.
    package static let move: PublicationAction.Verb = "move"
}
