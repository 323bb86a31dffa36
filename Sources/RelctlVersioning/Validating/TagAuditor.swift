/// Holds every release tag against the manifests of its own tree, as they were when it was made.
package struct TagAuditor: Sendable {
    private let repository: GitRepository
    private let manifests: CommittedManifests
    private let template: TagTemplate

    /// Audits the tags of a project.
    ///
    /// - Throws: ``RelctlError`` if `version.tag` makes no tags.
    package init(
        repository: GitRepository,
        sources: Registry<any VersionSource>,
        project: ProjectSettings,
        version: VersionSettings
    ) throws {
        self.repository = repository
        manifests = CommittedManifests(repository: repository, sources: sources, settings: version)
        template = try TagTemplate(of: project)
    }

    /// What every tag of the project's form stands for, and what is wrong with it.
    ///
    /// A manifest that a tree does not have is a warning, because it may have come later.
    ///
    /// - Throws: ``RelctlError`` if git cannot be asked.
    package func report() async throws -> TagAuditReport { try await report(on: repository.tags()) }

    /// What those of `found` stand for that have the project's form, and what is wrong with them.
    ///
    /// - Throws: ``RelctlError`` if git cannot be asked.
    package func report(on found: [GitTag]) async throws -> TagAuditReport {
        let candidates = found.compactMap { tag in
            (try? template.version(fromTag: tag.name)).map { (tag: tag, version: $0) }
        }
        let tags = candidates.sorted { left, right in
            Version.precedes(left.version, right.version)
                || !Version.precedes(right.version, left.version) && left.tag.name.precedesBytewise(right.tag.name)
        }
        let readings = try await manifests.readings(at: Set(tags.compactMap(\.tag.commit)))
        var report = TagAuditReport(tags: [], findings: [])
        for (tag, version) in tags {
            let (manifests, missing) = tag.commit.flatMap { readings[$0] } ?? ([], [])
            report.tags.append(
                TagAuditReport.Row(
                    tag: tag.name,
                    version: version,
                    isPrerelease: version.isPrerelease,
                    commit: tag.commit,
                    manifests: manifests.filter { !missing.contains($0.file) }.map { $0.row(version) }
                )
            )
            report.findings += findings(on: tag, version, manifests, missing)
        }
        return report
    }

    private func findings(
        on tag: GitTag,
        _ version: Version,
        _ readings: [ManifestReading],
        _ missing: Set<RelativePath>
    ) -> [Finding] {
        guard tag.commit != nil else {
            return [Finding("the tag `\(tag.name)` does not lead to a commit", code: "tag.not_a_commit")]
        }
        return readings.compactMap { reading in
            if missing.contains(reading.file) {
                let message = "`\(tag.name)` has no `\(reading.file)`"
                return Finding(message, code: "manifest.absent", severity: .warning)
            }
            switch reading.outcome {
            // Places are about files as they were: nobody can look there in the working tree.
            case .failed(let finding):
                let place = finding.place.map { "`\($0)`: " } ?? ""
                return Finding(
                    "at `\(tag.name)`: \(place)\(finding.message)",
                    code: finding.code,
                    severity: finding.severity
                )
            case .version(let manifest):
                guard !manifest.agrees(with: version) else { return nil }
                return Finding(
                    "`\(tag.name)` means `\(version)`, but `\(manifest.located.place)` says "
                        + "`\(manifest.located.text)` there",
                    code: "manifest.mismatch"
                )
            }
        }
    }
}
