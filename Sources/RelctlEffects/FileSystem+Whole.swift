/// Operations made of several: whole files, whole trees.
extension FileSystem {
    /// Reads a whole file that is expected to be small.
    ///
    /// - Throws: ``RelctlError`` if there is more than `limit` bytes; ``FileSystemError`` if it cannot be read.
    public func contents(of path: FilePath, limit: Int = 64 << 20) throws -> [UInt8] {
        let file = try open(path)
        var contents: [UInt8] = []
        // One byte more than the limit shows a file that is larger, even one that grows while it is read.
        while contents.count <= limit {
            let chunk = try [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
                count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
            }
            guard !chunk.isEmpty else { return contents }
            contents += chunk
        }
        throw RelctlError("cannot read `\(path)`: it is larger than \(limit) bytes")
    }

    /// Reads a whole UTF-8 text file.
    ///
    /// - Throws: ``RelctlError`` if it is not UTF-8, and what ``contents(of:limit:)`` throws.
    public func text(of path: FilePath, limit: Int = 64 << 20) throws -> String {
        guard let text = String(validating: try contents(of: path, limit: limit), as: UTF8.self) else {
            throw RelctlError("cannot read `\(path)`: it is not UTF-8 text", code: .configurationInvalid)
        }
        return text
    }

    /// Makes a file appear whole, with its new contents or not at all.
    ///
    /// If any operation fails, what was begun is removed and the old file stays; the last, which has the new name written
    /// to the medium, comes after the exchange.
    public func write(_ contents: some Sequence<UInt8>, to path: FilePath, permissions: UInt16 = 0o644) throws {
        let bytes = Array(contents)
        let replacement = try replacement(of: path, permissions: permissions)
        do {
            try bytes.withUnsafeBytes { try replacement.file.write($0) }
            try replacement.commit()
        } catch {
            replacement.discard()
            throw error
        }
    }

    /// Begins new contents of the file at `path`, beside it; see ``FileReplacement``.
    public func replacement(of path: FilePath, permissions: UInt16 = 0o644) throws -> FileReplacement {
        let beside = try freshSibling(of: path)
        do {
            return FileReplacement(files: self, file: try create(beside, permissions: permissions), beside, path)
        } catch {
            // The first failure is what the user must know; what cannot be removed either is found by its name.
            try? removeFile(beside)
            guard var error = error as? FileSystemError, error.path == beside else { throw error }
            error.path = path
            throw error
        }
    }

    /// The name beside `path` under which its new contents are written; what an earlier run left there is removed.
    public func freshSibling(of path: FilePath) throws -> FilePath {
        let beside = path.parent.appending(".\(path.lastComponent).new")
        if try status(of: beside) != nil { try removeTree(beside) }
        return beside
    }

    /// Creates a folder and the folders above it.
    public func createFolders(_ path: FilePath) throws {
        if try resolvedStatus(of: path)?.kind == .folder { return }
        if path.parent != path, path.string != "." { try createFolders(path.parent) }
        try createFolder(path)
    }

    /// Removes a file, link or folder with all that is in it, if it is there; links are removed, never followed.
    public func removeTree(_ path: FilePath) throws {
        guard let status = try status(of: path) else { return }
        guard status.kind == .folder else { return try removeFile(path) }
        for name in try names(in: path) { try removeTree(path.appending(name)) }
        try removeFolder(path)
    }
}

/// The new contents of a file while they are being written.
///
/// Written beside, synchronised, renamed over the old file, and the folder synchronised: whoever looks, and whenever
/// the power fails, sees all of the old or all of the new. Exactly one of ``commit()`` and ``discard()`` must follow;
/// a commit that throws must be followed by a discard.
public struct FileReplacement: Sendable {
    /// Where the new contents are written.
    public let file: any WritableFile
    private let files: any FileSystem
    private let beside: FilePath
    private let path: FilePath

    fileprivate init(files: any FileSystem, file: any WritableFile, _ beside: FilePath, _ path: FilePath) {
        self.files = files
        self.file = file
        self.beside = beside
        self.path = path
    }

    /// Lets the new contents take the old ones' place.
    public func commit() throws {
        try file.synchronize()
        try file.close()
        try files.rename(beside, to: path)
        try files.synchronizeFolder(path.parent)
    }

    /// Gives the new contents up; the old ones stay.
    public func discard() {
        try? file.close()
        try? files.removeFile(beside)
    }
}
