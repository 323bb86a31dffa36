/// What was found at registries.
package struct RegistryObservation: PublicationObservation {
    package let state: PublicationState
    /// What was found, repository by repository.
    let found: [ObservedPush]
    /// Why it cannot be said what belongs there; nil if it can.
    private let refusal: RelctlError?

    /// Judges what was found.
    ///
    /// - Throws: ``RelctlError`` for what cannot be planned.
    init(_ found: [ObservedPush]) throws {
        self.found = found
        state = try Self.state(found)
        refusal = nil
    }

    /// Nothing can be said, for this reason.
    init(refusal: RelctlError) {
        found = []
        state = PublicationState(.unknown, remarks: [refusal.description])
        self.refusal = refusal
    }

    /// Makes sure that it is known what belongs there.
    ///
    /// - Throws: ``RelctlError`` that says why it is not.
    func requireKnown() throws {
        guard let refusal else { return }
        throw RelctlError(refusal.description, code: .configurationInvalid, hints: refusal.hints)
    }

    /// The state, whose files are the tags that lead to the release.
    private static func state(_ observed: [ObservedPush]) throws -> PublicationState {
        let decisions = observed.flatMap { push in
            push.decisions(replacing: false).map { (push, $0.tag, $0.decision) }
        }
        let conflicts = decisions.compactMap { push, tag, decision -> String? in
            guard case .conflict(let found) = decision else { return nil }
            return PushPlanner.difference(push.target, tag, found)
        }
        let tags = decisions.filter { $0.2 == .identical }.map { push, tag, _ in
            let digest = push.target.content.root.digest
            return RemoteAsset(
                name: push.target.reference(tag),
                id: digest.description,
                size: nil,
                sha256: digest.sha256
            )
        }
        let isWhole = try PushPlanner(replacing: true).actions(observed).isEmpty
        let isEmpty = tags.isEmpty && observed.allSatisfy { $0.found.manifests.isEmpty && $0.found.blobs.isEmpty }
        let verdict: PublicationState.Verdict =
            if !conflicts.isEmpty { .different } else if isWhole { .identical } else {
                isEmpty ? .absent : .partial
            }
        return PublicationState(verdict, assets: tags, remarks: verdict == .identical ? [] : conflicts)
    }
}
