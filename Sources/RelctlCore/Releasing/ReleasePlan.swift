/// All that a release will do, as one value: `dist/plan.json`.
///
/// What a dry run prints is what a real run executes; nothing is decided later but what the world answers.
package struct ReleasePlan: Sendable, Hashable, Codable {
    /// The form of this record.
    package static let currentFormat = 1

    /// The form of this record, ``currentFormat``.
    package var format = Self.currentFormat
    /// What is released.
    package var release: ReleaseIdentity
    /// Whether the commit says all about the sources, so that what was built from it once need not be built again.
    package var isFromCleanTree: Bool
    /// Steps that are left out.
    package var skipped: [ReleaseStep]
    /// The platforms.
    package var targets: [TargetTriple]
    /// Source files that are written before anything is built or packed.
    package var embedded: [EmbeddedSource]
    /// How the binaries are built; nothing if there is nothing to build.
    package var build: BuildPlan?
    /// The archives, every entry of each.
    package var archives: [ArchivePlan]
    /// Patterns of files that the build must make first, by which the archives will hold more; nothing where there are
    /// none.
    package var awaited: [String]?
    /// The Helm charts, every member of each; nothing where there are none.
    package var charts: [ChartPlan]?
    /// The images; nothing where there are none.
    package var images: [ImageOutline]?
    /// The folders of what others take the release by; nothing where there are none.
    package var distribution: [String]?
    /// The files of distribution targets, from the release's folder; nothing where there are none.
    package var distributionFiles: [String]?
    /// The name of the flake's archive; nothing where there is none.
    package var flake: String?
    /// The checksum files.
    package var checksums: Checksums
    /// The signatures of the list of all checksums; nothing where there are none.
    package var signatures: [Signature]?
    /// The notes.
    package var notes: Notes
    /// Where the release goes, in order.
    package var publications: [Publication]

    /// Which checksum files are written.
    package struct Checksums: Sendable, Hashable, Codable {
        /// Whether each archive has a sidecar.
        package var sidecars: Bool
        /// The name of the file that lists all.
        package var combined: String?
    }

    /// A signature of the list of all checksums.
    package struct Signature: Sendable, Hashable, Codable {
        /// The signer's id.
        package var signer: String
        /// The name of the signature's file.
        package var name: String
        /// The signer's keys, templates filled in.
        package var options: [String: ConfigurationValue]
    }

    /// What the notes are made from.
    package struct Notes: Sendable, Hashable, Codable {
        /// The release that the changes are counted from; nothing for the first.
        package var previousTag: String?
        /// How they are told.
        package var settings: NotesSettings
    }

    /// Where the release goes.
    package struct Publication: Sendable, Hashable, Codable {
        /// The publisher's id.
        package var publisher: String
        /// Its keys, templates filled in.
        package var options: [String: ConfigurationValue]
    }

    /// The plan's text, which is also what `dist/plan.json` holds.
    package func text() throws -> [UInt8] { try JSONText.pretty(self) }

    /// What tells this plan from any other.
    package func digest() throws -> Digest { Digest(of: try text()) }

    /// Whether a step is done.
    package func does(_ step: ReleaseStep) -> Bool { !skipped.contains(step) }

    /// The images as publishers know them.
    var namedImages: [NamedImage] {
        (images ?? []).map { NamedImage(id: $0.id, names: $0.names, tags: $0.tags) }
    }
    /// Whether it makes images.
    package var makesImages: Bool { images != nil && does(.images) }

    /// Whether it writes what others take the release by.
    package var distributes: Bool { distribution != nil && does(.distribution) }

    /// The same plan without the archives of other targets.
    package func narrowed(to targets: [TargetTriple]) -> ReleasePlan {
        var plan = self
        plan.targets.removeAll { !targets.contains($0) }
        plan.archives.removeAll { !targets.contains($0.target) }
        return plan
    }

    /// The names of the files that a release of this plan has right in its folder, and its targets.
    package var parts: ReleaseParts {
        var names = archives.map(\.name) + [ReleaseFolder.manifestName, ReleaseFolder.planName]
        names += (charts ?? []).flatMap(\.files)
        let flakes = distributes ? [flake].compactMap(\.self) : []
        names += flakes
        if checksums.sidecars {
            names += (archives.map(\.name) + (charts ?? []).map(\.name) + flakes).map { ChecksumFile.sidecar(of: $0) }
        }
        if let combined = checksums.combined, does(.checksum) {
            names += [combined] + (signatures ?? []).map(\.name)
        }
        if does(.notes) { names.append(ReleaseFolder.notesName) }
        let folders = (makesImages ? [ReleaseFolder.imagesName] : []) + (distributes ? distribution ?? [] : [])
        return ReleaseParts(files: names, targets: build == nil ? [] : targets, folders: folders)
    }
}
