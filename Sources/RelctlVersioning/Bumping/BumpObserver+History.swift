/// What the commits since the last release say.
extension BumpObserver {
    func evidence(_ repository: GitRepository) async throws -> BumpEvidence {
        let history = ReleaseHistory(repository: repository, template: tags, options: ReleaseHistory.Options(notes))
        let pending = try await history.pending()
        return BumpEvidence(
            lastFinal: try pending.sinceFinal.previous.map { try tags.version(fromTag: $0.tag) },
            nearest: pending.nearest,
            commits: pending.sinceFinal.commits,
            unreleased: pending.sinceNearest
        )
    }
}
