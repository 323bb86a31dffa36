/// The contents of `relctl.json`, validated, with the defaults filled in.
///
/// A class, because a hundred types hold one: copying a reference is less code, in each of them, than copying the values.
package final class Configuration: Sendable {
    /// The project's names, binaries, targets and tags.
    package let project: ProjectSettings
    /// Where the version stands and how tags are made of it.
    package let version: VersionSettings
    /// Source files that are written before a build, to tell programs their version.
    package let embeds: [EmbedSettings]
    /// How they are built; nothing if they are not.
    package let build: BuildSettings?
    /// What goes into archives.
    package let archive: ArchiveSettings
    /// Which checksum files are written.
    package let checksums: ChecksumSettings
    /// Who signs the list of all checksums, in order.
    package let signing: [SigningSettings]
    /// What release notes look like.
    package let notes: NotesSettings
    /// Where `notes` stands, or the file's start.
    package let notesPlace: SourcePlace
    /// Where releases go, in order.
    package let publications: [PublicationSettings]
    /// The images that are made of the archives, in order, each before its variants.
    package let images: [ImageSettings]
    /// What archives and programs may have.
    package let budgets: SizeBudgets
    /// The Helm charts that are packed with the release, in order.
    package let charts: [ChartSettings]
    /// What becomes of releases for users of Nix; nothing where no release is for them.
    package let nix: NixSettings?
    /// By what else users take releases, in order.
    package let distribution: [DistributionSettings]
    /// How releases are made by continuous integration; nothing where that is no matter.
    package let integration: IntegrationSettings?
    /// The digest of the text that this was read from, whatever its line endings; nil for one that was not read.
    package let digest: Digest?

    /// Puts together what was read.
    package init(
        project: ProjectSettings,
        version: VersionSettings,
        embeds: [EmbedSettings] = [],
        build: BuildSettings? = nil,
        archive: ArchiveSettings,
        checksums: ChecksumSettings,
        signing: [SigningSettings] = [],
        notes: NotesSettings,
        notesPlace: SourcePlace,
        publications: [PublicationSettings],
        images: [ImageSettings] = [],
        budgets: SizeBudgets = SizeBudgets(),
        charts: [ChartSettings] = [],
        nix: NixSettings? = nil,
        distribution: [DistributionSettings] = [],
        integration: IntegrationSettings? = nil,
        digest: Digest? = nil
    ) {
        self.project = project
        self.version = version
        self.embeds = embeds
        self.build = build
        self.archive = archive
        self.checksums = checksums
        self.signing = signing
        self.notes = notes
        self.notesPlace = notesPlace
        self.publications = publications
        self.images = images
        self.budgets = budgets
        self.charts = charts
        self.nix = nix
        self.distribution = distribution
        self.integration = integration
        self.digest = digest
    }
}

extension Configuration {
    package var file: String { project.file }
    package var name: String { project.name }
    package var description: String? { project.description }
    package var homepage: String? { project.homepage }
    package var license: String? { project.license }
    package var repository: String? { project.repository }
    package var variables: [String: String] { project.variables }
    package var binaries: [String] { project.binaries }
    package var targets: [TargetSettings] { project.targets }
}
