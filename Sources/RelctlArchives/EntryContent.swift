/// What a file of an archive will hold: seen once before packing, read while packing, and the same both times.
package struct EntryContent: Sendable {
    /// Bytes.
    let size: UInt64
    fileprivate let entry: RelativePath
    fileprivate let origin: Origin

    fileprivate enum Origin {
        case text([UInt8])
        case file(FilePath, FileStatus)
    }

    /// Looks at what `source` names.
    ///
    /// - Throws: ``RelctlError`` that names the entry if there is no regular file.
    init(_ source: PlannedEntry.Source, for entry: RelativePath, of request: PackageRequest, files: any FileSystem)
        throws
    {
        let path: FilePath
        switch source {
        case .text(let text):
            self.init(text, for: entry)
            return
        case .project(let below): path = request.project.appending(below)
        case .binary(let name): path = request.binaries.appending(name)
        }
        try self.init(path, for: entry, files: files)
    }

    /// Looks at a file.
    ///
    /// - Throws: ``RelctlError`` that names the entry if there is no regular file.
    package init(_ path: FilePath, for entry: RelativePath, files: any FileSystem) throws {
        self.entry = entry
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

    /// Takes a text.
    package init(_ text: String, for entry: RelativePath) { self.init(bytes: Array(text.utf8), for: entry) }

    /// Takes bytes as they are.
    init(bytes: [UInt8], for entry: RelativePath) {
        self.entry = entry
        origin = .text(bytes)
        size = UInt64(bytes.count)
    }

    /// Where the file is; nothing for a text.
    package var path: FilePath? {
        if case .file(let path, _) = origin { path } else { nil }
    }

    /// The file as it was seen; nothing for a text.
    var status: FileStatus? {
        if case .file(_, let status) = origin { status } else { nil }
    }

    /// Begins to read.
    ///
    /// - Throws: ``RelctlError`` that names the entry if the file is not as it was seen.
    func open(in files: any FileSystem) throws -> EntryReader { try EntryReader(self, files) }

    /// Reads all of it, piece by piece.
    ///
    /// - Returns: The digest of what was read.
    /// - Throws: ``RelctlError`` that names the entry if the file is not as it was seen; what `body` throws.
    package func readAll(in files: any FileSystem, _ body: (UnsafeRawBufferPointer) throws -> Void) throws -> Digest {
        let reader = try open(in: files)
        var hasher = SHA256Hasher()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { buffer.deallocate() }
        while reader.remaining > 0 {
            try Task.checkCancellation()
            let chunk = UnsafeRawBufferPointer(rebasing: buffer[..<(try reader.read(into: buffer))])
            hasher.update(chunk)
            try body(chunk)
        }
        try reader.finish()
        return hasher.finalize()
    }

    /// Checks without reading that the file still is as it was seen.
    ///
    /// - Throws: ``RelctlError`` that names the entry if not.
    func checkIsUnchanged(in files: any FileSystem) throws {
        try named { path, seen in
            guard let now = try files.status(of: path) else { throw changed("was removed") }
            guard now.identity == seen.identity else { throw changed("was replaced") }
            try check(now, is: seen)
        }
    }

    /// The error that tells what happened to the file.
    package func changed(_ how: String) -> RelctlError {
        guard case .file(let path, _) = origin else { return RelctlError("cannot pack `\(entry)`") }
        return RelctlError("cannot pack `\(entry)`: `\(path)` \(how) while it was being packed")
    }

    /// Throws unless both are one file with one content; its permissions do not matter, the plan has them.
    fileprivate func check(_ now: FileStatus, is seen: FileStatus) throws {
        guard now.kind == seen.kind, now.identity == seen.identity else { throw changed("was replaced") }
        guard now.size <= seen.size else { throw changed("grew") }
        guard now.size == seen.size else { throw changed("shrank") }
        guard now.modificationTime == seen.modificationTime else { throw changed("changed") }
    }

    /// Runs `body` for a file, and lets what fails name the entry.
    fileprivate func named(_ body: (FilePath, FileStatus) throws -> Void) throws {
        guard case .file(let path, let seen) = origin else { return }
        do {
            try body(path, seen)
        } catch let error as FileSystemError where error.path == path {
            throw RelctlError("cannot pack `\(entry)`", causes: [error])
        }
    }
}

/// Reads an entry's content: exactly as many bytes as were seen.
final class EntryReader {
    private let content: EntryContent
    private let files: any FileSystem
    private var file: (any ReadableFile)?
    private var position: UInt64 = 0

    fileprivate init(_ content: EntryContent, _ files: any FileSystem) throws {
        (self.content, self.files) = (content, files)
        try content.named { path, seen in
            let file = try files.open(path)
            try content.check(try file.status(), is: seen)
            self.file = file
        }
    }

    /// Bytes that are still to come.
    var remaining: UInt64 { content.size - position }

    /// Reads up to `buffer.count` bytes; 0 once nothing remains, and not before.
    ///
    /// - Throws: ``RelctlError`` that names the entry if the file cannot be read or has become shorter.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(clamping: remaining)))
        guard !wanted.isEmpty else { return 0 }
        var count = 0
        if case .text(let bytes) = content.origin {
            let start = Int(position)
            count = wanted.count
            bytes.withUnsafeBytes {
                wanted.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count]))
            }
        }
        try content.named { _, _ in
            count = try file?.read(into: wanted) ?? 0
            guard count > 0 else { throw content.changed("shrank") }
        }
        position += UInt64(count)
        return count
    }

    /// Goes on at `offset` bytes from the start.
    func seek(to offset: UInt64) throws {
        try content.named { _, _ in try file?.seek(to: offset) }
        position = min(offset, content.size)
    }

    /// Ends reading.
    ///
    /// - Throws: ``RelctlError`` that names the entry if the file has not stayed as it was seen.
    func finish() throws {
        try content.named { _, seen in
            guard let file else { return }
            try content.check(try file.status(), is: seen)
        }
        try content.checkIsUnchanged(in: files)
    }
}
