/// What would keep images from being made, told before anything is built that they are made of.
extension ReleasePreflight {
    /// What is wrong with the images of a plan: files and programs that will not be there, and base images that are not.
    ///
    /// Files that hooks of the build may make are warned of alone.
    func imageFindings(_ observation: ReleaseObservation, _ plan: ReleasePlan) async throws -> [Finding] {
        guard plan.makesImages else { return [] }
        let (configuration, project) = (observation.configuration, observation.layout.project)
        let plans: [ImagePlan]
        do {
            plans = try await forecast(observation, plan)
        } catch let error as CancellationError {
            throw error
        } catch {
            return Self.judged(Self.problems(of: error), configuration, plan)
        }
        let images = zip(plans, configuration.images).map { (plan: $0, settings: $1) }
        let atRegistries = images.filter { if case .registry = $0.plan.base { true } else { false } }
        let inProject = images.filter { if case .layout = $0.plan.base { true } else { false } }
        let made =
            try certificateFindings(plans, observation, plan) + (try await baseFindings(inProject, project))
        return Self.judged(made, configuration, plan) + (try await baseFindings(atRegistries, project))
    }

    /// Findings about files of the project, warnings alone where something may still make those.
    private static func judged(_ findings: [Finding], _ configuration: Configuration, _ plan: ReleasePlan) -> [Finding]
    {
        guard hasHooks(configuration, plan) else { return findings }
        return findings.map { finding in
            var finding = finding
            finding.severity = .warning
            finding.hints.append("a hook of the build may still make it")
            return finding
        }
    }

    /// Each problem by itself, with the image that has it.
    private static func problems(of error: any Error, with image: RelctlError? = nil) -> [Finding] {
        guard let error = error as? RelctlError else { return [Finding("\(error)", code: "images.invalid")] }
        guard error.causes.isEmpty else {
            let image = image ?? (error.place == nil ? nil : error)
            return error.causes.flatMap { problems(of: $0, with: image) }
        }
        let message = (image.map { "\($0.message): " } ?? "") + error.message
        return [
            Finding(message, code: "images.invalid", place: error.place ?? image?.place, hints: error.hints)
        ]
    }

    /// Whether anything runs before images are made that may make what they take.
    private static func hasHooks(_ configuration: Configuration, _ plan: ReleasePlan) -> Bool {
        guard plan.does(.build), let build = configuration.build else { return false }
        let targets = configuration.targets.compactMap(\.build)
        return !(build.before + build.after + targets.flatMap { $0.before + $0.after }).isEmpty
    }

    /// The images as they will be planned when all is packed.
    private func forecast(_ observation: ReleaseObservation, _ plan: ReleasePlan) async throws -> [ImagePlan] {
        let manifest = try ImageForecast.manifest(of: observation.release, plan.archives, extensions.packagers)
        var request = ImagePlanner.Request(observation.configuration, manifest)
        request.versions = observation.taggedVersions
        request.tree = try await SourceTree.observe(
            for: ImagePlanner().projectRules(for: request),
            in: observation.layout.project,
            excluding: PublicationFolders(configuration: observation.configuration).excluded,
            files: effects.files
        )
        return try ImagePlanner().plan(request)
    }

    /// Files of certificates that hold none.
    private func certificateFindings(
        _ plans: [ImagePlan],
        _ observation: ReleaseObservation,
        _ plan: ReleasePlan
    ) throws -> [Finding] {
        var findings: [Finding] = []
        for (image, settings) in zip(plans, observation.configuration.images) {
            guard let path = ImageForecast.certificates(of: image, plan.archives) else { continue }
            do {
                try CertificateFile.check(observation.layout.project.appending(path), files: effects.files)
            } catch {
                findings += Self.findings(of: error, code: "images.invalid").map { finding in
                    var finding = finding
                    finding.place = settings.place
                    return finding
                }
            }
        }
        return findings
    }

    /// Base images that are not there, or not for a platform; nothing of them is fetched but what names their layers.
    private func baseFindings(
        _ images: [(plan: ImagePlan, settings: ImageSettings)],
        _ project: FilePath
    ) async throws -> [Finding] {
        let pool = RegistryPool(effects)
        var (seen, findings): ([ImageBase: Set<ImagePlatform>], [Finding]) = ([:], [])
        for (plan, settings) in images {
            let platforms = plan.platforms.map(\.platform).filter { seen[plan.base, default: []].insert($0).inserted }
            guard let place = try plan.base.place, !platforms.isEmpty else { continue }
            do {
                try await LocatedImage.finding(place, in: project, effects, pool, RegistryAccess()) { located in
                    for platform in platforms { _ = try await BaseImage(located, for: platform) }
                }
            } catch let error as CancellationError {
                throw error
            } catch {
                let reason = (error as? RelctlError)?.description ?? "\(error)"
                findings.append(
                    Finding(
                        "cannot use the base image `\(plan.base.text)`: \(reason)",
                        code: "images.base",
                        place: settings.place,
                        hints: (error as? RelctlError)?.hints ?? []
                    )
                )
            }
        }
        return findings
    }
}
