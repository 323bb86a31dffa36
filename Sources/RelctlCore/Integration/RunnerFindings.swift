extension Configuration {
    /// The machines that GitHub does not lend any more, each where it is named, with what took its place.
    package var runnerFindings: [Finding] {
        let named =
            targets.map { ($0.runner, "targets.\($0.triple.text).runner", $0.place) }
            + [integration].compactMap(\.self).map { ($0.runner as String?, "ci.runner", $0.place) }
        return named.compactMap { label, key, place in
            guard let label, !(integration?.ownRunners.contains(label) ?? false),
                let successor = HostedRunner(label)?.successor
            else { return nil }
            return Finding(
                "`\(key)`: GitHub has no machine `\(label)` any more",
                code: "runner.retired",
                severity: .warning,
                place: place,
                hints: ["its successor is `\(successor)`"]
            )
        }
    }
}
