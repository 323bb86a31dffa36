/// The step that writes what others take the release by, from the record and the artifacts alone.
extension ReleaseSteps {
    /// Writes the files for Nix and the snippets for users.
    package func distribute() async throws {
        try await during(.distribution) {
            let (manifest, forge) = (try manifest(), try await notesObserver.forge())
            if configuration.nix != nil { try await writeNix(manifest) }
            guard plan.distribution?.contains(ReleaseFolder.documentationName) ?? false else { return }
            try DocumentationExecutor()
                .execute(plannedDocumentation(of: manifest, at: forge), in: folder.documentation, with: effects)
            // What the plan names is there, though there may be nothing to tell: of a flake at no forge, say.
            try files.createFolders(folder.documentation)
        }
    }

    private func writeNix(_ manifest: Manifest) async throws {
        let executor = NixExecutor(effects)
        let plan = try await executor.plan(NixRequest(manifest, configuration), in: folder)
        for finding in plan.findings { effects.events.send(.message(.warning, finding.message)) }
        // A release changes nothing of the project: `relctl nix` writes there.
        try executor.execute(plan, in: folder, project: nil)
    }

    /// What users can paste to take the release, but for downloads.
    func plannedDocumentation(of manifest: Manifest, at forge: ForgeAddress?) -> DocumentationPlan {
        var request = SnippetRequest(manifest, forge: forge)
        // Of what has nothing to run, such as files for an init container to copy, there is nothing to tell.
        let idle = configuration.images.filter { $0.entrypoint == [] && $0.command == nil && $0.base == .scratch }
        request.images.removeAll { image in idle.contains { $0.id == image.image.id } }
        for index in request.images.indices {
            let id = request.images[index].image.id
            guard let settings = configuration.images.first(where: { $0.id == id }) else { continue }
            request.images[index].ports = settings.ports
            request.images[index].volumes = settings.volumes
        }
        for index in request.charts.indices {
            let name = request.charts[index].artifact.name
            guard let planned = plan.charts?.first(where: { $0.name == name }) else { continue }
            request.charts[index].name = planned.metadata.name
            request.charts[index].version = planned.metadata.version
            request.charts[index].repository = planned.repository
        }
        request.flake = configuration.nix.flatMap { SnippetRequest.Flake($0, of: manifest.release, forge: forge) }
        return DocumentationPlanner().plan(request)
    }
}
