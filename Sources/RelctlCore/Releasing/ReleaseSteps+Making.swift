/// The steps that make what ships.
extension ReleaseSteps {
    /// Writes the source files that tell programs their version, where they do not say it already.
    package func writeEmbedded() throws {
        for source in plan.embedded where try source.write(in: layout.project, files: files) {
            effects.events.send(.message(.detail, "wrote `\(source.file)`"))
        }
    }

    /// Builds the binaries of every target, or of those that are not among the finished ones.
    ///
    /// `didBuild` is told of each target whose binaries are complete, and in a work folder recorded.
    package func build(
        except finished: Set<TargetTriple> = [],
        didBuild: @escaping @Sendable (TargetTriple) -> Void = { _ in }
    ) async throws {
        guard var build = plan.build else { return }
        build.targets.removeAll { finished.contains($0.target) }
        guard !build.targets.isEmpty else { return }
        try writeEmbedded()
        let work = FinishedWork(files: files, folder: folder)
        try await during(.build, items: build.targets.count) { didBuildOne in
            try files.createFolders(folder.builds)
            var options = BuildExecutor.Options(
                project: layout.project,
                folder: folder.path,
                logs: layout.logs,
                jobs: limits.builds,
                keepsGoing: limits.keepsGoing
            )
            let isInWork = folder != layout.dist
            options.didBuild = { target in
                if isInWork { try await work.finish(target) }
                didBuildOne()
                didBuild(target)
            }
            _ = try await BuildExecutor(
                options,
                effects: effects,
                environment: ChildEnvironment(effects)
            )
            .execute(build)
        }
    }

    /// Packs every archive, and writes the sidecars and the record, which goes on to name `kept`.
    package func package(keeping kept: [Artifact] = []) async throws {
        try await during(.package, items: plan.archives.count) { didPackOne in
            try files.createFolders(folder.path)
            var request = packagingRequest
            request.kept = kept + (try await charts())
            request.didPack = { _, _ in didPackOne() }
            _ = try await PackagingExecutor().execute(request, packagers: extensions.packagers, with: effects)
        }
    }

    /// Packs the charts right in `dist/`, as a step of its own; a record of this release there keeps what else it
    /// names.
    ///
    /// - Throws: ``RelctlError`` if the configuration has none, or one cannot be packed.
    package func packageChartsInPlace() async throws -> [Artifact] {
        guard !plan.charts.isEmpty else {
            throw RelctlError(
                "cannot pack charts: `\(plan.project.file)` has no `charts`",
                code: .configurationInvalid,
                hints: ["add one, such as `charts: [{ path: \"helm/\(plan.release.name)\" }]`"]
            )
        }
        try files.createFolders(folder.path)
        let old = try? folder.record(files)
        let made = try await renewingChecksums(proves: true) {
            let made = try await during(.package) { try await charts() }
            // A record of anything else is what the next step would refuse.
            let known = try? manifest()
            let isOurs = known?.configuration == plan.configuration
            let names = Set(made.map { FilePath($0.name) })
            let others = isOurs ? (known?.artifacts ?? []).filter { !names.contains(FilePath($0.name)) } : []
            var record = Manifest(
                release: plan.release,
                checksums: isOurs ? known?.checksums : nil,
                configuration: plan.configuration,
                artifacts: others + made
            )
            record.images = isOurs ? known?.images : nil
            try files.write(JSONText.pretty(record), to: folder.manifest)
            return made
        }
        try warnOfSuperseded(old)
        return made
    }

    /// Packs the charts, and has them signed.
    package func charts() async throws -> [Artifact] {
        guard !plan.charts.isEmpty else { return [] }
        let request = ChartExecutor.Request(
            plans: plan.charts,
            project: layout.project,
            output: folder.path,
            writesSidecars: plan.checksums.sidecars,
            engine: limits.engine
        )
        return try await ChartExecutor().execute(request, with: effects)
    }

    /// What is to be packed.
    var packagingRequest: PackagingExecutor.Request {
        var request = PackagingExecutor.Request(
            plans: plan.archives,
            release: plan.release,
            project: layout.project,
            builds: folder.builds,
            output: folder.path,
            writesSidecars: plan.checksums.sidecars,
            width: limits.archives
        )
        request.engine = limits.engine
        request.combinedChecksums = plan.does(.checksum) ? plan.checksums.combined : nil
        request.configuration = plan.configuration
        request.budgets = plan.budgets
        request.previous = plan.previous
        return request
    }

    /// Packs right in `dist/`, as a step of its own; a plan of all targets is left there too.
    package func packageInPlace(isWhole: Bool) async throws {
        try writeEmbedded()
        try files.createFolders(folder.path)
        // Before anything is written, and before the list of checksums goes.
        try PackagingExecutor().checkBinaries(of: plan.archives, for: packagingRequest, files: files)
        let old = try? folder.record(files)
        try await renewingChecksums(proves: !isWhole) {
            try await package(keeping: isWhole ? [] : try artifactsOfOtherTargets())
        }
        if isWhole { try files.write(plan.text(), to: folder.plan) }
        try warnOfSuperseded(old)
    }

