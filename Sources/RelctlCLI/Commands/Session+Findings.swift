import RelctlCore

extension Session {
    /// Prints a result that consists of more than findings, the findings after it, and says how the check ended.
    ///
    /// `payload` is all of it as `--json` gives it, findings included; `lines` is what people read before the findings.
    func conclude(
        _ findings: [Finding],
        _ payload: some Encodable,
        lines: (TextStyle) -> [String]
    ) throws -> Conclusion {
        let renderer = ErrorRenderer(style: console.terminal.outputStyle, sourceLine: sourceLine)
        try render(payload) { style in lines(style) + renderer.lines(findings) }
        if console.terminal.isGitHubActions { console.writeLog(renderer.commands(findings).map(\.description)) }
        return findings.contains { $0.severity == .error } ? .problemsFound : .done
    }

    /// Tells of findings beside a result.
    func warn(of findings: [Finding]) {
        guard !findings.isEmpty else { return }
        let renderer = ErrorRenderer(style: console.terminal.errorStyle, sourceLine: sourceLine)
        if console.terminal.isGitHubActions {
            console.writeLog(renderer.commands(findings).map(\.description))
        } else {
            console.writeLog(renderer.lines(findings))
        }
    }
}
