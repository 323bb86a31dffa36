/// How something was made (SLSA provenance v1, https://slsa.dev/spec/v1.1/provenance).
struct Provenance: Sendable, Hashable, Encodable {
    var buildDefinition: BuildDefinition
    var runDetails: RunDetails

    /// What was asked for, and what went into it.
    struct BuildDefinition: Sendable, Hashable, Encodable {
        var buildType = Provenance.buildType
        var externalParameters: ExternalParameters
        var resolvedDependencies: [ResourceDescriptor]
    }

    /// What whoever started the release decided.
    struct ExternalParameters: Sendable, Hashable, Encodable {
        var tag: String
        /// Whether no tag stands for it; not there for a release.
        var snapshot: Bool?
        var configuration: ResourceDescriptor?
        var targets: [TargetTriple]
    }

    /// Where it was made.
    struct RunDetails: Sendable, Hashable, Encodable {
        var builder: Builder
        var metadata: Metadata?
    }

    struct Builder: Sendable, Hashable, Encodable {
        var id: String
    }

    struct Metadata: Sendable, Hashable, Encodable {
        var invocationId: String
    }

    /// What the parameters mean: a release by relctl, as the article "Attestations" says.
    static let buildType = "urn:relctl:build-type:release:v1"
}
