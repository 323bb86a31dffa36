extension IntegrationSettings {
    /// The machine that GitHub does not lend any more, with what took its place, and what would put a cache into a
    /// release.
    package var integrationFindings: [Finding] {
        [HostedRunner.finding(runner, "ci.runner", place, own: ownRunners)].compactMap(\.self)
            + setup.enumerated().compactMap { index, step in
                guard case .uses(let use, let inputs) = step.work else { return nil }
                return CachingAction(use)?.finding("ci.setup[\(index)]", inputs, use.place)
            }
    }
}

extension HostedRunner {
    /// What is to be said of a label that a key names; nothing for a machine that is there, and for one's own.
    package static func finding(_ label: String?, _ key: String, _ place: SourcePlace, own: [String]?) -> Finding? {
        guard let label, !(own?.contains(label) ?? false), let successor = HostedRunner(label)?.successor else {
            return nil
        }
        return Finding(
            "`\(key)`: GitHub has no machine `\(label)` any more",
            code: "runner.retired",
            severity: .warning,
            place: place,
            hints: ["its successor is `\(successor)`"]
        )
    }
}
