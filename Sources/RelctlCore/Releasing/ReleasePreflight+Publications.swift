extension ReleasePreflight {
    func publicationFindings(
        _ attempt: PlanningAttempt,
        _ observation: ReleaseObservation,
        _ request: ReleaseRequest
    ) async throws -> [Finding] {
        guard let publications = attempt.forecastPublications else { return [] }
        let plan = try? attempt.plan.get()
        let images = plan.map { $0.makesImages ? $0.images.named : [] } ?? []
        do {
            return try snapshotFindings(publications, request)
                + untakenImages(images, publications, observation.configuration)
                + (try await PublishingObserver(publishers: extensions.publishers)
                    .preflight(publications, with: effects))
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
