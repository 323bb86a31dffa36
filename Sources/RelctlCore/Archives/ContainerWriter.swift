/// Writes the entries of one archive, in the order they come.
///
/// A file is begun, gets all its content, and is ended before anything else comes.
protocol ContainerWriter {
    /// Writes a folder.
    mutating func addFolder(_ path: RelativePath) throws
    /// Writes a symbolic link.
    mutating func addLink(_ path: RelativePath, target: String) throws
    /// Begins a file of `size` bytes.
    mutating func beginFile(_ path: RelativePath, mode: UInt16, size: UInt64) throws
    /// Writes a part of the file's content.
    mutating func append(_ bytes: UnsafeRawBufferPointer) throws
    /// Ends the file.
    mutating func endFile() throws
    /// Writes what stands at the archive's end.
    mutating func finish() throws
}

extension ContainerWriter {
    /// Writes all that `request` asks for into `output`, and says what that was.
    mutating func pack(
        _ request: PackageRequest,
        to output: ArchiveOutput,
        with effects: Effects
    ) throws -> PackagedArchive {
        let contents = try Self.observe(request, effects.files)
        let activity = Activity(
            id: "package/\(request.archive.name)",
            title: "packing \(request.archive.name)",
            sizes: contents.values.map(\.size)
        )
        effects.events.send(.began(activity))
        var outcome = Event.Outcome.failed
        defer { effects.events.send(.ended(activity.id, outcome)) }
        var progress = ByteProgress(activity.id, events: effects.events)
        var archived: [ArchivedEntry] = []
        for entry in request.archive.entries {
            try Task.checkCancellation()
            archived.append(try add(entry, contents[entry.path], effects.files) { progress.advance(by: $0) })
        }
        try finish()
        let digest = try output.finish()
        outcome = .succeeded(nil)
        return PackagedArchive(size: output.size, sha256: digest, contents: archived)
    }

    /// Looks at every file before the first is packed, so that all that is wrong is said at once.
    private static func observe(_ request: PackageRequest, _ files: any FileSystem) throws -> [RelativePath:
        EntryContent]
    {
        var contents: [RelativePath: EntryContent] = [:]
        var problems: [any Error] = []
        var paths: Set<RelativePath> = []
        for entry in request.archive.entries {
            guard paths.insert(entry.path).inserted else {
                problems.append(RelctlError("cannot pack `\(entry.path)`: it stands twice in the plan"))
                continue
            }
            guard case .file(let source, _) = entry.content else { continue }
            do {
                contents[entry.path] = try EntryContent(source, for: entry.path, of: request, files: files)
            } catch {
                problems.append(error)
            }
        }
        try RelctlError.throwAll(problems, "cannot pack `\(request.archive.name)`")
        return contents
    }

    private mutating func add(
        _ entry: PlannedEntry,
        _ content: EntryContent?,
        _ files: any FileSystem,
        progress: (Int) -> Void
    ) throws -> ArchivedEntry {
        switch entry.content {
        case .folder:
            try addFolder(entry.path)
            return ArchivedEntry(path: entry.path, kind: .folder, mode: 0o755)
        case .link(let target):
            try addLink(entry.path, target: target)
            return ArchivedEntry(path: entry.path, kind: .link, mode: 0o777, target: target)
        case .file(_, let isExecutable):
            guard let content else { throw RelctlError("cannot pack `\(entry.path)`: nobody looked at it") }
            let mode: UInt16 = isExecutable ? 0o755 : 0o644
            var hasher = SHA256Hasher()
            try beginFile(entry.path, mode: mode, size: content.size)
            try content.read(from: files) { chunk in
                hasher.update(chunk)
                try append(chunk)
                progress(chunk.count)
            }
            try endFile()
            let (size, digest) = (content.size, hasher.finalize())
            return ArchivedEntry(path: entry.path, kind: .file, mode: mode, size: size, sha256: digest)
        }
    }
}
