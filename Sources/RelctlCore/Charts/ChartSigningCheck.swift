/// Looks, before anything is built, for what signing charts needs.
package struct ChartSigningCheck: Sendable {
    private let effects: Effects

    /// Looks with these.
    package init(_ effects: Effects) { self.effects = effects }

    /// How long gpg may take to say whether it has a key; nobody is asked for anything.
    private static let timeout = Duration.seconds(60)

    /// What is missing: gpg, a key of its, or the passphrase of one.
    ///
    /// - Throws: `CancellationError` alone.
    package func findings(of charts: [ChartSettings], in project: FilePath) async throws -> [Finding] {
        let signed = charts.filter { $0.signing != nil }
        guard let first = signed.first else { return [] }
        var findings: [Finding] = []
        let environment = ChildEnvironment(effects).variables(passing: ChildEnvironment.signingNames)
        if effects.processes.locate("gpg", environment: environment, directory: project) == nil {
            let hints = ["install GnuPG, or take `sign` out"]
            let message = "cannot sign charts: there is no `gpg` on PATH"
            findings.append(Finding(message, code: "charts.gpg_missing", place: first.place, hints: hints))
        } else {
            for chart in signed { findings += try await keyFindings(of: chart, in: project, environment) }
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
    private func keyFindings(
        of chart: ChartSettings,
        in project: FilePath,
        _ environment: [String: String]
    ) async throws -> [Finding] {
        guard let key = chart.signing?.key, let reason = try await reason(against: key, in: project, environment) else {
            return []
        }
        return [
            Finding(
                "cannot sign the chart `\(chart.path)` by the key `\(key)`: \(reason)",
                code: "charts.key_missing",
                place: chart.place,
                hints: ["`gpg --list-secret-keys` lists the keys that can sign"]
            )
        ]
    }

    /// Whether gpg keeps keys at all: it would make its folder and its ring, and nothing is made where somebody only looks.
    private func hasKeys(_ environment: [String: String], _ project: FilePath) -> Bool {
        // gpg takes an empty one for none.
        let named = environment["GNUPGHOME"].flatMap { $0.isEmpty ? nil : $0 }
        guard let home = named ?? environment["HOME"].map({ $0 + "/.gnupg" }) else { return false }
        return ["pubring.kbx", "pubring.gpg", "public-keys.d"].contains { name in
            (try? effects.files.resolvedStatus(of: project.appending(home).appending(name))) != nil
        }
    }

    private func reason(
        against key: String,
        in project: FilePath,
        _ environment: [String: String]
    ) async throws -> String? {
        guard hasKeys(environment, project) else { return "gpg has no keys here" }
        let request = ProcessRequest(
            arguments: [
                "gpg", "--batch", "--no-tty", "--trust-model", "always", "--with-colons", "--list-secret-keys", "--",
                key,
            ],
            directory: project,
            environment: environment,
            output: .captured(limit: 1 << 20),
            timeout: Self.timeout
        )
        do {
            let outcome = try await effects.processes.run(request)
            guard !outcome.succeeded else { return nil }
            let words = String(decoding: outcome.standardError, as: UTF8.self).split(whereSeparator: \.isNewline).last
            return words.map { HTTPResponse.line(String($0)) } ?? "gpg does not have it"
        } catch let error as CancellationError {
            throw error
        } catch {
            return "\(error)"
        }
    }
}
