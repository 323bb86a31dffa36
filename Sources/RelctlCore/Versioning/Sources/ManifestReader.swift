/// Finds the manifests of a project and reads their versions.
package struct ManifestReader: Sendable {
    private let project: FilePath
    private let files: any FileSystem
    private let sources: Registry<any VersionSource>

    /// Reads below `project`.
    package init(project: FilePath, files: any FileSystem, sources: Registry<any VersionSource>) {
        self.project = project
        self.files = files
        self.sources = sources
    }

    /// Reads every manifest that the settings list, or that is found at the top of the project if they list none.
    package func readings(of settings: VersionSettings) throws -> [ManifestReading] {
        if let references = settings.manifests {
            return references.map { reference in
                reading(reference.file, listedAt: reference.place) { try source(for: reference) }
            }
        }
        return try manifestsAtTop().map { name, source in reading(try RelativePath(name)) { source } }
    }

    private func reading(
        _ file: RelativePath,
        listedAt place: SourcePlace? = nil,
        by source: () throws -> any VersionSource
    ) -> ManifestReading {
        let isListed = place != nil
        do {
            let source = try source()
            guard let text = try text(of: file) else {
                throw RelctlError(
                    "cannot read the manifest `\(file)`: there is no such file",
                    place: place,
                    hints: ["correct its name in `version.manifests`, or take it out"] + (try hint(insteadOf: file))
                )
            }
            let document = VersionDocument(file: file, text: text, read: self.text(of:), names: names(in:))
            return ManifestReading(file: file, isListed: isListed, outcome: .version(try source.version(in: document)))
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
        let names = try manifestsAtTop().map(\.name)
        return names.isEmpty ? [] : ["at the project's top: " + names.joined(separator: ", ")]
    }

    /// The files at the project's top that a source is chosen for by their names, sorted bytewise.
    private func manifestsAtTop() throws -> [(name: String, source: any VersionSource)] {
        try names(in: nil).compactMap { name in
            guard let source = sources.all.first(where: { $0.connector.isChosen(for: name) })?.connector,
                try files.resolvedStatus(of: project.appending(name))?.kind == .file
            else { return nil }
            return (name, source)
        }
    }

    /// The source that the configuration names, or that the file's name chooses.
    ///
    /// - Throws: ``RelctlError`` for an id or a name that no source has.
    package func source(for reference: ManifestReference) throws -> any VersionSource {
        if let pattern = reference.pattern { return try PatternVersionSource(pattern: pattern, at: reference.place) }
        if let id = reference.source { return try sources.connector(id, at: reference.place) }
        let name = reference.file.lastComponent
        if let source = sources.all.first(where: { $0.connector.isChosen(for: name) })?.connector { return source }
        let known = sources.all.flatMap(\.connector.fileNames).sorted { $0.precedesBytewise($1) }
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

    /// The text of a file below the project; nothing where there is none.
    @Sendable private func text(of file: RelativePath) throws -> String? {
        let path = project.appending(file)
        guard try files.resolvedStatus(of: path) != nil else { return nil }
        return try files.text(of: path, limit: 16 << 20)
    }

    /// The names in a folder below the project, or in the project's own; none where there is no such folder.
    @Sendable private func names(in folder: RelativePath?) throws -> [String] {
        let path = folder.map { project.appending($0) } ?? project
        guard try files.resolvedStatus(of: path)?.kind == .folder else { return [] }
        return try files.names(in: path)
    }

    private static func finding(_ error: any Error, listedAt place: SourcePlace?) -> Finding {
        let isListed = place != nil
        guard let error = error as? RelctlError else {
            return Finding(String(describing: error), code: "manifest.unreadable", place: place)
        }
        let reasons = error.causes.map { ": \($0)" }.joined()
        // A file that nobody listed need not be the project's manifest: package.json may only hold tools.
        let isHarmless = error.code == .versionAbsent && !isListed
        return Finding(
            error.message + reasons,
            code: error.code == .versionAbsent ? "manifest.no_version" : "manifest.unreadable",
            severity: isHarmless ? .warning : .error,
            place: error.place ?? place,
            hints: error.hints + (isHarmless ? ["list the manifests that count in `version.manifests`"] : [])
        )
    }
}

/// What came of reading one manifest.
package struct ManifestReading: Sendable, Hashable {
    /// The manifest, below the project's folder.
    package var file: RelativePath
    /// Whether the configuration lists it; it was found at the project's top otherwise.
    package var isListed: Bool
    /// What came of it.
    package var outcome: Outcome

    /// What comes of reading a manifest.
    package enum Outcome: Sendable, Hashable {
        /// It says this.
        case version(LocatedVersion)
        /// It cannot be read, or says no version.
        case failed(Finding)
    }

    /// Describes a reading.
    package init(file: RelativePath, isListed: Bool, outcome: Outcome) {
        self.file = file
        self.isListed = isListed
        self.outcome = outcome
    }
}
