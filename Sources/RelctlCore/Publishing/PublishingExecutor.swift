/// Looks at the places that a release goes to, and takes it there.
package struct PublishingExecutor: Sendable {
    private let publishers: Registry<any Publisher>

    /// Publishes with these publishers.
    package init(publishers: Registry<any Publisher>) { self.publishers = publishers }

    /// How many places are looked at at once.
    private static let observationWidth = 4

    /// Looks for what would make publishing fail, before anything is built.
    package func preflight(_ requests: [PublicationRequest], with effects: Effects) async throws -> [Finding] {
        try await mapConcurrently(requests, width: Self.observationWidth) { request in
            try await publishers.connector(request.publisher).preflight(request, with: effects)
        }.flatMap(\.self)
    }

    /// Looks at what is there already; writes nothing.
    ///
    /// - Throws: ``RelctlError`` that tells of every place that cannot be looked at.
    package func observe(
        _ requests: [PublicationRequest],
        with effects: Effects
    ) async throws -> [ObservedPublication] {
        let results = await mapResults(requests) { request in
            let publisher = try publishers.connector(request.publisher)
            return ObservedPublication(request: request, state: try await publisher.observe(request, with: effects))
        }
        try Task.checkCancellation()
        var failures: [any Error] = []
        var observed: [ObservedPublication] = []
        for result in results {
            switch result {
            case .success(let publication): observed.append(publication)
            case .failure(let error): failures.append(error)
            }
        }
        try RelctlError.throwAll(failures, "cannot publish to \(failures.count) places")
        return observed
    }

    /// Publishes, one place after the other, because later ones may lead users to earlier ones.
    ///
    /// - Throws: ``RelctlError`` for the first that fails, of code `publish.partial` if the release is published
    ///   somewhere already; those after it are not begun. `CancellationError` if the task was cancelled.
    package func execute(_ plan: PublishPlan, with effects: Effects) async throws {
        for (index, publication) in plan.publications.enumerated() {
            do {
                try Task.checkCancellation()
                // Also where nothing is left to do: what a killed run left behind is cleared away.
                try await publishers.connector(publication.request.publisher)
                    .execute(publication.actions, for: publication.request, with: effects)
            } catch let error as CancellationError {
                throw error
            } catch {
                guard index > 0 else { throw error }
                throw Self.partial(plan, failed: index, error)
            }
        }
    }

    private static func partial(_ plan: PublishPlan, failed index: Int, _ error: any Error) -> RelctlError {
        let names = plan.publications.map { "`\($0.request.publisher)`" }
        let waiting = names[(index + 1)...].joined(separator: ", ")
        return RelctlError(
            "cannot publish to \(names[index]), after \(names[..<index].joined(separator: ", "))"
                + (waiting.isEmpty ? "" : "; not begun: \(waiting)"),
            code: .partiallyPublished,
            hints: ["run the same command again to go on; what is published is left alone"],
            causes: [error]
        )
    }

    private func mapResults<Value: Sendable>(
        _ requests: [PublicationRequest],
        _ body: @escaping @Sendable (PublicationRequest) async throws -> Value
    ) async -> [Result<Value, any Error>] {
        let results = try? await mapConcurrently(requests, width: Self.observationWidth) { request in
            do {
                return Result<Value, any Error>.success(try await body(request))
            } catch {
                return Result<Value, any Error>.failure(error)
            }
        }
        // The body throws nothing: the map does only if the task was cancelled, which the caller looks for.
        return results ?? []
    }
}
