/// Finds the manifests of a project and reads their versions.
package struct ManifestReader: Sendable {
    private let tree: ManifestTree
    private let sources: Registry<any VersionSource>
    /// Whether a pattern that finds several versions in a file is read all the same, to set all of them.
    package var mendsDisagreement = false

    /// Reads from a tree.
    package init(tree: ManifestTree, sources: Registry<any VersionSource>) {
        self.tree = tree
        self.sources = sources
    }

    /// Reads below `project`.
    package init(project: FilePath, files: any FileSystem, sources: Registry<any VersionSource>) {
        self.init(tree: ManifestTree(project: project, files: files), sources: sources)
    }

    /// Reads every manifest that is listed, or each that is found at the top of the project if `references` is nil.
    package func readings(of references: [ManifestReference]?) throws -> [ManifestReading] {
        let tree = tree.remembering()
        if let references {
            return references.map { reference in
                reading(reference.file, in: tree, listedAt: reference.place) { try source(for: reference) }
            }
        }
        return try manifestsAtTop().map { file, source in reading(file, in: tree) { source } }
    }

    private func reading(
        _ file: RelativePath,
        in tree: ManifestTree,
        listedAt place: SourcePlace? = nil,
        by source: () throws -> any VersionSource
    ) -> ManifestReading {
        let isListed = place != nil
        do {
            let source = try source()
            guard let text = try tree.read(file) else {
                throw RelctlError(
                    "cannot read the manifest `\(file)`: there is no such file",
                    place: place,
                    hints: ["correct its name in `version.manifests`, or take it out"] + (try hint(insteadOf: file))
                )
            }
            let document = VersionDocument(file: file, text: text, read: tree.read, names: tree.names)
            let manifest = VersionManifest(
                document: document,
                source: source,
                located: try source.version(in: document)
            )
            return ManifestReading(file: file, isListed: isListed, outcome: .version(manifest))
        } catch {
            return ManifestReading(
                file: file,
                isListed: isListed,
                outcome: .failed(Self.finding(error, listedAt: place))
            )
        }
    }

    /// The manifests at the project's top, for when one that is listed is not there.
    private func hint(insteadOf file: RelativePath) throws -> [String] {
        let names = try manifestsAtTop().map(\.file.string)
        return names.isEmpty ? [] : ["at the project's top: " + names.joined(separator: ", ")]
    }

    /// The files at the project's top that a source is chosen for by their names, sorted bytewise.
    private func manifestsAtTop() throws -> [(file: RelativePath, source: any VersionSource)] {
        try tree.names(nil).compactMap { name in
            guard let source = sources.all.first(where: { $0.connector.isChosen(for: name) })?.connector else {
                return nil
            }
            let file = try RelativePath(name)
            return try tree.isFile(file) && !isOfReleases(file) ? (file, source) : nil
        }
    }

    /// Whether a file was written by `relctl nix`: it tells of the release that was made last, not of the next.
    private func isOfReleases(_ file: RelativePath) throws -> Bool {
        // What cannot be read is told of when its version is.
        guard file.lastComponent == GeneratedFlake.name, let text = try? tree.read(file) else { return false }
        return text.utf8.starts(with: GeneratedFlake.mark.utf8)
    }

    /// The source that the configuration names, or that the file's name chooses.
    ///
    /// - Throws: ``RelctlError`` for an id or a name that no source has.
    package func source(for reference: ManifestReference) throws -> any VersionSource {
        if let pattern = reference.pattern {
            var source = try PatternVersionSource(pattern: pattern, count: reference.count, at: reference.place)
            source.mendsDisagreement = mendsDisagreement
            return source
        }
        if let path = reference.path { return PathVersionSource(path) }
        if let id = reference.source { return try sources.connector(id, at: reference.place) }
        let name = reference.file.lastComponent
        if let source = sources.all.first(where: { $0.connector.isChosen(for: name) })?.connector { return source }
        let known = sources.all.flatMap(\.connector.fileNames).sortedBytewise()
        let nearest = Nearest.to(name, among: known).map { ["did you mean `\($0)`?"] } ?? []
        throw RelctlError(
            "cannot tell how to read a version from `\(reference.file)` by its name",
            code: .configurationInvalid,
            place: reference.place,
            hints: nearest + [
                "known names: " + known.joined(separator: ", "),
                "for any other file say where the version is: { file: \"\(name)\", pattern: \"version = (.*)\" }",
            ]
        )
    }

    private static func finding(_ error: any Error, listedAt place: SourcePlace?) -> Finding {
        let isListed = place != nil
        guard let error = error as? RelctlError else {
            return Finding(String(describing: error), code: Finding.unreadableManifest, place: place)
        }
        let reasons = error.causes.map { ": \($0)" }.joined()
        let code = code(of: error)
        // A file that nobody listed need not be the project's manifest: package.json may only hold tools. But one that
        // has a version which nobody here can read may say another one than the tag.
        let isHarmless = code == Finding.absentVersion && !isListed
        let isChoice = code != Finding.unreadableManifest && !isListed
        return Finding(
            error.message + reasons,
            code: code,
            severity: isHarmless ? .warning : .error,
            place: error.place ?? place,
            hints: error.hints + (isChoice ? ["list the manifests that count in `version.manifests`"] : [])
        )
    }

    private static func code(of error: RelctlError) -> String {
        switch error.code {
        case .versionAbsent: Finding.absentVersion
        case .versionComputed: Finding.computedManifest
        default: Finding.unreadableManifest
        }
    }
}

extension Finding {
    /// The code of a manifest that cannot be read.
    package static let unreadableManifest = "manifest.unreadable"
    /// The code of a manifest that says no version.
    package static let absentVersion = "manifest.no_version"
    /// The code of a manifest whose version only running a program would tell.
    package static let computedManifest = "manifest.computed"
}

/// What came of reading one manifest.
package struct ManifestReading: Sendable {
    /// The manifest, below the project's folder.
    package var file: RelativePath
    /// Whether the configuration lists it; it was found at the project's top otherwise.
    package var isListed: Bool
    /// What came of it.
    package var outcome: Outcome

    /// What comes of reading a manifest.
    package enum Outcome: Sendable {
        /// It says a version.
        case version(VersionManifest)
        /// It cannot be read, or says no version.
        case failed(Finding)
    }

    /// Whether it was found at the project's top and has a version that only running it would tell.
    package var isComputedUnasked: Bool {
        guard case .failed(let finding) = outcome else { return false }
        return !isListed && finding.code == Finding.computedManifest
    }

    /// Describes a reading.
    package init(file: RelativePath, isListed: Bool, outcome: Outcome) {
        self.file = file
        self.isListed = isListed
        self.outcome = outcome
    }
}

extension [ManifestReading] {
    /// The manifests that say a version.
    package var manifests: [VersionManifest] {
        compactMap { reading in
            guard case .version(let manifest) = reading.outcome else { return nil }
            return manifest
        }
    }

    /// What is wrong with the others.
    package var findings: [Finding] {
        compactMap { reading in
            guard case .failed(let finding) = reading.outcome else { return nil }
            return finding
        }
    }
}
