package import RelctlCore

/// A failure in the form in which it is told, whatever kind of error it came from; as JSON, one object.
package struct ErrorReport: Sendable, Equatable, Encodable {
    /// The stable name of its kind.
    package var code: String
    /// What the process ends with.
    package var exitCode: Int32
    /// What could not be done.
    package var message: String
    /// Where.
    package var place: SourcePlace?
    /// Further facts.
    package var details: [String: String]
    /// What to try.
    package var hints: [String]
    /// Why.
    package var causes: [ErrorReport]

    /// The one place where any error gets its words.
    package init(_ error: any Error) {
        let failure = Self.failure(error)
        code = failure.code.name
        exitCode = failure.code.exitCode
        message = failure.message
        place = failure.place
        details = failure.details
        hints = failure.hints
        causes = failure.causes.map { ErrorReport($0) }
    }

    /// The failures that have a report of their own: those that were collected in one pass, each with its place.
    package var parts: [ErrorReport] {
        causes.contains { $0.place != nil } && place == nil ? causes : []
    }

    /// What to try, for this and for all causes, without repetition.
    package var allHints: [String] {
        (hints + causes.flatMap(\.allHints)).reduce(into: []) { all, hint in
            if !all.contains(hint) { all.append(hint) }
        }
    }

    private static func failure(_ error: any Error) -> RelctlError {
        switch error {
        case let error as RelctlError: error
        case let error as UsageError: error.failure
        case is CancellationError: RelctlError("interrupted", code: .interrupted)
        default: RelctlError(String(describing: error))
        }
    }
}
