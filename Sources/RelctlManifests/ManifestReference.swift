/// A file that says the project's version.
package struct ManifestReference: Sendable, Equatable {
    /// Below the project's folder.
    package var file: RelativePath
    /// A version source's id; nothing to choose by the file's name.
    package var source: String?
    /// A regular expression whose only group is the version, for a file that no source knows.
    package var pattern: String?
    /// How often the expression must match.
    package var count = 1
    /// Where the version stands in a structured text.
    package var path: ManifestPath?
    /// Where the configuration names it.
    package var place: SourcePlace

    /// Names a manifest.
    package init(
        file: RelativePath,
        source: String? = nil,
        pattern: String? = nil,
        count: Int = 1,
        path: ManifestPath? = nil,
        place: SourcePlace
    ) {
        self.file = file
        self.source = source
        self.pattern = pattern
        self.count = count
        self.path = path
        self.place = place
    }
}
