/// What can be proven of tags beside the versions that they name.
extension ReleaseObserver {
    /// What more is asked about tags, where somebody wants to know.
    package struct Proofs: Sendable, Hashable {
        /// Whether the tag must be signed.
        package var signature: Bool
        /// The remote that must have the same tag.
        package var remote: String?

        /// Describes what is asked.
        package init(signature: Bool = false, remote: String? = nil) {
            self.signature = signature
            self.remote = remote
        }
    }

    /// Holds every tag of the project's form against its own tree.
    ///
    /// - Throws: ``RelctlError`` if git or the remote cannot be asked; all else is a part of the report.
    package func auditReport(proving proofs: Proofs = Proofs()) async throws -> TagAuditReport {
        let repository = try await self.repository()
        let auditor = try TagAuditor(
            repository: repository,
            sources: extensions.versionSources,
            project: configuration.project,
            version: configuration.version
        )
        var report = try await auditor.report()
        let names = Set(report.tags.map(\.tag))
        let tags = try await repository.tags().filter { names.contains($0.name) }
        if !tags.isEmpty { report.findings += try await findings(on: tags, repository, proofs) }
        return report
    }

    /// What is wrong with the tag of a release that was made, where it is here and leads to another commit.
    ///
    /// - Throws: ``RelctlError`` if git cannot be asked.
    package func misplacedTag(of release: ReleaseIdentity) async throws -> Finding? {
        guard !release.isSnapshot, let repository = try await repositoryIfAny() else { return nil }
        guard let tag = try await repository.tags().first(where: { $0.name == release.tag }),
            tag.commit != release.commit
        else { return nil }
        let place = tag.commit.map { "points at `\($0.prefix(12))`" } ?? "does not lead to a commit"
        return Finding(
            "the release was made of `\(release.commit.prefix(12))`, but its tag `\(tag.name)` \(place)",
            code: "tag.elsewhere",
            hints: ["run `git checkout \(ShellWord.posix(tag.name))`, and make the release again"]
        )
    }

    func findings(
        on tags: [GitTag],
        _ repository: GitRepository,
        _ proofs: Proofs
    ) async throws -> [Finding] {
        let evidence = TagEvidence(repository)
        var findings = proofs.signature ? try await evidence.signatureFindings(on: tags.map(\.name)) : []
        if let remote = proofs.remote { findings += try await evidence.remoteFindings(on: tags, at: remote) }
        return findings
    }
}
