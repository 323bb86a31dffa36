/// What a shell offers where a value is to be typed.
package enum CompletionKind: Sendable, Equatable {
    /// Nothing.
    case none
    /// Names of files.
    case file
    /// Names of folders.
    case folder
    /// The tags of the git repository.
    case tag
    /// The targets of the configuration.
    case target
    /// The names of the subcommands.
    case subcommand
    /// These words.
    case words([String])
}
