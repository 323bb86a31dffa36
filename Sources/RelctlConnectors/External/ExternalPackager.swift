/// Packs through a connector that is a program or a part of a library.
///
/// What is to be packed is laid out in a folder of its own, with the modes and the time that the plan says; the connector
/// makes one file of it, which is copied to where the archive goes, and digested on the way.
package struct ExternalPackager: Packager {
    private let connector: ExternalConnector

    package init(_ connector: ExternalConnector) { self.connector = connector }

    package var fileExtension: String { connector.description.fileExtension ?? "" }
    package var secretNames: [String] { connector.description.secrets }

    package var compression: CompressionScale? {
        connector.description.levels.map { levels in
            CompressionScale(
                engine: connector.name + (connector.description.version.map { " " + $0 } ?? ""),
                levels: levels.from...levels.to,
                usualLevel: levels.usual ?? levels.from
            )
        }
    }

    /// What is asked.
    private struct Question: Encodable {
        var archive: Archive
        /// The folder that all entries lie in.
        var tree: String?
        /// Where the archive is to be written.
        var output: String?
    }

    /// What is to be made.
    private struct Archive: Encodable {
        var name: String
        var format: String
        var target: TargetTriple
        var timestamp: Int64
        var level: Int?
        var entries: [ArchivedEntry]

        init(_ plan: ArchivePlan) {
            (name, format, target, timestamp) = (plan.name, plan.format, plan.target, plan.timestamp)
            level = plan.compression?.level
            entries = plan.entries.map { ArchivedEntry($0) }
        }
    }

    private struct Done: Decodable {}

    package func preflight(_ archive: ArchivePlan, with effects: Effects) async throws -> [Finding] {
        let question = Question(archive: Archive(archive))
        return try await connector.ask(.plan, question, for: ConnectorProblems.self, with: effects)
            .findings(code: "package.\(connector.id)")
    }

    @concurrent package func package(
        _ request: PackageRequest,
        to output: any WritableFile,
        with effects: Effects
    ) async throws -> PackagedArchive {
        let refusals = try await preflight(request.archive, with: effects)
        try RelctlError.throwAll(
            refusals.map { RelctlError($0.message, hints: $0.hints) },
            "`\(connector.name)` cannot make it"
        )
        return try await effects.withTemporaryFolder(at: request.scratch) { scratch in
            let (tree, made) = (scratch.appending("tree"), scratch.appending("made"))
            for folder in [tree, made] { try effects.files.createFolder(folder) }
            var writer = TreeWriter(files: effects.files, top: tree, timestamp: request.archive.timestamp)
            return try await writer.pack(request, with: effects) {
                let path = made.appending(request.archive.name)
                try await make(request.archive, of: tree, at: path, effects)
                return try take(path, to: output, effects.files)
            }
        }
    }

    /// Has the connector make the archive.
    private func make(_ archive: ArchivePlan, of tree: FilePath, at path: FilePath, _ effects: Effects) async throws {
        let activity = Activity(
            id: "package/\(archive.name)/\(connector.name)",
            title: "\(connector.name): \(archive.name)",
            isDetail: true,
            unit: .bytes
        )
        let question = Question(archive: Archive(archive), tree: tree.string, output: path.string)
        let events = effects.events
        try await events.during(activity) {
            _ = try await connector.ask(.execute, question, for: Done.self, with: effects) { packed in
                events.send(.advanced(activity.id, completed: Int64(clamping: packed)))
            }
        }
    }

    /// Copies what the connector made.
    private func take(
        _ made: FilePath,
        to output: any WritableFile,
        _ files: any FileSystem
    ) throws -> FileHasher.Summary {
        guard let status = try files.status(of: made) else {
            throw RelctlError("`\(connector.name)` says that it is done, but wrote nothing to its `output`")
        }
        guard status.kind == .file else {
            throw RelctlError("`\(connector.name)` made a \(status.kind.rawValue), not a regular file")
        }
        guard status.size > 0 else { throw RelctlError("`\(connector.name)` made an empty file") }
        let file = try files.open(made)
        guard try file.status().identity == status.identity else {
            throw RelctlError("`\(connector.name)` goes on with its `output` after it is done")
        }
        let copy = ArchiveOutput(output)
        try file.readAll { chunk in
            try Task.checkCancellation()
            try copy.write(chunk)
        }
        return FileHasher.Summary(size: copy.size, sha256: try copy.finish())
    }
}

/// Lays the entries of an archive out in a folder.
private struct TreeWriter: ContainerWriter {
    private let files: any FileSystem
    private let top: FilePath
    /// The time of all entries but links, in nanoseconds since 1970.
    private let time: Int64
    private var folders: [FilePath] = []

    init(files: any FileSystem, top: FilePath, timestamp: Int64) {
        (self.files, self.top) = (files, top)
        let (time, isTooMuch) = timestamp.multipliedReportingOverflow(by: 1_000_000_000)
        self.time = isTooMuch ? .max : time
    }

    mutating func addFolder(_ path: RelativePath) throws {
        let folder = top.appending(path)
        try files.createFolder(folder)
        folders.append(folder)
    }

    mutating func addLink(_ path: RelativePath, target: String) throws {
        try files.createLink(at: top.appending(path), to: target)
    }

    mutating func addFile(_ file: EntryFile, progress: (Int) -> Void) throws -> Digest {
        let path = top.appending(file.path)
        let copy = try files.create(path, permissions: file.mode)
        defer { try? copy.close() }
        let digest = try file.content.readAll(in: file.files) { chunk in
            try copy.write(chunk)
            progress(chunk.count)
        }
        try copy.close()
        try files.setModificationTime(time, of: path)
        return digest
    }

    /// A folder's time is that of what was last made in it.
    mutating func finish() throws {
        for folder in folders.reversed() { try files.setModificationTime(time, of: folder) }
    }
}
