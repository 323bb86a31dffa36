import RelctlCore

/// Pushes the charts of the release in `dist/`, by the keys of the configuration's publications where it has any.
struct ChartPushRun {
    let options: ChartCommand.Options

    func run(in session: Session) async throws {
        let project = try await Project(session)
        let layout = project.layout
        var request = options.chartRequest
        request.reachesUsers = true
        let plan = try await project.plan(request)
        let release = try await ReleasedCharts(in: layout.dist.path, project.effects).release
        guard release == plan.release else {
            throw RelctlError(
                "cannot push the charts of `\(plan.release.tag)`: `\(layout.dist.path)` holds those of "
                    + "`\(release.tag)`",
                hints: ["run `relctl chart package \(ShellWord.quoted(plan.release.tag))` first"]
            )
        }
        let basis = PublicationBasis(
            release: release,
            scope: project.configuration.project.scope(of: release),
            files: [],
            folder: layout.dist.path,
            project: layout.project,
            replaces: options.replaces
        )
        let requests = try PushRequests(
            to: "helm",
            project.configuration.publications,
            basis,
            publishers: session.extensions.publishers,
            allowsPlainHTTP: options.plainHTTP
        ).charts(plan.charts.map { ($0.metadata.name, $0.repository) }, to: options.repository)
        try await PushRun(
            name: "chart",
            requests: requests,
            release: release,
            layout: layout,
            effects: project.effects,
            isDryRun: options.isDryRun
        ).run(in: session)
    }
}
