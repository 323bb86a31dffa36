/// The steps that prove a release and take it to its users.
extension ReleaseSteps {
    /// Reads everything in the folder again and says what is wrong.
    package func findings() async throws -> [Finding] {
        try await ReleaseVerifier(
            width: limits.archives,
            inspection: BinaryInspector.problem,
            signatures: plan.proof,
            with: effects
        ).verify(folder: folder.path).findings
    }

    /// Reads everything in the folder again.
    ///
    /// - Throws: ``RelctlError`` with everything that is wrong as its causes.
    package func proveAll() async throws {
        try await during(.verify) {
            let errors = try await findings().filter { $0.severity == .error }
            guard errors.isEmpty else {
                throw RelctlError(
                    "the release in `\(folder.path)` is not what it should be",
                    code: .problemsFound,
                    causes: errors.map { RelctlError($0.message, place: $0.place, hints: $0.hints) }
                )
            }
        }
    }

    /// The files that ship, as they are in the folder.
    ///
    /// - Throws: ``RelctlError`` if a configured target is missing that no glob of `allowedMissing` names, and for
    ///   everything that is not there or not what the record says.
    package func publishedFiles(allowingMissing allowedMissing: [String]) async throws -> [PublishedFile] {
        let manifest = try manifest()
        let shipped = try plan.parts(for: presentTargets(of: manifest, allowedMissing)).files
            .filter { $0 != ReleaseFolder.planName }
        try requireFiles(shipped)
        let recorded = Dictionary(manifest.artifacts.map { ($0.name, $0) }) { first, _ in first }
        let hasher = FileHasher(files: files)
        var published: [PublishedFile] = []
        for name in shipped {
            if let artifact = recorded[name] {
                published.append(PublishedFile(name: name, size: artifact.size, sha256: artifact.sha256))
            } else {
                let summary = try await hasher.summary(of: folder.file(name))
                published.append(PublishedFile(name: name, size: summary.size, sha256: summary.sha256))
            }
        }
        try await checkList(of: published)
        return published
    }

    /// Reads files that ship and makes sure that they are what is said of them.
    private func prove(_ shipped: [PublishedFile]) async throws {
        let hasher = FileHasher(files: files)
        let width = effects.processes.availableCores
        let wrong = try await mapConcurrently(shipped, width: width) { file -> String? in
            // A file of another size need not be read.
            guard try files.resolvedStatus(of: folder.file(file.name))?.size == file.size else { return file.name }
            return try await hasher.summary(of: folder.file(file.name)).sha256 == file.sha256 ? nil : file.name
        }.compactMap(\.self)
        guard let name = wrong.first else { return }
        throw RelctlError(
            "cannot publish: `\(folder.file(name))` is not what `\(ReleaseFolder.manifestName)` says",
            hints: ["run `relctl verify` to see what is wrong, or `relctl package` to make it again"]
        )
    }

    /// The plan's targets that the record has something of.
    ///
    /// - Throws: ``RelctlError`` that names the configured targets that are missing and may not be.
    private func presentTargets(of manifest: Manifest, _ allowedMissing: [String]) throws -> [TargetTriple] {
        let recorded = Set(manifest.downloads.compactMap(\.target))
        let present = plan.targets.filter(recorded.contains)
        let missing = try TargetSelection.missing(from: present, allowing: allowedMissing, of: plan.project)
        guard missing.isEmpty, !present.isEmpty else {
            let list = missing.map { "`\($0)`" }.joined(separator: ", ")
            throw RelctlError(
                missing.isEmpty
                    ? "cannot publish: there is nothing of any target"
                    : "cannot publish: nothing is there for \(list)",
                details: ["missing": missing.map(\.text).joined(separator: " ")],
                hints: ["run `relctl package` for all targets, or `relctl merge` to join what other machines made"]
                    + (missing.isEmpty ? [] : [Self.allowing(missing)])
            )
        }
        return present
    }

    /// How to do without targets.
    static func allowing(_ missing: [TargetTriple]) -> String {
        let options = missing.map { "--allow-missing \($0)" }.joined(separator: " ")
        return "publish without \(missing.count == 1 ? "it" : "them") by `\(options)`"
    }

