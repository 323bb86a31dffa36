/// What would keep images from being made, told before anything is built that they are made of.
extension ReleasePreflight {
    /// What is wrong with the images of a plan: files and programs that will not be there, and base images that are not.
    ///
    /// What git ignores is warned of alone while the build that may make it is still to come.
    func imageFindings(_ observation: ReleaseObservation, _ plan: ReleasePlan) async throws -> [Finding] {
        guard plan.makesImages else { return [] }
        let project = observation.layout.project
        var awaited: [Finding] = []
        let plans: [ImagePlan]
        do {
            let request = try await forecast(observation, plan)
            awaited = try request.tree.awaitedFindings(by: ImagePlanner().projectRules(for: request))
            plans = try ImagePlanner().plan(request)
        } catch let error as CancellationError {
            throw error
        } catch {
            return Self.problems(of: error) + awaited
        }
        let images = zip(plans, plan.images.request.images).map { (plan: $0, settings: $1) }
        return try await awaited + certificateFindings(images, observation, plan)
            + baseFindings(images, in: project) { path, findings in
                try await judged(findings, about: path, observation)
            }
    }

    /// Returns findings about a file or folder of the project; warnings alone if the build may replace it, and none if the
    /// build is still to make it.
    private func judged(
        _ findings: [Finding],
        about path: RelativePath,
        _ observation: ReleaseObservation
    ) async throws -> [Finding] {
        guard !findings.isEmpty, observation.tree.awaited != nil,
            try await observation.repository.ignores(path.string)
        else { return findings }
        guard try effects.files.status(of: observation.layout.project.appending(path)) != nil else { return [] }
        return findings.map { finding in
            var finding = finding
            finding.severity = .warning
            finding.hints.append("git ignores `\(path)`: the build may still make it")
            return finding
        }
    }

    /// Images, and names of them, that no publication to a registry takes.
    func untakenImages(
        _ images: [NamedImage],
        _ requests: [PublicationRequest],
        _ configuration: Configuration
    ) throws -> [Finding] {
        // A release that only goes to folders is not public yet: `relctl image push` pushes its images when it is.
        guard requests.isEmpty || requests.contains(where: { $0.publisher != DirectoryPublisher.id }) else { return [] }
        let places = Dictionary(configuration.images.map { ($0.id, $0.place) }) { first, _ in first }
        // What is wrong with the keys of a publication, its publisher tells.
        guard let destinations = try? ImageDestinations(requests) else { return [] }
        return try destinations.findings(on: images, at: places)
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

    /// What the images will be planned from when all is packed.
    private func forecast(
        _ observation: ReleaseObservation,
        _ plan: ReleasePlan
    ) async throws -> ImagePlanner.Request {
        let manifest = try ReleaseForecast.manifest(of: observation.release, plan.archives, extensions.packagers)
        var request = plan.images.request
        request.manifest = manifest
        request.isOpen = plan.awaited != nil
        let rules = ImagePlanner().projectRules(for: request)
        request.tree = try await SourceTree.observe(
            for: rules,
            in: observation.layout.project,
            excluding: plan.images.excluded,
            files: effects.files
        )
        guard observation.tree.awaited != nil else { return request }
        // Of what is there already, too, a build may make more.
        request.tree.awaited = try await observation.repository
            .awaited(rules.flatMap(\.paths), excluding: plan.images.excluded)
        // What archives will have besides, nobody knows yet.
        if request.isOpen {
            let missing = try request.tree.missing(by: rules).map(\.path)
            request.tree.awaited?.formUnion(missing)
        }
        return request
    }

    /// Files of certificates that hold none.
    private func certificateFindings(
        _ images: [(plan: ImagePlan, settings: ImageSettings)],
        _ observation: ReleaseObservation,
        _ plan: ReleasePlan
    ) async throws -> [Finding] {
        var findings: [Finding] = []
        for image in images {
            guard let path = ReleaseForecast.certificates(of: image.plan, plan.archives) else { continue }
            do {
                try CertificateFile.check(observation.layout.project.appending(path), files: effects.files)
            } catch {
                let found = Finding.failures(of: error, code: "images.invalid").map { finding in
                    var finding = finding
                    finding.place = image.settings.place
                    return finding
                }
                findings += try await judged(found, about: path, observation)
            }
        }
        return findings
    }

    /// Base images that are not there, or not for a platform; nothing of them is fetched but what names their layers.
    ///
    /// What is wrong with one in the project's folder, `judged` has the last word on.
    private func baseFindings(
        _ images: [(plan: ImagePlan, settings: ImageSettings)],
        in project: FilePath,
        _ judged: (RelativePath, [Finding]) async throws -> [Finding]
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
                let finding = Finding(
                    "cannot use the base image `\(plan.base.text)`: \(reason)",
                    code: "images.base",
                    place: settings.place,
                    hints: (error as? RelctlError)?.hints ?? []
                )
                if case .layout(let path, _) = plan.base {
                    findings += try await judged(path, [finding])
                } else {
                    findings.append(finding)
                }
            }
        }
        return findings
    }
}
