/// Decides what the files say by which others take a release.
package struct DistributionPlanner: Sendable {
    private let targets: Registry<any DistributionTarget>

    /// Plans with these targets.
    package init(targets: Registry<any DistributionTarget>) { self.targets = targets }

    /// Plans the files of a release by its manifest and the project's settings, and nothing else.
    ///
    /// - Parameters:
    ///   - manifest: What is released, or will be.
    ///   - project: The project's names and targets.
    ///   - wanted: By what users take the release, in order.
    ///   - forge: The kind of the repository's forge, where its address does not say.
    ///   - contentsAreKnown: Whether the manifest says all that archives hold.
    /// - Returns: The files, and what is told of them.
    /// - Throws: ``RelctlError`` for an unknown target, a template that cannot be filled in, a release that a target
    ///   cannot take, or two files of one path; with everything that is wrong as its causes.
    package func plan(
        _ manifest: Manifest,
        of project: ProjectSettings,
        by wanted: [DistributionSettings],
        forge: ForgeAddress.Kind?,
        contentsAreKnown: Bool = true
    ) throws -> DistributionPlan {
        var (files, installations, problems) = ([Distribution.File](), [Distribution.Installation](), [any Error]())
        for (index, settings) in wanted.enumerated() {
            do {
                let target = try targets.connector(settings.target, at: settings.place)
                var request = try Self.request(settings, index, target.keys, manifest, project, forge)
                request.contentsAreKnown = contentsAreKnown
                let distribution = try target.plan(request)
                let folder = try RelativePath(settings.target)
                files += distribution.files.map {
                    Distribution.File(path: folder.appending($0.path), text: $0.text)
                }
                installations += [distribution.installation].compactMap(\.self)
            } catch {
                problems.append(
                    RelctlError(
                        "cannot distribute the release by `\(settings.target)`",
                        code: .configurationInvalid,
                        place: settings.place,
                        causes: [error]
                    )
                )
            }
        }
        try RelctlError.throwAll(problems, "cannot plan what distributes the release")
        files = files.sortedBytewise(by: \.path.string)
        try Self.requireApart(files)
        return DistributionPlan(
            files: files,
            installations: manifest.release.isSnapshot ? [] : installations,
            findings: Self.findings(manifest, project)
        )
    }

    private static func request(
        _ settings: DistributionSettings,
        _ index: Int,
        _ keys: [ConfigurationKey],
        _ manifest: Manifest,
        _ project: ProjectSettings,
        _ kind: ForgeAddress.Kind?
    ) throws -> DistributionRequest {
        let release = manifest.release
        let scope = TemplateScopes.project(release: release, variables: project.variables)
        let forge = release.repository.flatMap { ForgeAddress(repository: $0, kind: kind) }
        let addresses = DownloadAddresses(
            release,
            template: settings.url,
            key: "\(ConfigurationPath().key("distribution").index(index).key("url"))",
            client: "`\(settings.target)`",
            variables: project.variables,
            forge: forge
        )
        // A flake is made beside these files, and one is not to differ by the other.
        let downloads = try manifest.artifactsWithoutFlake.map {
            DistributionRequest.Download($0, url: try addresses.address(of: $0.name))
        }
        // Nobody takes a release by checksum files, which are not there yet where files are foretold.
        try addresses.requireDistinct(
            downloads.filter { $0.artifact.kind != .checksum }.map { ($0.url, $0.artifact.sha256) }
        )
        return DistributionRequest(
            options: try keys.filled(settings.options, scope),
            release: release,
            repositoryPage: forge?.page,
            programs: project.binaries,
            downloads: downloads
        )
    }

    /// Refuses two files where there can be but one, also where upper and lower case are not told apart.
    private static func requireApart(_ files: [Distribution.File]) throws {
        var (taken, folders) = ([String: RelativePath](), [String: RelativePath]())
        for path in files.map(\.path) {
            let other = taken.updateValue(path, forKey: path.string.lowercased())
            try require(other == nil, other, path)
            var parent = path.parent
            while let folder = parent {
                let other = folders.updateValue(folder, forKey: folder.string.lowercased())
                try require(other == nil || other == folder, other, path)
                parent = folder.parent
            }
        }
        for path in files.map(\.path) {
            let folder = folders[path.string.lowercased()]
            try require(folder == nil, folder, path)
        }
    }

    private static func require(_ isApart: Bool, _ other: RelativePath?, _ path: RelativePath) throws {
        guard !isApart, let other else { return }
        throw RelctlError(
            "two files of the distribution would be `\(other)` and `\(path)`",
            code: .configurationInvalid,
            hints: ["give each of them a name of its own"]
        )
    }

    private static func findings(_ manifest: Manifest, _ project: ProjectSettings) -> [Finding] {
        var findings: [Finding] = []
        let recorded = Set(manifest.downloads.compactMap(\.target))
        let missing = project.targets.map(\.triple).filter { !recorded.contains($0) }
        if !missing.isEmpty {
            let names = missing.map { "`\($0)`" }.joined(separator: ", ")
            findings.append(
                Finding(
                    "what distributes the release leaves out \(names), of which the record has nothing",
                    code: "distribution.partial",
                    severity: .warning,
                    hints: ["run `relctl package` for all targets, or `relctl merge` to join what other machines made"]
                )
            )
        }
        guard manifest.release.isSnapshot else { return findings }
        return findings + [
            Finding(
                "what distributes the release is of a snapshot, whose files can be downloaded nowhere",
                code: "distribution.snapshot",
                severity: .warning,
                hints: ["make it again for a release"]
            )
        ]
    }
}
