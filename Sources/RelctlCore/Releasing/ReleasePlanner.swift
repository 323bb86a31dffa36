/// Decides all that a release will do; pure.
package struct ReleasePlanner: Sendable {
    let extensions: Extensions

    /// Plans with these connectors.
    package init(extensions: Extensions) { self.extensions = extensions }

    /// What the decision rests on.
    package struct Request: Sendable {
        /// The configuration.
        package var configuration: Configuration
        /// What is released.
        package var release: ReleaseIdentity
        /// Whether the commit says all about the sources.
        package var isFromCleanTree: Bool
        /// The platforms, of those that are configured.
        package var targets: [TargetSettings]
        /// The working tree, observed for the configuration's archives.
        package var tree: SourceTree
        /// The project's files, for those who tell how it is built.
        package var manifests = ManifestTree.empty
        /// The folders of the configuration's charts, in its order.
        package var charts: [ChartObservation] = []
        /// The versions that were released, as far as tags tell.
        package var knownVersions: [Version] = []
        /// The release that changes are counted from.
        package var previousTag: String?
        /// Steps that are left out.
        package var skipped: Set<ReleaseStep>
        /// The encoder of formats that are compressed by DEFLATE, as ``Compression/engine`` names it.
        package var deflateEngine = Compression.standardDeflate.engine

        /// Whether all platforms are released.
        var isWhole: Bool { targets.count == configuration.targets.count }

        /// What builds are told of themselves.
        var facts: BuildFacts { BuildFacts(release: release, isDirty: !isFromCleanTree) }

        /// Gathers what the decision rests on.
        package init(
            configuration: Configuration,
            release: ReleaseIdentity,
            isFromCleanTree: Bool,
            targets: [TargetSettings],
            tree: SourceTree,
            previousTag: String?,
            skipped: Set<ReleaseStep>
        ) {
            self.configuration = configuration
            self.release = release
            self.isFromCleanTree = isFromCleanTree
            self.targets = targets
            self.tree = tree
            self.previousTag = previousTag
            self.skipped = skipped
        }
    }

    /// Plans the release.
    ///
    /// - Throws: ``RelctlError`` with everything that is wrong as its causes.
    package func plan(_ request: Request) throws -> ReleasePlan {
        let configuration = request.configuration
        var problems: [any Error] = []
        func attempt<Value>(_ body: () throws -> Value) -> Value? {
            do {
                return try body()
            } catch let error as RelctlError where !error.causes.isEmpty && error.place == nil {
                problems += error.causes
            } catch {
                problems.append(error)
            }
            return nil
        }
        let contexts = targetContexts(of: request)
        let build = attempt { try plannedBuild(request, contexts) }
        let archives = attempt { try plannedArchives(request, contexts) }
        let charts = attempt { try plannedCharts(request) }
        let images = attempt { try plannedImages(request) }
        let flakes = attempt { try plannedFlake(request) }
        let signatures = attempt { try plannedSignatures(request) }
        let publications = attempt { try plannedPublications(request) }
        guard let build, let archives, let charts, let images, let flakes, let signatures, let publications else {
            throw RelctlError("cannot plan the release", code: .configurationInvalid, causes: problems)
        }
        var plan = ReleasePlan(
            release: request.release,
            isFromCleanTree: request.isFromCleanTree,
            skipped: ReleaseStep.allCases.filter(request.skipped.contains),
            targets: request.targets.map(\.triple),
            embedded: configuration.embeds.map {
                EmbeddedSource($0, facts: request.facts, project: configuration.name)
            },
            build: build,
            archives: archives,
            awaited: request.tree.awaited.flatMap { patterns in
                patterns.isEmpty ? nil : patterns.sortedBytewise()
            },
            charts: charts.isEmpty ? nil : charts,
            images: images.isEmpty ? nil : images,
            distribution: plannedDistribution(request, images),
            flake: flakes.first,
            checksums: ReleasePlan.Checksums(
                sidecars: configuration.checksums.sidecars,
                combined: configuration.checksums.combined
            ),
            signatures: signatures.isEmpty ? nil : signatures,
            notes: ReleasePlan.Notes(
                previousTag: request.previousTag,
                settings: configuration.notes
            ),
            publications: publications
        )
        let wrong = Self.nameProblems(of: plan) + distributionProblems(of: &plan, request)
        try RelctlError.throwAll(wrong, "cannot plan the release")
        return plan
    }

    private func targetContexts(of request: Request) -> [TargetContext] {
        request.targets.map { target in
            TargetContext(
                target: target,
                scope: request.configuration.project.scope(of: request.release, target: target),
                binaries: request.configuration.project.binaries(of: target)
            )
        }
    }

    private func plannedBuild(_ request: Request, _ contexts: [TargetContext]) throws -> BuildPlan? {
        guard request.configuration.build != nil else { return nil }
        return try BuildPlanner(
            request.configuration.build,
            builders: extensions.builders,
            manifests: request.manifests,
            facts: request.facts
        )
        .plan(contexts, scope: request.configuration.project.scope(of: request.release))
    }

    private func plannedArchives(_ request: Request, _ contexts: [TargetContext]) throws -> [ArchivePlan] {
        var wanted = ArchivePlanner.Request(
            settings: request.configuration.archive,
            timestamp: request.release.timestamp,
            targets: contexts,
            tree: request.tree,
            packagers: extensions.packagers
        )
        wanted.deflateEngine = request.deflateEngine
        return try ArchivePlanner().plan(wanted)
    }

    private func plannedCharts(_ request: Request) throws -> [ChartPlan] {
        let scope = request.configuration.project.scope(of: request.release)
        let compression = CompressionScale.deflate.compression(level: nil, deflate: request.deflateEngine)
        var charts = request.configuration.charts
        if request.release.isSnapshot {
            // A trial is made on machines that have no key: nobody is to take it for a release.
            for index in charts.indices { charts[index].signing = nil }
        }
        return try ChartPlanner().plan(
            zip(charts, request.charts).map { settings, observation in
                ChartPlanner.Request(
                    settings: settings,
                    observation: observation,
                    scope: scope,
                    timestamp: request.release.timestamp,
                    compression: compression
                )
            }
        )
    }

    /// The images; of a part of the platforms none are made, for they would be other ones under the same names.
    private func plannedImages(_ request: Request) throws -> [ImageOutline] {
        guard request.isWhole else { return [] }
        var wanted = ImagePlanner.Request(
            request.configuration.project,
            request.configuration.images,
            Manifest(release: request.release, artifacts: [])
        )
        wanted.versions = request.knownVersions
        return try ImagePlanner().outlines(wanted)
    }

    /// The signatures of the list of all checksums, if that is written.
    private func plannedSignatures(_ request: Request) throws -> [ReleasePlan.Signature] {
        guard !request.skipped.contains(.checksum) else { return [] }
        return try ReleaseSigning(
            request.configuration,
            release: request.release,
            project: FilePath("."),
            extensions: extensions
        ).planned
    }

    /// The publications as a plan keeps them: without the paths of this machine, which a plan must not depend on.
    private func plannedPublications(_ request: Request) throws -> [ReleasePlan.Publication] {
        let basis = PublicationBasis(
            release: request.release,
            scope: request.configuration.project.scope(of: request.release),
            files: [],
            folder: FilePath("."),
            project: FilePath("."),
            replaces: false
        )
        return try PublishPlanner(publishers: extensions.publishers)
            .requests(for: request.configuration.publications, basis: basis)
            .map { ReleasePlan.Publication(publisher: $0.publisher, options: $0.options) }
    }
}
