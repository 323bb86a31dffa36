/// The steps that prove a release and take it to its users.
extension ReleaseSteps {
    /// Reads everything in the folder again and says what is wrong.
    package func findings() async throws -> [Finding] {
        try await ReleaseVerifier(
            width: limits.archives,
            inspection: BinaryInspector.problem,
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
    package func publishedFiles() async throws -> [PublishedFile] {
        let recorded = Dictionary(try manifest().artifacts.map { ($0.name, $0.sha256) }) { first, _ in first }
        let hasher = FileHasher(files: files)
        var published: [PublishedFile] = []
        for name in plan.parts.files where name != ReleaseFolder.planName {
            guard try files.status(of: folder.file(name)) != nil else {
                throw RelctlError(
                    "cannot publish: there is no `\(folder.file(name))`",
                    hints: ["run \(Self.maker(of: name, in: plan)) first"]
                )
            }
            let summary = try await hasher.summary(of: folder.file(name))
            guard recorded[name] == nil || recorded[name] == summary.sha256 else {
                throw RelctlError(
                    "cannot publish: `\(folder.file(name))` is not what `\(ReleaseFolder.manifestName)` says",
                    hints: ["run `relctl verify` to see what is wrong, or `relctl package` to make it again"]
                )
            }
            published.append(PublishedFile(name: name, size: summary.size, sha256: summary.sha256))
        }
        try checkList(of: published)
        return published
    }

    /// The file that lists all checksums must say of each file what is there: users will believe it.
    private func checkList(of published: [PublishedFile]) throws {
        guard plan.does(.checksum), let name = plan.checksums.combined else { return }
        let found = Dictionary(published.map { (FilePath($0.name), $0.sha256) }) { first, _ in first }
        for entry in ChecksumFile(parsing: try files.contents(of: folder.file(name))).entries
        where found[FilePath(entry.name)] != entry.sha256 {
            throw RelctlError(
                "cannot publish: `\(folder.file(name))` does not say what `\(entry.name)` is",
                hints: ["run `relctl checksum` to write it anew"]
            )
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
    package func plannedPublications(replacing: Bool) async throws -> PublishPlan {
        let shipped = try await publishedFiles()
        var basis = basis(replacing: replacing)
        basis.files = shipped.filter { $0.name != ReleaseFolder.notesName }
        basis.notes = shipped.first { $0.name == ReleaseFolder.notesName }
        return try publishPlanner.plan(try await observed(basis))
    }

    /// Publishes what is not published yet.
    package func publish(replacing: Bool) async throws -> [PublicationOutcome] {
        try await during(.publish) {
            let plan = try await plannedPublications(replacing: replacing)
            try await PublishingExecutor(publishers: extensions.publishers).execute(plan, with: effects)
            return plan.publications.map(PublicationOutcome.init)
        }
    }

    /// How the release is taken back, as far as it can be; reads alone, and needs nothing of what was built.
    package func plannedRetreat(_ retreat: Retreat) async throws -> RetreatPlan {
        try publishPlanner.plan(retreat, try await observed(basis(replacing: false)))
    }

    /// Takes the release back.
    package func retreat(_ plan: RetreatPlan) async throws {
        try await PublishingExecutor(publishers: extensions.publishers).execute(plan.steps, with: effects)
    }

    private var publishPlanner: PublishPlanner { PublishPlanner(publishers: extensions.publishers) }

    /// What all publications have in common, without files.
    private func basis(replacing: Bool) -> PublicationBasis {
        PublicationBasis(
            release: plan.release,
            scope: scope,
            files: [],
            folder: folder.path,
            project: layout.project,
            replaces: replacing
        )
    }

    private func observed(_ basis: PublicationBasis) async throws -> [ObservedPublication] {
        let requests = try publishPlanner.requests(for: configuration.publications, basis: basis)
        return try await PublishingExecutor(publishers: extensions.publishers).observe(requests, with: effects)
    }
}