    /// Changes artifacts right in `dist/`, where a list of checksums would vouch for what they were.
    ///
    /// It is away meanwhile, and says what they are afterwards. Where there was none, there is none.
    private func renewingChecksums<Value>(proves: Bool, _ body: () async throws -> Value) async throws -> Value {
        let checksums = checksums
        try await checksums.requireRenewable(believing: proves)
        let old = try checksums.withdraw()
        try checksums.removeOtherLists()
        let value = try await body()
        if let old { _ = try await checksums.write(for: try manifest(), proves: proves, reusing: [old]) }
        return value
    }

    /// The artifacts in the folder's record that are of this release, made by the same configuration, but for targets
    /// that are not in the plan.
    package func artifactsOfOtherTargets() throws -> [Artifact] {
        guard try files.status(of: folder.manifest) != nil, let manifest = try? manifest(),
            manifest.configuration == plan.configuration
        else { return [] }
        return manifest.artifacts.filter { $0.target.map { !plan.targets.contains($0) } ?? false }
    }

    /// Writes the file that lists all checksums, its signatures, and sidecars that are missing.
    ///
    /// - Returns: The names of what was written.
    @discardableResult
    package func checksum() async throws -> [String] {
        try await during(.checksum) {
            // Archives in `dist/` were packed by another run.
            let made = try checksums(in: layout.dist).signed()
            return try await checksums.write(
                for: try manifest(),
                proves: folder == layout.dist,
                reusing: [made].compactMap(\.self)
            )
        }
    }

    var checksums: ReleaseChecksums { checksums(in: folder) }

    private func checksums(in folder: ReleaseFolder) -> ReleaseChecksums {
        ReleaseChecksums(plan.checksums, signing: plan.signing, in: folder, width: limits.archives, with: effects)
    }

    /// Writes the release's page, and returns it; right in `dist/`, where steps run one by one, what users copy too.
    @discardableResult
    package func notes(of observation: NotesObservation) async throws -> NotesPlan {
        try await during(.notes) {
            let manifest = try packedManifest()
            let documentation = try manifest.map { try plannedDocumentation(of: $0, at: observation.forge) }
            let plan = try plannedNotes(of: observation, manifest, documentation, as: .markdown)
            try NotesExecutor().execute(plan, writing: folder.notes, with: effects)
            if folder == layout.dist, let documentation { try write(documentation) }
            return plan
        }
    }

    /// What the notes will say; without archives, if none are packed yet.
    package func plannedNotes(
        of observation: NotesObservation,
        as format: NotesMarkup.Format = .markdown
    ) throws -> NotesPlan {
        let manifest = try packedManifest()
        let documentation = try manifest.map { try plannedDocumentation(of: $0, at: observation.forge) }
        return try plannedNotes(of: observation, manifest, documentation, as: format)
    }

    private func plannedNotes(
        of observation: NotesObservation,
        _ manifest: Manifest?,
        _ documentation: DocumentationPlan?,
        as format: NotesMarkup.Format
    ) throws -> NotesPlan {
        var request = try notesObserver.request(observation, scope: scope)
        request.format = format
        request.isSnapshot = plan.release.isSnapshot
        request.checksums = self.plan.checksums
        if self.plan.does(.checksum) { request.signatures = self.plan.signing.checks }
        if let manifest {
            // Charts have a section of their own, and signatures are told of by what reads them.
            let archives = manifest.artifacts.filter { $0.kind == .archive || $0.kind == .binary }
            request.archives = archives.map(described)
            request.tree = archives.first { $0.kind == .archive }?.contents.map { ArchiveTree($0).text }
        }
        if let documentation { request.documentation = documentation }
        return try NotesPlanner(renderers: extensions.notesRenderers).plan(request)
    }

    var notesObserver: NotesObserver {
        NotesObserver(
            settings: plan.project,
            notes: plan.notes.settings,
            at: plan.notes.place,
            project: layout.project,
            repository: repository,
            files: files
        )
    }

    /// The record of this release, if it is packed; a release of another tag that lies there still has nothing to do with
    /// it.
    private func packedManifest() throws -> Manifest? {
        guard try files.status(of: folder.manifest) != nil else { return nil }
        let found = try JSONText.decode(Manifest.self, from: files.contents(of: folder.manifest), file: folder.manifest)
        guard found.release.tag == plan.release.tag else {
            let message = "`\(folder.manifest)` is of \(found.release.tag): the notes tell of no downloads"
            effects.events.send(.message(.notice, message))
            return nil
        }
        return try manifest()
    }

    private func described(_ artifact: Artifact) -> NotesRequest.Archive {
        let target = plan.project.targets.first { $0.triple == artifact.target }
        let depth = { (path: RelativePath) in path.components.count }
        let script = artifact.contents?.first { entry in
            depth(entry.path) == 2 && plan.notes.environmentScripts.contains(entry.path.lastComponent)
        }
        let program = artifact.kind == .binary ? artifact.contents?.first?.path.lastComponent : nil
        let suffix = artifact.target?.executableSuffix ?? ""
        let binaries = target.map(plan.project.binaries) ?? []
        return NotesRequest.Archive(
            artifact: artifact,
            binaries: binaries.filter { program == nil || $0 + suffix == program },
            environmentScript: script?.path.lastComponent
        )
    }
}
