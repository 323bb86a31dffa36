/// What came of holding every release tag against the tree that it stands for.
package struct TagAuditReport: Sendable, Hashable, Codable {
    /// The tags of the project's form, oldest version first.
    package var tags: [Row]
    /// All that is wrong.
    package var findings: [Finding]

    /// One tag.
    package struct Row: Sendable, Hashable, Codable {
        /// The tag.
        package var tag: String
        /// The version that it stands for.
        package var version: Version
        /// Whether that is a candidate for, not the, final version.
        package var isPrerelease: Bool
        /// The commit that it leads to; nothing if it leads to something else.
        package var commit: String?
        /// The manifests that were read there.
        package var manifests: [VersionReport.ManifestRow]

        /// Whether nothing there says another version.
        package var agrees: Bool { commit != nil && manifests.allSatisfy(\.agrees) }
    }

    /// Describes a result.
    package init(tags: [Row], findings: [Finding]) {
        self.tags = tags
        self.findings = findings
    }
}
