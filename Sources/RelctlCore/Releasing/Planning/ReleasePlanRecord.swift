/// A plan in the form that a dry run prints and `dist/plan.json` keeps: without paths of the machine that made it, so
/// that two machines write the same bytes.
package struct ReleasePlanRecord: Sendable, Hashable, Codable {
    /// The version of this form.
    package static let currentFormat = 1

    /// The version of the form that this record has.
    package var format = Self.currentFormat
    /// What is released.
    package var release: ReleaseIdentity
    /// Whether the commit says everything about the sources.
    package var isFromCleanTree: Bool
    /// Steps that are left out.
    package var skipped: [ReleaseStep]
    /// The platforms.
    package var targets: [TargetTriple]
    /// Source files that are written before anything is built or packed.
    package var embedded: [EmbeddedSource]
    /// How the binaries are built; nil if there is nothing to build.
    package var build: BuildPlan?
    /// The archives, every entry of each.
    package var archives: [ArchivePlan]
    /// Patterns of files that the build must make before the archives are complete; nil if there are none.
    package var awaited: [String]?
    /// The Helm charts, every member of each; nil if there are none.
    package var charts: [ChartPlan]?
    /// The images; nil if there are none.
    package var images: [ImageOutline]?
    /// The folders for Nix, package managers and users; nil if there are none.
    package var distribution: [String]?
    /// The files for package managers, from the release's folder; nil if there are none.
    package var distributionFiles: [String]?
    /// The name of the flake's archive; nil if there is none.
    package var flake: String?
    /// The checksum files.
    package var checksums: Checksums
    /// The signatures of the file that lists all checksums; nil if there are none.
    package var signatures: [Signature]?
    /// The notes.
    package var notes: Notes
    /// Where the release goes, in order.
    package var publications: [Publication]

    /// Which checksum files are written.
    package struct Checksums: Sendable, Hashable, Codable {
        /// Whether each archive has a file of its own checksum.
        package var sidecars: Bool
        /// The name of the file that lists all.
        package var combined: String?
    }

    /// A signature of the file that lists all checksums.
    package struct Signature: Sendable, Hashable, Codable {
        /// The signer's id.
        package var signer: String
        /// The name of the signature's file.
        package var name: String
        /// The signer's keys, with templates filled in.
        package var options: [String: ConfigurationValue]
    }

    /// What the notes are made from.
    package struct Notes: Sendable, Hashable, Codable {
        /// The release that the changes are counted from; nil for the first.
        package var previousTag: String?
        /// How the notes look.
        package var settings: NotesSettings
    }

    /// Where the release goes.
    package struct Publication: Sendable, Hashable, Codable {
        /// The publisher's id.
        package var publisher: String
        /// Its keys, with templates filled in.
        package var options: [String: ConfigurationValue]
    }
}

extension ReleasePlanRecord {
    private func does(_ step: ReleaseStep) -> Bool { !skipped.contains(step) }

    /// The names of the files that a release has in its folder if it is for these targets only, and the targets.
    func parts(for targets: [TargetTriple]) -> ReleaseParts {
        let kept = Set(targets)
        let packed = archives.filter { kept.contains($0.target) }.map(\.name)
        let charts = charts ?? []
        var names = packed + [ReleaseFolder.manifestName, ReleaseFolder.planName] + charts.flatMap(\.files)
        let others = does(.distribution) ? distribution ?? [] : []
        let flakes = others.isEmpty ? [] : [flake].compactMap(\.self)
        names += flakes
        if checksums.sidecars {
            names += (packed + charts.map(\.name) + flakes).map { ChecksumFile.sidecar(of: $0) }
        }
        if let combined = checksums.combined, does(.checksum) {
            names += [combined] + (signatures ?? []).map(\.name)
        }
        if does(.notes) { names.append(ReleaseFolder.notesName) }
        let layouts = images != nil && does(.images) ? [ReleaseFolder.imagesName] : []
        return ReleaseParts(files: names, targets: build == nil ? [] : targets, folders: layouts + others)
    }
}

extension ReleasePlan: Encodable {
    /// What a dry run prints of this plan.
    package var record: ReleasePlanRecord {
        let signatures = signing.planned
        return ReleasePlanRecord(
            release: release,
            isFromCleanTree: isFromCleanTree,
            skipped: skipped,
            targets: targets,
            embedded: embedded,
            build: build,
            archives: archives,
            awaited: awaited,
            charts: charts.isEmpty ? nil : charts,
            images: images.outlines.isEmpty ? nil : images.outlines,
            distribution: distribution.folders.isEmpty ? nil : distribution.folders,
            distributionFiles: distribution.files,
            flake: distribution.flake,
            checksums: ReleasePlanRecord.Checksums(sidecars: checksums.sidecars, combined: checksums.combined),
            signatures: signatures.isEmpty ? nil : signatures,
            notes: ReleasePlanRecord.Notes(previousTag: notes.previousTag, settings: notes.settings),
            publications: publications.map {
                ReleasePlanRecord.Publication(publisher: $0.publisher, options: $0.options)
            }
        )
    }

    /// The text of the ``record``, which is also what `dist/plan.json` holds.
    package func text() throws -> [UInt8] { try JSONText.pretty(record) }

    /// What tells this plan from any other.
    package func digest() throws -> Digest { Digest(of: try text()) }

    /// Encodes the ``record``.
    package func encode(to encoder: any Encoder) throws { try record.encode(to: encoder) }
}