    /// - Throws: ``RelctlError`` that names all files that are not there, and the commands that make them.
    private func requireFiles(_ names: [String]) throws {
        let missing = try names.filter { try files.status(of: folder.file($0)) == nil }
        guard !missing.isEmpty else { return }
        let signed = [plan.checksums.combined].compactMap(\.self) + plan.signing.names
        // Whoever took it away may have changed what it listed: to sign whatever is there would vouch for that.
        let isUnsigned = !plan.signing.names.isEmpty && missing.contains(where: signed.contains)
        let makers = missing.map { Self.maker(of: $0, in: plan) }
        let commands = makers.enumerated().filter { makers.firstIndex(of: $1) == $0 }.map(\.element)
        throw RelctlError(
            "cannot publish: there is no \(missing.map { "`\(folder.file($0))`" }.joined(separator: ", no "))",
            hints: isUnsigned ? [ReleaseSigning.makingAnew] : commands.map { "run \($0) first" }
        )
    }

    /// The file that lists all checksums must say of each file what is there: users will believe it.
    private func checkList(of published: [PublishedFile]) async throws {
        guard plan.does(.checksum), let name = plan.checksums.combined else { return }
        let list = try files.contents(of: folder.file(name))
        let found = Dictionary(published.map { (FilePath($0.name), $0.sha256) }) { first, _ in first }
        for entry in ChecksumFile(parsing: list).entries
        where found[FilePath(entry.name)] != entry.sha256 {
            throw RelctlError(
                "cannot publish: `\(folder.file(name))` does not say what `\(entry.name)` is",
                hints: [
                    plan.signing.names.isEmpty ? "run `relctl checksum` to write it anew" : ReleaseSigning.makingAnew
                ]
            )
        }
        for finding in try await plan.signing.findings(in: folder.path, with: effects) {
            guard finding.severity == .warning || finding.code == ReleaseSigning.unprovenCode else {
                throw RelctlError("cannot publish: \(finding.message)", hints: [ReleaseSigning.makingAnew])
            }
            effects.events.send(.message(.warning, finding.message))
        }
    }

    /// The command that makes a file that ships.
    private static func maker(of name: String, in plan: ReleasePlan) -> String {
        switch name {
        case ReleaseFolder.notesName: "`relctl notes`"
        case plan.checksums.combined: "`relctl checksum`"
        default: "`relctl package`"
        }
    }

    /// What is left to publish; reads alone.
    package func plannedPublications() async throws -> PublishingPlan {
        let shipped = try await publishedFiles(allowingMissing: plan.request.allowedMissing)
        if let notes = shipped.first(where: { $0.name == ReleaseFolder.notesName }) {
            let text = try files.text(of: folder.file(notes.name))
            try ChildEnvironment.requireNoSecret(in: text, called: "`\(folder.file(notes.name))`", effects)
        }
        // While servers think about what they have, the files here are read.
        async let proof: Void = prove(shipped)
        let seen = try await observed(publications(of: shipped))
        try await proof
        return try publishPlanner.plan(seen)
    }

    /// Publishes what is not published yet.
    package func publish() async throws -> [PublicationOutcome] {
        try await during(.publish) {
            let plan = try await plannedPublications()
            try await PublishingExecutor(publishers: extensions.publishers).execute(plan, with: effects)
            return plan.outcomes
        }
    }

    /// How the release is taken back, as far as it can be; reads alone.
    ///
    /// What was built says which files at a place are this release's; a forge's release is found without.
    package func plannedRetreat(_ retreat: Retreat) async throws -> RetreatPlan {
        if case .yank(let reason) = retreat {
            try ChildEnvironment.requireNoSecret(in: reason, called: "the reason", effects)
        }
        let shipped = (try? await publishedFiles(allowingMissing: plan.targets.map(\.text))) ?? []
        return try publishPlanner.plan(retreat, try await observed(publications(of: shipped)))
    }

    /// Takes the release back.
    package func retreat(_ plan: RetreatPlan) async throws {
        try await PublishingExecutor(publishers: extensions.publishers).execute(plan.steps, with: effects)
    }

    private var publishPlanner: PublishingPlanner { PublishingPlanner(publishers: extensions.publishers) }

    /// The planned publications with the files that the folder holds.
    private func publications(of shipped: [PublishedFile]) -> [PublicationRequest] {
        let files = shipped.filter { $0.name != ReleaseFolder.notesName }.sortedBytewise(by: \.name)
        let notes = shipped.first { $0.name == ReleaseFolder.notesName }
        return plan.publications.map { publication in
            var publication = publication
            publication.files = files
            publication.notes = notes
            publication.folder = folder.path.string
            return publication
        }
    }

    private func observed(_ publications: [PublicationRequest]) async throws -> [ObservedPublication] {
        try await PublishingObserver(publishers: extensions.publishers).observe(publications, with: effects)
    }
}
