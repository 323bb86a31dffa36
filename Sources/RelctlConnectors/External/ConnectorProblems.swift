/// What a program finds that would make a release fail, its answer to `preflight`, or to `plan` as a packager.
struct ConnectorProblems: Decodable, Sendable {
    private var findings: [Problem]

    private struct Problem: Decodable, Sendable {
        var message: String
        var hints: [String]?
    }

    /// Them all, as findings of this code.
    func findings(code: String) -> [Finding] {
        findings.map { problem in
            Finding(
                HTTPResponse.line(problem.message),
                code: code,
                hints: (problem.hints ?? []).map { HTTPResponse.line($0) }
            )
        }
    }
}
