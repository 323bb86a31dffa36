import RelctlCore

/// `relctl package [TAG]`.
enum PackageCommand: Command {
    struct Options: PackingOptions {
        var tag: String?
        var targets: [String] = []
        var isSnapshot = false
        var jobs: Int?
        var threads: Int?
        var skipsCache = false
        var engine = DeflateChoice.relctl
        var comparison: String?
        var isDryRun = false
    }

    static let name = "package"
    static let summary = "Pack the archives, their checksums and manifest.json into dist/"
    static let discussion = """
        Takes the binaries from dist/build/ and everything else from the working tree. The same input gives the same \
        bytes. With --target, archives of other targets that dist/ has of the same release stay in manifest.json.
        """
    static let examples = [
        Example("relctl package", "Pack every target's archives"),
        Example("relctl package --dry-run --verbose", "Print what each archive will hold, entry by entry"),
    ]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] =
        OptionSpec.ofEveryStep + OptionSpec.ofPacking + [.dryRun(\.isDryRun)]
    static let positionals: [PositionalSpec<Options>] = [.optionalTag(\.tag)]

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let project = try await Project(session)
        var request = options.request(in: project)
        request.isBeforeBuild = false
        guard !options.isDryRun else {
            let plan = try await project.plan(request)
            let isVerbose = session.globals.verbosity == .verbose
            try session.render(plan.archives) { style in
                plan.archives.flatMap { PlanText(style: style).lines($0, withEntries: isVerbose) }
            }
            return .done
        }
        let engine = try ArchiveEngine(options, effects: session.effects)
        defer { engine.close() }
        let limits = ReleaseSteps.Limits(options, engine: engine, effects: session.effects)
        let (manifest, previous) = try await project.runStep(request, limits) { steps, _ in
            try await steps.packageInPlace(isWhole: options.targets.isEmpty)
            return (try steps.manifest(), steps.plan.previous)
        }
        try session.render(manifest) { style in
            guard let previous else { return Self.lines(manifest, style) }
            let report = SizeReport(ofPacked: manifest, comparedWith: previous)
            return Self.lines(manifest, style) + [""] + SizeText(style: style).lines(report, withParts: false)
        }
        return .done
    }

    private static func lines(_ manifest: Manifest, _ style: TextStyle) -> [String] {
        var table = Table([.left("ARCHIVE"), .right("SIZE"), .left("SHA-256")])
        for artifact in manifest.downloads {
            table.append([artifact.name, ByteCount(artifact.size).description, artifact.sha256.hexadecimal])
        }
        return table.lines(style)
    }
}
