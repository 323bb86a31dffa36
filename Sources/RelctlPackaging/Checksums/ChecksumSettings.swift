/// Which checksum files are written.
package struct ChecksumSettings: Sendable, Equatable {
    /// Whether each archive gets a `.sha256` beside it.
    package var sidecars: Bool
    /// The name of the file that lists all; nothing for none.
    package var combined: String?

    /// Describes which checksum files are written.
    package init(sidecars: Bool, combined: String? = nil) {
        self.sidecars = sidecars
        self.combined = combined
    }
}
