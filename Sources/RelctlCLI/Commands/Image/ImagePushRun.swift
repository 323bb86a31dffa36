import RelctlCore

/// Pushes the images of the release in `dist/`, by the keys of the configuration's publications where it has any.
struct ImagePushRun {
    let options: ImageCommand.Options

    func run(in session: Session) async throws -> Conclusion {
        let dist = ReleaseLayout(project: try session.folder()).dist.path
        let images = try ReleasedImages(in: dist, files: session.effects.files)
        let release = images.release
        if let tag = options.operands.first, !tag.utf8.elementsEqual(release.tag.utf8) {
            throw RelctlError(
                "cannot push the images of `\(tag)`: `\(dist)` holds those of `\(release.tag)`",
                hints: ["run `relctl release \(tag)`, or leave the tag out"]
            )
        }
        // What was made elsewhere can be pushed without the project.
        let project = try await Project.ifAny(session)
        if let project, let finding = try await misplacedTag(of: release, in: project) {
            throw RelctlError("cannot push the images of `\(release.tag)`: \(finding.message)", hints: finding.hints)
        }
        try await pushRun(of: images, project, in: session).run(in: session)
        return .done
    }

    /// Pushes the images that a project's release was just given, whose tag was looked at before that, within the run
    /// that made them, whose effects these are.
    func pushMade(of project: Project, in session: Session, with effects: Effects) async throws {
        let images = try ReleasedImages(in: project.layout.dist.path, files: effects.files)
        try await pushRun(of: images, project, in: session).push(in: session, with: effects)
    }

    private func pushRun(of images: ReleasedImages, _ project: Project?, in session: Session) throws -> PushRun {
        let layout = ReleaseLayout(project: try session.folder())
        let release = images.release
        let basis = PublicationBasis(
            release: release,
            scope: project?.configuration.project.scope(of: release) ?? TemplateScope(),
            files: [],
            folder: layout.dist.path,
            project: layout.project,
            replaces: options.replaces
        )
        let (requests, untaken) = try PushRequests(
            to: "registry",
            project?.configuration.publications ?? [],
            basis,
            publishers: session.extensions.publishers,
            allowsPlainHTTP: options.plainHTTP
        ).images(options.images, of: images.named)
        session.warn(of: untaken)
        return PushRun(
            name: "image",
            requests: requests,
            release: release,
            layout: layout,
            effects: project?.effects ?? session.effects,
            isDryRun: options.isDryRun
        )
    }

    /// What is wrong with the release's tag in the project's repository; nothing where it is another project's release.
    ///
    /// Nothing but a warning where git cannot be asked: what is pushed does not need it.
    private func misplacedTag(of release: ReleaseIdentity, in project: Project) async throws -> Finding? {
        guard project.configuration.name.utf8.elementsEqual(release.name.utf8) else { return nil }
        do {
            return try await project.observer.misplacedTag(of: release)
        } catch let error as RelctlError {
            let text = "cannot tell whether the tag `\(release.tag)` points at `\(release.commit.prefix(12))`: \(error)"
            project.effects.events.send(.message(.warning, ([text] + error.hints).joined(separator: "; ")))
            return nil
        }
    }
}
