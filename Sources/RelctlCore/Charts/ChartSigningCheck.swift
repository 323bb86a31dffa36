/// Looks, before anything is built, for what signing charts needs.
package struct ChartSigningCheck: Sendable {
    private let effects: Effects

    /// Looks with these.
    package init(_ effects: Effects) { self.effects = effects }

    /// What is missing: gpg, or the passphrase of a key.
    package func findings(of charts: [ChartSettings], in project: FilePath) -> [Finding] {
        let signed = charts.filter { $0.signing != nil }
        guard let first = signed.first else { return [] }
        var findings: [Finding] = []
        let environment = ChildEnvironment(effects).variables()
        if effects.processes.locate("gpg", environment: environment, directory: project) == nil {
            let hints = ["install GnuPG, or take `sign` out"]
            let message = "cannot sign charts: there is no `gpg` on PATH"
            findings.append(Finding(message, code: "charts.gpg_missing", place: first.place, hints: hints))
        }
        for chart in signed {
            guard let name = chart.signing?.passphrase, effects.environment[name]?.isEmpty ?? true else { continue }
            let message =
                "cannot sign the chart `\(chart.path)`: `\(name)`, which its key's passphrase is in, is not set"
            findings.append(Finding(message, code: "charts.passphrase_missing", place: chart.place))
        }
        return findings
    }
}
