/// Something wrong that `check`, `validate`, `verify` or a preflight found; findings are collected, never thrown one by
/// one.
public struct Finding: Sendable, Hashable, Codable {
    /// How bad it is.
    public var severity: Severity
    /// Stable name for machine readers, such as `tag.mismatch`.
    public var code: String
    /// What is wrong, in the form of an error's message.
    public var message: String
    /// Where in a file.
    public var place: SourcePlace?
    /// What to try.
    public var hints: [String]

    /// How bad a finding is.
    public enum Severity: String, Sendable, Hashable, Codable {
        /// A release must not go on.
        case error
        /// A release may go on, and the user should know.
        case warning
    }

    /// Describes a finding; the addresses in its texts are told without users' names and passwords.
    public init(
        _ message: String,
        code: String,
        severity: Severity = .error,
        place: SourcePlace? = nil,
        hints: [String] = []
    ) {
        self.severity = severity
        self.code = code
        self.message = UserInfo.masked(message)
        self.place = place
        self.hints = hints.map { UserInfo.masked($0) }
    }
}

extension Finding {
    /// Returns the failures of an error, each as a finding of its own.
    package static func failures(of error: any Error, code: String) -> [Finding] {
        guard let error = error as? RelctlError else { return [Finding(String(describing: error), code: code)] }
        // An error that only gathers others says nothing of its own.
        let places = error.causes.map { ($0 as? RelctlError)?.place }
        if error.place == nil, places.count > 1 || places.contains(where: { $0 != nil }) {
            return error.causes.flatMap { failures(of: $0, code: code) }
        }
        let reasons = error.causes.map { ": \($0)" }.joined()
        return [Finding(error.message + reasons, code: code, place: error.place, hints: error.hints)]
    }
}
