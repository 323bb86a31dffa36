extension ReleasePreflight {
    func publicationFindings(
        _ observation: ReleaseObservation,
        _ request: ReleaseRequest,
        _ plan: ReleasePlan?
    ) async throws -> [Finding] {
        var basis = PublicationBasis(
            release: observation.release,
            scope: observation.configuration.project.scope(of: observation.release),
            files: [],
            folder: observation.layout.dist.path,
            project: observation.layout.project,
            replaces: request.replaces
        )
        let unpublished = [ReleaseFolder.planName, ReleaseFolder.notesName]
        basis.plannedNames = plan?.parts.files.filter { !unpublished.contains($0) } ?? []
        basis.images = plan?.namedImages
        do {
            let requests = try PublishPlanner(publishers: extensions.publishers)
                .requests(for: observation.configuration.publications, basis: basis)
            let images = plan.map { $0.makesImages ? $0.namedImages : [] } ?? []
            return try snapshotFindings(requests, request)
                + untakenImages(images, requests, observation.configuration)
                + (try await PublishingExecutor(publishers: extensions.publishers).preflight(requests, with: effects))
        } catch let error as CancellationError {
            throw error
        } catch {
            return Finding.failures(of: error, code: "publish.invalid")
        }
    }

    /// Places that take no trial.
    private func snapshotFindings(
        _ requests: [PublicationRequest],
        _ request: ReleaseRequest
    ) throws -> [Finding] {
        guard request.isSnapshot, !request.isQuestion else { return [] }
        return try requests.filter { !(try extensions.publishers.connector($0.publisher).takesSnapshots) }.map {
            Finding(
                "cannot publish a snapshot to `\($0.name)`: no tag stands for it",
                code: "publish.snapshot",
                hints: ["leave publishing out with `--skip publish`"]
            )
        }
    }
}
