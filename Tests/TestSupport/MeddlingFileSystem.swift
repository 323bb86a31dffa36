package import RelctlCore
import Synchronization

/// The real disk, on which something happens once, at a certain moment in the reading of one file.
package final class MeddlingFileSystem: FileSystem {
    /// When it happens.
    package enum Moment: Sendable, Hashable {
        /// Before the file is opened.
        case opening
        /// After a read that reached this many bytes.
        case reading(UInt64)
    }

    private let base = LiveFileSystem()
    private let victim: FilePath
    private let moment: Moment
    private let meddle: @Sendable () throws -> Void
    private let hasMeddled = Mutex(false)

    /// Calls `meddle` at that moment; what it throws is what the operation on the file throws.
    package init(victim: FilePath, at moment: Moment, meddle: @escaping @Sendable () throws -> Void) {
        (self.victim, self.moment, self.meddle) = (victim, moment, meddle)
    }

    /// Whether the moment came.
    package var didMeddle: Bool { hasMeddled.withLock { $0 } }

    fileprivate func meddleOnce(_ isTime: Bool) throws {
        let isFirst = hasMeddled.withLock { hasMeddled in
            guard isTime, !hasMeddled else { return false }
            hasMeddled = true
            return true
        }
        if isFirst { try meddle() }
    }

    fileprivate func didRead(to offset: UInt64) throws {
        if case .reading(let enough) = moment { try meddleOnce(offset >= enough) }
    }

    package func open(_ path: FilePath) throws -> any ReadableFile {
        guard path == victim else { return try base.open(path) }
        try meddleOnce(moment == .opening)
        return MeddlingFile(base: try base.open(path), files: self)
    }

    package func status(of path: FilePath) throws -> FileStatus? { try base.status(of: path) }
    package func resolvedStatus(of path: FilePath) throws -> FileStatus? { try base.resolvedStatus(of: path) }
    package func names(in folder: FilePath) throws -> [String] { try base.names(in: folder) }
    package func destination(ofLink path: FilePath) throws -> String { try base.destination(ofLink: path) }
    package func canonicalPath(of path: FilePath) throws -> FilePath { try base.canonicalPath(of: path) }
    package func create(_ path: FilePath, permissions: UInt16) throws -> any WritableFile {
        try base.create(path, permissions: permissions)
    }
    package func append(to path: FilePath) throws -> any WritableFile { try base.append(to: path) }
    package func createFolder(_ path: FilePath) throws { try base.createFolder(path) }
    package func createLink(at path: FilePath, to destination: String) throws {
        try base.createLink(at: path, to: destination)
    }
    package func createHardLink(at path: FilePath, to existing: FilePath) throws {
        try base.createHardLink(at: path, to: existing)
    }
    package func setPermissions(_ permissions: UInt16, of path: FilePath) throws {
        try base.setPermissions(permissions, of: path)
    }
    package func setModificationTime(_ time: Int64, of path: FilePath) throws {
        try base.setModificationTime(time, of: path)
    }
    package func rename(_ old: FilePath, to new: FilePath) throws { try base.rename(old, to: new) }
    package func exchange(_ one: FilePath, with other: FilePath) throws { try base.exchange(one, with: other) }
    package func removeFile(_ path: FilePath) throws { try base.removeFile(path) }
    package func removeFolder(_ path: FilePath) throws { try base.removeFolder(path) }
    package func synchronizeFolder(_ path: FilePath) throws { try base.synchronizeFolder(path) }
    package func freeSpace(at path: FilePath) throws -> UInt64 { try base.freeSpace(at: path) }
    package func isWritableFolder(_ path: FilePath) -> Bool { base.isWritableFolder(path) }
    package func lock(_ path: FilePath) throws -> (any FileLock)? { try base.lock(path) }
}

/// The file that is read, which tells how far.
private final class MeddlingFile: ReadableFile {
    private let base: any ReadableFile
    private let files: MeddlingFileSystem
    private let offset = Mutex<UInt64>(0)

    init(base: any ReadableFile, files: MeddlingFileSystem) { (self.base, self.files) = (base, files) }

    var descriptor: Int32 { base.descriptor }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try base.read(into: buffer)
        let reached = offset.withLock { offset in
            offset += UInt64(count)
            return offset
        }
        try files.didRead(to: reached)
        return count
    }

    func seek(to offset: UInt64) throws {
        try base.seek(to: offset)
        self.offset.withLock { $0 = offset }
    }

    func status() throws -> FileStatus { try base.status() }
}
