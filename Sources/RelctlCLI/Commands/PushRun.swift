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
        let publishers = session.extensions.publishers
        let executor = PublishingExecutor(publishers: publishers)
        let planner = PublishPlanner(publishers: publishers)
        guard !isDryRun else {
            let plan = try planner.plan(try await executor.observe(requests, with: effects))
            try plan.requireObserved()
            return try show(plan, session)
        }
        try await layout.exclusively(for: release, effects) { effects in
            let plan = try planner.plan(try await executor.observe(requests, with: effects))
            try await executor.execute(plan, with: effects)
            try show(plan, session)
        }
    }

    private func show(_ plan: PublishPlan, _ session: Session) throws {
        let outcome = PublicationOutcome(
            name: name,
            publisher: requests.first?.publisher ?? name,
            actions: plan.publications.flatMap(\.actions)
        )
        try session.render(outcome) { PlanText(style: $0).lines(outcome) }
    }
}
