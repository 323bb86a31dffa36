import RelctlCore

/// `relctl sizes [DIR|FILE]`.
enum SizesCommand: Command {
    struct Options: Sendable, Equatable {
        var subject: String?
        var comparison: String?
    }

    static let name = "sizes"
    static let summary = "Print what a release consists of, largest first"
    static let discussion = """
        Reads manifest.json alone: archives, programs and images for each platform; with --verbose, every file in them. \
        With --compare-with, each stands beside what it was in an earlier release, whatever version is in its name.
        """
    static let examples = [
        Example("relctl sizes", "Print the sizes of what is in dist/"),
        Example("relctl sizes --compare-with out/v1.0.0 --verbose", "Find what made a release larger"),
    ]
    static let exitCodes: [ExitCode] = [.done, .failed, .usage, .configurationInvalid, .interrupted]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] = [.compareWith(\.comparison)]
    static let positionals: [PositionalSpec<Options>] = [
        .optional(
            "DIR|FILE",
            \.subject,
            "A folder with a manifest.json, or that file (default: dist)",
            completing: .file
        )
    ]

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let (folder, files) = (try session.folder(), session.effects.files)
        let subject = folder.appending(options.subject ?? ReleaseLayout.distName)
        let manifest = try ManifestFile.manifest(at: subject, files: files)
        let previous = try options.comparison.map {
            try ManifestFile.manifest(at: folder.appending($0), files: files)
        }
        let report = SizeReport(of: manifest, comparedWith: previous)
        try session.render(report) { style in
            SizeText(style: style).lines(report, withParts: session.globals.verbosity == .verbose)
        }
        return .done
    }
}
