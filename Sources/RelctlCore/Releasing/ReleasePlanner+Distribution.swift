/// What is planned of that by which others take the release.
extension ReleasePlanner {
    /// The folders of what others take the whole release by.
    func plannedDistribution(_ request: Request, _ images: [ImageOutline]) -> [String]? {
        guard request.isWhole else { return nil }
        let configuration = request.configuration
        let hasImages = !images.isEmpty && !request.skipped.contains(.images)
        // Whether targets have a command to tell may be for what archives hold to decide.
        let isOpen = request.tree.awaited != nil && !configuration.distribution.isEmpty
        let isTold = hasImages || !configuration.charts.isEmpty || configuration.nix != nil || isOpen
        let folders =
            (configuration.nix == nil ? [] : [ReleaseFolder.nixName])
            + (configuration.distribution.isEmpty ? [] : [ReleaseFolder.distributionName])
            + (isTold ? [ReleaseFolder.documentationName] : [])
        return folders.isEmpty ? nil : folders
    }

    /// The names of the flakes that ship: one of the whole release, or none.
    func plannedFlake(_ request: Request) throws -> [String] {
        guard request.isWhole, let settings = request.configuration.nix else { return [] }
        let package = try settings.packageName(of: request.configuration.name)
        return [FlakeArchive.name(of: package, request.release.version)]
    }

    /// What would keep the release from those who distribute it, as far as it follows from the archives that are planned;
    /// the files that they take it by go into the plan.
    func distributionProblems(of plan: inout ReleasePlan, _ request: Request) -> [any Error] {
        guard plan.distributes, !plan.archives.isEmpty else { return [] }
        let (configuration, isOpen) = (request.configuration, plan.awaited != nil)
        var problems: [any Error] = []
        do {
            let manifest = try ReleaseForecast.manifest(of: plan.release, plan.archives, extensions.packagers)
            if configuration.nix != nil {
                do { try NixPlanner().check(NixRequest(manifest, configuration), isOpen: isOpen) } catch {
                    problems.append(error)
                }
            }
            guard !configuration.distribution.isEmpty else { return problems }
            // What is in an archive is for builds to decide, where they make some of it.
            let found = try DistributionPlanner(targets: extensions.distributionTargets)
                .plan(manifest, configuration, contentsAreKnown: !isOpen)
            plan.distributionFiles = found.files.map { "\(ReleaseFolder.distributionName)/\($0.path)" }
            let docs = ReleaseFolder.documentationName
            if !found.installations.isEmpty, plan.distribution?.contains(docs) == false {
                plan.distribution?.append(docs)
            }
        } catch {
            problems.append(error)
        }
        return problems
    }
}
