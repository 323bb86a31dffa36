/// All connectors that a run of relctl knows.
public struct Extensions: Sendable {
    /// Readers of versions.
    public var versionSources = Registry<any VersionSource>(kind: "version source")
    /// Makers of archives.
    public var packagers = Registry<any Packager>(kind: "packager")
    /// Ways to users.
    public var publishers = Registry<any Publisher>(kind: "publisher")

    /// Knows nothing yet.
    public init() {}
}
