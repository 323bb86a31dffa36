/// Plans a coordinated release; pure.
package struct WorkspacePlanner: Sendable {
    let configuration: WorkspaceConfiguration
    let sources: Registry<any VersionSource>

    /// Plans for a workspace.
    package init(_ configuration: WorkspaceConfiguration, extensions: Extensions) {
        self.configuration = configuration
        sources = extensions.versionSources
    }

    /// What is to be done, and everything that stands in its way.
    ///
    /// - Returns: The plan, in which repositories have no commit that have an error among the findings, or are missing;
    ///   whoever finds an error there must not execute it.
    package func plan(
        _ request: WorkspaceRequest,
        _ observation: WorkspaceObservation
    ) -> (plan: WorkspacePlan, findings: [Finding]) {
        var state = Draft(self, request, observation)
        var plan = WorkspacePlan(
            workspace: configuration.name,
            version: request.version,
            configuration: configuration.digest,
            time: observation.time,
            author: observation.author ?? CommitIdentity(name: "", email: ""),
            jobs: configuration.jobs,
            repositories: []
        )
        state.findings += checkedAuthor(observation)
        guard let graph = try? WorkspaceGraph(of: configuration) else { return (plan, state.findings) }
        state.findings += unorderedPins(graph)
        for name in graph.order {
            guard let repository = configuration[name], let observed = observation[name] else { continue }
            let before = state.findings.count
            let planned = state.planned(repository, observed, graph, plan)
            let isRefused = state.findings[before...].contains { $0.severity == .error }
            guard var planned else { continue }
            // Its head and its working copy can still be looked at.
            if isRefused { (planned.commit, planned.requestCommit, planned.changes) = (nil, nil, []) }
            plan.repositories.append(planned)
        }
        return (plan, state.findings)
    }

    /// What must still be read before it can be planned, by repository.
    func wanted(_ request: WorkspaceRequest, _ observation: WorkspaceObservation) -> [String: Set<String>] {
        let state = Draft(self, request, observation)
        for repository in configuration.repositories {
            guard let observed = observation[repository.name], observed.failure == nil else { continue }
            _ = state.outcome(of: repository, observed)
        }
        return state.trees.mapValues(\.wanted).filter { !$0.value.isEmpty }
    }

    /// Pins of repositories that need not be ready before the one that names them.
    private func unorderedPins(_ graph: WorkspaceGraph) -> [Finding] {
        configuration.repositories.flatMap { repository in
            let named = Set(repository.edits.compactMap(\.of)).subtracting([repository.name])
            let loose = named.filter { !graph.dependents(of: $0).contains(repository.name) }
            return loose.sortedBytewise().map { name in
                let isAfter = graph.dependents(of: repository.name).contains(name)
                return Finding(
                    "`\(repository.name)`: an edit names the version of `\(name)`, which is released "
                        + (isAfter ? "after it" : "without regard to it"),
                    code: "edit.unordered",
                    severity: .warning,
                    place: repository.place,
                    hints: isAfter
                        ? ["`\(name)` needs `\(repository.name)`: what the pin names will not be there yet"]
                        : ["`needs: [\"\(name)\"]` lets it begin when that version is there"]
                )
            }
        }
    }

    private func checkedAuthor(_ observation: WorkspaceObservation) -> [Finding] {
        guard let author = observation.author else {
            return [
                Finding(
                    "nobody is known who commits and tags",
                    code: "workspace.author",
                    hints: ["name one in `author`, or set `git config user.name` and `git config user.email`"]
                )
            ]
        }
        return author.problem.map { [Finding("cannot commit and tag: \($0)", code: "workspace.author")] } ?? []
    }
}

extension WorkspacePlanner {
    /// A plan in the making.
    struct Draft {
        let planner: WorkspacePlanner
        let request: WorkspaceRequest
        /// What was read of each repository.
        let trees: [String: CommittedTree]
        /// The version and tag that each repository gets, or has where it is left out.
        private(set) var versions: RepositoryEditor.Versions = [:]
        /// Those that are left out.
        private(set) var unchanged: Set<String> = []
        var findings: [Finding]

