import RelctlCore

/// `relctl plugins list` and `relctl plugins describe ID`.
enum PluginsCommand: Command {
    struct Options: Sendable, Equatable {
        var action = Action.list
        var id: String?
    }

    enum Action: String, Sendable, CaseIterable { case list, describe }

    static let name = "plugins"
    static let summary = "Print the connectors that this relctl has and finds: built in, linked, programs"
    static let discussion = """
        Programs such as relctl-publish-NAME and relctl-package-NAME are looked for in the folder that `plugins.directory` names, where there is \
        a configuration, then on PATH. Each is asked to describe itself; what cannot be used is told with its reason.
        """
    static let examples = [
        Example("relctl plugins list", "Print ids, kinds and origins of all connectors"),
        Example("relctl plugins describe github", "Print the configuration keys of one"),
    ]
    static let exitCodes: [ExitCode] = [.done, .failed, .problemsFound, .usage, .configurationInvalid, .interrupted]
    static let defaults = Options()
    static let positionals: [PositionalSpec<Options>] = [
        .argument(
            "ACTION",
            .required,
            "list or describe",
            completing: .words(Action.allCases.map(\.rawValue))
        ) { (options, text) throws(UsageError) in options.action = try Action(argument: text) },
        .optional("ID", \.id, "The connector to describe", completing: .none),
    ]

    static func check(_ options: Options) throws(UsageError) {
        guard (options.action == .describe) == (options.id != nil) else {
            throw UsageError(
                options.id == nil
                    ? "`relctl plugins describe` needs the id of a connector" : "`relctl plugins list` takes no id"
            )
        }
    }

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let listing = try await ConnectorListing(session)
        guard let id = options.id else {
            try session.render(listing) { _ in listing.lines }
            session.warn(of: listing.problems)
            return listing.problems.isEmpty ? .done : .problemsFound
        }
        let connectors = listing.connectors.filter { $0.id == id }
        guard !connectors.isEmpty else {
            if let problem = listing.problems.first(where: { $0.code == id }) {
                session.warn(of: [problem])
                return .problemsFound
            }
            let nearest = Nearest.to(id, among: listing.connectors.map(\.id)).map { ["did you mean `\($0)`?"] } ?? []
            throw RelctlError("unknown connector `\(id)`", hints: nearest + ["run `relctl plugins list` for all"])
        }
        try session.render(connectors) { _ in connectors.flatMap(\.description) }
        return .done
    }
}
