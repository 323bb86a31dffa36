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
        /// The reason why it was not tried, if something kept it from being tried.
        package var reason: String?
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
            rules[index].reason = nil
        }
        findings += problems.map { Finding("\(kind) `\(id)`: \($0)", code: "plugin.\(rule.rawValue)") }
    }

    /// Records what an error breaks: `rule`, unless the connector was ended because it printed a secret.
    mutating func add(_ rule: ConformanceRule, _ error: RelctlError) {
        let reasons = error.causes.map { ": \($0)" }.joined()
        guard error.tellsSecret else { return add(rule, [error.message + reasons]) }
        add(.secrets, [error.message + reasons])
        skip(rule, because: "relctl ends a \(kind) that prints a secret")
    }

    /// Records why a rule cannot be tried; a rule that was tried keeps its outcome.
    mutating func skip(_ rule: ConformanceRule, because reason: String) {
        for index in rules.indices where rules[index].rule == rule && rules[index].outcome == .untried {
            rules[index].reason = rules[index].reason ?? reason
        }
    }

    /// Tries something; an error that breaks a rule is recorded.
    ///
    /// - Returns: The result; nil if a rule was broken.
    mutating func attempt<Value>(_ body: (inout ConformanceReport) async throws -> Value) async throws -> Value? {
        do { return try await body(&self) } catch let error as Broken {
            add(error.rule, error.reason)
            return nil
        }
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
