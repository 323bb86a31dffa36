extension DistributionPlanner {
    /// Plans the files of a release by its manifest and the project's configuration.
    package func plan(
        _ manifest: Manifest,
        _ configuration: Configuration,
        contentsAreKnown: Bool = true
    ) throws -> DistributionPlan {
        try plan(
            manifest,
            of: configuration.project,
            by: configuration.distribution,
            forge: configuration.notes.forge,
            contentsAreKnown: contentsAreKnown
        )
    }
}

extension NixRequest {
    /// Asks for a release's files by the project's configuration.
    package init(_ manifest: Manifest, _ configuration: Configuration) {
        self.init(
            manifest,
            of: configuration.project,
            configuration.nix ?? NixSettings(),
            forge: configuration.notes.forge,
            writesSidecars: configuration.checksums.sidecars
        )
    }
}
