/// What changing the version will do, and what stands in its way.
package struct BumpPlan: Sendable, Equatable, Codable {
    /// The version as it is; nothing where nothing says one yet.
    package var from: Version?
    /// The version as it will be.
    package var to: Version
    /// The tag that stands for it.
    package var tag: String
    /// The files that change, sorted by path.
    package var changes: [ManifestChange]
    /// What the commit says; nothing if none is made.
    package var commitMessage: String?
    /// What the tag says; nothing if none is made.
    package var tagMessage: String?
    /// Whether commit and tag are signed, whatever git's configuration says.
    package var isSigned: Bool
    /// What stands in its way, and what the user should know.
    package var findings: [Finding]

    /// The findings that forbid it.
    package var refusals: [Finding] { findings.filter { $0.severity == .error } }

    /// What it changes, as `git apply` takes it.
    package var diff: String { changes.map(\.diff.text).joined() }
}

/// Plans a change of the version; pure.
package struct BumpPlanner: Sendable {
    private let project: ProjectSettings
    private let version: VersionSettings
    private let tags: TagTemplate

    /// Plans for a project.
    ///
    /// - Throws: ``RelctlError`` if `version.tag` makes no tags.
    package init(_ project: ProjectSettings, _ version: VersionSettings) throws {
        self.project = project
        self.version = version
        tags = try TagTemplate(of: project)
    }

    private var settings: BumpSettings { version.bump }

    /// What is to be done.
    ///
    /// - Throws: ``RelctlError`` if there is no next version, or a manifest cannot be read or changed; what else stands
    ///   in the way is among the plan's findings.
    package func plan(_ request: BumpRequest, _ observation: BumpObservation) throws -> BumpPlan {
        try Self.requireReadable(observation.manifests)
        let manifests = observation.manifests.manifests
        let current = try current(manifests, observation.repository, request)
        let next = try next(request, after: current ?? .zero, observation.evidence)
        let tag = try tags.tag(for: next)
        let changes = try ManifestEditor.changes(to: next, in: manifests)
        let scope = project.scope(of: next, tag: tag)
        var findings = findings(on: observation.manifests, request)
        // Manifests may lag behind what was released from here.
        // A run that was cut off after its commit left no more to do than the tag.
        let lacksTag =
            !manifests.isEmpty && current == next && observation.repository?.tags.contains(tag) == false
            && observation.repository?.nearest.map { Version.precedes($0, next) } ?? true
        let tagsAlone = lacksTag && changes.isEmpty && request.tags && request.step == .increment(.exact(next))
        let bases = [tagsAlone ? nil : current ?? .zero, observation.repository?.nearest].compactMap(\.self)
        if var refusal = bases.lazy.compactMap({ VersionIncrement.refusal(from: $0, to: next) }).first {
            if lacksTag, !request.tags || request.step != .increment(.exact(next)) {
                refusal.hints.append(
                    "no tag stands for it: `relctl bump \(next) --tag` makes `\(tag)` of what is checked out"
                )
            }
            findings.append(refusal)
        }
        if !manifests.isEmpty, let current, let untagged = try untagged(current, next, request, observation.repository)
        {
            findings.append(untagged)
        }
        if manifests.isEmpty, version.manifests == nil, !request.tags {
            findings.append(Self.nothingChanges)
        }
        findings += BumpRefusals(request: request, settings: version, tag: tag, changes: changes)
            .findings(observation.repository)
        return BumpPlan(
            from: current,
            to: next,
            tag: tag,
            changes: changes,
            commitMessage: request.commits ? try settings.commitMessage.render(scope) : nil,
            tagMessage: request.tags ? try settings.tagMessage.render(scope) : nil,
            isSigned: request.isSigned,
            findings: findings
        )
    }

    /// What is checked out is the commit of a version that was to be tagged, most likely by a run that was cut off: to
    /// do again what it did would leave that version out.
    private func untagged(
        _ current: Version,
        _ next: Version,
        _ request: BumpRequest,
        _ repository: BumpObservation.Repository?
    ) throws -> Finding? {
        guard case .increment(let step) = request.step, next != current, let subject = repository?.headSubject else {
            return nil
        }
        let tag = try tags.tag(for: current)
        let message = try settings.commitMessage.render(project.scope(of: current, tag: tag))
        let own = CommitRecord.parts(ofMessage: Array(message.utf8)[...]).subject
        guard repository?.tags.contains(tag) == false, subject.equalsBytewise(own) else { return nil }
        return Finding(
            "what is checked out is the commit of `\(current)`, for which no tag stands",
            code: "tag.missing",
            severity: request.tags && step != .exact(next) ? .error : .warning,
            hints: ["`relctl bump \(current) --tag` makes `\(tag)` of it; `relctl bump \(next)` leaves it out"]
        )
    }

    /// What manifests that are not read mean for the change.
    ///
    /// Where one has a version that nobody here can read, a tag may stand for a tree that says another version as soon
    /// as it is built.
    private func findings(on readings: [ManifestReading], _ request: BumpRequest) -> [Finding] {
        readings.flatMap { reading -> [Finding] in
            guard case .failed(var finding) = reading.outcome else { return [] }
            guard reading.isComputedUnasked else { return [finding] }
            if !request.records { finding.severity = .warning }
            if readings.manifests.isEmpty {
                finding.hints.append("where tags alone say the version, say so: `manifests: []`")
            }
            return [finding]
        }
    }

    private static let nothingChanges = Finding(
        "no manifest says the version, so that no file changes",
        code: "manifest.none",
        severity: .warning,
        hints: ["list the files that say it in `version.manifests`, or `--tag` it if tags alone do"]
    )

    private static func requireReadable(_ readings: [ManifestReading]) throws {
        let errors = readings.filter { !$0.isComputedUnasked }.findings.filter { $0.severity == .error }
            .map { RelctlError($0.message, code: .configurationInvalid, place: $0.place, hints: $0.hints) }
        try RelctlError.throwAll(errors, "cannot change the version: some manifests cannot be read")
    }

    /// The version as it is: what the manifests agree on, else, where there are none, the nearest release's.
    private func current(
        _ manifests: [VersionManifest],
        _ repository: BumpObservation.Repository?,
        _ request: BumpRequest
    ) throws -> Version? {
        guard !manifests.isEmpty else { return repository?.nearest }
        // Where a manifest can write only a part of a version, the newest tag that it agrees with says the rest.
        let released = (repository?.tags ?? []).compactMap { try? tags.version(fromTag: $0) }
            .sorted { Version.precedes($1, $0) }
        if let agreed = manifests.agreedVersion(preferring: released) { return agreed }
        if case .increment(.exact) = request.step {
            // To name the version is the way out of a disagreement, as long as it goes forward.
            return manifests.compactMap(\.version).max(by: Version.precedes)
        }
        let wrong = manifests.filter { $0.version == nil }
            .map { RelctlError("\($0.sentence), which is no version", place: $0.located.place) }
        let disagreements = manifests.disagreement.map { reference, others in
            others.map {
                RelctlError(
                    "\($0.sentence), but `\(reference.file)` says `\(reference.located.text)`",
                    place: $0.located.place
                )
            }
        }
        throw RelctlError(
            "cannot tell which version there is: the manifests do not say the same",
            code: RelctlError.Code(name: "manifest.disagreement", exitCode: 1),
            hints: [
                "`relctl bump VERSION` sets all of them",
                "after a run that was cut off, `git checkout -- FILE` takes a change back",
            ],
            causes: wrong.isEmpty ? disagreements ?? [] : wrong
        )
    }

    private func next(_ request: BumpRequest, after current: Version, _ evidence: BumpEvidence?) throws -> Version {
        switch request.step {
        case .increment(let increment):
            return try increment.next(
                after: current,
                identifier: request.identifier,
                usualIdentifier: settings.preid
            )
        case .auto:
            let evidence = evidence ?? BumpEvidence(lastFinal: nil, commits: [], unreleased: [])
            return try BumpRules(settings).version(after: current, evidence, identifier: request.identifier)
        }
    }
}
