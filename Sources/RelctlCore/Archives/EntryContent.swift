/// What a file of an archive will hold: seen once before packing, read once while packing, and the same both times.
struct EntryContent {
    /// Bytes.
    let size: UInt64
    private let entry: RelativePath
    private let origin: Origin

    private enum Origin {
        case text([UInt8])
        case file(FilePath, FileStatus)
    }

    /// Looks at what `source` names.
    ///
    /// - Throws: ``RelctlError`` that names the entry if there is no regular file.
    init(_ source: PlannedEntry.Source, for entry: RelativePath, of request: PackageRequest, files: any FileSystem)
        throws
    {
        self.entry = entry
        let path: FilePath
        switch source {
        case .text(let text):
            origin = .text(Array(text.utf8))
            size = UInt64(text.utf8.count)
            return
        case .project(let below): path = request.project.appending(below)
        case .binary(let name): path = request.binaries.appending(name)
        }
        let found: FileStatus?
        do { found = try files.status(of: path) } catch {
            throw RelctlError("cannot pack `\(entry)`", causes: [error])
        }
        guard let status = found else { throw RelctlError("cannot pack `\(entry)`: there is no `\(path)`") }
        guard status.kind == .file else {
            throw RelctlError("cannot pack `\(entry)`: `\(path)` is a \(status.kind.rawValue), not a regular file")
        }
        origin = .file(path, status)
        size = status.size
    }

    /// Hands the content over, exactly ``size`` bytes of it.
    ///
    /// - Throws: ``RelctlError`` that names the entry if the file is not as it was seen, or does not stay so.
    func read(from files: any FileSystem, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        switch origin {
        case .text(let bytes): try bytes.withUnsafeBytes { try body($0) }
        case .file(let path, let seen):
            do {
                try read(path, seen, files, body)
            } catch let error as FileSystemError where error.path == path {
                throw RelctlError("cannot pack `\(entry)`", causes: [error])
            }
        }
    }

    private func read(
        _ path: FilePath,
        _ seen: FileStatus,
        _ files: any FileSystem,
        _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let file = try files.open(path)
        guard Self.isSame(try file.status(), seen) else { throw changed(path, "changed") }
        var count: UInt64 = 0
        try file.readAll { chunk in
            count += UInt64(chunk.count)
            guard count <= size else { throw changed(path, "grew") }
            try body(chunk)
        }
        guard count == size else { throw changed(path, "shrank") }
        guard Self.isSame(try file.status(), seen) else { throw changed(path, "changed") }
        guard let now = try files.status(of: path) else { throw changed(path, "was removed") }
        guard Self.isSame(now, seen) else { throw changed(path, "was replaced") }
    }

    /// Whether both are one file with one content; its permissions do not matter, the plan has them.
    private static func isSame(_ one: FileStatus, _ other: FileStatus) -> Bool {
        one.kind == other.kind && one.identity == other.identity && one.size == other.size
            && one.modificationTime == other.modificationTime
    }

    private func changed(_ path: FilePath, _ how: String) -> RelctlError {
        RelctlError("cannot pack `\(entry)`: `\(path)` \(how) while it was being packed")
    }
}
