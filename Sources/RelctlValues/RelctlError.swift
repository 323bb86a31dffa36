/// A failure worth telling the user about: what could not be done, to what, why, and what to try.
///
/// Messages are lower case, without a full stop, with backticks round literals: "cannot read `dist/app.tar.gz`".
public struct RelctlError: Error, Sendable {
    /// What could not be done, and to what.
    public var message: String
    /// The stable name and exit code of this kind of failure.
    public var code: Code
    /// Where in an input file the cause stands, if it stands in one.
    public var place: SourcePlace?
    /// Further facts by name, for JSON output; never a secret.
    public var details: [String: String]
    /// What to try, one sentence each.
    public var hints: [String]
    /// Why; several when things failed independently.
    public var causes: [any Error]

    /// Creates a failure.
    public init(
        _ message: String,
        code: Code = .failed,
        place: SourcePlace? = nil,
        details: [String: String] = [:],
        hints: [String] = [],
        causes: [any Error] = []
    ) {
        self.message = message
        self.code = code
        self.place = place
        self.details = details
        self.hints = hints
        self.causes = causes
    }
}

extension RelctlError {
    /// A kind of failure; open, so that connectors can have kinds of their own.
    public struct Code: Sendable, Hashable {
        /// Stable name for machine readers, such as `config.invalid`.
        public let name: String
        /// The process exit code this failure ends in.
        public let exitCode: Int32

        /// Creates a kind of failure.
        public init(name: String, exitCode: Int32) {
            self.name = name
            self.exitCode = exitCode
        }

        /// Anything that has no kind of its own.
        public static let failed = Code(name: "failed", exitCode: 1)
        /// `check`, `validate`, `verify` or a preflight found problems.
        public static let problemsFound = Code(name: "problems.found", exitCode: 2)
        /// Something that is to be released is larger than the configuration lets it be.
        public static let budgetExceeded = Code(name: "budget.exceeded", exitCode: 1)
        /// Some of a release is published; running again goes on.
        public static let partiallyPublished = Code(name: "publish.partial", exitCode: 3)
        /// The command line is wrong.
        public static let usage = Code(name: "usage", exitCode: 64)
        /// The configuration or an input file cannot be read or is invalid.
        public static let configurationInvalid = Code(name: "config.invalid", exitCode: 65)
        /// A remote does not answer.
        public static let remoteUnavailable = Code(name: "remote.unavailable", exitCode: 69)
        /// A remote refuses the credentials or has none.
        public static let notAuthorized = Code(name: "remote.not_authorized", exitCode: 77)
        /// The user stopped the run.
        public static let interrupted = Code(name: "interrupted", exitCode: 130)
    }
}

extension RelctlError {
    /// Throws nothing for no failure, the failure itself for one, and else one that has them all for causes.
    package static func throwAll(_ failures: [any Error], _ message: @autoclosure () -> String) throws {
        guard let first = failures.first else { return }
        guard failures.count > 1 else { throw first }
        let codes = Set(failures.map { ($0 as? RelctlError)?.code ?? .failed })
        throw RelctlError(message(), code: codes.count == 1 ? codes.first ?? .failed : .failed, causes: failures)
    }
}

/// A place in a text file, as editors count it.
public struct SourcePlace: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The file, as the user knows it.
    public var file: String
    /// Line, from 1.
    public var line: Int
    /// Column in characters, from 1.
    public var column: Int

    /// Creates a place.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `FILE:LINE:COLUMN`.
    public var description: String { "\(file):\(line):\(column)" }
}

extension RelctlError: CustomStringConvertible {
    /// The message and its causes on one line, for logs and tests; users get the rendered form.
    public var description: String {
        let located = place.map { "\($0): \(message)" } ?? message
        guard !causes.isEmpty else { return located }
        return located + ": " + causes.map { String(describing: $0) }.joined(separator: "; ")
    }
}
