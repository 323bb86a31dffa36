package import RelctlCore
import Synchronization

/// A file system on which one call fails, the calls counted from 1: every operation on the disk and on open files.
///
/// Only what changes nothing and cannot fail on its own account (``isWritableFolder(_:)``) goes by uncounted.
package final class FaultyFileSystem: FileSystem {
    private let base: any FileSystem
    private let failingCall: Int
    private let freeSpace: UInt64?
    private let calls = Mutex(0)

    /// Passes calls to `base`, but for one; `freeSpace` stands in for what is free in truth.
    package init(wrapping base: any FileSystem = LiveFileSystem(), failingCall: Int, freeSpace: UInt64? = nil) {
        self.base = base
        self.failingCall = failingCall
        self.freeSpace = freeSpace
    }

    /// Whether the call that fails came.
    package var didFail: Bool { calls.withLock { $0 >= failingCall } }

    fileprivate func call<Value>(_ operation: String, _ path: FilePath, _ body: () throws -> Value) throws -> Value {
        let count = calls.withLock { calls in
            calls += 1
            return calls
        }
        // ENOSPC on every system here.
        guard count != failingCall else {
            throw FileSystemError(operation: operation, path: path, errno: 28, reason: "No space left on device")
        }
        return try body()
    }

    package func status(of path: FilePath) throws -> FileStatus? {
        try call("look at", path) { try base.status(of: path) }
    }

    package func resolvedStatus(of path: FilePath) throws -> FileStatus? {
        try call("look at", path) { try base.resolvedStatus(of: path) }
    }

    package func names(in folder: FilePath) throws -> [String] {
        try call("list", folder) { try base.names(in: folder) }
    }

    package func destination(ofLink path: FilePath) throws -> String {
        try call("read the link", path) { try base.destination(ofLink: path) }
    }

    package func canonicalPath(of path: FilePath) throws -> FilePath {
        try call("resolve", path) { try base.canonicalPath(of: path) }
    }

    package func open(_ path: FilePath) throws -> any ReadableFile {
        try call("open", path) { FaultyFile(readable: try base.open(path), path: path, files: self) }
    }

    package func create(_ path: FilePath, permissions: UInt16) throws -> any WritableFile {
        try call("create", path) {
            FaultyFile(writable: try base.create(path, permissions: permissions), path: path, files: self)
        }
    }

    package func append(to path: FilePath) throws -> any WritableFile {
        try call("open", path) { FaultyFile(writable: try base.append(to: path), path: path, files: self) }
    }

    package func createFolder(_ path: FilePath) throws {
        try call("create the folder", path) { try base.createFolder(path) }
    }

    package func createLink(at path: FilePath, to destination: String) throws {
        try call("create the link", path) { try base.createLink(at: path, to: destination) }
    }

    package func createHardLink(at path: FilePath, to existing: FilePath) throws {
        try call("create the link", path) { try base.createHardLink(at: path, to: existing) }
    }

    package func setPermissions(_ permissions: UInt16, of path: FilePath) throws {
        try call("set the permissions of", path) { try base.setPermissions(permissions, of: path) }
    }

    package func setModificationTime(_ time: Int64, of path: FilePath) throws {
        try call("set the time of", path) { try base.setModificationTime(time, of: path) }
    }

    package func rename(_ old: FilePath, to new: FilePath) throws {
        try call("rename", old) { try base.rename(old, to: new) }
    }

    package func exchange(_ one: FilePath, with other: FilePath) throws {
        try call("exchange", one) { try base.exchange(one, with: other) }
    }

    package func removeFile(_ path: FilePath) throws {
        try call("remove", path) { try base.removeFile(path) }
    }

    package func removeFolder(_ path: FilePath) throws {
        try call("remove the folder", path) { try base.removeFolder(path) }
    }

    package func synchronizeFolder(_ path: FilePath) throws {
        try call("synchronize", path) { try base.synchronizeFolder(path) }
    }

    package func freeSpace(at path: FilePath) throws -> UInt64 {
        try call("ask for the free space at", path) { try freeSpace ?? base.freeSpace(at: path) }
    }

    package func isWritableFolder(_ path: FilePath) -> Bool { base.isWritableFolder(path) }

    package func lock(_ path: FilePath) throws -> (any FileLock)? {
        try call("lock", path) { try base.lock(path) }
    }
}

/// An open file whose calls are counted with those of its file system.
private final class FaultyFile: ReadableFile, WritableFile {
    private let readable: (any ReadableFile)?
    private let writable: (any WritableFile)?
    private let path: FilePath
    private let files: FaultyFileSystem

    init(readable: any ReadableFile, path: FilePath, files: FaultyFileSystem) {
        (self.readable, writable, self.path, self.files) = (readable, nil, path, files)
    }

    init(writable: any WritableFile, path: FilePath, files: FaultyFileSystem) {
        (readable, self.writable, self.path, self.files) = (nil, writable, path, files)
    }

    var descriptor: Int32 { readable?.descriptor ?? -1 }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try files.call("read", path) { try open(readable).read(into: buffer) }
    }

    func seek(to offset: UInt64) throws {
        try files.call("seek in", path) { try open(readable).seek(to: offset) }
    }

    func status() throws -> FileStatus {
        try files.call("look at", path) { try open(readable).status() }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        try files.call("write", path) { try open(writable).write(bytes) }
    }

    func synchronize() throws {
        try files.call("synchronize", path) { try open(writable).synchronize() }
    }

    func close() throws {
        // The descriptor goes in any case, as it does when close(2) fails.
        var outcome = Result<Void, any Error>.success(())
        do { try writable?.close() } catch { outcome = .failure(error) }
        try files.call("close", path) { try outcome.get() }
    }

    private func open<File>(_ file: File?) throws -> File {
        guard let file else { throw RelctlError("cannot use `\(path)`: it is open for something else") }
        return file
    }
}
