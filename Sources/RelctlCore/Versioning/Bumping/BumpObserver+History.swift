/// What the commits since the last release say.
extension BumpObserver {
    func evidence(_ repository: GitRepository, _ request: BumpRequest) async throws -> BumpEvidence {
        let history = ReleaseHistory(repository: repository, template: tags, options: ReleaseHistory.Options(notes))
        // Candidates matter only to whoever wants another one.
        async let unreleased = request.identifier == nil ? nil : history.unreleased(since: .any)
        let sinceFinal = try await history.unreleased(since: .final)
        let recent = try await unreleased ?? sinceFinal
        return BumpEvidence(
            lastFinal: try sinceFinal.previous.map { try tags.version(fromTag: $0.tag) },
            commits: sinceFinal.commits,
            unreleased: Set(recent.commits.map(\.record.hash))
        )
    }
}
