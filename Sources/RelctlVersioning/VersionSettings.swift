/// The files that hold the version, and how the next one is decided.
package struct VersionSettings: Sendable, Equatable {
    /// Files that say the version; empty if tags alone do; nothing to take what is found at the top of the project.
    package var manifests: [ManifestReference]?
    /// The branch that tags must be reachable from; nothing for no such rule.
    package var branch: String?
    /// How the next version is decided and recorded.
    package var bump = BumpSettings()

    /// Describes where the version is.
    package init(manifests: [ManifestReference]? = nil, branch: String? = nil, bump: BumpSettings = BumpSettings()) {
        self.manifests = manifests
        self.branch = branch
        self.bump = bump
    }
}
