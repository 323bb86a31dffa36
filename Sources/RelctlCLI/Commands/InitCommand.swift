import RelctlCore

/// `relctl init`.
enum InitCommand: Command {
    struct Options: Sendable, Equatable { var isDryRun = false }

    static let name = "init"
    static let summary = "Write a commented relctl.json for the project that is found"
    static let discussion = """
        Knows Cargo, SwiftPM, npm, Go, CMake and Zig projects, and makes the best of any other. A configuration that is \
        there already is never overwritten.
        """
    static let examples = [
        Example("relctl init", "Write relctl.json"),
        Example("relctl init --dry-run", "Print what it would be"),
    ]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] = [.dryRun(\.isDryRun)]

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let folder = try session.folder()
        let files = session.effects.files
        let detector = ProjectDetector(folder: folder, files: files, sources: session.extensions.versionSources)
        let text = ConfigurationText.text(for: try detector.project())
        guard !options.isDryRun else {
            try session.write(text)
            return .done
        }
        let name = session.globals.configuration ?? ConfigurationFile.names[0]
        for existing in session.globals.configuration.map({ [$0] }) ?? ConfigurationFile.names
        where try files.status(of: folder.appending(existing)) != nil {
            throw RelctlError(
                "cannot write `\(name)`: there is `\(existing)` already",
                hints: ["`relctl init --dry-run` prints what would be written"]
            )
        }
        try files.write(text.utf8, to: folder.appending(name))
        try session.render(["file": name]) { _ in ["wrote \(TerminalText.escaped(name)); now run `relctl check`"] }
        return .done
    }
}