        init(_ planner: WorkspacePlanner, _ request: WorkspaceRequest, _ observation: WorkspaceObservation) {
            self.planner = planner
            self.request = request
            var trees: [String: CommittedTree] = [:]
            for observed in observation.repositories { trees[observed.name] = CommittedTree(observed.objects) }
            self.trees = trees
            let lines = WorkspaceVersions(planner.configuration, request, observation)
            findings = lines.findings
            decide(lines.versions, observation)
        }

        private var repositories: [WorkspaceRepository] { planner.configuration.repositories }

        func editor(of repository: WorkspaceRepository) -> RepositoryEditor {
            RepositoryEditor(
                repository: repository,
                workspace: planner.configuration.name,
                sources: planner.sources,
                tree: trees[repository.name] ?? CommittedTree([:])
            )
        }

        func outcome(of repository: WorkspaceRepository, _ observed: ObservedRepository) -> RepositoryEditor.Outcome {
            guard observed.head(of: repository) != nil else { return RepositoryEditor.Outcome() }
            return editor(of: repository).changes(versions)
        }

        // MARK: What is left out

        /// Decides who is left out: of those that may be, each whose last tag is at its head, and that names the right
        /// versions of the others, which depend on who of them is left out.
        private mutating func decide(_ next: [String: Version], _ observation: WorkspaceObservation) {
            var last: [String: ObservedRepository.Release] = [:]
            let isBegun = isBegun(observation)
            for repository in repositories {
                guard let observed = observation[repository.name] else { continue }
                // Lines of their own would go on for ever if a release that was made were made again.
                guard repository.skipsUnchanged || isBegun && repository.line != .shared else { continue }
                last[repository.name] = lastRelease(of: repository, observed, next)
            }
            unchanged = Set(last.keys)
            while true {
                setVersions(next, last)
                let changed = repositories.filter { repository in
                    unchanged.contains(repository.name)
                        && (isFollowed(repository) || editor(of: repository).hasStalePins(versions))
                }
                guard !changed.isEmpty else { return }
                unchanged.subtract(changed.map(\.name))
            }
        }

        /// Whether some repository has the tag of the shared version already.
        private func isBegun(_ observation: WorkspaceObservation) -> Bool {
            repositories.contains { repository in
                guard repository.line == .shared, let tag = try? repository.tag.tag(for: request.version) else {
                    return false
                }
                return observation[repository.name]?.references.tags[tag] != nil
            }
        }

        /// The release that a repository may be left at; nothing where it must be released.
        private func lastRelease(
            of repository: WorkspaceRepository,
            _ observed: ObservedRepository,
            _ next: [String: Version]
        ) -> ObservedRepository.Release? {
            guard !request.releasesUnchanged, request.overrides[repository.name] == nil,
                let last = observed.releases(repository.tag).last, let head = observed.head(of: repository),
                last.commit == head, let version = next[repository.name]
            else { return nil }
            // A final release is made of final ones.
            return last.version.isPrerelease && !version.isPrerelease ? nil : last
        }

        /// Whether somebody who is released takes its version.
        private func isFollowed(_ repository: WorkspaceRepository) -> Bool {
            repositories.contains { $0.line == .follows(repository.name) && !unchanged.contains($0.name) }
        }

        private mutating func setVersions(_ next: [String: Version], _ last: [String: ObservedRepository.Release]) {
            versions = [:]
            for repository in repositories {
                if unchanged.contains(repository.name), let release = last[repository.name] {
                    versions[repository.name] = (release.version, release.tag)
                } else if let version = next[repository.name], let tag = try? repository.tag.tag(for: version) {
                    versions[repository.name] = (version, tag)
                }
            }
        }
    }
}
