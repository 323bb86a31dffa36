/// Looks, before anything is built, for what signing charts needs.
package struct ChartSigningCheck: Sendable {
    private let effects: Effects

    /// Looks with these.
    package init(_ effects: Effects) { self.effects = effects }

    /// What is missing: gpg, a key of its, or the passphrase of one.
    ///
    /// - Throws: `CancellationError` alone.
    package func findings(of charts: [ChartSettings], in project: FilePath) async throws -> [Finding] {
        let signed = charts.filter { $0.signing != nil }
        guard let first = signed.first else { return [] }
        var findings: [Finding] = []
        let gpg = GPG(effects, in: project)
        if !gpg.isHere {
            let hints = ["install GnuPG, or take `sign` out"]
            let message = "cannot sign charts: there is no `gpg` on PATH"
            findings.append(Finding(message, code: "charts.gpg_missing", place: first.place, hints: hints))
        } else {
            for chart in signed { findings += try await keyFindings(of: chart, gpg) }
        }
        for chart in signed {
            guard let name = chart.signing?.passphrase, effects.environment[name]?.isEmpty ?? true else { continue }
            let message =
                "cannot sign the chart `\(chart.path)`: `\(name)`, which its key's passphrase is in, is not set"
            findings.append(Finding(message, code: "charts.passphrase_missing", place: chart.place))
        }
        return findings
    }

    /// Whether gpg has the secret key of a chart.
    private func keyFindings(of chart: ChartSettings, _ gpg: GPG) async throws -> [Finding] {
        guard let key = chart.signing?.key, let refusal = try await gpg.refusal(of: key) else { return [] }
        return [
            Finding(
                "cannot sign the chart `\(chart.path)` by the key `\(key)`: \(refusal.reason)",
                code: "charts.key_missing",
                place: chart.place,
                hints: [refusal.hint]
            )
        ]
    }
}
