/// Asks forges what speaks against the head of a branch that is to be released.
package struct HeadProbe: Sendable {
    private let forges: ForgePool

    /// A probe of these forges.
    package init(_ forges: ForgePool) { self.forges = forges }

    /// What speaks against a repository's head: checks that failed, and those that have not finished.
    ///
    /// - Parameter repository: The repository, as it was planned.
    /// - Returns: Nothing where no forge is known of it, or the forge knows of no checks.
    /// - Throws: ``RelctlError`` if the forge cannot be asked.
    package func findings(_ repository: PlannedRepository) async throws -> [Finding] {
        guard let project = try forges.project(of: repository) else { return [] }
        let checks: [ForgeCheck]
        do {
            checks = try await repository.asking(project) { try await project.checks(of: repository.head) }
        } catch var error as RelctlError {
            error.hints.append(Self.wayOut)
            throw error
        }
        let told = [(ForgeRun.State.failed, "failed"), (.unfinished, "has not finished")]
        return told.flatMap { state, words in
            checks.filter { $0.state == state }.map { check in
                Finding(
                    "`\(repository.name)`: the check `\(check.name)` of the head `\(repository.head.prefix(12))` \(words)",
                    code: "head.check",
                    hints: (check.url.map { ["look at it: \($0)"] } ?? []) + [Self.wayOut]
                )
            }
        }
    }

    private static let wayOut = "`checks: \"none\"` releases it whatever the forge says of it"
}
