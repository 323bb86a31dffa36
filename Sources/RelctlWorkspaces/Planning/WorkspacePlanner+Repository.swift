/// What is to be done in one repository.
extension WorkspacePlanner.Draft {
    /// The plan of a repository; nothing where it cannot be made, which is among the findings then.
    mutating func planned(
        _ repository: WorkspaceRepository,
        _ observed: ObservedRepository,
        _ graph: WorkspaceGraph,
        _ plan: WorkspacePlan
    ) -> PlannedRepository? {
        guard let source = source(of: repository, observed) else { return nil }
        guard let (version, tag) = versions[repository.name] else {
            refuseTag(of: repository)
            return nil
        }
        do {
            let scope = WorkspaceScope.scope(
                of: version,
                tag: tag,
                workspace: plan.workspace,
                repository: repository.name
            )
            var planned = PlannedRepository(
                name: repository.name,
                url: observed.url,
                branch: source.branch,
                wave: graph.wave(of: repository.name) ?? 1,
                needs: repository.needs,
                version: version,
                tag: tag,
                previous: observed.releases(repository.tag).last { Version.precedes($0.version, version) }?.version,
                head: source.head,
                action: .unchanged,
                changes: [],
                commitMessage: try repository.commitMessage.render(scope),
                tagMessage: try repository.tagMessage.render(scope),
                isSigned: repository.isSigned,
                via: repository.via,
                commit: source.head,
                ready: try repository.ready.map { try $0.filled(scope) },
                checks: try repository.checks.filled(scope),
                forge: repository.forge
            )
            guard !unchanged.contains(repository.name) else { return planned }
            planned.action = .release
            let outcome = outcome(of: repository, observed)
            findings += outcome.findings
            try change(&planned, outcome.changes, plan)
            let isRefused = outcome.findings.contains { $0.severity == .error }
            // What would be tagged is not known, even if the head is.
            if isRefused { planned.commit = nil }
            compare(&planned, with: observed, repository)
            if planned.action == .release, !isRefused { findings += stalePins(repository, outcome.changes) }
            return planned
        } catch {
            findings.append(Finding(error, of: repository))
            return nil
        }
    }

    /// The branch that is released, and where it is.
    private mutating func source(
        of repository: WorkspaceRepository,
        _ observed: ObservedRepository
    ) -> (branch: String, head: String)? {
        if let failure = observed.failure {
            findings.append(Finding(failure, of: repository))
            return nil
        }
        guard let branch = observed.branch(of: repository) else {
            let isEmpty = observed.references.branches.isEmpty
            findings.append(
                Finding(
                    isEmpty
                        ? "`\(repository.name)`: the remote has no branch yet"
                        : "`\(repository.name)`: the remote's HEAD names no branch",
                    code: "branch.missing",
                    place: repository.place,
                    hints: [isEmpty ? "commit and push something first" : "say with `branch` which one is released"]
                )
            )
            return nil
        }
        if let head = observed.references.branches[branch] { return (branch, head) }
        let names = observed.references.branches.keys.sortedBytewise()
        let nearest = Nearest.to(branch, among: names).map { ["did you mean `\($0)`?"] } ?? []
        findings.append(
            Finding(
                "`\(repository.name)`: the remote has no branch `\(branch)`",
                code: "branch.missing",
                place: repository.place,
                hints: nearest + (names.isEmpty ? [] : ["branches: " + names.prefix(12).joined(separator: ", ")])
            )
        )
        return nil
    }

    /// Says why a version has no tag; where it has no version, something else was found.
    private mutating func refuseTag(of repository: WorkspaceRepository) {
        do {
            _ = try repository.tag.tag(for: request.version)
        } catch {
            findings.append(Finding(error, of: repository))
        }
    }

