/// A subcommand, in two stages: what the user said (``Options``, syntax alone), then what is done about it.
package protocol Command: SendableMetatype {
    /// What the user can say.
    associatedtype Options: Sendable, Equatable

    /// The word that calls it.
    static var name: String { get }
    /// What it does, one line.
    static var summary: String { get }
    /// More about it, in paragraphs with an empty line between; nothing by default.
    static var discussion: String { get }
    /// Worked examples.
    static var examples: [Example] { get }
    /// The codes it ends with; by default the ones that every subcommand that reads the configuration has.
    static var exitCodes: [ExitCode] { get }
    /// The options before anything is said.
    static var defaults: Options { get }
    /// The options it takes beside the global ones.
    static var options: [OptionSpec<Options>] { get }
    /// Its positional arguments, in order: required ones, then optional ones, then at most one repeating one.
    static var positionals: [PositionalSpec<Options>] { get }

    /// Looks for options that contradict each other or miss one another.
    static func check(_ options: Options) throws(UsageError)
    /// Does it.
    static func run(_ options: Options, in session: Session) async throws -> Conclusion
}

/// A command line worth typing, and what it does.
package struct Example: Sendable, Equatable {
    /// The command line.
    package var line: String
    /// What it does, as a sentence without full stop.
    package var explanation: String

    /// Creates an example.
    package init(_ line: String, _ explanation: String) {
        self.line = line
        self.explanation = explanation
    }
}

extension Command {
    package static var discussion: String { "" }
    package static var examples: [Example] { [] }
    package static var exitCodes: [ExitCode] { [.done, .failed, .usage, .configurationInvalid, .interrupted] }
    package static var options: [OptionSpec<Options>] { [] }
    package static var positionals: [PositionalSpec<Options>] { [] }
    package static func check(_ options: Options) throws(UsageError) {}
}

/// The options of a subcommand that takes none.
package struct NoOptions: Sendable, Equatable {
    package init() {}
}

extension Command where Options == NoOptions {
    package static var defaults: NoOptions { NoOptions() }
}
