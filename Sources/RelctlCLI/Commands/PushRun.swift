import RelctlCore

/// Pushes a part of the release in `dist/` to registries, for `relctl image push` and `relctl chart push`: looked at
/// first, then planned, then done.
struct PushRun {
    /// What is pushed, as the outcome calls it.
    let name: String
    /// The publications that it stands for.
    let requests: [PublicationRequest]
    /// What is released.
    let release: ReleaseIdentity
    let layout: ReleaseLayout
    let effects: Effects
    let isDryRun: Bool

    func run(in session: Session) async throws {
        effects.http.prepare()
        guard !isDryRun else {
            let plan = try await plan(in: session, with: effects)
            try plan.requireObserved()
            return try show(plan, session)
        }
        try await layout.exclusively(for: release, effects) { try await push(in: session, with: $0) }
    }

    /// Pushes, within the run that alone writes to `dist/`, whose effects these are.
    func push(in session: Session, with effects: Effects) async throws {
        let plan = try await plan(in: session, with: effects)
        try await PublishingExecutor(publishers: session.extensions.publishers).execute(plan, with: effects)
        try show(plan, session)
    }

    /// Looks at what is there, and plans the rest.
    private func plan(in session: Session, with effects: Effects) async throws -> PublishingPlan {
        let publishers = session.extensions.publishers
        let found = try await PublishingObserver(publishers: publishers).observe(requests, with: effects)
        return try PublishingPlanner(publishers: publishers).plan(found)
    }

    private func show(_ plan: PublishingPlan, _ session: Session) throws {
        let outcome = PublicationOutcome(
            name: name,
            publisher: requests.first?.publisher ?? name,
            actions: plan.publications.flatMap(\.actions)
        )
        try session.render(outcome) { PlanText(style: $0).lines(outcome) }
    }
}