    /// Takes up changes, and tells the commit that they lead to.
    private func change(
        _ planned: inout PlannedRepository,
        _ changes: [ManifestChange],
        _ plan: WorkspacePlan
    ) throws {
        guard !changes.isEmpty, let format = GitObjectFormat(ofName: planned.head), let tree = trees[planned.name]
        else { return }
        planned.changes = try changes.map { try tree.planned($0, format) }
        planned.commit = nil
        guard !planned.isSigned else { return }
        let commit = MirrorCommit(
            parent: planned.head,
            message: planned.commitMessage,
            author: plan.author,
            time: plan.time,
            changes: planned.changes
        )
        let content = commit.content(tree: try tree.name(applying: planned.changes, format))
        let name = format.name(of: content, kind: "commit")
        // Whoever merges a request decides what is tagged.
        if planned.via == .push { planned.commit = name } else { planned.requestCommit = name }
    }

    // MARK: Tags

    /// Compares the tag and the version with what the remote has.
    private mutating func compare(
        _ planned: inout PlannedRepository,
        with observed: ObservedRepository,
        _ repository: WorkspaceRepository
    ) {
        if let there = observed.references.tags[planned.tag] {
            guard there != planned.commit else {
                planned.action = .done
                return
            }
            findings.append(
                Finding(
                    "`\(planned.name)`: the tag `\(planned.tag)` is there already, at `\(there.prefix(12))`, which is not "
                        + (planned.commit.map { "`\($0.prefix(12))`, the commit to be tagged" }
                            ?? "what would be tagged"),
                    code: "tag.elsewhere",
                    hints: [
                        "a release that was begun is finished by `relctl workspace resume`",
                        "a tag that others have is never moved: release the next version",
                    ]
                )
            )
            return
        }
        guard let last = observed.releases(repository.tag).last, !Version.precedes(last.version, planned.version) else {
            return
        }
        let relation = last.version.hasSamePrecedence(as: planned.version) ? "not greater than" : "less than"
        findings.append(
            Finding(
                "`\(planned.name)`: cannot release `\(planned.version)`: it is \(relation) `\(last.version)`, which the "
                    + "tag `\(last.tag)` stands for",
                code: RelctlError.Code.versionNotGreater.name,
                place: repository.place,
                hints: ["give a greater version, or give the repository a line of its own with `bump`"]
            )
        )
    }

    // MARK: What is left

    /// Places of the files named by edits that still say what an edit replaces elsewhere.
    private func stalePins(_ repository: WorkspaceRepository, _ changes: [ManifestChange]) -> [Finding] {
        let editor = editor(of: repository)
        let wishes = repository.edits.compactMap { try? editor.wish($0, versions) }
        var old: Set<String> = []
        for wish in wishes {
            for found in (try? wish.source.texts(in: wish.document)) ?? [] where !found.text.equalsBytewise(wish.value)
            {
                old.insert(found.text)
            }
        }
        let scan = StalePins(old.filter(VersionWord.isTelling))
        var findings: [Finding] = []
        var seen: Set<RelativePath> = []
        for wish in wishes where seen.insert(wish.document.file).inserted {
            let file = wish.document.file
            let text = changes.first { $0.file == file }?.new ?? wish.document.text
            var declared: Set<SourcePlace> = []
            for other in wishes where other.document.file == file {
                var document = other.document
                document.text = text
                declared.formUnion((try? other.source.texts(in: document))?.map(\.place) ?? [])
            }
            findings += scan.findings(in: text, of: file, except: declared).map { $0.said(of: repository) }
        }
        return findings
    }
}

extension Readiness {
    /// The same with its texts filled in.
    func filled(_ scope: TemplateScope) throws -> Readiness {
        var filled = self
        switch condition {
        case .run, .release: break
        case .url(let url): filled.condition = .url(try Template(url).render(scope))
        case .command(let words): filled.condition = .command(try words.map { try Template($0).render(scope) })
        case .registry(var registry):
            registry.version = try Template(registry.version).render(scope)
            registry.url = try registry.url.map { try Template($0).render(scope) }
            filled.condition = .registry(registry)
        }
        return filled
    }
}

extension HeadCheck {
    /// The same with its texts filled in.
    fileprivate func filled(_ scope: TemplateScope) throws -> HeadCheck {
        guard case .command(let words) = self else { return self }
        return .command(try words.map { try Template($0).render(scope) })
    }
}
