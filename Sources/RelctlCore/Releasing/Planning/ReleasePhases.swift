/// Looks and plans again for the later phases of a release.
///
/// Which files archives hold is decided when everything is built, and notes are made of what is packed.
package struct ReleasePhases: Sendable {
    private let observer: ReleaseObserver
    private let observation: ReleaseObservation
    private let request: ReleaseRequest

    /// Goes on from what was observed for a request.
    package init(_ observer: ReleaseObserver, _ observation: ReleaseObservation, _ request: ReleaseRequest) {
        self.observer = observer
        self.observation = observation
        self.request = request
    }

    var layout: ReleaseLayout { observation.layout }
    var repository: GitRepository { observation.repository }

    /// The plan of the tree as it is now, in which nothing is awaited any more.
    func planOfTheBuilt() async throws -> ReleasePlan {
        var observation = observation
        observation.tree = try await observer.tree()
        return try ReleasePlanner(extensions: observer.extensions).plan(observation, request)
    }

    /// What the notes are made from.
    package func notes() async throws -> NotesObservation { try await observer.notes(of: observation) }
}
