extension ConformanceCheck {
    /// Tries a publisher; what it would publish is only looked at and planned, unless it may be published.
    func tryOut(
        _ publisher: any Publisher,
        in folder: FilePath,
        _ effects: Effects,
        _ report: inout ConformanceReport
    ) async throws {
        report.add(.description, omissions(publisher.keys))
        let settings = try settings(publisher)
        let stage = try stage(folder, secretNames: publisher.secretNames(settings.options), effects)
        let request = try await request(settings, publisher, on: stage)
        var told: [String] = []
        let seen = try await look(publisher, request, on: stage, &report, &told)
        if publishes || isHarmless(publisher, request) {
            if let seen {
                try await publish(seen, by: publisher, request, on: stage, &report, &told)
            } else {
                for rule in [ConformanceRule.execution, .convergence] {
                    report.skip(rule, because: "the publisher does not say what it would do")
                }
            }
            var next = request
            (next.release.tag, next.replaces) = ("v0.0.1-check", true)
            try await stop(publisher, next, publishes: true, on: stage, &report)
        } else {
            report.note("nothing was published: `--yes` has `\(id)` publish a release `\(request.release.tag)`")
            try await stop(publisher, request, publishes: false, on: stage, &report)
        }
        report.add(.secrets, stage.secretFindings(in: told))
        report.hide(stage.mask)
    }

    // MARK: What it is asked about

    /// How the configuration sets it.
    private func settings(_ publisher: any Publisher) throws -> PublicationSettings {
        if let settings = configuration?.publications.first(where: { $0.publisher == id }) { return settings }
        let required = publisher.keys.filter(\.isRequired).map(\.name)
        guard required.isEmpty else {
            throw RelctlError(
                "cannot check the publisher `\(id)` without its settings: \(required.joined(separator: ", "))",
                code: .configurationInvalid,
                hints: ["publish to it in the configuration, or say `--settings '{\"\(required[0])\": …}'`"]
            )
        }
        return PublicationSettings(
            publisher: id,
            options: [:],
            place: SourcePlace(file: "--settings", line: 1, column: 1)
        )
    }

    private func request(
        _ settings: PublicationSettings,
        _ publisher: any Publisher,
        on stage: ConformanceStage
    ) async throws -> PublicationRequest {
        let release = stage.sample.release
        let scope =
            configuration?.project.scope(of: release) ?? TemplateScopes.project(release: release, variables: [:])
        var registry = Registry<any Publisher>(kind: kind.rawValue)
        try registry.register(publisher, id: id)
        let requests = try PublishingPlanner(publishers: registry)
            .requests(for: [settings], basis: try await stage.sample.publication(scope))
        guard let request = requests.first else { throw RelctlError("there is nothing to publish to `\(id)`") }
        return request
    }

    /// Whether it publishes into the project made for it, and nowhere else.
    private func isHarmless(_ publisher: any Publisher, _ request: PublicationRequest) -> Bool {
        guard publisher is DirectoryPublisher, let path = request.options["path"]?.asText else { return false }
        return !FilePath(path).isAbsolute && !path.splitAtSlashes().contains("..")
    }

    // MARK: Trying it

    /// What is there, and what it would do about that.
    private struct Look: Hashable {
        var findings: [Finding]
        var state: PublicationState
        var actions: [PublicationAction]
    }

    private func seen<Place: Publisher>(
        _ publisher: Place,
        _ request: PublicationRequest,
        on stage: ConformanceStage
    ) async throws -> Look {
        var early = request
        early.files = []
        let findings = try await publisher.preflight(early, with: stage.effects)
        let found = try await publisher.observe(request, with: stage.effects)
        return Look(findings: findings, state: found.state, actions: try publisher.plan(request, observed: found))
    }

    /// Asks it twice what is there and what it would do.
    ///
    /// - Returns: The first answer; nil if there is none.
    private func look(
        _ publisher: any Publisher,
        _ request: PublicationRequest,
        on stage: ConformanceStage,
        _ report: inout ConformanceReport,
        _ told: inout [String]
    ) async throws -> Look? {
        let before = try await stage.sample.state()
        let answers = try await report.attempt { _ in
            try await Broken.unless(.answers) {
                let first = try await seen(publisher, request, on: stage)
                return (first: first, second: try await seen(publisher, request, on: stage))
            }
        }
        report.add(.purity, try await stage.changes(since: before))
        guard let (first, second) = answers else {
            report.skip(.repetition, because: "the publisher does not answer")
            return nil
        }
        told.append("\(first)\(second)")
        report.add(.answers, first.findings.map { "it is not ready: \($0.message)" })
        report.add(.repetition, first == second ? [] : ["what it finds and plans is not the same twice"])
        return first
    }

    /// Has it do what it plans, twice.
    private func publish(
        _ look: Look,
        by publisher: any Publisher,
        _ request: PublicationRequest,
        on stage: ConformanceStage,
        _ report: inout ConformanceReport,
        _ told: inout [String]
    ) async throws {
        let run = PublicationRun(name: request.name, effects: stage.effects)
        let isDone = try await report.attempt { report in
            try await Broken.unless(.execution) { try await publisher.execute(look.actions, for: request, in: run) }
            report.add(.execution, [])
            return true
        }
        let after = try await report.attempt { _ in
            try await Broken.unless(.answers) { try await seen(publisher, request, on: stage) }
        }
        guard let after else { return report.skip(.convergence, because: "the publisher does not answer") }
        told.append("\(after)")
        let rest = after.actions.filter { $0.verb != .skip }.map { "\($0.verb) \($0.subject)" }
        guard isDone == true || rest.isEmpty else {
            report.skip(.convergence, because: "the publisher does not finish what it plans")
            report.add(.tidiness, try stage.sample.leftovers())
            return
        }
        report.add(.convergence, rest.map { "once all is done, it still plans to \($0)" })
        let before = try await stage.sample.state()
        // One that is external is asked for one action at a time, which a run that was cut off may ask for again.
        let again = external == nil ? [] : look.actions
        _ = try await report.attempt { _ in
            try await Broken.unless(.convergence) { try await publisher.execute(again, for: request, in: run) }
        }
        report.add(.convergence, try await stage.changes(since: before).filter { !$0.contains("`temporary/") })
        report.add(.tidiness, try stage.sample.leftovers())
    }

    /// Starts it on what is left to do, or else on a question, and stops it.
    private func stop(
        _ publisher: any Publisher,
        _ request: PublicationRequest,
        publishes: Bool,
        on stage: ConformanceStage,
        _ report: inout ConformanceReport
    ) async throws {
        var actions: [PublicationAction]?
        if publishes {
            actions = try await report.attempt { _ in
                try await Broken.unless(.answers) { try await seen(publisher, request, on: stage) }
            }?.actions
        }
        let run = PublicationRun(name: request.name, effects: stage.effects)
        let work = actions
        let problems = try await stage.stopping {
            if let work {
                try await publisher.execute(work, for: request, in: run)
            } else {
                _ = try await publisher.observe(request, with: stage.effects)
            }
        }
        report.add(.tidiness, problems)
    }
}
