import RelctlCore

/// Packs the charts of a release, for `relctl chart package`.
struct ChartPackageRun {
    let options: ChartCommand.Options

    func run(in session: Session) async throws {
        let project = try await Project(session)
        guard !options.isDryRun else {
            let charts = try await project.plan(options.chartRequest).charts
            let isVerbose = session.globals.verbosity == .verbose
            return try session.render(charts) { style in
                charts.flatMap { PlanText(style: style).lines($0, withEntries: isVerbose) }
            }
        }
        var options = options
        // Charts are too small for a cache to be of use.
        options.skipsCache = true
        let engine = try ArchiveEngine(options, effects: session.effects)
        defer { engine.close() }
        let limits = ReleaseSteps.Limits(options, engine: engine, effects: session.effects)
        let charts = try await project.runStep(options.chartRequest, limits) { steps, _ in
            try await steps.packageChartsInPlace()
        }
        try session.render(charts) { style in
            var table = Table([.left("CHART"), .right("SIZE"), .left("SHA-256")])
            for artifact in charts where artifact.kind != .checksum {
                table.append([artifact.name, ByteCount(artifact.size).description, artifact.sha256.hexadecimal])
            }
            return table.lines(style)
        }
    }
}
