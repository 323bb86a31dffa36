import CSystem
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The real disk, by POSIX calls (IEEE Std 1003.1-2017), so that every failure has its cause.
package struct LiveFileSystem: FileSystem {
    /// Needs nothing.
    package init() {}

    package func status(of path: FilePath) throws -> FileStatus? {
        try status(of: path) { lstat($0, $1) }
    }

    package func resolvedStatus(of path: FilePath) throws -> FileStatus? {
        try status(of: path) { stat($0, $1) }
    }

    private func status(
        of path: FilePath,
        by call: (UnsafePointer<CChar>, UnsafeMutablePointer<stat>) -> Int32
    ) throws -> FileStatus? {
        var status = stat()
        guard call(path.string, &status) != 0 else { return FileStatus(status) }
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw FileSystemError(last: "look at", path)
    }

    package func names(in folder: FilePath) throws -> [String] {
        guard let stream = opendir(folder.string) else { throw FileSystemError(last: "list", folder) }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw FileSystemError(last: "list", folder) }
                return names.sortedBytewise()
            }
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard let name = String(validating: bytes, as: UTF8.self) else {
                let shown = String(decoding: bytes, as: UTF8.self)
                throw FileSystemError(
                    operation: "list",
                    path: folder,
                    errno: EILSEQ,
                    reason: "the name `\(shown)` in it is not UTF-8"
                )
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }

    package func destination(ofLink path: FilePath) throws -> String {
        // PATH_MAX bounds the text of a link on every system here; one that fills the buffer may be cut off.
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                characters.baseAddress.map { readlink(path.string, $0, characters.count) } ?? -1
            }
        }
        guard count >= 0 else { throw FileSystemError(last: "read the link", path) }
        guard count < buffer.count, let text = String(validating: buffer.prefix(count), as: UTF8.self) else {
            throw FileSystemError(
                operation: "read the link",
                path: path,
                errno: EILSEQ,
                reason: "its text is too long or not UTF-8"
            )
        }
        return text
    }

    package func canonicalPath(of path: FilePath) throws -> FilePath {
        guard let resolved = realpath(path.string, nil) else { throw FileSystemError(last: "resolve", path) }
        defer { free(resolved) }
        return FilePath(String(cString: resolved))
    }

    package func open(_ path: FilePath) throws -> any ReadableFile {
        let file = try openAnything(path)
        let kind = try file.status().kind
        guard kind == .file else {
            throw FileSystemError(
                operation: "open",
                path: path,
                errno: EINVAL,
                reason: "it is a \(kind.rawValue), not a regular file"
            )
        }
        return file
    }

    /// Opens what is at `path` for reading, whatever its kind.
    func openAnything(_ path: FilePath) throws -> any ReadableFile {
        // O_NONBLOCK: opening a pipe that nobody writes to must not hang; regular files know no difference.
        LiveFile(descriptor: try openDescriptor(path, O_RDONLY | O_NONBLOCK, 0, "open"), path: path)
    }

    package func create(_ path: FilePath, permissions: UInt16) throws -> any WritableFile {
        let mode = mode_t(permissions)
        let descriptor = try openDescriptor(path, O_WRONLY | O_CREAT | O_EXCL, mode, "create")
        let file = LiveFile(descriptor: descriptor, path: path)
        guard fchmod(descriptor, mode) == 0 else {
            let error = FileSystemError(last: "set the permissions of", path)
            unlink(path.string)
            throw error
        }
        return file
    }

    package func append(to path: FilePath) throws -> any WritableFile {
        let descriptor = try openDescriptor(path, O_WRONLY | O_CREAT | O_APPEND, 0o644, "open")
        return LiveFile(descriptor: descriptor, path: path)
    }

    private func openDescriptor(_ path: FilePath, _ flags: Int32, _ mode: mode_t, _ verb: String) throws -> Int32 {
        while true {
            #if canImport(Glibc)
                let descriptor = Glibc.open(path.string, flags | O_CLOEXEC, mode)
            #else
                let descriptor = Darwin.open(path.string, flags | O_CLOEXEC, mode)
            #endif
            if descriptor >= 0 { return descriptor }
            guard errno == EINTR else { throw FileSystemError(last: verb, path) }
        }
    }

    package func createFolder(_ path: FilePath) throws {
        if mkdir(path.string, 0o755) == 0 {
            guard chmod(path.string, 0o755) == 0 else { throw FileSystemError(last: "set the permissions of", path) }
            return
        }
        let error = FileSystemError(last: "create the folder", path)
        guard error.errno == EEXIST, try resolvedStatus(of: path)?.kind == .folder else { throw error }
    }

    package func createLink(at path: FilePath, to destination: String) throws {
        guard symlink(destination, path.string) == 0 else { throw FileSystemError(last: "create the link", path) }
    }

    package func createHardLink(at path: FilePath, to existing: FilePath) throws {
        guard link(existing.string, path.string) == 0 else { throw FileSystemError(last: "create the link", path) }
    }

    package func setPermissions(_ permissions: UInt16, of path: FilePath) throws {
        guard chmod(path.string, mode_t(permissions)) == 0 else {
            throw FileSystemError(last: "set the permissions of", path)
        }
    }

    package func setModificationTime(_ time: Int64, of path: FilePath) throws {
        // Nanoseconds count forward before 1970 too.
        let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
        let moment =
            rest < 0
            ? timespec(tv_sec: Int(seconds) - 1, tv_nsec: Int(rest) + 1_000_000_000)
            : timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
        guard utimensat(AT_FDCWD, path.string, [moment, moment], 0) == 0 else {
            throw FileSystemError(last: "set the time of", path)
        }
    }

    package func removeFile(_ path: FilePath) throws {
        guard unlink(path.string) == 0 else { throw FileSystemError(last: "remove", path) }
    }

    package func removeFolder(_ path: FilePath) throws {
        guard rmdir(path.string) == 0 else { throw FileSystemError(last: "remove the folder", path) }
    }

    package func rename(_ old: FilePath, to new: FilePath) throws {
        #if canImport(Glibc)
            let result = Glibc.rename(old.string, new.string)
        #else
            let result = Darwin.rename(old.string, new.string)
        #endif
        guard result == 0 else { throw FileSystemError(last: "give the name `\(new)` to", old) }
    }

    package func exchange(_ one: FilePath, with other: FilePath) throws {
        guard relctl_exchange(one.string, other.string) == 0 else {
            throw FileSystemError(last: "exchange with `\(other)`", one)
        }
    }

    package func synchronizeFolder(_ path: FilePath) throws {
        let file = LiveFile(descriptor: try openDescriptor(path, O_RDONLY | O_DIRECTORY, 0, "open"), path: path)
        do {
            try file.synchronize()
        } catch let error as FileSystemError where error.isUnsupported {
            // Some file systems have nothing to write for a folder and say that it cannot be done: fsync(2), EINVAL.
        }
        try file.close()
    }

    package func freeSpace(at path: FilePath) throws -> UInt64 {
        var space = statvfs()
        guard statvfs(path.string, &space) == 0 else { throw FileSystemError(last: "ask for the free space at", path) }
        let (bytes, isTooMuch) = UInt64(space.f_bavail).multipliedReportingOverflow(by: UInt64(space.f_frsize))
        return isTooMuch ? .max : bytes
    }

    package func isWritableFolder(_ path: FilePath) -> Bool { access(path.string, W_OK | X_OK) == 0 }

    package func lock(_ path: FilePath) throws -> (any FileLock)? {
        let file = LiveFile(descriptor: try openDescriptor(path, O_RDWR | O_CREAT, 0o644, "open"), path: path)
        while flock(file.descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return nil }
            guard errno == EINTR else { throw FileSystemError(last: "lock", path) }
        }
        return file
    }
}

