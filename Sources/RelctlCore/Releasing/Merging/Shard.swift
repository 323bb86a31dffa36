/// A part of a release that was made on another machine: the `dist/` that it left, proven by digest.
package struct Shard: Sendable, Hashable {
    /// The folder as the user named it.
    package var name: String
    /// Its record.
    package var manifest: Manifest
    /// The binaries that were packed, if they lie there too, sorted bytewise by target.
    package var binaries: [Binaries]
    /// Whether the file that lists all checksums is there.
    package var hasChecksums: Bool
    /// Whether the notes are there.
    package var hasNotes: Bool

    /// The binaries of one target.
    package struct Binaries: Sendable, Hashable, Codable {
        /// The target.
        package var target: TargetTriple
        /// The files, sorted bytewise by name.
        package var files: [File]
    }

    /// A file and what it holds.
    package struct File: Sendable, Hashable, Codable {
        /// Its name in its folder.
        package var name: String
        /// Bytes.
        package var size: UInt64
        /// The digest of its bytes.
        package var sha256: Digest
    }

    /// Describes a shard.
    package init(
        name: String,
        manifest: Manifest,
        binaries: [Binaries] = [],
        hasChecksums: Bool = false,
        hasNotes: Bool = false
    ) {
        self.name = name
        self.manifest = manifest
        self.binaries = binaries
        self.hasChecksums = hasChecksums
        self.hasNotes = hasNotes
    }
}

/// A folder that was looked at for a shard.
package struct ShardObservation: Sendable {
    /// The shard; nothing if it has no record that can be read.
    package var shard: Shard?
    /// All that is wrong with it.
    package var problems: [RelctlError]

    /// Describes what was seen.
    package init(shard: Shard?, problems: [RelctlError] = []) {
        self.shard = shard
        self.problems = problems
    }
}
