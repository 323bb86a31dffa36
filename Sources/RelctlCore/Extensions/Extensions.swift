/// All connectors that a run of relctl knows.
public struct Extensions: Sendable {
    /// Readers of versions.
    public var versionSources = Registry<any VersionSource>(kind: "version source")
    /// Ways to build.
    public var builders = Registry<any Builder>(kind: "builder") {
        $0.keys.problem(reserved: ConfigurationSchema.namesOfBuild)
    }
    /// Makers of archives.
    public var packagers = Registry<any Packager>(kind: "packager")
    /// Writers of release notes.
    public var notesRenderers = Registry<any NotesRenderer>(kind: "notes renderer") {
        $0.keys.problem(reserved: ConfigurationSchema.namesOfNotes)
    }
    /// Ways to users.
    public var publishers = Registry<any Publisher>(kind: "publisher") {
        $0.keys.problem(reserved: ConfigurationSchema.namesOfPublication)
    }
    /// Consumers of what ships: package managers and the like.
    public var distributionTargets = Registry<any DistributionTarget>(kind: "distribution target") {
        $0.keys.problem(reserved: ConfigurationSchema.namesOfDistribution)
    }
    /// Makers of signatures.
    public var signers = Registry<any Signer>(kind: "signer") {
        ReleaseSigning.problem(withExtension: $0.fileExtension)
            ?? $0.keys.problem(reserved: ConfigurationSchema.namesOfSigning)
    }
    /// Where ids were looked for in vain that nobody registered, by the kinds of their connectors.
    var missing: [String: [String: String]] = [:]

    /// Knows nothing yet.
    public init() {}
}
