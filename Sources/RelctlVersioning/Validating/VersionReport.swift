/// What came of holding a tag against its project.
package struct VersionReport: Sendable, Hashable, Codable {
    /// The tag.
    package var tag: String
    /// The version that the tag stands for; nothing if it cannot be read from it.
    package var version: Version?
    /// Whether that is a candidate for, not the, final version.
    package var isPrerelease: Bool
    /// The manifests that were read.
    package var manifests: [ManifestRow]
    /// All that is wrong.
    package var findings: [Finding]

    /// One manifest that was read.
    package struct ManifestRow: Sendable, Hashable, Codable {
        /// The manifest, below the project's folder.
        package var file: RelativePath
        /// What it says; nothing if it cannot be read or says nothing.
        package var version: String?
        /// Where it says so, which may be in another file that it takes its version from.
        package var place: SourcePlace?
        /// Whether it says the tag's version.
        package var agrees: Bool

        /// Describes a manifest.
        package init(file: RelativePath, version: String?, place: SourcePlace?, agrees: Bool) {
            self.file = file
            self.version = version
            self.place = place
            self.agrees = agrees
        }
    }

    /// Describes a result.
    package init(tag: String, version: Version?, manifests: [ManifestRow], findings: [Finding]) {
        self.tag = tag
        self.version = version
        isPrerelease = version?.isPrerelease ?? false
        self.manifests = manifests
        self.findings = findings
    }

    /// Whether nothing forbids the release.
    package var isValid: Bool { !findings.contains { $0.severity == .error } }
}
