import RelctlCore

/// `relctl merge DIR…`.
enum MergeCommand: Command {
    struct Options: Sendable, Equatable {
        var folders: [String] = []
        var isDryRun = false
    }

    static let name = "merge"
    static let summary = "Join the dist/ folders of several machines into one release"
    static let discussion = """
        Each folder is what `relctl package --target`, or `relctl release --target --skip publish`, left on another \
        machine. All of it is proven by digest first; folders of another commit, tag or configuration, that disagree on \
        a file, or that are not finished, are refused. The result is what one machine would have made of all targets. \
        Where folders have a list of all checksums, or notes, these are written anew for the whole; else `relctl \
        checksum` and `relctl notes` make them.
        """
    static let examples = [
        Example("relctl merge shards/* --dry-run", "Prove what was gathered, and print where each file comes from"),
        Example("relctl merge shards/* && relctl publish v1.0.0", "Join it and publish it"),
    ]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] = [.dryRun(\.isDryRun)]
    static let positionals: [PositionalSpec<Options>] = [
        .repeating("DIR", \.folders, "The folders; `dist` may be among them", completing: .file)
    ]

    static func check(_ options: Options) throws(UsageError) {
        guard !options.folders.isEmpty else {
            throw UsageError("`relctl merge` needs a DIR", hints: ["name the folders, such as `shards/*`"])
        }
    }

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let project = try await Project(session)
        let (observation, plan, merge) = try await planned(options, project, session)
        if !options.isDryRun {
            try await project.layout.exclusively(for: plan.release, project.effects) { effects in
                let steps = ReleaseSteps(
                    plan,
                    in: try MergeExecutor.work(of: merge, in: project.layout),
                    of: project.layout,
                    observation.repository,
                    extensions: project.extensions,
                    effects: effects,
                    limits: ReleaseSteps.Limits(jobs: nil, effects: effects)
                )
                try await MergeExecutor(steps, from: session.folder()) {
                    try await project.observer.notes(of: observation)
                }
                .execute(merge)
            }
            tell(of: merge, plan, session)
        }
        try session.render(merge) { lines(merge, $0) }
        return .done
    }

    /// Looks at the folders, and at the project for the release that they are of.
    private static func planned(
        _ options: Options,
        _ project: Project,
        _ session: Session
    ) async throws -> (ReleaseObservation, ReleasePlan, MergePlan) {
        let (folder, dist, files) = (try session.folder(), project.layout.dist, project.effects.files)
        let observer = ShardObserver(
            dist: dist.path,
            width: project.effects.processes.availableCores,
            effects: project.effects
        )
        let shards = try await observer.observe(options.folders, in: folder)
        guard let first = shards.lazy.compactMap(\.shard).first else {
            let problems = shards.flatMap(\.problems)
            throw RelctlError("cannot merge: no folder is a release", code: .configurationInvalid, causes: problems)
        }
        let request = MergePlanner.releaseRequest(for: first.manifest)
        var observation = try await project.observe(request)
        // The version of a trial says how it was asked for, which the manifest alone knows.
        if request.isSnapshot {
            observation.release.version = first.manifest.release.version
            observation.release.tag = first.manifest.release.tag
        }
        let plan = try ReleasePlanner(extensions: project.extensions).plan(observation, request)
        var merge = MergePlanner.Request(
            shards: shards,
            plan: plan,
            configuration: project.configuration.digest
        )
        if try !observer.includeDist(options.folders, in: folder), let bytes = try? files.contents(of: dist.manifest) {
            merge.present = try? JSONText.decode(Manifest.self, from: bytes, file: dist.manifest)
        }
        return (observation, plan, try MergePlanner().plan(merge))
    }

    /// What stands between the merged release and its publication.
    private static func tell(of merge: MergePlan, _ plan: ReleasePlan, _ session: Session) {
        let events = session.effects.events
        if !merge.missing.isEmpty {
            let names = merge.missing.map { "`\($0)`" }.joined(separator: ", ")
            events.send(.message(.warning, "no folder has anything for \(names)"))
        }
        // Images, flakes and the like are of all targets: what is joined has none yet.
        var commands: [String] = []
        if merge.missing.isEmpty, plan.makesImages { commands.append("`relctl image build`") }
        if merge.missing.isEmpty, plan.distribution.flake != nil { commands.append("`relctl nix`") }
        if merge.missing.isEmpty, plan.distribution.has(ReleaseFolder.distributionName) {
            commands.append("`relctl distribute`")
        }
        let tellsMore = !commands.isEmpty
        if plan.checksums.combined != nil, !merge.writesChecksums { commands.append("`relctl checksum`") }
        if !merge.writesNotes || tellsMore { commands.append("`relctl notes`") }
        guard !commands.isEmpty else { return }
        let text = "before it can be published, run \(commands.joined(separator: " and "))"
        events.send(.message(.notice, text))
    }

    private static func lines(_ merge: MergePlan, _ style: TextStyle) -> [String] {
        var table = Table([.left("FILE"), .right("SIZE"), .left("FROM")])
        for (artifact, origin) in zip(merge.manifest.artifacts, merge.origins) where artifact.kind != .checksum {
            table.append([artifact.name, ByteCount(artifact.size).description, origin.shard])
        }
        return table.lines(style)
    }
}
