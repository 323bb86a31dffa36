import RelctlCore

/// Pushes the charts of the release in `dist/`: looked at first, then planned, then done.
struct ChartPushRun {
    let options: ChartCommand.Options

    private var access: RegistryAccess { RegistryAccess(plainHTTP: options.plainHTTP ? true : nil) }

    func run(in session: Session) async throws {
        let project = try Project(session)
        let plan = try await project.plan(options.chartRequest)
        let charts = try await ReleasedCharts(in: project.layout.dist.path, project.effects)
        guard charts.release == plan.release else {
            throw RelctlError(
                "cannot push the charts of `\(plan.release.tag)`: `\(project.layout.dist.path)` holds those of "
                    + "`\(charts.release.tag)`",
                hints: ["run `relctl chart package \(ShellWord.quoted(plan.release.tag))` first"]
            )
        }
        let targets = try targets(charts, plan)
        guard !options.isDryRun else {
            return try show(try await actions(targets, RegistryPool(project.effects)), session)
        }
        try await project.layout.exclusively(for: plan.release, project.effects) { effects in
            let pool = RegistryPool(effects)
            let actions = try await actions(targets, pool)
            try await PushTransfer(targets, from: charts.content, through: pool, access, replacing: options.replaces)
                .execute(actions, in: PublicationRun(name: "chart", effects: effects))
            try show(actions, session)
        }
    }

    private func targets(_ charts: ReleasedCharts, _ plan: ReleasePlan) throws -> [PushTarget] {
        if let repository = options.repository { return try charts.targets(in: repository) }
        let targets = try (plan.charts ?? []).flatMap { chart in
            try chart.repository.map { try charts.targets(in: $0, only: [chart.metadata.name]) } ?? []
        }
        guard !targets.isEmpty else {
            throw RelctlError(
                "cannot push the charts: the configuration names no `repository` for any",
                code: .configurationInvalid,
                hints: ["add one to a chart, such as `repository: \"oci://ghcr.io/example/charts\"`"]
            )
        }
        return targets
    }

    private func actions(_ targets: [PushTarget], _ pool: RegistryPool) async throws -> [PublicationAction] {
        let observed = try await PushObserver(pool, access).observe(targets)
        return try PushPlanner(replacing: options.replaces).actions(observed)
    }

    private func show(_ actions: [PublicationAction], _ session: Session) throws {
        let outcome = PublicationOutcome(name: "chart", publisher: "helm", actions: actions)
        try session.render(outcome) { PlanText(style: $0).lines(outcome) }
    }
}
