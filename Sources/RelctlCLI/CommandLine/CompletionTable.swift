/// What a shell must know at one point of the command line: which options there are, and which of them take a value.
struct CompletionTable {
    /// The subcommand, or nothing before there is one.
    let command: CommandDescription?
    /// The options that may stand there, the subcommand's own first.
    let options: [OptionDescription]

    /// The tables of a relctl: the one before any subcommand, then one for each.
    static func all(_ registry: CommandRegistry) -> [CompletionTable] {
        let globals = GlobalOptions.table.map(\.description)
        return [CompletionTable(command: nil, options: globals)]
            + registry.descriptions.map { CompletionTable(command: $0, options: $0.options + globals) }
    }

    /// The subcommand's name, or an empty one.
    var name: String { command?.name ?? "" }

    /// The options that take a value.
    var valued: [OptionDescription] { options.filter { $0.valueName != nil } }
}

/// Text in single quotes, as every Bourne shell takes it literally.
func shellQuoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
