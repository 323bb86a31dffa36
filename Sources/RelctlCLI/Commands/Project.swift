import RelctlCore

/// The project that a subcommand works on: where it is and what its configuration says.
struct Project {
    let layout: ReleaseLayout
    let configuration: Configuration
    let extensions: Extensions
    let effects: Effects

    /// Finds and reads the configuration of the folder that the user means.
    ///
    /// - Throws: ``RelctlError`` with everything that is wrong with it.
    init(_ session: Session) async throws {
        let folder = try session.folder()
        let files = session.effects.files
        let path = try ConfigurationFile.locate(in: folder, chosen: session.globals.configuration, files: files)
        let name = path.parent == folder ? path.lastComponent : path.string
        layout = ReleaseLayout(project: folder)
        let source = try ConfigurationSource(at: path, named: name, files: files)
        var extensions = session.extensions
        try await extensions.addConnectors(wantedBy: source.root, project: folder, effects: session.effects)
        self.extensions = extensions
        configuration = try ConfigurationLoader(extensions: extensions)
            .configuration(of: source, environment: session.effects.environment)
        let secrets = ConfiguredSecrets(of: configuration, extensions, environment: session.effects.environment)
        session.console.hide(secrets.values)
        for name in secrets.exposedNames {
            let text = "the value of `\(name)` is too short for a secret: it is not hidden in what relctl writes"
            session.effects.events.send(.message(.warning, text))
        }
        var effects = session.effects
        effects.secretNames = secrets.names
        self.effects = effects
    }

    /// The project of the folder that the user means; nothing where no configuration is there and none is named.
    ///
    /// - Throws: ``RelctlError`` with everything that is wrong with its configuration.
    static func ifAny(_ session: Session) async throws -> Project? {
        try isThere(session) ? try await Project(session) : nil
    }

    /// Whether the folder that the user means has a configuration, or one is named.
    static func isThere(_ session: Session) throws -> Bool {
        let (folder, files) = (try session.folder(), session.effects.files)
        return try session.globals.configuration != nil
            || ConfigurationFile.names.contains { try files.status(of: folder.appending($0)) != nil }
    }

    /// The names that a tag alone gives templates, before it is known which commit it stands for.
    func names(ofTag tag: String) throws -> [String: String] {
        TemplateScopes.names(of: try TagTemplate(of: configuration.project).version(fromTag: tag), tag: tag)
    }

    /// The manifest of what `dist/` holds, which is to be of a tag if there is one.
    ///
    /// - Parameters:
    ///   - tag: The tag that the user means.
    ///   - action: What is done with the release, for people.
    /// - Returns: The manifest.
    /// - Throws: ``RelctlError`` if there is none, or one of another tag.
    func record(of tag: String?, to action: String) throws -> Manifest {
        let manifest = try layout.dist.record(effects.files)
        if let tag, tag != manifest.release.tag {
            throw RelctlError(
                "cannot \(action) \(tag): `\(layout.dist.manifest)` is of \(manifest.release.tag)",
                hints: ["run `relctl package \(ShellWord.quoted(tag))` first"]
            )
        }
        return manifest
    }

    /// Looks at everything that a release depends on; what is checked out may be something else than the tag says, which
    /// is told of, unless the tag is judged with all else or no matter.
    ///
    /// - Throws: ``RelctlError`` if users would see that; what the observer throws.
    func observe(_ request: ReleaseRequest, judges: Bool = false) async throws -> ReleaseObservation {
        let observation = try await observer.observe(request, judges: judges)
        guard !judges, !request.skipped.contains(.validate), let finding = observation.misplacedTag else {
            return observation
        }
        guard !request.reachesUsers else {
            throw RelctlError("cannot publish `\(observation.release.tag)`: \(finding.message)", hints: finding.hints)
        }
        let text = ["\(finding.message): what is checked out is taken"] + finding.hints
        effects.events.send(.message(.warning, text.joined(separator: "; ")))
        return observation
    }

    var observer: ReleaseObserver {
        ReleaseObserver(layout: layout, configuration: configuration, extensions: extensions, effects: effects)
    }

    /// The targets that globs choose, all of them where there are none, with what names and templates mean there.
    ///
    /// - Throws: ``RelctlError`` if there is no target, or for a template that cannot be filled in.
    func matrix(_ globs: [String], _ scope: TemplateScope) throws -> Matrix {
        try TargetSelection.requireTargets(of: configuration.project)
        let contexts = try TargetSelection.targets(globs, of: configuration.project).map { target in
            TargetContext(
                target: target,
                scope: scope.adding(TemplateScopes.target(target)),
                binaries: configuration.project.binaries(of: target)
            )
        }
        return try Matrix(contexts, archive: configuration.archive, packagers: extensions.packagers)
    }

    /// Plans a step, and does nothing about it.
    func plan(_ request: ReleaseRequest) async throws -> ReleasePlan {
        try ReleasePlanner(extensions: extensions).plan(try await observe(request), request)
    }

    /// The steps of a release in `dist/`, for those that only look.
    func steps(for request: ReleaseRequest, _ observation: ReleaseObservation) throws -> ReleaseSteps {
        ReleaseSteps(
            try ReleasePlanner(extensions: extensions).plan(observation, request),
            in: layout.dist,
            of: layout,
            observation.repository,
            extensions: extensions,
            effects: effects,
            limits: ReleaseSteps.Limits(jobs: nil, effects: effects)
        )
    }

    /// Plans and runs one step right in `dist/`, as the only run that writes there.
    func runStep<Value>(
        _ request: ReleaseRequest,
        _ limits: ReleaseSteps.Limits,
        _ body: (ReleaseSteps, ReleaseObservation) async throws -> Value
    ) async throws -> Value {
        let observation = try await observe(request)
        let plan = try ReleasePlanner(extensions: extensions).plan(observation, request)
        return try await layout.exclusively(for: plan.release, effects) { effects in
            let steps = ReleaseSteps(
                plan,
                in: layout.dist,
                of: layout,
                observation.repository,
                extensions: extensions,
                effects: effects,
                limits: limits
            )
            return try await body(steps, observation)
        }
    }
}

/// The options that every step of a release takes.
protocol StepOptions: Sendable, Equatable {
    var tag: String? { get set }
    var targets: [String] { get set }
    var isSnapshot: Bool { get set }
    /// What compresses archives of formats that are made with DEFLATE.
    var engine: DeflateChoice { get }
}

extension StepOptions {
    /// Of no consequence to steps that neither pack nor show how.
    var engine: DeflateChoice { .relctl }

    /// The release that the options mean.
    var request: ReleaseRequest {
        var request = ReleaseRequest(tag: tag, isSnapshot: isSnapshot, targets: targets)
        // The id of relctl's own names its version too, and is what a request has.
        if engine == .zlib { request.deflateEngine = engine.rawValue }
        return request
    }
}

extension OptionSpec where Options: StepOptions {
    /// `--target` and `--snapshot`, which every step of a release takes.
    static var ofEveryStep: [OptionSpec<Options>] {
        [
            .targets(\.targets),
            .flag("snapshot", \.isSnapshot, "A trial that no tag stands for, such as 1.0.1-SNAPSHOT.g0123456789ab"),
        ]
    }
}

extension ReleaseSteps.Limits {
    /// The limits that `--jobs` sets; by default one thing at a time for each core.
    init(jobs: Int?, effects: Effects, keepsGoing: Bool = false) {
        let jobs = jobs ?? effects.processes.availableCores
        self.init(builds: jobs, archives: jobs, keepsGoing: keepsGoing)
    }
}
