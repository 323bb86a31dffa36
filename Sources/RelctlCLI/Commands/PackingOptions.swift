import RelctlCore

/// The options of subcommands that pack archives.
protocol PackingOptions: StepOptions {
    var engine: DeflateChoice { get set }
    var jobs: Int? { get set }
    var threads: Int? { get set }
    var skipsCache: Bool { get set }
    /// The record of an earlier release, or a folder that has it.
    var comparison: String? { get set }
}

extension PackingOptions {
    /// The release that the options mean, with what it is compared with.
    func request(in project: Project) -> ReleaseRequest {
        var request = self.request
        request.comparison = comparison.map { project.layout.project.appending($0) }
        return request
    }
}

/// What compresses archives of formats that are made with DEFLATE.
enum DeflateChoice: String, Sendable, CaseIterable {
    /// relctl's own encoder: the same bytes on every machine.
    case relctl
    /// The zlib of this machine.
    case zlib
}

extension OptionSpec where Options: PackingOptions {
    /// `--jobs`, `--threads`, `--no-cache`, `--engine` and `--compare-with`.
    static var ofPacking: [OptionSpec<Options>] {
        [
            .jobs(\.jobs),
            .threads(\.threads),
            .flag("no-cache", \.skipsCache, "Neither use nor keep what was compressed for other releases"),
            .engine(\.engine),
            .compareWith(\.comparison),
        ]
    }
}

extension OptionSpec {
    /// `--engine relctl|zlib`.
    static func engine(_ property: any WritableKeyPath<Options, DeflateChoice> & Sendable) -> OptionSpec {
        choice("engine", property, "What compresses tar.gz and zip (default: relctl)")
    }
}

extension ArchiveEngine {
    /// The engine that the options ask for; by default a thread for each core and the user's cache.
    ///
    /// - Throws: ``RelctlError`` if the environment sets the cache a limit that is none.
    convenience init(_ options: some PackingOptions, effects: Effects) throws {
        let setting = options.skipsCache ? nil : try PieceCache.Setting(environment: effects.environment)
        self.init(
            threads: Self.threads(options.threads, cores: effects.processes.availableCores),
            cache: setting.map { PieceCache($0, with: effects) }
        )
    }

    /// As many as are asked for, but no more than could be of use: each has memory of its own.
    private static func threads(_ wanted: Int?, cores: Int) -> Int { min(wanted ?? cores, 4 * cores) }
}

extension ReleaseSteps.Limits {
    /// The limits that the options set, compressing with `engine`.
    init(_ options: some PackingOptions, engine: ArchiveEngine, effects: Effects, keepsGoing: Bool = false) {
        self.init(jobs: options.jobs, effects: effects, keepsGoing: keepsGoing)
        self.engine = engine
    }
}
