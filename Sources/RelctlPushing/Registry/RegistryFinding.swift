/// What was found at registries, as a publication's state keeps it.
struct RegistryFinding {
    /// What was found, repository by repository.
    let observed: [ObservedPush]

    private static let key = "pushes"
    private static let hintsKey = "hints"

    init(_ observed: [ObservedPush]) { self.observed = observed }

    /// Reads what a state keeps.
    init(_ state: PublicationState) throws {
        let text = state.details[Self.key] ?? "[]"
        observed = try JSONText.decode([ObservedPush].self, from: Array(text.utf8), file: FilePath(Self.key))
    }

    /// The state where it cannot be said what belongs there.
    static func unknown(_ error: RelctlError) -> PublicationState {
        var details: [String: String] = [:]
        if !error.hints.isEmpty { details[hintsKey] = error.hints.joined(separator: "\n") }
        return PublicationState(.unknown, remarks: [error.description], details: details)
    }

    /// Why that could not be said.
    static func reason(_ state: PublicationState, _ noun: String) -> RelctlError {
        RelctlError(
            state.remarks.first ?? "cannot push the \(noun): it is not known what belongs there",
            code: .configurationInvalid,
            hints: (state.details[hintsKey] ?? "").split(separator: "\n").map(String.init),
            causes: state.remarks.dropFirst().map { RelctlError($0) }
        )
    }

    /// The state: its files are the tags that lead to the release; what was found is kept where something is left to do.
    var state: PublicationState {
        get throws {
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
            guard verdict != .identical else { return PublicationState(verdict, assets: tags) }
            let text = String(decoding: try JSONText.line(observed), as: UTF8.self)
            return PublicationState(verdict, assets: tags, remarks: conflicts, details: [Self.key: text])
        }
    }
}
