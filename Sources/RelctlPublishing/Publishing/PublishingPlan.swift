/// What is left to do to have a release everywhere it belongs.
package struct PublishingPlan: Sendable {
    /// The publications, in the configuration's order.
    package var publications: [PlannedPublication]

    /// Whether all of it is published already, as far as that can be told.
    package var isEmpty: Bool { publications.allSatisfy(\.actions.isEmpty) }

    /// What was planned for the places that could be looked at.
    package var outcomes: [PublicationOutcome] {
        publications.filter { $0.failure == nil }.map(PublicationOutcome.init)
    }

    /// Lets no plan pass that does not know of all places what is there.
    ///
    /// - Throws: ``RelctlError`` that tells of every place that could not be looked at.
    package func requireObserved() throws {
        let failures = publications.compactMap(\.failure)
        try RelctlError.throwAll(failures, "cannot look at \(failures.count) places")
    }
}

/// One place that a release goes to, as it was found.
package struct ObservedPublication: Sendable {
    /// What is to be there.
    package let request: PublicationRequest
    /// What is there, or why that cannot be told.
    package let state: Result<PublicationState, any Error>
    private let place: (any PlannablePlace)?

    /// A place as its publisher saw it.
    package init<Place: Publisher>(_ request: PublicationRequest, at place: Place, _ observation: Place.Observation) {
        self.request = request
        state = .success(observation.state)
        self.place = ObservedPlace(publisher: place, request: request, observation: observation)
    }

    /// A place that could not be looked at, and why.
    package init(_ request: PublicationRequest, failure: any Error) {
        self.request = request
        state = .failure(failure)
        place = nil
    }

    /// What is left to do there.
    ///
    /// - Throws: What the publisher throws; why the place could not be looked at.
    package func actions() throws -> [PublicationAction] {
        _ = try state.get()
        return try place?.actions() ?? []
    }

    /// The way back from there.
    ///
    /// - Throws: As ``actions()``.
    package func actions(_ retreat: Retreat) throws -> [PublicationAction] {
        _ = try state.get()
        return try place?.actions(retreat) ?? []
    }
}

/// A place that can be planned for, whatever its publisher observes.
private protocol PlannablePlace: Sendable {
    func actions() throws -> [PublicationAction]
    func actions(_ retreat: Retreat) throws -> [PublicationAction]
}

private struct ObservedPlace<Place: Publisher>: PlannablePlace {
    let publisher: Place
    let request: PublicationRequest
    let observation: Place.Observation

    func actions() throws -> [PublicationAction] { try publisher.plan(request, observed: observation) }

    func actions(_ retreat: Retreat) throws -> [PublicationAction] {
        try publisher.plan(retreat, of: request, observed: observation)
    }
}

/// One place that a release goes to, and what is left to do there.
package struct PlannedPublication: Sendable {
    /// What is to be there.
    package var request: PublicationRequest
    /// What is left to do; nothing if it is there.
    package var actions: [PublicationAction]
    /// Why the place could not be looked at, if so: it fails, and others go on.
    package var failure: (any Error)?
}

/// What all publications of a release have in common.
package struct PublicationBasis: Sendable {
    /// What is released.
    package var release: ReleaseIdentity
    /// The names that templates may use.
    package var scope: TemplateScope
    /// The files that ship; empty before they are made.
    package var files: [PublishedFile]
    /// The notes, if there are any.
    package var notes: PublishedFile?
    /// The images by the names that they have or will have; nothing where that is not known.
    package var images: [NamedImage]?
    /// The folder they lie in.
    package var folder: FilePath
    /// The project's folder.
    package var project: FilePath
    /// Whether a different release that is there may be replaced.
    package var replaces: Bool

    /// Describes a release that is to be published.
    package init(
        release: ReleaseIdentity,
        scope: TemplateScope,
        files: [PublishedFile],
        notes: PublishedFile? = nil,
        folder: FilePath,
        project: FilePath,
        replaces: Bool
    ) {
        self.release = release
        self.scope = scope
        self.files = files.sortedBytewise(by: \.name)
        self.notes = notes
        self.folder = folder
        self.project = project
        self.replaces = replaces
    }
}
