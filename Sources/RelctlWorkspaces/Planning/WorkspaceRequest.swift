/// What a user wants released.
package struct WorkspaceRequest: Sendable, Hashable {
    /// The version that the workspace's repositories share.
    package var version: Version
    /// Versions of repositories with a line of their own, instead of the next ones.
    package var overrides: [String: Version]
    /// Whether repositories are released too that did not change since their last tag.
    package var releasesUnchanged: Bool

    /// Describes a wish.
    package init(version: Version, overrides: [String: Version] = [:], releasesUnchanged: Bool = false) {
        self.version = version
        self.overrides = overrides
        self.releasesUnchanged = releasesUnchanged
    }
}
