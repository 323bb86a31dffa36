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

extension UsageError {
    /// The same, telling of programs that may be meant where it is about a subcommand that there is none of.
    func tellingOfPrograms(environment: [String: String], files: any FileSystem) -> UsageError {
        guard let name = subcommand, !name.isEmpty, !name.contains("/") else { return self }
        let (prefix, searchPath) = ("relctl-", environment["PATH"] ?? "")
        var error = self
        guard files.executable(prefix + name, on: searchPath) == nil else {
            error.hints = ["`relctl-\(name)` takes its own options alone, which stand behind: `relctl \(name) …`"]
            return error
        }
        let names = FilePath.folders(ofSearchPath: searchPath).flatMap { (try? files.names(in: $0)) ?? [] }
            .filter { $0.hasPrefix(prefix) && files.executable($0, on: searchPath) != nil }
            .map { String($0.dropFirst(prefix.count)) }
        if let nearest = Nearest.to(name, among: names) {
            error.hints = ["did you mean `\(nearest)`, which is the program `relctl-\(nearest)`?"]
        }
        error.hints.append("looked for the program `relctl-\(name)` on PATH as well")
        return error
    }
}
