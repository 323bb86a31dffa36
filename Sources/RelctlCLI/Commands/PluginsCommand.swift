import RelctlCore

/// `relctl plugins list`, `relctl plugins describe ID` and `relctl plugins check ID`.
enum PluginsCommand: Command {
    struct Options: Sendable, Equatable {
        var action = Action.list
        var id: String?
        var settings: String?
        var publishes = false
    }

    enum Action: String, Sendable, CaseIterable { case list, describe, check }

    static let name = "plugins"
    static let summary = "Print the connectors that there are: built in, linked, programs, libraries"
    static let discussion = """
        Programs such as relctl-publish-NAME and relctl-package-NAME are looked for in the folder that `plugins.directory` names, where there is \
        a configuration, then on PATH; libraries such as relctl-NAME.so in that folder alone, and only those that \
        `plugins.allow` lists are loaded. Each is asked to describe itself; what cannot be used is told with its reason.

        `check` tries a publisher or packager in a project made for it, set as in the configuration or by --settings: \
        whether looking changes nothing, whether done twice is done once, whether it ends when it is stopped, and more. \
        A publisher publishes a sample release only with --yes, unless it is a folder within that project.
        """
    static let examples = [
        Example("relctl plugins list", "Print ids, kinds and origins of all connectors"),
        Example("relctl plugins describe github", "Print the configuration keys of one"),
        Example("relctl plugins check cpio", "Try whether a packager keeps to what relctl relies on"),
    ]
    static let exitCodes: [ExitCode] = [.done, .failed, .problemsFound, .usage, .configurationInvalid, .interrupted]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] = [
        .value("settings", "JSON", \.settings, "How the connector to check is set, as an object"),
        .flag("yes", \.publishes, "Let the publisher to check publish a sample release for real"),
    ]
    static let positionals: [PositionalSpec<Options>] = [
        .argument(
            "ACTION",
            .required,
            "list, describe or check",
            completing: .words(Action.allCases.map(\.rawValue))
        ) { (options, text) throws(UsageError) in options.action = try Action(argument: text) },
        .optional("ID", \.id, "The connector to describe or check", completing: .none),
    ]

    static func check(_ options: Options) throws(UsageError) {
        guard (options.action != .list) == (options.id != nil) else {
            throw UsageError(
                options.id == nil
                    ? "`relctl plugins \(options.action)` needs the id of a connector"
                    : "`relctl plugins list` takes no id"
            )
        }
        guard options.action == .check || (options.settings == nil && !options.publishes) else {
            throw UsageError("`--settings` and `--yes` are for `relctl plugins check` alone")
        }
    }

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        if options.action == .check, let id = options.id {
            return try await ConnectorCheckRun(id: id, settings: options.settings, publishes: options.publishes)
                .run(in: session)
        }
        let search = try session.connectorSearch()
        guard let id = options.id else {
            let listing = try ConnectorListing(session.extensions, adding: await search.all())
            try session.render(listing) { _ in listing.lines }
            session.warn(of: listing.problems)
            return listing.problems.isEmpty ? .done : .problemsFound
        }
        let listing = try ConnectorListing(session.extensions, adding: await search.all(named: id))
        let connectors = listing.connectors.filter { $0.id == id }
        guard !connectors.isEmpty else {
            if let problem = listing.problems.first(where: { $0.code == id }) {
                session.warn(of: [problem])
                return .problemsFound
            }
            throw listing.unknown(id, search)
        }
        try session.render(connectors) { _ in connectors.flatMap(\.description) }
        return .done
    }
}
