/// An image that is to be made: everything about it that is known before files are read.
package struct ImagePlan: Sendable, Hashable, Codable {
    /// What tells it from the release's other images.
    package var id: String
    /// The repositories it goes to.
    package var names: [String]
    /// Its tags, the exact version's first.
    package var tags: [String]
    /// What it stands on.
    package var base: ImageBase
    /// What it is for, in the index's order.
    package var platforms: [Platform]
    /// How its processes run, where that is not as the base has it.
    package var process: Execution
    /// What its configuration says of it.
    package var labels: [String: String]
    /// What manifests and index say of it.
    package var annotations: [String: String]
    /// How its layers are compressed.
    package var compression: ImageCompression
    /// The time of everything in it, in seconds since 1970.
    package var timestamp: Int64
    /// Bytes that a pull for one platform may take.
    package var budget: UInt64?
    /// Whether what made it is told.
    package var hasProvenance: Bool
    /// Whether what is in it is told.
    package var hasSBOM: Bool

    /// The image for one platform.
    package struct Platform: Sendable, Hashable, Codable {
        /// What it is for.
        package var platform: ImagePlatform
        /// The release's target whose artifact is in it.
        package var target: TargetTriple
        /// What is always run; nothing to leave the base's.
        package var entrypoint: [String]?
        /// What is put on the base, the lowest first: what rarely changes comes before what every release changes.
        package var layers: [Layer]
    }

    /// How processes run.
    package struct Execution: Sendable, Hashable, Codable {
        /// The arguments where the user says nothing else.
        package var command: [String]?
        /// Variables.
        package var environment: [String: String]
        /// Whom they run as.
        package var user: String?
        /// The folder they begin in.
        package var workingDirectory: String?
        /// Ports with their protocol.
        package var ports: [String]
        /// Folders that data is kept in.
        package var volumes: [String]
        /// The signal that ends them.
        package var stopSignal: String?
    }

    /// What is put into an image at a time.
    package struct Layer: Sendable, Hashable, Codable {
        /// What it is for.
        package var purpose: Purpose
        /// What is in it, sorted bytewise by path; the folders on the way are not named.
        package var entries: [Entry]
    }

    /// What layers are for, in the order in which they lie over each other.
    package enum Purpose: String, Sendable, Hashable, Codable, CaseIterable {
        /// What programs expect of a system.
        case system
        /// The image's files.
        case files
        /// The release's programs.
        case binaries
    }

    /// What an image has under one path.
    package struct Entry: Sendable, Hashable, Codable {
        /// From the image's root.
        package var path: RelativePath
        /// What it is.
        package var content: Content
    }

    /// What there may be under a path.
    package enum Content: Sendable, Hashable, Codable {
        /// A folder.
        case folder(mode: UInt16, owner: UInt64)
        /// A symbolic link that holds this text.
        case link(target: String)
        /// A regular file with these permission bits.
        case file(Source, mode: UInt16)
    }

    /// Where a file comes from.
    package enum Source: Sendable, Hashable, Codable {
        /// A file of an artifact in `dist/`: the artifact's name, the path in it, bytes and digest as recorded.
        case artifact(String, path: RelativePath, size: UInt64, sha256: Digest)
        /// A file of the project.
        case project(RelativePath)
        /// This text.
        case text(String)
    }
}
