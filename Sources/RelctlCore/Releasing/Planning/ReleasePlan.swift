/// All that a release will do, decided before any of it is done.
///
/// Executors take their parts of it, and nothing of the configuration. Nobody changes a plan: when everything is built,
/// the next phase has a plan of its own. What a dry run prints, and `dist/plan.json` keeps, is its ``record``.
///
/// A class, because many types hold one: to copy a reference is less code, in each of them, than to copy the values.
package final class ReleasePlan: Sendable {
    /// What the user asked for.
    package let request: ReleaseRequest
    /// What is released.
    package let release: ReleaseIdentity
    /// Whether the commit says everything about the sources, so that what was built from it once need not be built again.
    package let isFromCleanTree: Bool
    /// The finding about the release's tag, if the tag is at another commit than the one that is checked out.
    package let misplacedTag: Finding?
    /// The project's names, targets and tags.
    package let project: ProjectSettings
    /// The digest of the configuration; nil if it was not read from a file.
    package let configuration: Digest?
    /// The platforms of this release.
    package let targets: [TargetTriple]
    /// Source files that are written before anything is built or packed.
    package let embedded: [EmbeddedSource]
    /// How the binaries are built; nil if there is nothing to build.
    package let build: BuildPlan?
    /// The archives, every entry of each.
    package let archives: [ArchivePlan]
    /// Patterns of files that the build must make before the archives are complete; nil if there are none.
    package let awaited: [String]?
    /// The size limits of archives and programs.
    package let budgets: SizeBudgets
    /// The manifest of an earlier release that sizes are compared with.
    package let previous: Manifest?
    /// The Helm charts, every member of each.
    package let charts: [ChartPlan]
    /// The images.
    package let images: PlannedImages
    /// The files for Nix, for package managers and for users to copy from.
    package let distribution: PlannedDistribution
    /// Which checksum files are written.
    package let checksums: ChecksumSettings
    /// The signatures of the file that lists all checksums.
    package let signing: ReleaseSigning
    /// What verifies those signatures; nil if no checksums are listed.
    package let proof: SignatureProof?
    /// The release notes.
    package let notes: PlannedNotes
    /// Where the release goes, in order; without the files, which are not made yet.
    package let publications: [PublicationRequest]

    /// Puts the parts of a plan together.
    package init(
        request: ReleaseRequest,
        release: ReleaseIdentity,
        isFromCleanTree: Bool,
        misplacedTag: Finding?,
        project: ProjectSettings,
        configuration: Digest?,
        targets: [TargetTriple],
        embedded: [EmbeddedSource],
        build: BuildPlan?,
        archives: [ArchivePlan],
        awaited: [String]?,
        budgets: SizeBudgets,
        previous: Manifest?,
        charts: [ChartPlan],
        images: PlannedImages,
        distribution: PlannedDistribution,
        checksums: ChecksumSettings,
        signing: ReleaseSigning,
        proof: SignatureProof?,
        notes: PlannedNotes,
        publications: [PublicationRequest]
    ) {
        self.request = request
        self.release = release
        self.isFromCleanTree = isFromCleanTree
        self.misplacedTag = misplacedTag
        self.project = project
        self.configuration = configuration
        self.targets = targets
        self.embedded = embedded
        self.build = build
        self.archives = archives
        self.awaited = awaited
        self.budgets = budgets
        self.previous = previous
        self.charts = charts
        self.images = images
        self.distribution = distribution
        self.checksums = checksums
        self.signing = signing
        self.proof = proof
        self.notes = notes
        self.publications = publications
    }

    /// Steps that are left out, in their order.
    package var skipped: [ReleaseStep] { ReleaseStep.allCases.filter(request.skipped.contains) }

    /// Whether a step is done.
    package func does(_ step: ReleaseStep) -> Bool { !request.skipped.contains(step) }

    /// Whether it makes images.
    package var makesImages: Bool { !images.outlines.isEmpty && does(.images) }

    /// Whether it writes files for Nix, for package managers or for users to copy from.
    package var distributes: Bool { !distribution.folders.isEmpty && does(.distribution) }

    /// The names of the files that a release of this plan has in its folder, and its targets.
    package var parts: ReleaseParts { record.parts(for: targets) }

    /// The parts of a release that has archives for these targets only.
    package func parts(for targets: [TargetTriple]) -> ReleaseParts { record.parts(for: targets) }

    /// The publications with the names of the files that will be published, for checks before any file is made.
    var forecastPublications: [PublicationRequest] {
        let names = parts.files.filter { $0 != ReleaseFolder.planName && $0 != ReleaseFolder.notesName }
        return publications.map { publication in
            var publication = publication
            publication.plannedNames = names
            return publication
        }
    }
}

/// The images of a release, and what their contents are planned from once the archives are packed.
package struct PlannedImages: Sendable {
    /// The images by name, tag and platform; empty if none are made, such as for a part of the targets.
    package let outlines: [ImageOutline]
    /// The request without the manifest and the files that only packing makes known.
    let request: ImagePlanner.Request
    /// Folders of the project that hold releases, and so never go into an image.
    let excluded: Set<RelativePath>

    /// The images as publishers know them.
    var named: [NamedImage] { outlines.map { NamedImage(id: $0.id, names: $0.names, tags: $0.tags) } }

    /// The settings of an image.
    func settings(of id: String) -> ImageSettings? { request.images.first { $0.id == id } }
}

/// The files for Nix, for package managers and for users to copy from.
package struct PlannedDistribution: Sendable {
    /// The names of the folders in the release's folder; empty if there are none.
    package let folders: [String]
    /// The files for package managers, from the release's folder; nil if there are none.
    package let files: [String]?
    /// The name of the flake's archive; nil if there is none.
    package let flake: String?
    /// What users of Nix get; nil if nothing.
    let nix: NixSettings?
    /// The package managers, in order.
    let targets: [DistributionSettings]

    /// Whether the release has a folder of this name.
    package func has(_ folder: String) -> Bool { folders.contains(folder) }
}

/// What the release notes are made from.
package struct PlannedNotes: Sendable {
    /// The release that the changes are counted from; nil for the first.
    package let previousTag: String?
    /// How the notes look.
    package let settings: NotesSettings
    /// Where the configuration describes them.
    let place: SourcePlace
    /// The names of scripts in archives that set the user's environment.
    let environmentScripts: Set<String>
}
