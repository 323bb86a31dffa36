import RelctlCore

/// Makes the images of a release, for `relctl image build`.
struct ImageBuildRun {
    let options: ImageCommand.Options

    func run(in session: Session) async throws -> Conclusion {
        var options = options
        options.tag = options.operands.first
        let platforms = options.platforms.compactMap { ImagePlatform($0) }
        let project = try await Project(session)
        let request = options.request(in: project)
        guard !options.isDryRun else {
            let observation = try await project.observe(request)
            let plans = try await project.steps(for: request, observation).plannedImages(on: platforms)
            try session.render(plans) { style in plans.flatMap { ImageBuildText(style: style).lines($0) } }
            return .done
        }
        let engine = try ArchiveEngine(options, effects: session.effects)
        defer { engine.close() }
        let limits = ReleaseSteps.Limits(options, engine: engine, effects: session.effects)
        let file = try options.loadableTar.map { try session.folder().appending($0) }
        let (images, report) = try await project.runStep(request, limits) { steps, _ in
            let images = try await steps.images(
                on: platforms,
                RegistryAccess(plainHTTP: options.plainHTTP ? true : nil)
            )
            if let file {
                let layout = try ImageLayout(at: steps.folder.images, files: steps.effects.files)
                try await LoadableTar(layout, files: steps.effects.files).write(images, to: file)
            }
            let manifest = try steps.manifest()
            let report = steps.previous.map { previous in
                let (made, isWhole) = (images.map(\.released), platforms.isEmpty)
                return SizeReport(of: made, in: manifest, comparedWith: previous, isWhole: isWhole)
            }
            return (images, report)
        }
        try session.render(images.map(\.released)) { style in
            images.flatMap { ImageBuildText(style: style).lines($0) }
                + (report.map { [""] + SizeText(style: style).lines($0, withParts: false) } ?? [])
        }
        return .done
    }
}
