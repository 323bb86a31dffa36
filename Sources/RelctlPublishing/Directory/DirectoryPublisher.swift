/// Publishes into a folder, which appears whole or not at all.
package struct DirectoryPublisher: Publisher {
    /// Needs nothing.
    package init() {}

    /// What the configuration calls it.
    package static let id = "directory"

    package var keys: [ConfigurationKey] {
        [
            ConfigurationKey(
                "path",
                "the folder, which holds this release alone; relative to the project's",
                shape: .template,
                isRequired: true
            )
        ]
    }

    package func preflight(_ request: PublicationRequest, with effects: Effects) async throws -> [Finding] {
        do {
            let destination = try ReleaseDestination(of: request, files: effects.files)
            try PublishedFolder(destination: destination, files: effects.files)
                .requireRelease(of: request.release.name)
            // Where the system shows what is no disk, everything may be written to and nothing fits.
            let (problem, code) =
                if !effects.files.isWritableFolder(destination.ancestor) {
                    ("is not writable", "publish.not_writable")
                } else if try effects.files.freeSpace(at: destination.ancestor) == 0 {
                    ("has no room for files", "publish.no_space")
                } else { ("", "") }
            guard !problem.isEmpty else { return [] }
            let message = "cannot publish to the folder `\(destination.text)`: `\(destination.ancestor)` \(problem)"
            return [Finding(message, code: code)]
        } catch let error as RelctlError {
            return [Finding(error.description, code: "publish.path", hints: error.hints)]
        }
    }

    package func observe(_ request: PublicationRequest, with effects: Effects) async throws -> PublicationState {
        try await FolderObserver(files: effects.files).observe(request)
    }

    package func plan(
        _ request: PublicationRequest,
        observed: PublicationState
    ) throws -> [PublicationAction] {
        try FolderPlanner().actions(request, observed)
    }

    /// What is gathered beside the folder goes away at any run; what is in it, users see.
    package func plan(
        _ retreat: Retreat,
        of request: PublicationRequest,
        observed: PublicationState
    ) throws -> [PublicationAction] {
        guard observed.verdict != .absent else { return [] }
        throw RelctlError(
            "the folder `\(request.options["path"]?.asText ?? "")` keeps its release: users see it",
            code: .noWayBack,
            hints: ["remove it yourself if nobody needs it"]
        )
    }

    package func execute(
        _ actions: [PublicationAction],
        for request: PublicationRequest,
        in run: PublicationRun
    ) async throws {
        let destination = try ReleaseDestination(of: request, files: run.effects.files)
        let executor = FolderExecutor(destination: destination, request: request, run: run)
        guard !actions.isEmpty else { return executor.removeLeftovers() }
        try await executor.execute(actions)
    }
}
