import RelctlCore

/// A subcommand that is a program of its own: `relctl-NAME` on `PATH`, where relctl has none of this name.
struct ExternalSubcommand: Equatable {
    /// The program.
    let path: FilePath
    /// What it is handed: all that stands behind the subcommand's name.
    let arguments: [String]

    /// The one that a command line means; nothing where relctl itself is meant, or nothing that there is.
    init?(
        _ arguments: [String],
        registry: CommandRegistry,
        environment: [String: String],
        files: any FileSystem = LiveFileSystem()
    ) {
        guard let name = arguments.first, !name.hasPrefix("-"), !name.contains("/"), registry.command(name) == nil,
            let path = files.executable("relctl-\(name)", on: environment["PATH"] ?? "")
        else { return nil }
        self.path = path
        self.arguments = Array(arguments.dropFirst())
    }
}
