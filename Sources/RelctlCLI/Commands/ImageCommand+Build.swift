import RelctlCore

/// `relctl image build [TAG]`.
extension ImageAction {
    static let build = ImageAction(
        word: "build",
        discussion: """
            makes the images that `images` declares of the archives in dist/, in the OCI image layout dist/images/. What \
            a run before this one made of the same input is used again.
            """,
        examples: [
            Example("relctl image build", "Make the images of what dist/ holds"),
            Example("relctl image build --load-tar app.tar --platform linux/amd64", "For `docker load -i app.tar`"),
        ],
        check: { (options) throws(UsageError) in
            guard options.arguments.count <= 1 else { throw UsageError("`relctl image build` takes one tag") }
            guard options.loadableTar == nil || !options.isDryRun else {
                throw UsageError("`--load-tar` writes a file, which `--dry-run` does not")
            }
        },
        run: { options, session in
            var options = options
            options.tag = options.arguments.first
            let platforms = options.platforms.compactMap { ImagePlatform($0) }
            let project = try Project(session)
            guard !options.isDryRun else {
                let observation = try await project.observe(options.request)
                let plans = try await project.steps(for: options.request, observation).plannedImages(on: platforms)
                try session.render(plans) { style in plans.flatMap { ImageText(style: style).lines($0) } }
                return .done
            }
            let engine = try ArchiveEngine(options, effects: session.effects)
            defer { engine.close() }
            let limits = ReleaseSteps.Limits(options, engine: engine, effects: session.effects)
            let file = try options.loadableTar.map { try session.folder().appending($0) }
            let images = try await project.runStep(options.request, limits) { steps, _ in
                let images = try await steps.images(on: platforms)
                if let file {
                    let layout = ImageLayout(steps.folder.images, files: steps.effects.files)
                    try await LoadableTar(layout, files: steps.effects.files).write(images, to: file)
                }
                return images
            }
            try session.render(images.map(\.released)) { style in images.flatMap { ImageText(style: style).lines($0) } }
            return .done
        }
    )
}
