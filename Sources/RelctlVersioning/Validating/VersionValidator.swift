/// Holds a tag against what was observed of its project, and reports all that is wrong at once.
package struct VersionValidator: Sendable {
    let template: TagTemplate
    let branch: String?
    let expectation: TagExpectation
    let tree: TreeRules

    /// What is expected of the tag itself.
    package enum TagExpectation: Sendable, Hashable {
        /// It must be there: the release is made from it.
        case present
        /// It is created at HEAD when it is not there.
        case created
        /// It may be missing, which is told: the release is only tried.
        case optional
    }

    /// What makes a working tree unclean.
    package struct TreeRules: Sendable {
        /// Folders that never count: `dist` and those that releases are published into.
        package var disregarded: [RelativePath]
        /// Whether a file (or, for a folder, anything below it) would be part of the release.
        package var ships: @Sendable (RelativePath) -> Bool

        /// Describes the rules.
        package init(disregarded: [RelativePath], ships: @escaping @Sendable (RelativePath) -> Bool) {
            self.disregarded = disregarded
            self.ships = ships
        }
    }

    /// Judges by these rules; `branch` is the one that the configuration wants tags to be reachable from.
    package init(template: TagTemplate, branch: String?, expectation: TagExpectation, tree: TreeRules) {
        self.template = template
        self.branch = branch
        self.expectation = expectation
        self.tree = tree
    }

    /// All that is wrong with a release of `tag`.
    package func report(on tag: String, _ observation: VersionObservation) -> VersionReport {
        var findings: [Finding] = []
        var version: Version?
        do {
            version = try template.version(fromTag: tag)
        } catch {
            findings.append(Self.finding(error))
        }
        let manifests = observation.manifests.map { $0.row(version) }
        findings += observation.manifests.compactMap { finding(on: $0, version, tag) }
        if version == nil { findings += observation.manifests.disagreements }
        guard let repository = observation.repository else {
            findings.append(
                Finding(
                    "cannot check the tag `\(tag)`: the project is not in a git repository",
                    code: "repository.missing",
                    hints: ["run `git init` and commit"]
                )
            )
            return VersionReport(tag: tag, version: version, manifests: manifests, findings: findings)
        }
        findings += self.findings(on: tag, version, in: repository)
        return VersionReport(tag: tag, version: version, manifests: manifests, findings: findings)
    }

    private static func finding(_ error: any Error) -> Finding {
        guard let error = error as? RelctlError else {
            return Finding(String(describing: error), code: "tag.unreadable")
        }
        let reasons = error.causes.map { ": \($0)" }.joined()
        return Finding(error.message + reasons, code: "tag.unreadable", place: error.place, hints: error.hints)
    }
}

/// Manifests.
extension VersionValidator {
    private func finding(on reading: ManifestReading, _ version: Version?, _ tag: String) -> Finding? {
        switch reading.outcome {
        case .failed(let finding): return finding
        case .version(let manifest):
            guard let version, !manifest.agrees(with: version) else { return nil }
            return Finding(
                "\(manifest.sentence), but the tag `\(tag)` means `\(version)`",
                code: "manifest.mismatch",
                place: manifest.located.place,
                hints: hints(for: manifest, version)
            )
        }
    }

    private func hints(for manifest: VersionManifest, _ version: Version) -> [String] {
        let set = "set it to `\(manifest.source.spelling(of: version))` and commit"
        if let meant = manifest.version {
            guard let tag = try? template.tag(for: meant) else { return [set] }
            return [set + ", or release `\(tag)`"]
        }
        let text = manifest.located.text
        do {
            _ = try Version(text)
            return [set]
        } catch {
            return [set, "`\(text)` is not a version: \(error)"]
        }
    }
}

extension ManifestReading {
    /// What it says, held against a version.
    func row(_ version: Version?) -> VersionReport.ManifestRow {
        guard case .version(let manifest) = outcome else {
            return VersionReport.ManifestRow(file: file, version: nil, place: nil, agrees: false)
        }
        return VersionReport.ManifestRow(
            file: file,
            version: manifest.located.text,
            place: manifest.located.place,
            agrees: version.map(manifest.agrees) ?? false
        )
    }
}

extension VersionManifest {
    /// What it says, as the beginning of a sentence.
    package var sentence: String {
        let name = located.place.file == file.string ? "`\(file)`" : "`\(file)`, through `\(located.place.file)`,"
        return "\(name) says the version is `\(located.text)`"
    }
}

extension [ManifestReading] {
    /// Without a version to hold them against, manifests are held against one another.
    package var disagreements: [Finding] {
        guard let (reference, others) = manifests.disagreement else { return [] }
        return others.map { manifest in
            Finding(
                "\(manifest.sentence), but `\(reference.file)` says `\(reference.located.text)`",
                code: "manifest.disagreement",
                place: manifest.located.place
            )
        }
    }
}
