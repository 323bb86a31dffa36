import RelctlCore

/// One way back: shown first, then done.
struct RetreatRun {
    let retreat: Retreat
    let tag: String?
    let isDryRun: Bool
    /// What is said where there is nothing to do.
    let nothing: String

    func run(in session: Session) async throws -> Conclusion {
        let project = try await Project(session)
        var request = ReleaseRequest(tag: tag)
        request.wantsTargets = false
        // Whatever is checked out, it is the tag's release that is taken back.
        request.skipped = [.validate]
        guard !isDryRun else {
            let plan = try await project.steps(for: request, try await project.observe(request)).plannedRetreat(retreat)
            let conclusion = try show(plan, session)
            try plan.steps.requireObserved()
            return conclusion
        }
        let limits = ReleaseSteps.Limits(jobs: 1, effects: project.effects)
        return try await project.runStep(request, limits) { steps, _ in
            let plan = try await steps.plannedRetreat(retreat)
            let conclusion = try show(plan, session)
            try await steps.retreat(plan)
            return conclusion
        }
    }

    private func show(_ plan: RetreatPlan, _ session: Session) throws -> Conclusion {
        // Whoever warns users must learn that nobody was warned.
        if case .yank = retreat, !plan.isAnywhere {
            throw RelctlError(
                "cannot yank `\(tag ?? "")`: no place has a release of it",
                hints: ["`git tag` lists the tags"]
            )
        }
        let outcomes = plan.steps.outcomes
        try session.render(RetreatPayload(publications: outcomes, kept: plan.kept)) { style in
            // Of a place that nobody could look at, that is not known.
            guard !plan.steps.isEmpty else { return outcomes.count < plan.steps.publications.count ? [] : [nothing] }
            return outcomes.filter { !$0.actions.isEmpty }.flatMap { PlanText(style: style).lines($0) }
        }
        session.warn(of: plan.kept)
        return .done
    }
}

/// What `--json` gives for a way back.
private struct RetreatPayload: Encodable {
    var publications: [PublicationOutcome]
    var kept: [Finding]
}
