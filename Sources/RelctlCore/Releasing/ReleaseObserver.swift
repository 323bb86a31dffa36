/// Looks at everything that a release depends on; never writes.
package struct ReleaseObserver: Sendable {
    private let layout: ReleaseLayout
    let configuration: Configuration
    let extensions: Extensions
    private let effects: Effects

    /// Looks at the project in `layout`.
    package init(layout: ReleaseLayout, configuration: Configuration, extensions: Extensions, effects: Effects) {
        self.layout = layout
        self.configuration = configuration
        self.extensions = extensions
        self.effects = effects
    }

    /// What there is to see for a release.
    ///
    /// With `judges`, what the tag is judged by too, which takes more questions to git than a plan does.
    ///
    /// - Throws: ``RelctlError`` if there is no commit to release, no version to be found, no target chosen, or
    ///   something cannot be looked at.
    package func observe(_ request: ReleaseRequest, judges: Bool = false) async throws -> ReleaseObservation {
        if request.wantsTargets { try TargetSelection.requireTargets(of: configuration.project) }
        let targets = try TargetSelection.targets(request.targets, of: configuration.project)
        let survey = try await GitSurvey(at: layout.project, environment: environment, effects: effects) {
            // What it takes to reach users is loaded while git answers and all else is looked at.
            if request.reachesUsers { effects.http.prepare() }
        }
        let repository = survey.repository
        guard let head = survey.head else {
            throw RelctlError("cannot release: there is no commit yet", hints: ["commit the project"])
        }
        let history = VersionObserver.Known(head: head, tags: survey.tags, status: survey.status)
        let template = try TagTemplate(of: configuration.project)
        let candidate = try await self.candidate(request, template, repository, head, history.tags)
        let publications = PublicationFolders(configuration: configuration)
        async let versions = VersionObserver(manifests: manifests, repository: repository)
            .observe(tag: candidate.tag, settings: configuration.version, known: history, looksAtBranches: judges)
        async let files = tree()
        async let charts = self.charts()
        let previous = try await previousTag(before: candidate, template, repository, history, request)
        var tree = try await files
        if request.isBeforeBuild, configuration.build != nil, !request.skipped.contains(.build) {
            let missing = try tree.missing(by: configuration.archive.contents)
            tree.awaited = try await repository.awaited(missing.map(\.path), excluding: publications.excluded)
        }
        let taken = try tree.taken(by: configuration.archive.contents)
        let rules = publications.rules(shipping: taken.union(try await charts.flatMap(\.shipped)))
        return ReleaseObservation(
            layout: layout,
            configuration: configuration,
            repository: repository,
            release: try identity(candidate, head, isSnapshot: request.isSnapshot),
            targets: targets,
            tree: tree,
            manifests: ManifestTree(project: layout.project, files: effects.files).remembering(),
            charts: try await charts,
            versions: request.isSnapshot
                ? try await versions
                : try await judged(try await versions, candidate.tag, candidate.version, rules, repository),
            taggedVersions: template.versions(among: history.tags),
            previousTag: previous,
            treeRules: rules,
            previous: try request.comparison.map { try ManifestFile.manifest(at: $0, files: effects.files) }
        )
    }

    /// The tag that CI runs for, or else the highest at HEAD that has the project's form, if there is one.
    package func tagAtHead() async throws -> String? {
        guard
            let repository = try await repositoryIfAny(), let head = try await repository.headCommit()
        else { return nil }
        let template = try TagTemplate(of: configuration.project)
        let tags = candidates(try await repository.tags(), at: head, template)
        return triggeringTag ?? tags.max { Version.precedes($0.version, $1.version) }?.tag
    }

    /// How a tag relates to manifests, working tree and history.
    ///
    /// - Throws: ``RelctlError`` if git or the remote cannot be asked; all else is a part of the report.
    package func versionReport(on tag: String, proving proofs: Proofs = Proofs()) async throws -> VersionReport {
        let repository = try await repositoryIfAny()
        var observation = try await VersionObserver(manifests: manifests, repository: repository)
            .observe(tag: tag, settings: configuration.version)
        let (template, rules) = (try TagTemplate(of: configuration.project), try await treeRules())
        if let repository, let version = try? template.version(fromTag: tag) {
            observation = try await judged(observation, tag, version, rules, repository)
        }
        var report = VersionValidator(
            template: template,
            branch: configuration.version.branch,
            expectation: .present,
            tree: rules
        ).report(on: tag, observation)
        if let repository, let found = observation.repository?.tags.first(where: { $0.name == tag }) {
            report.findings += try await findings(on: [found], repository, proofs)
        }
        return report
    }

    /// What was seen, without the change of a changelog that says no more than the commit does.
    private func judged(
        _ versions: VersionObservation,
        _ tag: String,
        _ version: Version,
        _ rules: VersionValidator.TreeRules,
        _ repository: GitRepository
    ) async throws -> VersionObservation {
        guard let status = versions.repository?.status else { return versions }
        let proof = ChangelogProof(
            notes: notesObserver(of: repository),
            tags: try TagTemplate(of: configuration.project),
            rules: rules
        )
        guard let changelog = try await proof.changelog(of: tag, version, in: status) else { return versions }
        var versions = versions
        versions.repository?.status.changed.removeAll { $0.utf8.elementsEqual(changelog.utf8) }
        versions.repository?.changelog = changelog
        return versions
    }

    /// What makes the working tree unclean.
    package func treeRules() async throws -> VersionValidator.TreeRules {
        let shipped = try await tree().taken(by: configuration.archive.contents)
        return PublicationFolders(configuration: configuration).rules(
            shipping: shipped.union(try await charts().flatMap(\.shipped))
        )
    }

    /// The working tree, as far as archives ask about it.
    func tree() async throws -> SourceTree {
        let publications = PublicationFolders(configuration: configuration)
        return try await SourceTree.observe(
            for: configuration.archive.contents,
            in: layout.project,
            excluding: publications.excluded,
            generating: publications.generated,
            files: effects.files
        )
    }

    /// Looks at all that a change of the version depends on; `repository` is the project's, if it lies in one.
    package func bumpObserver(_ repository: GitRepository?) throws -> BumpObserver {
        try BumpObserver(
            manifests: manifests,
            repository: repository,
            project: configuration.project,
            version: configuration.version,
            notes: configuration.notes
        ) {
            try await treeRules()
        }
    }

    /// What adds the section of the next version to the changelog; nothing where the configuration names none.
    package func bumpChangelog(_ repository: GitRepository) throws -> BumpChangelog? {
        BumpChangelog(
            configuration.version.bump,
            notes: notesObserver(of: repository),
            now: try effects.sourceDateEpoch() ?? effects.clock.secondsSinceEpoch
        )
    }

    /// The folders of the charts.
    private func charts() async throws -> [ChartObservation] {
        let observer = ChartObserver(project: layout.project, files: effects.files)
        var charts: [ChartObservation] = []
        for settings in configuration.charts {
            do {
                charts.append(try await observer.observe(settings.path))
            } catch var error as RelctlError {
                error.place = error.place ?? settings.place
                throw error
            }
        }
        return charts
    }

    /// The project's repository; nothing if it lies in none.
    package func repositoryIfAny() async throws -> GitRepository? {
        try await GitRepository.find(at: layout.project, environment: environment, effects: effects)
    }

    /// The project's repository; with `listsReferences`, for one who will ask for its references next.
    package func repository(listsReferences: Bool = false) async throws -> GitRepository {
        try await GitRepository.open(
            at: layout.project,
            environment: environment,
            effects: effects,
            listsReferences: listsReferences
        )
    }

    /// Manifests that do not say the same, whatever else is wrong.
    ///
    /// - Throws: ``RelctlError`` if the project's folder cannot be read.
    package func manifestDisagreements() throws -> [Finding] {
        try manifests.readings(of: configuration.version.manifests).disagreements
    }

    /// What the notes of a release are made of.
    ///
    /// - Parameters:
    ///   - observation: The release.
    ///   - paths: The files and folders whose changes are told; those that the configuration names, where none are.
    /// - Returns: The changes, who wrote them, and where they lead.
    /// - Throws: ``RelctlError`` if the history is cut off or git cannot be asked.
    package func notes(
        of observation: ReleaseObservation,
        paths: [HistoryPath] = []
    ) async throws -> NotesObservation {
        let (observer, release) = (notesObserver(of: observation.repository), observation.release)
        let history = try observer.history(paths: paths, seeksNewcomers: true, listsOthers: true)
        // Asked at the same time, because each question takes git as long as the answer.
        async let origin = observation.repository.origin()
        let changes = try await history.changes(at: .commit(release.commit), as: release.version, tag: release.tag)
        return try await observer.observation(of: changes, in: history, try await origin)
    }

    /// The release that a request is about: its tag, which need not be there, and its version.
    ///
    /// - Throws: ``RelctlError`` if nothing says which.
    package func release(_ request: ReleaseRequest) async throws -> ReleaseVersion.Candidate {
        let repository = try await self.repository()
        guard let head = try await repository.headCommit() else {
            throw RelctlError("cannot tell what changed: there is no commit yet", hints: ["commit the project"])
        }
        let template = try TagTemplate(of: configuration.project)
        return try await candidate(request, template, repository, head, try await repository.tags())
    }

    /// Tells that a tag is not there yet, so that what is checked out stands for it.
    ///
    /// - Throws: ``RelctlError`` if the tag is there and leads to no commit, which no release can be.
    package func tell(ofMissingTag tag: String, in repository: GitRepository) async throws {
        guard try await !repository.tags().contains(where: { $0.name == tag }) else {
            throw RelctlError("cannot tell what changed: the tag `\(tag)` does not lead to a commit")
        }
        let message =
            "there is no tag `\(tag)` here, so that this tells of what is checked out; `git fetch --tags` gets more"
        effects.events.send(.message(.warning, message))
    }

    /// Tells which of these files and folders no commit touches, for nobody means one of which nothing can be told.
    ///
    /// Without any, those are looked at that the configuration names.
    ///
    /// - Throws: ``RelctlError`` if git cannot be asked.
    package func tell(ofUnknownPaths paths: [HistoryPath]) async throws {
        for path in (paths.isEmpty ? configuration.notes.paths : paths).map(\.string) {
            guard try effects.files.status(of: layout.project.appending(path)) == nil,
                try await repository().isUntouched(path)
            else { continue }
            let message = "no commit touches `\(path)`, which is looked for from the project's folder on"
            effects.events.send(.message(.warning, message))
        }
    }

    /// What looks at a repository for notes.
    package func notesObserver(of repository: GitRepository) -> NotesObserver {
        NotesObserver(
            configuration: configuration,
            project: layout.project,
            repository: repository,
            files: effects.files
        )
    }

    /// git signs and verifies with the user's keys, which these variables lead to.
    private var environment: [String: String] {
        ChildEnvironment(effects).variables(passing: ChildEnvironment.signingNames)
    }

    private var manifests: ManifestReader {
        ManifestReader(project: layout.project, files: effects.files, sources: extensions.versionSources)
    }

    /// The tag that a job of GitHub's or GitLab's runs for.
    private var triggeringTag: String? {
        let environment = effects.environment
        let isOfTag = environment["GITHUB_REF_TYPE"] == "tag"
        return isOfTag ? environment["GITHUB_REF_NAME"] : environment["CI_COMMIT_TAG"].flatMap { $0.isEmpty ? nil : $0 }
    }

    private func candidates(
        _ tags: [GitTag],
        at head: CommitRecord,
        _ template: TagTemplate
    ) -> [ReleaseVersion.Candidate] {
        tags.filter { $0.commit == head.hash }.compactMap { tag in
            (try? template.version(fromTag: tag.name)).map { ReleaseVersion.Candidate(tag: tag.name, version: $0) }
        }
    }

    private func candidate(
        _ request: ReleaseRequest,
        _ template: TagTemplate,
        _ repository: GitRepository,
        _ head: CommitRecord,
        _ tags: [GitTag]
    ) async throws -> ReleaseVersion.Candidate {
        var evidence = ReleaseVersion.Evidence(requestedTag: request.tag, shortCommit: head.shortHash)
        if request.tag == nil {
            evidence.triggeringTag = triggeringTag
            evidence.manifest = try manifestVersion()
            evidence.tagsAtHead = candidates(tags, at: head, template)
        }
        guard request.isSnapshot else { return try ReleaseVersion.release(evidence, tags: template) }
        if request.tag == nil {
            let latest = try await nearestTag(repository, head, tags) { (try? template.version(fromTag: $0)) != nil }
            // Where the history is cut off, the tags that were fetched are all there is to go by.
            let known = repository.isShallow ? tags.compactMap { try? template.version(fromTag: $0.name) } : []
            evidence.latest =
                try latest.map { try template.version(fromTag: $0) } ?? known.max(by: Version.precedes)
        }
        return try ReleaseVersion.snapshot(evidence, tags: template)
    }

    /// The nearest wanted tag in the history of HEAD; git is asked only where any tag is wanted at all.
    private func nearestTag(
        _ repository: GitRepository,
        _ head: CommitRecord,
        _ tags: [GitTag],
        where isWanted: (String) -> Bool
    ) async throws -> String? {
        guard !repository.isShallow, tags.contains(where: { isWanted($0.name) }) else { return nil }
        return try await repository.nearestTag(before: .commit(head.hash)) { isWanted($0.name) }?.name
    }

    /// The version that the manifests agree on, if they do.
    private func manifestVersion() throws -> Version? {
        let readings = try manifests.readings(of: configuration.version.manifests)
        return readings.manifests.filter { $0.version != nil }.agreedVersion()
    }

    private func previousTag(
        before candidate: ReleaseVersion.Candidate,
        _ template: TagTemplate,
        _ repository: GitRepository,
        _ history: VersionObserver.Known,
        _ request: ReleaseRequest
    ) async throws -> String? {
        guard !request.skipped.contains(.notes), let head = history.head else { return nil }
        let others = history.tags.compactMap { tag -> (tag: String, commit: String, version: Version)? in
            guard tag.name != candidate.tag, let commit = tag.commit,
                let version = try? template.version(fromTag: tag.name)
            else { return nil }
            // Of the tags at HEAD itself, those of lower versions come before.
            guard commit != head.hash || Version.precedes(version, candidate.version) else { return nil }
            // A final version tells of everything since the last final one.
            return candidate.version.isPrerelease || !version.isPrerelease ? (tag.name, commit, version) : nil
        }
        // Of several at one commit the highest is the nearest.
        let highest = Dictionary(others.map { ($0.commit, $0) }) {
            Version.precedes($0.version, $1.version) ? $1 : $0
        }
        let wanted = Set(highest.values.map(\.tag))
        if let nearest = try await nearestTag(repository, head, history.tags, where: wanted.contains) { return nearest }
        let older = others.filter { Version.precedes($0.version, candidate.version) }
            .max { Version.precedes($0.version, $1.version) }
        guard !repository.isShallow, !request.isSnapshot else { return nil }
        try await repository.requireCommonHistory(
            of: candidate.tag,
            at: head.hash,
            with: older.map { (tag: $0.tag, commit: $0.commit) }
        )
        return nil
    }

    private func identity(
        _ candidate: ReleaseVersion.Candidate,
        _ head: CommitRecord,
        isSnapshot: Bool
    ) throws -> ReleaseIdentity {
        ReleaseIdentity(
            name: configuration.name,
            description: configuration.description,
            homepage: configuration.homepage,
            license: configuration.license,
            repository: configuration.repository,
            version: candidate.version,
            tag: candidate.tag,
            commit: head.hash,
            timestamp: try effects.sourceDateEpoch() ?? head.timestamp,
            isSnapshot: isSnapshot
        )
    }
}
