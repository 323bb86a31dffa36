import RelctlCore

/// `relctl chart package`, `index` and `push`.
enum ChartCommand: Command {
    struct Options: PackingOptions {
        var action = Action.package
        var subject: String?
        var tag: String?
        var targets: [String] = []
        var isSnapshot = false
        var jobs: Int?
        var threads: Int?
        var skipsCache = false
        var engine = DeflateChoice.relctl
        var comparison: String?
        var url: String?
        var merged: String?
        var repository: String?
        var replaces = false
        var plainHTTP = false
        var isDryRun = false
    }

    enum Action: String, Sendable, CaseIterable { case package, index, push }

    static let name = "chart"
    static let summary = "Pack Helm charts, index a folder of them, and push them to registries"
    static let discussion = """
        package [TAG]: packs the configuration's `charts` into dist/, as `relctl package` does with all else. The same \
        input gives the same bytes.

        index [DIR]: writes index.yaml into a folder of packed charts, with the address of each below --url. Of charts \
        and versions that the folder does not have, those of --merge stay.

        push [TAG]: takes the charts of the release in dist/ to the registries that `repository` names: --repository, \
        else the chart's own, else those of the publications to "helm". What is there \
        already is not sent again; a version's tag never moves to another chart unless --replace is given.

        The keys of a publication to "helm" at the same registry hold for push, too: `user`, `tokenFrom`, `plainHTTP`. \
        Without `tokenFrom`, credentials are those of `docker login`: its config.json, its credential helpers; for \
        ghcr.io also GITHUB_TOKEN.
        """
    static let examples = [
        Example("relctl chart package v1.0.0", "Pack the charts of a release"),
        Example("relctl chart package --dry-run --verbose", "Print what each chart will hold"),
        Example(
            "relctl chart index dist --url https://example.org/charts --merge old/index.yaml",
            "Index the charts of a release, beside those of older ones"
        ),
        Example("relctl chart push v1.0.0 --dry-run", "Show what is left to push"),
    ]
    static let exitCodes: [ExitCode] = [
        .done, .failed, .partiallyPublished, .usage, .configurationInvalid, .remoteUnavailable, .notAuthorized,
        .interrupted,
    ]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] = [
        .flag("snapshot", \.isSnapshot, "A trial that no tag stands for, such as 1.0.1-SNAPSHOT.g0123456789ab"),
        .threads(\.threads),
        .engine(\.engine),
        .value("url", "URL", \.url, "For index: the address of the folder"),
        .value("merge", "FILE", \.merged, "For index: the index whose other charts stay").completing(.file),
        .value("repository", "URL", \.repository, "For push: oci://HOST/PATH, whatever the configuration says"),
        .flag("replace", \.replaces, "For push: let a tag that is another chart's lead to this one"),
        .flag("plain-http", \.plainHTTP, "For push: speak to other machines' registries without encryption too"),
        .dryRun(\.isDryRun),
    ]
    static let positionals: [PositionalSpec<Options>] = [
        .argument(
            "ACTION",
            .required,
            "package, index or push",
            completing: .words(Action.allCases.map(\.rawValue))
        ) { (options, text) throws(UsageError) in options.action = try Action(argument: text) },
        .optional("TAG|DIR", \.subject, "The release's tag; for index, the folder (default: dist)", completing: .tag),
    ]

    static func check(_ options: Options) throws(UsageError) {
        let unused = [
            ("--url", options.url != nil, Action.index), ("--merge", options.merged != nil, .index),
            ("--repository", options.repository != nil, .push), ("--replace", options.replaces, .push),
            ("--plain-http", options.plainHTTP, .push), ("--threads", options.threads != nil, .package),
        ].first { $0.1 && $0.2 != options.action }
        guard unused == nil else {
            throw UsageError("`relctl chart \(options.action.rawValue)` takes no `\(unused?.0 ?? "")`")
        }
    }

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        switch options.action {
        case .package: try await ChartPackageRun(options: options).run(in: session)
        case .index: try await ChartIndexRun(options: options).run(in: session)
        case .push: try await ChartPushRun(options: options).run(in: session)
        }
        return .done
    }
}

extension ChartCommand.Options {
    /// The release that is meant, which needs no targets.
    var chartRequest: ReleaseRequest {
        var options = self
        options.tag = subject
        var request = options.request
        request.wantsTargets = false
        return request
    }
}
