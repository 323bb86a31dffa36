/// How shards become one release.
package struct MergePlan: Sendable, Hashable, Codable {
    /// The record of the whole.
    package var manifest: Manifest
    /// Where each artifact comes from, in the record's order.
    package var origins: [Origin]
    /// The binaries that come along, sorted bytewise by target.
    package var binaries: [Binaries]
    /// Configured targets that no shard has, in the configuration's order.
    package var missing: [TargetTriple]
    /// Whether the file that lists all checksums is written anew, because shards have theirs.
    package var writesChecksums: Bool
    /// Whether the notes are written anew, because shards have theirs.
    package var writesNotes: Bool

    /// An artifact and its shard.
    package struct Origin: Sendable, Hashable, Codable {
        /// The artifact's name.
        package var name: String
        /// The shard's.
        package var shard: String
    }

    /// The binaries of a target and their shard.
    package struct Binaries: Sendable, Hashable, Codable {
        /// The shard's name.
        package var shard: String
        /// What there is.
        package var binaries: Shard.Binaries
    }

    /// The names of what the merged release has right in its folder, and its targets.
    func parts(of plan: ReleasePlan) -> ReleaseParts {
        var names = manifest.artifacts.map(\.name) + [ReleaseFolder.manifestName]
        if missing.isEmpty { names.append(ReleaseFolder.planName) }
        if writesChecksums, let combined = plan.checksums.combined {
            names += [combined] + plan.signing.names
        }
        if writesNotes { names.append(ReleaseFolder.notesName) }
        return ReleaseParts(files: names, targets: binaries.map(\.binaries.target))
    }
}
