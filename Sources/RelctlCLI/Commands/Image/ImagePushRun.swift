import RelctlCore

/// Pushes the images of the release in `dist/`: looked at first, then planned, then done.
struct ImagePushRun {
    let options: ImageCommand.Options
    let access: RegistryAccess

    func run(in session: Session) async throws -> Conclusion {
        let layout = ReleaseLayout(project: try session.folder())
        let images = try ReleasedImages(in: layout.dist.path, files: session.effects.files)
        if let tag = options.operands.first, !tag.utf8.elementsEqual(images.release.tag.utf8) {
            throw RelctlError(
                "cannot push the images of `\(tag)`: `\(layout.dist.path)` holds those of `\(images.release.tag)`",
                hints: ["run `relctl release \(tag)`, or leave the tag out"]
            )
        }
        let targets = try await images.targets(ImageChoice(ids: options.images))
        guard !options.isDryRun else {
            let actions = try await actions(targets, RegistryPool(session.effects))
            return try show(actions, session)
        }
        return try await layout.exclusively(for: images.release, session.effects) { effects in
            let pool = RegistryPool(effects)
            let actions = try await actions(targets, pool)
            try await PushTransfer(targets, from: images.layout, through: pool, access, replacing: options.replaces)
                .execute(actions, in: PublicationRun(name: "image", effects: effects))
            return try show(actions, session)
        }
    }

    private func actions(_ targets: [PushTarget], _ pool: RegistryPool) async throws -> [PublicationAction] {
        let observed = try await PushObserver(pool, access).observe(targets)
        return try PushPlanner(replacing: options.replaces).actions(observed)
    }

    private func show(_ actions: [PublicationAction], _ session: Session) throws -> Conclusion {
        let outcome = PublicationOutcome(name: "image", publisher: "registry", actions: actions)
        try session.render(outcome) { PlanText(style: $0).lines(outcome) }
        return .done
    }
}
