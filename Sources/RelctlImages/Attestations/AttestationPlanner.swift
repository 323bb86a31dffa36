/// Writes provenance and bills of materials in the mind; nothing but the record of a release decides what they say.
package struct AttestationPlanner: Sendable {
    let release: ReleaseIdentity
    private let configuration: Digest?
    private let targets: [TargetTriple]
    private let builder: ProvenanceBuilder
    let forge: ForgeAddress?

    /// Prepares to speak of a release.
    ///
    /// - Parameters:
    ///   - release: What is released.
    ///   - configuration: The digest of the configuration that it is made by.
    ///   - targets: The platforms that it is made for.
    ///   - builder: Where it is made.
    package init(
        _ release: ReleaseIdentity,
        configuration: Digest?,
        targets: [TargetTriple],
        builder: ProvenanceBuilder
    ) {
        self.release = release
        self.configuration = configuration
        self.targets = targets
        self.builder = builder
        forge = release.repository.flatMap { ForgeAddress(repository: $0) }
    }

    /// How an image was made: from what sources, on what base, and of which artifacts of the release.
    ///
    /// It does not name the run, which would give the image another digest each time.
    ///
    /// - Throws: ``RelctlError`` if it cannot be written.
    package func provenance(of image: AttestedImage, madeOf artifacts: [Artifact]) throws -> Attestation {
        let base = image.base.map { base in
            ResourceDescriptor(
                name: base.repository == nil ? "base" : nil,
                uri: base.repository.map {
                    PackageURL.image($0, tag: base.tag, platform: image.platform).description
                },
                digest: ["sha256": base.digest.sha256.hexadecimal]
            )
        }
        let parts = artifacts.map { artifact in
            ResourceDescriptor(name: artifact.name, digest: ["sha256": artifact.sha256.hexadecimal])
        }
        let provenance = provenance(on: [base].compactMap(\.self) + parts, namingRun: false)
        return try Attestation(.provenance, of: [image.subject], provenance)
    }

    /// How all that people download was made, for a file beside it: it names the run.
    ///
    /// - Throws: ``RelctlError`` if it cannot be written.
    package func provenance(of manifest: Manifest) throws -> Attestation {
        try Attestation(.provenance, of: subjects(of: manifest), provenance(on: [], namingRun: true))
    }

    /// What the release put into an image, and what that stands on.
    ///
    /// - Throws: ``RelctlError`` if it cannot be written.
    package func sbom(of image: AttestedImage) throws -> Attestation {
        try Attestation(.spdx, of: [image.subject], SPDXWriter(self).document(of: image))
    }

    /// What is in all that people download.
    ///
    /// - Throws: ``RelctlError`` if it cannot be written.
    package func sbom(of manifest: Manifest) throws -> Attestation {
        try Attestation(.spdx, of: subjects(of: manifest), SPDXWriter(self).document(of: manifest))
    }

    private func subjects(of manifest: Manifest) -> [Attestation.Subject] {
        manifest.downloads.map { Attestation.Subject(name: $0.name, digest: $0.sha256) }
    }

    private func provenance(on others: [ResourceDescriptor], namingRun: Bool) -> Provenance {
        let source = ResourceDescriptor(uri: sourceAddress, digest: ["gitCommit": release.commit])
        let invocation = namingRun ? builder.invocation : nil
        return Provenance(
            buildDefinition: Provenance.BuildDefinition(
                externalParameters: Provenance.ExternalParameters(
                    tag: release.tag,
                    snapshot: release.isSnapshot ? true : nil,
                    configuration: configuration.map { ResourceDescriptor(digest: ["sha256": $0.hexadecimal]) },
                    targets: targets
                ),
                resolvedDependencies: [source] + others
            ),
            runDetails: Provenance.RunDetails(
                builder: Provenance.Builder(id: builder.id),
                metadata: invocation.map { Provenance.Metadata(invocationId: $0) }
            )
        )
    }

    /// Where the sources are, at their tag; nothing where no repository is named that the web knows.
    private var sourceAddress: String? {
        guard let page = forge?.page else { return nil }
        let tag = PercentEncoding.segments(release.tag)
        return "git+\(page)" + (release.isSnapshot ? "" : "@refs/tags/\(tag)")
    }
}
