import RelctlCore

/// Makes the images of a release, for `relctl image build`.
struct ImageBuildRun {
    let options: ImageCommand.Options

    func run(in session: Session) async throws -> Conclusion {
        var options = options
        options.tag = options.operands.first
        let platforms = options.platforms.compactMap { ImagePlatform($0) }
        let project = try await Project(session)
        guard !options.isDryRun else {
            let observation = try await project.observe(options.request)
            let plans = try await project.steps(for: options.request, observation).plannedImages(on: platforms)
            try session.render(plans) { style in plans.flatMap { ImageBuildText(style: style).lines($0) } }
            return .done
        }
        let engine = try ArchiveEngine(options, effects: session.effects)
        defer { engine.close() }
        let limits = ReleaseSteps.Limits(options, engine: engine, effects: session.effects)
        let file = try options.loadableTar.map { try session.folder().appending($0) }
        let images = try await project.runStep(options.request, limits) { steps, _ in
            let images = try await steps.images(
                on: platforms,
                RegistryAccess(plainHTTP: options.plainHTTP ? true : nil)
            )
            if let file {
                let layout = try ImageLayout(at: steps.folder.images, files: steps.effects.files)
                try await LoadableTar(layout, files: steps.effects.files).write(images, to: file)
            }
            return images
        }
        try session.render(images.map(\.released)) { style in
            images.flatMap { ImageBuildText(style: style).lines($0) }
        }
        return .done
    }
}
