/// Finds what no shape can say: names that are not in scope, things that collide, things that refer to nothing.
///
/// What concerns one feature, the feature checks itself.
struct ConfigurationChecks {
    let configuration: Configuration
    let extensions: Extensions
    var report: ConfigurationReport
    /// The completed text, for places.
    var root: JSONNode { report.root }

    init(configuration: Configuration, root: JSONNode, extensions: Extensions) {
        self.configuration = configuration
        self.extensions = extensions
        report = ConfigurationReport(of: root)
    }

    /// All problems of the configuration and of the templates that were found in it.
    mutating func problems(with templates: [ShapeChecker.TemplateUse]) -> [RelctlError] {
        let (configuration, project) = (configuration, configuration.project)
        let manifests = Set(configuration.version.manifests?.map(\.file) ?? [])
        configuration.version.check(extensions.versionSources, &report)
        EmbedSettings.check(configuration.embeds, of: project.name, beside: manifests, &report)
        TargetSettings.check(project, configuration.build, extensions.builders, &report)
        configuration.archive.check(project, extensions.packagers, &report)
        let list = configuration.checksums.combined
        SigningSettings.check(configuration.signing, ofList: list, extensions.signers, &report)
        PublicationSettings.check(configuration.publications, &report)
        checkPublicationAddresses()
        configuration.nix?.check(project, hasAddresses: hasAddresses, &report)
        DistributionSettings.check(configuration.distribution, hasAddresses: hasAddresses, &report)
        checkIntegration()
        let charts = ChartChecks(configuration.charts, root).problems
        var images = ImageChecks(configuration.images, of: project, root)
        var checks = TemplateChecks(configuration: configuration, root: root, extensions: extensions)
        return report.problems + charts + images.problems() + checks.problems(with: templates)
    }

    mutating func report(_ message: String, _ path: ConfigurationPath, hints: [String] = []) {
        report.add(message, path, hints: hints)
    }

    /// Whether the forge tells where the files of a release are.
    private var hasAddresses: Bool {
        let forge = configuration.repository
            .flatMap { ForgeAddress(repository: $0, kind: configuration.notes.forge) }
        return forge?.download("file", tag: "tag") != nil
    }
}
