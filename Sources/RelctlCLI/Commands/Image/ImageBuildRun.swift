import RelctlCore

/// Makes the images of a release, for `relctl image build`.
struct ImageBuildRun {
    let options: ImageCommand.Options

    func run(in session: Session) async throws -> Conclusion {
        if options.pushes { try requireText(session) }
        var options = options
        options.tag = options.operands.first
        let platforms = options.platforms.compactMap { ImagePlatform($0) }
        let project = try await Project(session)
        var request = options.request(in: project)
        request.reachesUsers = options.pushes
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
        try await project.runStep(request, limits) { steps, _ in
            let images = try await steps.images(
                on: platforms,
                RegistryAccess(plainHTTP: options.plainHTTP ? true : nil)
            )
            if let file {
                let layout = try ImageLayout(at: steps.folder.images, files: steps.effects.files)
                try await LoadableTar(layout, files: steps.effects.files).write(images, to: file)
            }
            let report = try steps.plan.previous.map { previous in
                let (made, isWhole) = (images.map(\.released), platforms.isEmpty)
                return SizeReport(of: made, in: try steps.manifest(), comparedWith: previous, isWhole: isWhole)
            }
            do {
                try session.render(images.map(\.released)) { style in
                    images.flatMap { ImageBuildText(style: style).lines($0) }
                        + (report.map { [""] + SizeText(style: style).lines($0, withParts: false) } ?? [])
                }
            } catch is OutputClosed where options.pushes {
                // The images are pushed even if the output has no reader.
            }
            guard options.pushes else { return }
            // In the same run: nobody else can put other images there in between, and what was made is known to it.
            try await ImagePushRun(options: options).pushMade(of: project, in: session, with: steps.effects)
        }
        return .done
    }

    /// What two steps tell is no one document.
    private func requireText(_ session: Session) throws {
        guard session.globals.isJSON else { return }
        throw RelctlError(
            "`relctl image build --push` takes no `--json`",
            code: .usage,
            hints: ["`relctl image build` and then `relctl image push` give a document each"]
        )
    }
}
