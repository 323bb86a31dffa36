/// Looks, once, whether what is awaited of a release holds; changes nothing.
package struct ReadinessProbe: Sendable {
    private let addresses: AddressProbe
    private let commands: CommandProbe
    private let forges: ForgePool

    /// A probe over the world, whose requests share their limits with all that ask the same forges.
    package init(_ effects: Effects, forges: ForgePool? = nil) {
        addresses = AddressProbe(effects)
        commands = CommandProbe(effects)
        self.forges = forges ?? ForgePool(effects)
    }

    /// Looks.
    ///
    /// - Parameters:
    ///   - readiness: What is awaited.
    ///   - repository: The repository, as it was planned.
    ///   - commit: The commit that is tagged.
    ///   - seen: What the forge has, where it was asked already.
    /// - Returns: How it stands.
    /// - Throws: ``RelctlError`` if it cannot be looked at: of code `remote.unavailable` where that may change.
    package func check(
        _ readiness: Readiness,
        of repository: PlannedRepository,
        commit: String,
        knowing seen: ForgeSight? = nil
    ) async throws -> ReadinessState {
        try await look(readiness, of: repository, commit: commit, knowing: seen).state
    }

    /// What one look showed.
    struct Look: Sendable {
        let state: ReadinessState
        /// Whether the forge was asked for runs of the tag, and has none that counts.
        var isUnstarted = false
    }

    func look(
        _ readiness: Readiness,
        of repository: PlannedRepository,
        commit: String,
        knowing seen: ForgeSight? = nil
    ) async throws -> Look {
        switch readiness.condition {
        case .run(let workflow):
            let forge = try forge(of: repository)
            let runs = try await repository.asking(forge) { try await Self.runs(of: repository, commit, forge, seen) }
            let verdict = RunVerdict(runs, workflow: workflow)
            // GitLab has one pipeline for all, whatever it is called.
            let isUnstarted = forge is GitLabProject ? runs.isEmpty : verdict.isUnstarted
            return Look(state: verdict.state, isUnstarted: isUnstarted)
        case .release(let assets):
            let forge = try forge(of: repository)
            let release = try await repository.asking(forge) {
                if let seen { return try seen.found.get() }
                return try await forge.releaseOrDraft(of: repository.tag)
            }
            let missing = ReadinessState.pending("there is no release `\(repository.tag)`")
            let state = try release.map { try $0.state(wanting: assets) } ?? missing
            return try await obstructed(state, repository, commit, seen)
        case .url(let url):
            return try await obstructed(addresses.answer(of: url), repository, commit, seen)
        case .registry(let package):
            return try await obstructed(addresses.state(of: package), repository, commit, seen)
        case .command(let arguments):
            let limit = Duration.seconds(readiness.timeout)
            let state = try await commands.state(of: arguments, for: repository, commit: commit, limit: limit)
            return try await obstructed(state, repository, commit, seen)
        }
    }

    // MARK: Forges

    /// What should run for the tag: the workflow that is awaited, else those that the push of the tag before started.
    ///
    /// - Parameters:
    ///   - condition: What is awaited.
    ///   - repository: The repository, as it was planned.
    /// - Returns: The workflows, one of which may have no name.
    /// - Throws: ``RelctlError`` if the forge cannot be asked.
    func startable(_ condition: Readiness.Condition, of repository: PlannedRepository) async throws -> [String?] {
        if case .run(let named?) = condition { return [named] }
        if let tag = repository.previousTag {
            let before = try await forge(of: repository).workflows(startedBy: tag)
            if !before.isEmpty { return before }
        }
        // GitLab's pipelines have no names to be known.
        if case .run = condition { return [nil] }
        return []
    }

    /// Starts workflows for the tag.
    ///
    /// - Parameters:
    ///   - workflows: The workflows.
    ///   - repository: The repository, as it was planned.
    /// - Returns: Those that were started.
    /// - Throws: ``RelctlError`` if none could be.
    func start(_ workflows: [String?], of repository: PlannedRepository) async throws -> [String] {
        let forge = try forge(of: repository)
        var (started, refusals): ([String], [any Error]) = ([], [])
        for workflow in workflows {
            do {
                try await forge.dispatch(workflow, at: repository.tag)
                started.append(workflow ?? "pipeline")
            } catch let error as RelctlError {
                refusals.append(error)
            }
        }
        if started.isEmpty { try RelctlError.throwAll(refusals, "cannot start the workflows of `\(repository.tag)`") }
        return started
    }

    private static func runs(
        of repository: PlannedRepository,
        _ commit: String,
        _ forge: any ProjectForge,
        _ seen: ForgeSight?
    ) async throws -> [ForgeRun] {
        if let seen { return try seen.runs.get() }
        return try await forge.runs(of: repository.tag, at: commit)
    }

    private func forge(of repository: PlannedRepository) throws -> any ProjectForge {
        guard let forge = try forges.project(of: repository) else {
            throw RelctlError(
                "cannot look at runs and releases of `\(repository.name)`: no forge is known of it",
                code: .configurationInvalid,
                hints: ["say which: `forge: { kind: \"github\", repository: \"OWNER/NAME\", api: \"https://…\" }`"]
            )
        }
        return forge
    }

    /// What is awaited will not come where the run failed that makes it.
    ///
    /// Where a run is itself awaited, that tells. Those who have no token may ask too little of a forge for this.
    private func obstructed(
        _ state: ReadinessState,
        _ repository: PlannedRepository,
        _ commit: String,
        _ seen: ForgeSight?
    ) async throws -> Look {
        let isWatched = repository.ready.contains { if case .run = $0.condition { true } else { false } }
        guard case .pending(let reason) = state, !isWatched, let forge = try forges.project(of: repository),
            forge.hasToken
        else { return Look(state: state) }
        do {
            let verdict = RunVerdict(try await Self.runs(of: repository, commit, forge, seen))
            switch verdict.obstacle {
            case .pending(let more): return Look(state: .pending("\(reason); \(more)"))
            case .failed(let failure, let url): return Look(state: .failed("\(reason), and the \(failure)", url: url))
            default: return Look(state: state, isUnstarted: verdict.isUnstarted)
            }
        } catch is RelctlError {
            // Whoever waits for a release need not be allowed to see runs.
            return Look(state: state)
        }
    }
}

extension PlannedRepository {
    /// The tag of the version before, formed like this one's.
    fileprivate var previousTag: String? {
        let (now, before) = (version.description, previous?.description)
        guard let before, let range = tag.ranges(of: now).last else { return nil }
        return "\(tag[..<range.lowerBound])\(before)\(tag[range.upperBound...])"
    }

    /// Says what to do where the forge shows nothing to those it does not know.
    func asking<Value>(_ project: any ProjectForge, _ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch var error as RelctlError {
            let isUnseen = error.code == .notAuthorized || error.details["status"] == "404"
            let names = forge?.tokenNames.map { "`\($0)`" }.joined(separator: " or ") ?? ""
            if isUnseen, !project.hasToken, !names.isEmpty {
                error.hints.append("set \(names) to a token that may read the repository")
            } else if isUnseen {
                error.hints.append("the token needs to read the repository's contents and its workflow runs")
            }
            throw error
        }
    }
}
