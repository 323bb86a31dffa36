import RelctlCore

/// Indexes a folder of packed charts, for `relctl chart index`.
struct ChartIndexRun {
    let options: ChartCommand.Options

    func run(in session: Session) async throws {
        let (files, folder) = (session.effects.files, try session.folder())
        let charts = folder.appending(options.subject ?? ReleaseLayout.distName)
        let known = try options.merged.map { name -> ChartIndex in
            var known = try ChartIndex(try files.text(of: folder.appending(name)), file: name)
            for finding in known.review(called: name) {
                let text = ([finding.message] + finding.hints).joined(separator: "; ")
                session.effects.events.send(.message(.warning, text))
            }
            return known
        }
        let index = try ChartIndexPlanner().plan(
            ChartIndexPlanner.Request(
                charts: try await PackedChartObserver(session.effects).charts(in: charts),
                url: options.url,
                known: known,
                timestamp: try session.effects.sourceDateEpoch()
            )
        )
        let (file, text) = (charts.appending(ChartIndex.fileName), try index.text())
        if !options.isDryRun { try files.write(text.utf8, to: file) }
        try session.render(index) { _ in
            guard !options.isDryRun else { return text.split(separator: "\n").map { TerminalText.escaped(String($0)) } }
            let count = index.entries.values.reduce(0) { $0 + $1.count }
            return ["\(TerminalText.escaped(file.string)): \(count) chart\(count == 1 ? "" : "s")"]
        }
    }
}
