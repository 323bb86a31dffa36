/// The step that writes what others take the release by, from the record and the artifacts alone.
extension ReleaseSteps {
    /// Writes the files for Nix, the flake that ships, those of distribution targets, and the snippets for users.
    package func distribute() async throws {
        try await during(.distribution) {
            if let nix = plan.distribution.nix { try await writeNix(nix, try manifest()) }
            if plan.distribution.has(ReleaseFolder.distributionName) {
                try await writeDistribution(try manifest())
            }
            let forge = try await notesObserver.forge()
            try write(try plannedDocumentation(of: try manifest(), at: forge))
        }
    }

    private func writeNix(_ settings: NixSettings, _ manifest: Manifest) async throws {
        let executor = NixExecutor(effects)
        let plan =
            try await executor
            .plan(request(settings, manifest), in: folder, project: layout.project)
        for finding in plan.findings { effects.events.send(.message(.warning, finding.message)) }
        // A release changes nothing of the project: `relctl nix` writes there.
        try await executor.execute(plan, in: folder, project: nil, by: limits.engine)
    }

    private func writeDistribution(_ manifest: Manifest) async throws {
        let executor = DistributionExecutor(effects)
        let plan = try plannedDistribution(of: manifest)
        for finding in plan.findings { effects.events.send(.message(.warning, finding.message)) }
        try await executor.prove(manifest, in: folder)
        try executor.execute(plan, in: folder)
    }

    /// Whether the files of distribution targets are those of the record, where the release has them.
    ///
    /// - Throws: ``RelctlError`` if their folder is none, or holds a checkout.
    func isDistributed(_ manifest: Manifest) throws -> Bool {
        guard plan.distributes, plan.distribution.has(ReleaseFolder.distributionName) else { return true }
        let planned = try plannedDistribution(of: manifest)
        return try DistributionExecutor(effects).outdated(planned, in: folder).isEmpty
    }

    /// Writes the snippets, where the release has a folder of them.
    func write(_ documentation: DocumentationPlan) throws {
        guard plan.distribution.has(ReleaseFolder.documentationName) else { return }
        try DocumentationExecutor().execute(documentation, in: folder.documentation, with: effects)
        // What the plan names is there, though there may be nothing to tell: of a trial's flake, say.
        try files.createFolders(folder.documentation)
    }

    /// What users can paste to take the release, but for downloads: from where publications take it, and no other place.
    ///
    /// - Throws: ``RelctlError`` if the flake that the record lists is not there, or is none.
    func plannedDocumentation(of manifest: Manifest, at forge: ForgeAddress?) throws -> DocumentationPlan {
        let places = try SnippetPlaces(plan.publications)
        var request = SnippetRequest(manifest, forge: places.forge)
        for index in request.images.indices {
            let id = request.images[index].image.id
            request.images[index].image.names = try places.names(of: request.images[index].image)
            guard let settings = plan.images.settings(of: id) else { continue }
            request.images[index].ports = settings.ports
            request.images[index].volumes = settings.volumes
            request.images[index].isRunnable = plan.project.hasProgram(settings)
        }
        for index in request.charts.indices {
            let name = request.charts[index].artifact.name
            let planned = plan.charts.first { $0.name == name }
            if let planned {
                request.charts[index].name = planned.metadata.name
                request.charts[index].version = planned.metadata.version
            }
            request.charts[index].repository = places.repository(
                of: request.charts[index].name,
                own: planned?.repository
            )
        }
        request.flake = try flake(of: manifest, at: forge)
        // A record of some platforms only may have nothing for a target, which is told where its files are made.
        request.installations = (try? plannedDistribution(of: manifest))?.installations ?? []
        return DocumentationPlanner().plan(request)
    }

    /// The flake at FlakeHub where it is published there, else the one that ships; nothing for a trial, which lies nowhere.
    private func flake(of manifest: Manifest, at forge: ForgeAddress?) throws -> SnippetRequest.Flake? {
        guard let settings = plan.distribution.nix, !manifest.release.isSnapshot else { return nil }
        if let flake = try SnippetRequest.Flake(settings, of: manifest.release, forge: forge) { return flake }
        guard let artifact = manifest.flake else { return nil }
        let path = folder.file(artifact.name)
        guard try files.resolvedStatus(of: path)?.kind == .file else {
            throw RelctlError(
                "cannot tell of the flake: `\(path)` is in the manifest, but not there",
                hints: ["run `relctl nix` to make it again"]
            )
        }
        let hash = try FlakeArchive.hash(of: path, files)
        return try SnippetRequest.Flake(request(settings, manifest), artifact, hash: hash)
    }

    private func request(_ settings: NixSettings, _ manifest: Manifest) -> NixRequest {
        NixRequest(
            manifest,
            of: plan.project,
            settings,
            forge: plan.notes.settings.forge,
            writesSidecars: plan.checksums.sidecars
        )
    }

    private func plannedDistribution(of manifest: Manifest) throws -> DistributionPlan {
        try DistributionPlanner(targets: extensions.distributionTargets)
            .plan(manifest, of: plan.project, by: plan.distribution.targets, forge: plan.notes.settings.forge)
    }
}
