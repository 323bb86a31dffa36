package import RelctlCore

/// A command line that cannot be understood.
package struct UsageError: Error, Sendable, Equatable {
    /// What is wrong, in the form of an error's message.
    package var message: String
    /// What to try, one sentence each.
    package var hints: [String]
    /// The word that stands where a subcommand does, if it is none.
    package var subcommand: String?

    /// Says what is wrong with a command line.
    package init(_ message: String, hints: [String] = []) {
        self.message = message
        self.hints = hints
    }

    /// The failure that the user is shown.
    package var failure: RelctlError { RelctlError(message, code: .usage, hints: hints) }

    /// A name that is not among the known ones, with the nearest of them.
    static func unknown(_ kind: String, _ name: String, known: [String], otherwise: [String]) -> UsageError {
        let nearest = Nearest.to(name, among: known).map { "did you mean `\($0)`?" }
        return UsageError("unknown \(kind) `\(name)`", hints: nearest.map { [$0] } ?? otherwise)
    }
}
