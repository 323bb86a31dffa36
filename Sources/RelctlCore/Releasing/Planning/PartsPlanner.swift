/// Plans each part of a release by itself, so that what is wrong with one does not hide what is wrong with another.
struct PartsPlanner {
    let observation: ReleaseObservation
    let request: ReleaseRequest
    let extensions: Extensions

    private var configuration: Configuration { observation.configuration }
    private var project: ProjectSettings { configuration.project }
    private var release: ReleaseIdentity { observation.release }
    private var scope: TemplateScope { project.scope(of: release) }

    /// What programs are told of their own build.
    private var facts: BuildFacts { BuildFacts(release: release, isDirty: !observation.isFromCleanTree) }

    /// Whether all platforms are released.
    private var isWhole: Bool { observation.targets.count == configuration.targets.count }

    /// Whether the release is signed.
    ///
    /// A snapshot is made on machines that have no key. `relctl check` asks by a snapshot
    /// for what a release needs.
    private var isSigned: Bool { !release.isSnapshot || request.isQuestion }

    private var contexts: [TargetContext] {
        observation.targets.map { target in
            TargetContext(
                target: target,
                scope: project.scope(of: release, target: target),
                binaries: project.binaries(of: target)
            )
        }
    }

    func embedded() -> [EmbeddedSource] {
        configuration.embeds.map { EmbeddedSource($0, facts: facts, project: configuration.name) }
    }

    func build() throws -> BuildPlan? {
        guard configuration.build != nil else { return nil }
        return try BuildPlanner(
            configuration.build,
            builders: extensions.builders,
            manifests: observation.manifests,
            facts: facts
        )
        .plan(contexts, scope: scope)
    }

    func archives() throws -> [ArchivePlan] {
        var wanted = ArchivePlanner.Request(
            settings: configuration.archive,
            timestamp: release.timestamp,
            targets: contexts,
            tree: observation.tree,
            packagers: extensions.packagers
        )
        wanted.deflateEngine = request.deflateEngine
        return try ArchivePlanner().plan(wanted)
    }

    func charts() throws -> [ChartPlan] {
        let compression = CompressionScale.deflate.compression(level: nil, deflate: request.deflateEngine)
        var charts = configuration.charts
        if !isSigned {
            for index in charts.indices { charts[index].signing = nil }
        }
        return try ChartPlanner().plan(
            zip(charts, observation.charts).map { settings, observation in
                ChartPlanner.Request(
                    settings: settings,
                    observation: observation,
                    scope: scope,
                    timestamp: release.timestamp,
                    compression: compression
                )
            }
        )
    }

    /// The images; none for a part of the platforms, because they would be others under the same names.
    func images() throws -> PlannedImages {
        var wanted = ImagePlanner.Request(project, configuration.images, Manifest(release: release, artifacts: []))
        wanted.versions = observation.taggedVersions
        return PlannedImages(
            outlines: isWhole ? try ImagePlanner().outlines(wanted) : [],
            request: wanted,
            excluded: PublicationFolders(configuration: configuration).excluded
        )
    }

    func notes() -> PlannedNotes {
        let scripts = configuration.archive.contents.flatMap { rule in
            guard case .environment(let name) = rule.content else { return [String]() }
            return ["\(name).sh", "\(name).bat"]
        }
        return PlannedNotes(
            previousTag: observation.previousTag,
            settings: configuration.notes,
            place: configuration.notesPlace,
            environmentScripts: Set(scripts)
        )
    }

    /// The signatures of the file that lists all checksums, if that file is written.
    func signing() throws -> ReleaseSigning {
        guard !request.skipped.contains(.checksum) else { return ReleaseSigning() }
        var release = release
        if isSigned { release.isSnapshot = false }
        return try ReleaseSigning(
            configuration,
            release: release,
            project: observation.layout.project,
            extensions: extensions
        )
    }

    func proof() -> SignatureProof? {
        guard !request.skipped.contains(.checksum) else { return nil }
        return SignatureProof(extensions, configuration, project: observation.layout.project)
    }

    /// The publications, whose files are not made yet.
    func publications(_ images: PlannedImages?) throws -> [PublicationRequest] {
        var basis = PublicationBasis(
            release: release,
            scope: scope,
            files: [],
            folder: observation.layout.dist.path,
            project: observation.layout.project,
            replaces: request.replaces
        )
        basis.images = images?.named
        return try PublishingPlanner(publishers: extensions.publishers)
            .requests(for: configuration.publications, basis: basis)
    }

    // MARK: Distribution

    /// What Nix, package managers and users get, as far as it follows from the planned archives.
    ///
    /// - Parameters:
    ///   - archives: The archives.
    ///   - images: The images.
    ///   - problems: Gets everything that keeps the release from any of them.
    /// - Returns: The names of folders and files, also if their contents cannot be made.
    /// - Throws: ``RelctlError`` if the package for Nix has no name.
    func distribution(
        of archives: [ArchivePlan],
        _ images: PlannedImages,
        addingProblemsTo problems: inout [any Error]
    ) throws -> PlannedDistribution {
        guard isWhole else {
            return PlannedDistribution(
                folders: [],
                files: nil,
                flake: nil,
                nix: configuration.nix,
                targets: configuration.distribution
            )
        }
        let isWritten = !request.skipped.contains(.distribution)
        var folders = distributionFolders(images)
        let package = try configuration.nix.map { try $0.packageName(of: configuration.name) }
        var files: [String]?
        if isWritten, !folders.isEmpty, !archives.isEmpty {
            let manifest = try ReleaseForecast.manifest(of: release, archives, extensions.packagers)
            let plan = forecast(manifest, addingProblemsTo: &problems)
            files = plan.map { $0.files.map { "\(ReleaseFolder.distributionName)/\($0.path)" } }
            let documentation = ReleaseFolder.documentationName
            if plan?.installations.isEmpty == false, !folders.contains(documentation) { folders.append(documentation) }
        }
        return PlannedDistribution(
            folders: folders,
            files: files,
            flake: package.map { FlakeArchive.name(of: $0, release.version) },
            nix: configuration.nix,
            targets: configuration.distribution
        )
    }

    private func distributionFolders(_ images: PlannedImages) -> [String] {
        let hasImages = !images.outlines.isEmpty && !request.skipped.contains(.images)
        // Whether there is a command to install the release can depend on what the archives hold.
        let isOpen = observation.tree.awaited != nil && !configuration.distribution.isEmpty
        let isDocumented = hasImages || !configuration.charts.isEmpty || configuration.nix != nil || isOpen
        return (configuration.nix == nil ? [] : [ReleaseFolder.nixName])
            + (configuration.distribution.isEmpty ? [] : [ReleaseFolder.distributionName])
            + (isDocumented ? [ReleaseFolder.documentationName] : [])
    }

    /// The files for package managers by the manifest that the release will have; nil if it has none.
    private func forecast(_ manifest: Manifest, addingProblemsTo problems: inout [any Error]) -> DistributionPlan? {
        // The build decides what is in archives that hold files which it makes.
        let isOpen = observation.tree.awaited?.isEmpty == false
        if configuration.nix != nil {
            do { try NixPlanner().check(NixRequest(manifest, configuration), isOpen: isOpen) } catch {
                problems.append(error)
            }
        }
        guard !configuration.distribution.isEmpty else { return nil }
        do {
            return try DistributionPlanner(targets: extensions.distributionTargets)
                .plan(manifest, configuration, contentsAreKnown: !isOpen)
        } catch {
            problems.append(error)
            return nil
        }
    }
}
