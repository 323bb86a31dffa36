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
        let manifests = observation.manifests.map { row($0, version) }
        findings += observation.manifests.compactMap { finding(on: $0, version, tag) }
        if version == nil { findings += disagreement(of: observation.manifests) }
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
    private func row(_ reading: ManifestReading, _ version: Version?) -> VersionReport.ManifestRow {
        guard case .version(let located) = reading.outcome else {
            return VersionReport.ManifestRow(file: reading.file, version: nil, place: nil, agrees: false)
        }
        return VersionReport.ManifestRow(
            file: reading.file,
            version: located.text,
            place: located.place,
            agrees: located.text == version?.description
        )
    }

    private func finding(on reading: ManifestReading, _ version: Version?, _ tag: String) -> Finding? {
        switch reading.outcome {
        case .failed(let finding): return finding
        case .version(let located):
            guard let version, located.text != version.description else { return nil }
            return Finding(
                "\(Self.sentence(reading, located)), but the tag `\(tag)` means `\(version)`",
                code: "manifest.mismatch",
                place: located.place,
                hints: hints(for: located, version)
            )
        }
    }

    private static func sentence(_ reading: ManifestReading, _ located: LocatedVersion) -> String {
        let file = "`\(reading.file)`"
        let via = located.place.file == reading.file.string ? file : "\(file), through `\(located.place.file)`,"
        return "\(via) says the version is `\(located.text)`"
    }

    private func hints(for located: LocatedVersion, _ version: Version) -> [String] {
        let set = "set it to `\(version)` and commit"
        do {
            return [set + ", or release `\(try template.tag(for: Version(located.text)))`"]
        } catch let problem as Version.Problem {
            return [set, "`\(located.text)` is not a version: \(problem)"]
        } catch {
            return [set]
        }
    }

    /// Without a version to hold them against, manifests are held against one another.
    private func disagreement(of readings: [ManifestReading]) -> [Finding] {
        let located = readings.compactMap { reading -> (ManifestReading, LocatedVersion)? in
            guard case .version(let located) = reading.outcome else { return nil }
            return (reading, located)
        }
        guard let (firstReading, first) = located.first else { return [] }
        return located.dropFirst().filter { $0.1.text != first.text }.map { reading, located in
            Finding(
                "\(Self.sentence(reading, located)), but `\(firstReading.file)` says `\(first.text)`",
                code: "manifest.disagreement",
                place: located.place
            )
        }
    }
}
