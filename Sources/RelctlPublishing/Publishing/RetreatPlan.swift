/// How a release is taken back, as far as it can be.
package struct RetreatPlan: Sendable {
    /// What is done, place by place.
    package var steps: PublishingPlan
    /// Places that keep what they have, and why.
    package var kept: [Finding]
    /// Whether any place has anything of the release, or may have.
    package var isAnywhere: Bool
}

extension PublishingPlanner {
    /// Plans the way back from all places.
    ///
    /// A place that has none keeps what is there, which is no failure; one that could not be looked at fails. The others
    /// go on.
    ///
    /// - Throws: ``RelctlError`` if a place cannot be planned for at all.
    package func plan(_ retreat: Retreat, _ observed: [ObservedPublication]) throws -> RetreatPlan {
        var plan = RetreatPlan(
            steps: PublishingPlan(publications: []),
            kept: [],
            isAnywhere: observed.contains { (try? $0.state.get())?.verdict != .absent }
        )
        for publication in observed {
            let request = publication.request
            if case .failure(let error) = publication.state {
                plan.steps.publications.append(PlannedPublication(request: request, actions: [], failure: error))
                continue
            }
            do {
                let actions = try publication.actions(retreat)
                plan.steps.publications.append(PlannedPublication(request: request, actions: actions))
            } catch let error as RelctlError where error.code == .noWayBack {
                plan.kept.append(
                    Finding(error.message, code: error.code.name, severity: .warning, hints: error.hints)
                )
            }
        }
        return plan
    }
}
