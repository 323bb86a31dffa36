/// The step that writes what others take the release by, from the record and the artifacts alone.
extension ReleaseSteps {
    /// Writes the files for Nix and the snippets for users.
    package func distribute() async throws {
        try await during(.distribution) {
            let (manifest, forge) = (try manifest(), try await notesObserver.forge())
            if configuration.nix != nil { try await writeNix(manifest) }
            try DocumentationExecutor()
                .execute(plannedDocumentation(of: manifest, at: forge), in: folder.documentation, with: effects)
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
