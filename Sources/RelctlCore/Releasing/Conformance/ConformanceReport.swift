/// What every publisher and packager must keep to, each rule by itself.
package enum ConformanceRule: String, Sendable, CaseIterable, Codable {
    case description, answers, purity, repetition, execution, convergence, tidiness, secrets

    /// What it asks for.
    package var meaning: String {
        switch self {
        case .description: "it says all that there is to say of it"
        case .answers: "what it is asked it answers, in a form that is understood"
        case .purity: "looking and planning change nothing"
        case .repetition: "asked twice, it answers the same"
        case .execution: "it does what it plans"
        case .convergence: "done twice, nothing changes the second time"
        case .tidiness: "it ends when it is stopped, and leaves no temporary files"
        case .secrets: "it tells no secret"
        }
    }
}

/// How a connector keeps to the rules.
package struct ConformanceReport: Sendable, Encodable {
    /// What it is, as in "publisher".
    package let kind: String
    /// What the configuration calls it.
    package let id: String
    /// How it keeps to each rule, in their order.
    package private(set) var rules: [Verdict] = []
    /// What it does otherwise.
    package private(set) var findings: [Finding] = []
    /// What was not tried, and why.
    package private(set) var notes: [String] = []

    /// How it keeps to a rule.
    package struct Verdict: Sendable, Encodable {
        /// The rule.
        package let rule: ConformanceRule
        /// How.
        package var outcome: Outcome
    }

    /// How a connector keeps to a rule.
    package enum Outcome: String, Sendable, Encodable {
        case kept, broken
        case untried = "not tried"
    }

    /// Nothing was tried yet.
    init(of kind: ExternalConnector.Kind, _ id: String) {
        (self.kind, self.id) = (kind.rawValue, id)
        rules = ConformanceRule.allCases.map { Verdict(rule: $0, outcome: .untried) }
    }

    /// Nothing can be tried of a connector that cannot even be asked what it is.
    package init(of kind: ExternalConnector.Kind, _ id: String, unusable error: RelctlError) {
        self.init(of: kind, id)
        add(.answers, error)
    }

    /// Takes down that a rule was looked at, and what is wrong.
    mutating func add(_ rule: ConformanceRule, _ problems: [String]) {
        for index in rules.indices where rules[index].rule == rule && rules[index].outcome != .broken {
            rules[index].outcome = problems.isEmpty ? .kept : .broken
        }
        findings += problems.map { Finding("\(kind) `\(id)`: \($0)", code: "plugin.\(rule.rawValue)") }
    }

    /// Takes down what an error breaks: `rule`, unless it tells of a secret.
    mutating func add(_ rule: ConformanceRule, _ error: RelctlError) {
        let reasons = error.causes.map { ": \($0)" }.joined()
        add(error.tellsSecret ? .secrets : rule, [error.message + reasons])
    }

    /// Hides secrets in what was found.
    mutating func hide(_ mask: SecretMask) {
        for index in findings.indices {
            findings[index].message = mask.masked(findings[index].message)
            findings[index].hints = findings[index].hints.map(mask.masked)
        }
    }

    mutating func note(_ text: String) { notes.append(text) }
}

extension RelctlError {
    /// Whether it, or what caused it, is that a secret was told.
    fileprivate var tellsSecret: Bool {
        code == .secretTold || causes.contains { ($0 as? RelctlError)?.tellsSecret ?? false }
    }
}
