/// What was released when, as the repository tells it: tags of the project's form and the commits between them.
///
/// The rule is ``ReleaseSections``'. Nothing is ever written or fetched.
package struct ReleaseHistory: Sendable {
    let repository: GitRepository
    let template: TagTemplate
    let options: Options

    /// What of a history is wanted.
    package struct Options: Sendable, Hashable {
        /// The files and folders of which a commit must touch one to be told; empty for the project's folder.
        ///
        /// Which commits are between two releases does not depend on them.
        package var paths: [HistoryPath]
        /// Whether a squashed commit's list of the commits that went into it is read as changes of their own.
        package var readsSquashedEntries: Bool
        /// Whether those who are new in a release are looked for while its history is read.
        package var seeksNewcomers = false
        /// Whether commits that touch none of the paths are there too, hidden.
        package var listsOthers = false

        /// Describes what is wanted.
        package init(paths: [HistoryPath] = [], readsSquashedEntries: Bool = true) {
            self.paths = paths
            self.readsSquashedEntries = readsSquashedEntries
        }

        /// What a project wants told.
        package init(_ settings: NotesSettings) {
            self.init(paths: settings.paths, readsSquashedEntries: settings.readsSquashedEntries)
        }
    }

    /// Which releases count as the one before.
    package enum Base: Sendable, Hashable {
        /// Final versions alone.
        case final
        /// Candidates too.
        case any
    }

    /// Reads the history of a project whose tags have the form of `template`.
    package init(repository: GitRepository, template: TagTemplate, options: Options = Options()) {
        self.repository = repository
        self.template = template
        self.options = options
    }

    /// What is in the release `tag`, which need not have the project's form.
    ///
    /// - Throws: ``RelctlError`` if there is no such tag, it leads to no commit, or the history is cut off.
    package func changes(of tag: String) async throws -> ReleaseChanges {
        try await changes(at: .tag(tag), as: try? template.version(fromTag: tag), tag: tag)
    }

    /// What will be in a release that is yet to be tagged, or that is tagged.
    ///
    /// - Throws: ``RelctlError`` if there is no such commit or the history is cut off.
    package func changes(at commit: GitRevision, as version: Version?, tag: String) async throws -> ReleaseChanges {
        let isFinal = version?.isPrerelease == false
        var others: [ReleaseTag] = []
        let isBefore = { (other: ReleaseTag) in version.map { Version.precedes(other.version, $0) } ?? false }
        let (reading, section) = try await section(at: commit, countsAtTip: isBefore) { other in
            let isWanted = !other.name.utf8.elementsEqual(tag.utf8) && !(isFinal && other.version.isPrerelease)
            if isWanted { others.append(other) }
            return isWanted
        }
        if section.previous == nil, version != nil {
            let older = others.filter(isBefore).max(by: ReleaseTag.precedes)
            let tip = reading.graph.store.name(of: section.tip).description
            try await repository.requireCommonHistory(
                of: tag,
                at: tip,
                with: older.map { (tag: $0.name, commit: $0.target.description) }
            )
        }
        return reading.changes(section, tag: tag, version: version)
    }

    /// What HEAD brings that no release has, since the nearest release that it is or reaches.
    ///
    /// - Throws: ``RelctlError`` if there is no commit or the history is cut off.
    package func unreleased() async throws -> ReleaseChanges {
        let (reading, section) = try await section(at: .head, countsAtTip: { _ in true }, where: { _ in true })
        return reading.changes(section, tag: nil, version: nil)
    }

    /// What waits for the next release, since the nearest final one and since the nearest of any kind, from one reading
    /// of the history.
    ///
    /// - Throws: ``RelctlError`` if there is no commit or the history is cut off.
    package func pending() async throws -> PendingChanges {
        let tags = try await tags { _ in true }
        let finals = tags.filter { !$0.version.isPrerelease }
        // Most histories have no candidates; then both are one question.
        let wanted = finals.count == tags.count ? [tags] : [finals, tags]
        let search = NearestTags(wanted.map { NearestTag($0.map(\.target)) { _ in true } })
        let (store, found) = try await log(from: .head, search)
        guard let tip = store.listed.first else { throw RelctlError("cannot find a commit in the history") }
        let nearestTags = found.searches.map { $0.nearest(in: store) }
        let (final, nearest) = (nearestTags.first ?? nil, nearestTags.last ?? nil)
        var graph = CommitGraph(store)
        let section = ReleaseSections.Section(
            tag: nil,
            tip: tip,
            previous: final.map { ReleaseSections.Previous(tag: finals[$0.place], commit: $0.commit) },
            commits: graph.commits(from: final?.commit, to: tip)
        )
        let recent = nearest?.commit == final?.commit ? section.commits : graph.commits(from: nearest?.commit, to: tip)
        var reading = HistoryReading(graph: graph, options: options)
        reading.contents = try await contents(of: section, store)
        return PendingChanges(
            sinceFinal: reading.changes(section, tag: nil, version: nil),
            nearest: nearest.map { tags[$0.place].version },
            sinceNearest: Set(recent.map { store.name(of: $0).description })
        )
    }

    /// What `end` brings that `start` does not have.
    ///
    /// - Throws: ``RelctlError`` if one of them is not there, they have no history in common, or it is cut off.
    package func changes(from start: GitRevision, to end: GitRevision) async throws -> ReleaseChanges {
        try requireWholeHistory()
        guard let base = try await repository.hash(of: start) else { throw missing(start) }
        guard let tip = try await repository.hash(of: end) else { throw missing(end) }
        guard try await repository.haveCommonHistory(base, tip) else {
            throw RelctlError(
                "cannot tell what changed from \(start) to \(end): they have no history in common",
                hints: ["choose a start that `git log \(tip.prefix(12))` lists, or `git fetch --tags` what is missing"]
            )
        }
        let reading = try await reading(of: .commit(tip), without: .commit(base))
        var (tag, version): (String?, Version?)
        if case .tag(let text) = end { (tag, version) = (text, try? template.version(fromTag: text)) }
        var changes = reading.changes(reading.graph.order, tag: tag, version: version)
        changes.commit = tip
        changes.timestamp = try await repository.commit(.commit(tip))?.timestamp ?? 0
        var name = String(base.prefix(12))
        if case .tag(let tag) = start { name = tag }
        changes.previous = ReleaseChanges.Previous(tag: name, commit: base)
        return changes
    }

    /// Every release that HEAD is or reaches, newest first, after what is not released yet, if there is any.
    ///
    /// - Throws: ``RelctlError`` if there is no commit or the history is cut off.
    package func all() async throws -> ReleaseTimeline {
        try requireWholeHistory()
        async let references = repository.references()
        let reading = try await reading(of: .head)
        let tags = try await references.tags
        if tags.isEmpty { try await repository.requireNoTagsLeftOut() }
        var sections = reading.sections(releaseTags(among: tags))
        let unreleased = sections.unreleased(at: try reading.tip(), since: .any)
        let all = (unreleased.commits.isEmpty ? [] : [unreleased]) + sections.releases
        return ReleaseTimeline(reading: reading, sections: all)
    }

    private func requireWholeHistory() throws {
        guard repository.isShallow else { return }
        throw RelctlError(
            "cannot tell what is in a release: the history of this clone is cut off",
            hints: ["run `git fetch --unshallow --tags`"]
        )
    }

    private func releaseTags(among tags: [GitReferences.Tag]) -> [ReleaseTag] {
        tags.compactMap { tag in
            (try? template.version(fromTag: tag.name)).map {
                ReleaseTag(name: tag.name, version: $0, target: tag.target)
            }
        }
    }

    /// What `tip` brings since the nearest release that `isWanted` takes, at `tip` itself `countsAtTip` too; no more of
    /// history is read than tells that.
    private func section(
        at tip: GitRevision,
        countsAtTip: (ReleaseTag) -> Bool,
        where isWanted: (ReleaseTag) -> Bool
    ) async throws -> (HistoryReading, ReleaseSections.Section) {
        let tags = try await tags(where: isWanted)
        let search = ReleaseSearch(
            NearestTag(tags.map(\.target)) { countsAtTip(tags[$0]) },
            seeksNewcomers: options.seeksNewcomers && paths.isEmpty
        )
        var (read, visitor) = try await log(from: tip, search)
        guard let found = visitor.result(in: read) else { throw RelctlError("cannot find a commit in the history") }
        let store = found.graph.store
        var reading = HistoryReading(graph: found.graph, newcomers: found.newcomers, options: options)
        let section = ReleaseSections.Section(
            tag: nil,
            tip: found.tip,
            previous: found.previous.map { ReleaseSections.Previous(tag: tags[$0.place], commit: $0.commit) },
            commits: found.commits
        )
        reading.contents = try await contents(of: section, store)
        return (reading, section)
    }

    /// The releases that `isWanted` takes, in the order of their versions.
    private func tags(where isWanted: (ReleaseTag) -> Bool) async throws -> [ReleaseTag] {
        try requireWholeHistory()
        let all = try await repository.references().tags
        if all.isEmpty { try await repository.requireNoTagsLeftOut() }
        return releaseTags(among: all).filter(isWanted).sorted(by: ReleaseTag.precedes)
    }

    /// The history from `tip` on, as far as `visitor` wants to see it.
    private func log<Visitor: LogVisitor>(
        from tip: GitRevision,
        _ visitor: Visitor
    ) async throws -> (store: CommitStore, visitor: Visitor) {
        var request = GitRepository.LogRequest(tips: [tip])
        request.isShapeAlone = !paths.isEmpty && !options.listsOthers
        return try await explaining(tip) { [request] in try await repository.log(request, visitor) }
    }

    /// The commits of a section that touch what is wanted; nothing where all do.
    private func contents(of section: ReleaseSections.Section, _ store: CommitStore) async throws -> CommitStore? {
        guard !paths.isEmpty else { return nil }
        var request = GitRepository.LogRequest(
            tips: [.commit(store.name(of: section.tip).description)],
            paths: paths
        )
        request.excluded = section.previous.map { [.commit(store.name(of: $0.commit).description)] } ?? []
        request.isShapeAlone = options.listsOthers
        return try await repository.log(request)
    }

    /// The paths for git, none for all: a project that is a folder of its repository tells of what changed there.
    private var paths: [String] {
        let paths = options.paths.isEmpty ? ["."] : options.paths.map(\.string)
        return repository.prefix == nil && paths.contains(".") ? [] : paths
    }

    /// Everything that `tip` reaches and `base` does not.
    private func reading(of tip: GitRevision, without base: GitRevision? = nil) async throws -> HistoryReading {
        var request = GitRepository.LogRequest(tips: [tip], excluded: base.map { [$0] } ?? [])
        return try await explaining(tip) { [paths] in
            guard !paths.isEmpty else {
                return HistoryReading(graph: CommitGraph(try await repository.log(request)), options: options)
            }
            var limited = request
            limited.paths = paths
            limited.isShapeAlone = options.listsOthers
            request.isShapeAlone = !options.listsOthers
            async let contents = repository.log(limited)
            let graph = CommitGraph(try await repository.log(request))
            return HistoryReading(graph: graph, contents: try await contents, options: options)
        }
    }

    /// What `body` reads from `tip` on, or a better reason than git's where there is no such commit.
    private func explaining<Value>(_ tip: GitRevision, _ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as RelctlError {
            guard try await repository.hash(of: tip) == nil else { throw error }
            throw missing(tip)
        }
    }

    private func missing(_ revision: GitRevision) -> RelctlError {
        RelctlError(
            "cannot find \(revision)",
            hints: {
                switch revision {
                case .tag: ["run `git fetch --tags` if the remote has it; `git tag` lists those that are here"]
                case .commit: ["run `git fetch` if the remote has it"]
                case .head: ["commit the project: there is no commit yet"]
                }
            }()
        )
    }
}

extension GitRepository {
    /// Looks whether a release for which none before it can be reached may be the first: not if there is an older one,
    /// in a history that does not lead to it.
    ///
    /// - Throws: ``RelctlError`` if it may not.
    package func requireCommonHistory(of tag: String, at tip: String, with older: (tag: String, commit: String)?)
        async throws
    {
        // A tag of something else than a commit is no release.
        guard let older, let isRelated = try? await haveCommonHistory(older.commit, tip), !isRelated else { return }
        throw RelctlError(
            "cannot tell what changed in `\(tag)` since `\(older.tag)`: they have no history in common",
            hints: [
                "if history was begun anew, `relctl notes --from COMMIT --to \(tag)` tells of a part of it",
                "if commits are missing here, `git fetch --unshallow --tags` or a fresh clone brings them",
            ]
        )
    }
}