/// An open descriptor, closed when nobody holds it any more.
private final class LiveFile: ReadableFile, WritableFile, FileLock {
    let descriptor: Int32
    private let path: FilePath
    private let isOpen = Mutex(true)

    init(descriptor: Int32, path: FilePath) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { try? close() }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            #if canImport(Glibc)
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            #else
                let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
            #endif
            if count >= 0 { return count }
            guard errno == EINTR else { throw FileSystemError(last: "read", path) }
        }
    }

    func seek(to offset: UInt64) throws {
        guard lseek(descriptor, off_t(clamping: offset), SEEK_SET) >= 0 else {
            throw FileSystemError(last: "seek in", path)
        }
    }

    func status() throws -> FileStatus {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileSystemError(last: "look at", path) }
        return FileStatus(status)
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let chunk = UnsafeRawBufferPointer(rebasing: rest)
            #if canImport(Glibc)
                let count = Glibc.write(descriptor, chunk.baseAddress, chunk.count)
            #else
                let count = Darwin.write(descriptor, chunk.baseAddress, chunk.count)
            #endif
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw FileSystemError(last: "write", path)
            }
        }
    }

    func synchronize() throws {
        guard fsync(descriptor) == 0 else { throw FileSystemError(last: "synchronize", path) }
    }

    func close() throws {
        try isOpen.withLock { isOpen in
            guard isOpen else { return }
            isOpen = false
            #if canImport(Glibc)
                let result = Glibc.close(descriptor)
            #else
                let result = Darwin.close(descriptor)
            #endif
            // After EINTR the descriptor is gone on Linux and macOS alike; closing again could hit another file.
            guard result == 0 || errno == EINTR else { throw FileSystemError(last: "close", path) }
        }
    }
}

extension FileSystemError {
    /// The failure of the call that just returned.
    init(last operation: String, _ path: FilePath) {
        #if canImport(Glibc)
            let number = Glibc.errno
        #else
            let number = Darwin.errno
        #endif
        self.init(operation: operation, path: path, errno: number, reason: String(cString: strerror(number)))
    }
}

extension FileStatus {
    fileprivate init(_ status: stat) {
        let kind: Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            case S_IFSOCK: .socket
            case S_IFIFO: .pipe
            case S_IFBLK: .blockDevice
            case S_IFCHR: .characterDevice
            default: .unknown
            }
        #if canImport(Glibc)
            let (modified, changed) = (status.st_mtim, status.st_ctim)
        #else
            let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #endif
        self.init(
            kind: kind,
            size: UInt64(clamping: status.st_size),
            permissions: UInt16(status.st_mode & 0o7777),
            modificationTime: Self.nanoseconds(modified) ?? (modified.tv_sec < 0 ? .min : .max),
            changeTime: Self.nanoseconds(changed),
            identity: Identity(
                device: UInt64(truncatingIfNeeded: status.st_dev),
                inode: UInt64(truncatingIfNeeded: status.st_ino)
            )
        )
    }

    /// A time in nanoseconds since 1970; nothing for one that does not fit.
    ///
    /// Any number of seconds can be set; those beyond the year 2262 or before 1677 do not fit in nanoseconds.
    private static func nanoseconds(_ time: timespec) -> Int64? {
        let (seconds, isFar) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (nanoseconds, isFarther) = seconds.addingReportingOverflow(Int64(time.tv_nsec))
        return isFar || isFarther ? nil : nanoseconds
    }
}
