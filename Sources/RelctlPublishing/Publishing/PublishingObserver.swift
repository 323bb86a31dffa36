/// Looks at the places that a release goes to; never writes.
package struct PublishingObserver: Sendable {
    private let publishers: Registry<any Publisher>

    /// Looks with these publishers.
    package init(publishers: Registry<any Publisher>) { self.publishers = publishers }

    /// How many places are looked at at once.
    private static let observationWidth = 4

    /// Looks for what would make publishing fail, before anything is built.
    package func preflight(_ requests: [PublicationRequest], with effects: Effects) async throws -> [Finding] {
        try await mapConcurrently(requests, width: Self.observationWidth) { request in
            do {
                return try await publishers.connector(request.publisher).preflight(request, with: effects).map {
                    var finding = $0
                    finding.place = finding.place ?? request.place
                    return finding
                }
            } catch let error as RelctlError {
                return Finding.failures(of: error.placed(at: request.place), code: "publish.invalid")
            }
        }.flatMap(\.self)
    }

    /// Looks at what is there already; writes nothing.
    ///
    /// A place that cannot be looked at keeps no other from being: what it failed of is its state.
    ///
    /// - Throws: `CancellationError` if the task was cancelled; ``RelctlError`` for unknown publishers.
    package func observe(
        _ requests: [PublicationRequest],
        with effects: Effects
    ) async throws -> [ObservedPublication] {
        try await mapConcurrently(requests, width: Self.observationWidth) { request in
            let publisher = try publishers.connector(request.publisher)
            do {
                return try await look(at: request, by: publisher, effects)
            } catch let error as RelctlError {
                return ObservedPublication(request, failure: error.placed(at: request.place))
            } catch {
                try Task.checkCancellation()
                return ObservedPublication(request, failure: error)
            }
        }
    }

    private func look<Place: Publisher>(
        at request: PublicationRequest,
        by publisher: Place,
        _ effects: Effects
    ) async throws -> ObservedPublication {
        let looking = Activity(
            id: "publish/\(request.name)/look",
            title: "\(request.name): looking at what is there",
            isDetail: true
        )
        return try await effects.events.during(looking) {
            ObservedPublication(request, at: publisher, try await publisher.observe(request, with: effects))
        }
    }
}

extension RelctlError {
    /// Says where the configuration describes what is wrong with a publication's keys, unless that is said already.
    fileprivate func placed(at place: SourcePlace?) -> RelctlError {
        guard code == .configurationInvalid else { return self }
        var error = self
        let causes = error.causes.compactMap { $0 as? RelctlError }
        if !causes.isEmpty, causes.allSatisfy({ $0.code == .configurationInvalid }) {
            error.causes = causes.map { $0.placed(at: place) }
        } else {
            error.place = error.place ?? place
        }
        return error
    }
}
