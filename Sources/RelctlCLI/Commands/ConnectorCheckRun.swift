import RelctlCore

/// What `relctl plugins check` does: tries the connectors of one id.
struct ConnectorCheckRun {
    let id: String
    let settings: String?
    let publishes: Bool

    /// What `--json` gives.
    private struct Payload: Encodable { let connectors: [ConformanceReport] }

    func run(in session: Session) async throws -> Conclusion {
        var reports: [ConformanceReport] = []
        let search = try session.connectorSearch()
        let found = try await search.all(named: id)
        for kind in ExternalConnector.Kind.allCases {
            if let report = try await report(on: kind, among: found, session) { reports.append(report) }
        }
        guard !reports.isEmpty else {
            throw unknown(try ConnectorListing(session.extensions, adding: found), search)
        }
        return try session.conclude(reports.flatMap(\.findings), Payload(connectors: reports)) { style in
            reports.flatMap { Self.lines($0, style) }
        }
    }

    /// How the connector of this kind keeps to the rules; nothing if there is none.
    private func report(
        on kind: ExternalConnector.Kind,
        among found: [FoundConnectors],
        _ session: Session
    ) async throws -> ConformanceReport? {
        var extensions = session.extensions
        var external: ExternalConnector?
        if !extensions.knows(kind, id) {
            if let error = found.first(where: { $0.kind == kind })?.failure {
                return ConformanceReport(of: kind, id, unusable: error)
            }
            let connectors = found.flatMap { (try? $0.result.get()) ?? [] }
            external = connectors.first { $0.kind == kind && $0.id == id }
            guard let external else { return nil }
            try extensions.add([external])
        }
        var effects = session.effects
        var configuration: Configuration?
        if let settings {
            configuration = try ConformanceCheck.configuration(kind, id, settings, extensions)
        } else if let project = try await Project.ifAny(session) {
            (configuration, effects) = (project.configuration, project.effects)
        }
        return try await ConformanceCheck(
            kind,
            id,
            external: external,
            extensions: extensions,
            configuration: configuration,
            publishes: publishes
        ).report(with: effects)
    }

    private func unknown(_ listing: ConnectorListing, _ search: ConnectorSearch) -> RelctlError {
        let isChecked = { (entry: ListedConnector) in ExternalConnector.Kind(rawValue: entry.kind) != nil }
        if let other = listing.connectors.first(where: { $0.id == id && !isChecked($0) }) {
            return RelctlError("cannot check the \(other.kind) `\(id)`: publishers and packagers can be checked")
        }
        return listing.unknown(id, search)
    }

    private static func lines(_ report: ConformanceReport, _ style: TextStyle) -> [String] {
        let width = report.rules.map(\.outcome.rawValue.count).max() ?? 0
        return ["\(report.kind) `\(report.id)`"]
            + report.rules.map { verdict in
                let outcome = TerminalText.padded(verdict.outcome.rawValue, to: width)
                let reason = verdict.reason.map { ": " + TerminalText.escaped($0) } ?? ""
                let mark = verdict.outcome == .broken ? style.text(outcome, .red) : outcome
                return "  \(mark)  \(verdict.rule.meaning)\(reason)"
            } + report.notes.map { "  " + TerminalText.escaped($0) }
    }
}
