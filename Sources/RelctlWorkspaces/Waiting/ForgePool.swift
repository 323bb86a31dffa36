import Synchronization

/// The forges of a workspace's repositories, each made once, so that all that ask one share its limits.
package final class ForgePool: Sendable {
    private let effects: Effects
    private let projects = Mutex<[WorkspaceForge: any ProjectForge]>([:])

    /// A pool over the world.
    package init(_ effects: Effects) { self.effects = effects }

    /// What is asked about a repository; nothing where no forge is known of it.
    ///
    /// - Throws: ``RelctlError`` if the forge cannot have such a repository.
    package func project(of repository: PlannedRepository) throws -> (any ProjectForge)? {
        guard let forge = repository.forge else { return nil }
        if let project = projects.withLock({ $0[forge] }) { return project }
        let project = try forge.project(with: effects)
        return projects.withLock { projects in
            if let first = projects[forge] { return first }
            projects[forge] = project
            return project
        }
    }
}
