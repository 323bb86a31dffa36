/// Writes the entries of one archive, in the order they come.
package protocol ContainerWriter {
    /// Writes a folder.
    mutating func addFolder(_ path: RelativePath) async throws
    /// Writes a symbolic link.
    mutating func addLink(_ path: RelativePath, target: String) async throws
    /// Writes a file; `progress` hears of every few bytes of it that were taken.
    ///
    /// - Returns: The digest of its content.
    mutating func addFile(_ file: EntryFile, progress: (Int) -> Void) async throws -> Digest
    /// Writes what stands at the archive's end.
    mutating func finish() async throws
}

/// A file that is to be packed.
package struct EntryFile {
    package var path: RelativePath
    /// Permission bits.
    package var mode: UInt16
    package var content: EntryContent
    /// Where its content is read from.
    package var files: any FileSystem

    /// Describes a file.
    package init(path: RelativePath, mode: UInt16, content: EntryContent, files: any FileSystem) {
        self.path = path
        self.mode = mode
        self.content = content
        self.files = files
    }
}

extension ContainerWriter {
    /// Writes all that `request` asks for into `output`, and says what that was.
    mutating func pack(
        _ request: PackageRequest,
        to output: ArchiveOutput,
        with effects: Effects
    ) async throws -> PackagedArchive {
        try await pack(request, with: effects) {
            FileHasher.Summary(size: output.size, sha256: try output.finish())
        }
    }

    /// Writes all that `request` asks for, and says what that was; `sum` ends the file and tells what is in it.
    package mutating func pack(
        _ request: PackageRequest,
        with effects: Effects,
        sum: () async throws -> FileHasher.Summary
    ) async throws -> PackagedArchive {
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
            let content = contents[entry.path]
            archived.append(try await add(entry, content, effects.files) { progress.advance(by: $0) })
        }
        try await finish()
        let sum = try await sum()
        outcome = .succeeded(nil)
        return PackagedArchive(size: sum.size, sha256: sum.sha256, contents: archived)
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
    ) async throws -> ArchivedEntry {
        var archived = ArchivedEntry(entry)
        switch entry.content {
        case .folder: try await addFolder(entry.path)
        case .link(let target): try await addLink(entry.path, target: target)
        case .file:
            guard let content else { throw RelctlError("cannot pack `\(entry.path)`: nobody looked at it") }
            let file = EntryFile(path: entry.path, mode: archived.mode, content: content, files: files)
            archived.sha256 = try await addFile(file, progress: progress)
            archived.size = content.size
        }
        return archived
    }
}

extension ArchivedEntry {
    /// What is known of an entry before it is packed: not what a file holds.
    package init(_ planned: PlannedEntry) {
        switch planned.content {
        case .folder: self.init(path: planned.path, kind: .folder, mode: 0o755)
        case .link(let target): self.init(path: planned.path, kind: .link, mode: 0o777, target: target)
        case .file(_, let isExecutable):
            self.init(path: planned.path, kind: .file, mode: isExecutable ? 0o755 : 0o644)
        }
    }
}
