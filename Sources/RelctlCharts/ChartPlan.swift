/// One Helm chart before it is packed: every member, in Helm's order, and where its content comes from.
package struct ChartPlan: Sendable, Hashable, Codable {
    /// What the chart says of itself in the archive.
    package var metadata: ChartMetadata
    /// How it is compressed.
    package var compression: Compression
    /// The time of every member, in seconds since 1970.
    package var timestamp: Int64
    /// The members, in the order in which Helm writes them.
    package var entries: [Entry]
    /// Who signs it; nothing for nobody.
    package var signing: ChartSettings.Signing?
    /// The repository that it is pushed to, `oci://HOST/PATH`.
    package var repository: String?
    /// What somebody should know of the chart though it can be packed.
    package var remarks: [String] = []

    /// A member of the archive.
    package struct Entry: Sendable, Hashable, Codable {
        /// From the archive's root, the chart's folder included.
        package var path: RelativePath
        /// What it will hold.
        package var content: ChartContent
    }

    /// The archive's name, as Helm has it: `NAME-VERSION.tgz`.
    package var name: String { metadata.name + "-" + metadata.version + Self.fileExtension }

    /// The name of the provenance file, if there is one.
    package var provenance: String? { signing.map { _ in name + Self.provenanceExtension } }

    /// The names of the files that come of it; sidecars are no part of them.
    package var files: [String] { [name] + [provenance].compactMap(\.self) }

    /// What the names of packed charts end in.
    package static let fileExtension = ".tgz"
    /// What the name of a provenance file has after the chart's.
    package static let provenanceExtension = ".prov"
}

/// Where the content of a chart's file comes from; a byte order mark in front of it is not taken along.
package enum ChartContent: Sendable, Hashable, Codable {
    /// This text.
    case text(String)
    /// The file below the project's folder, links followed.
    case project(path: RelativePath)
    /// The member of this name of a packed chart below the project's folder.
    case member(archive: RelativePath, name: String)
}
