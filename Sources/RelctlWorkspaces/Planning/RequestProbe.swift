/// Looks whether a pull request can be opened for a plan's commit; nothing is changed.
struct RequestProbe: Sendable {
    private let surroundings: WorkspaceSurroundings

    /// A probe of what is around.
    init(_ surroundings: WorkspaceSurroundings) { self.surroundings = surroundings }

    /// What stands in the way: no forge or token, or a branch that is not this plan's.
    ///
    /// - Throws: ``RelctlError`` if the remote or the forge cannot be asked.
    func findings(_ repository: PlannedRepository, _ plan: WorkspacePlan) async throws -> [Finding] {
        guard repository.isRequested else { return [] }
        guard let place = repository.forge, let forge = try surroundings.forges.project(of: repository) else {
            return [
                Finding(
                    "`\(repository.name)`: cannot open a pull request: no forge is known of `\(repository.url)`",
                    code: "request.no_forge",
                    hints: ["say which: `forge: { kind: \"github\", repository: \"OWNER/NAME\", api: \"https://…\" }`"]
                )
            ]
        }
        guard forge.hasToken else {
            let names = place.tokenNames.map { "`\($0)`" }.joined(separator: " or ")
            return [
                Finding(
                    "`\(repository.name)`: cannot open a pull request of `\(place.repository)`: there is no token in "
                        + names,
                    code: "request.no_token",
                    hints: ["set \(names) to a token that may write pull requests", "`via: \"push\"` needs none"]
                )
            ]
        }
        let sight = try await repository.asking(forge) { try await surroundings.sight(of: repository) }
        let standing = repository.standing(sight, author: plan.author, time: plan.time)
        return repository.refusal(standing).map { [Finding($0, of: repository.name)] } ?? []
    }
}
