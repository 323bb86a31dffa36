import RelctlCore

/// `relctl hooks install`, `uninstall`, and `run`, which the installed scripts call.
enum HooksCommand: Command {
    struct Options: Sendable, Equatable {
        var action = Action.install
        var hooks: [GitHook] = []
        var arguments: [String] = []
    }

    enum Action: String, Sendable, CaseIterable { case install, uninstall, run }

    static let name = "hooks"
    static let summary = "Install git hooks that keep versions and tags true, or take them away"
    static let discussion = """
        pre-commit: the manifests agree on the version, as they would be committed. commit-msg, which is installed only \
        when it is named: the message has the form of Conventional Commits. pre-push: every release tag that is pushed \
        stands for the version in its tree.

        The scripts are plain sh. A hook that is there already stays, beside relctl's, and runs first; core.hooksPath \
        is followed. `run` is what the scripts call.
        """
    static let examples = [
        Example("relctl hooks install", "Install pre-commit and pre-push"),
        Example("relctl hooks install commit-msg", "Have messages checked too"),
        Example("relctl hooks uninstall", "Take all of them away"),
    ]
    static let exitCodes: [ExitCode] = [.done, .failed, .problemsFound, .usage, .configurationInvalid, .interrupted]
    static let defaults = Options()
    static let positionals: [PositionalSpec<Options>] = [
        .argument(
            "ACTION",
            .required,
            "install, uninstall or run",
            completing: .words(Action.allCases.map(\.rawValue))
        ) { (options, text) throws(UsageError) in options.action = try Action(argument: text) },
        .argument(
            "HOOK",
            .repeating,
            "pre-commit, commit-msg, pre-push; for `run`, one hook and what git hands it",
            completing: .words(GitHook.allCases.map(\.rawValue))
        ) { (options, text) throws(UsageError) in
            if options.action == .run, !options.hooks.isEmpty {
                options.arguments.append(text)
            } else {
                options.hooks.append(try GitHook(argument: text))
            }
        },
    ]

    static func check(_ options: Options) throws(UsageError) {
        guard options.action != .run || !options.hooks.isEmpty else {
            throw UsageError("`relctl hooks run` needs the name of a hook")
        }
    }

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        if options.action == .run {
            return try conclude(try await findings(of: options, await Project(session)), session)
        }
        // Hooks of a project whose configuration is gone can still be taken away.
        if options.action == .install { _ = try await Project(session) }
        let repository = try await GitRepository.open(
            at: session.folder(),
            environment: ChildEnvironment(session.effects).variables(),
            effects: session.effects
        )
        let installation = HookInstallation(
            folder: try await repository.hooksFolder(),
            project: repository.prefix,
            files: session.effects.files
        )
        let changes =
            options.action == .install
            ? try installation.install(options.hooks.isEmpty ? GitHook.standard : options.hooks)
            : try installation.uninstall(options.hooks.isEmpty ? GitHook.allCases : options.hooks)
        try session.render(changes) { _ in
            changes.map { "\($0.outcome.rawValue): \(TerminalText.escaped($0.file))" }
        }
        return .done
    }

    /// Tells findings where git's own words go; warnings are for `validate`, and all that is right is silence.
    private static func conclude(_ findings: [Finding], _ session: Session) throws -> Conclusion {
        let errors = findings.filter { $0.severity == .error }
        session.warn(of: errors)
        return errors.isEmpty ? .done : .problemsFound
    }

    /// What the hook has to say.
    private static func findings(of options: Options, _ project: Project) async throws -> [Finding] {
        let repository = try await project.observer.repository()
        let checks = HookChecks(
            repository: repository,
            configuration: project.configuration,
            sources: project.extensions.versionSources
        )
        switch options.hooks.first {
        case .preCommit:
            // git starts hooks at the working tree's top, from where the index may be named.
            let index = project.effects.environment["GIT_INDEX_FILE"].map { repository.top.appending($0) }
            return try await checks.findingsBeforeCommit(index: index)
        case .commitMessage:
            guard let file = options.arguments.first else { return [] }
            let path = repository.project.appending(file)
            return HookChecks.findings(inMessage: try project.effects.files.contents(of: path))
        case .prePush:
            let words = options.arguments
            return try await checks.findingsBeforePush(
                stride(from: 0, to: words.count - words.count % 2, by: 2).map { (words[$0], words[$0 + 1]) }
            )
        case nil: return []
        }
    }
}
