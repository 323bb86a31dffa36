/// The disk, in operations that each do one thing and can each fail.
///
/// Every operation throws a ``FileSystemError`` that names the path and the cause.
public protocol FileSystem: Sendable {
    /// What is at `path`, without following a link there; nothing where nothing is.
    func status(of path: FilePath) throws -> FileStatus?
    /// What `path` leads to when links are followed; nothing where they lead nowhere.
    func resolvedStatus(of path: FilePath) throws -> FileStatus?
    /// The names in a folder, sorted bytewise, without `.` and `..`.
    func names(in folder: FilePath) throws -> [String]
    /// The text of a symbolic link.
    func destination(ofLink path: FilePath) throws -> String
    /// `path` without links and `..`, absolute.
    func canonicalPath(of path: FilePath) throws -> FilePath

    /// Opens a regular file for reading; a link is followed.
    func open(_ path: FilePath) throws -> any ReadableFile
    /// Creates a file that must not exist yet, with permission bits such as `0o644` whatever the umask.
    func create(_ path: FilePath, permissions: UInt16) throws -> any WritableFile
    /// Opens a file for writing at its end, creating it with `0o644` where it is missing.
    func append(to path: FilePath) throws -> any WritableFile
    /// Creates one folder, `0o755` whatever the umask; an existing folder is left alone.
    func createFolder(_ path: FilePath) throws
    /// Creates a symbolic link that holds `destination`.
    func createLink(at path: FilePath, to destination: String) throws
    /// Gives the file at `existing` a second name.
    func createHardLink(at path: FilePath, to existing: FilePath) throws
    /// Sets permission bits.
    func setPermissions(_ permissions: UInt16, of path: FilePath) throws
    /// Sets when a file or folder was last changed and read, in nanoseconds since 1970; a link is followed.
    func setModificationTime(_ time: Int64, of path: FilePath) throws
    /// Renames, replacing a file at `new` in one step; a folder there must be empty.
    func rename(_ old: FilePath, to new: FilePath) throws
    /// Exchanges the names of two existing things in one step.
    func exchange(_ one: FilePath, with other: FilePath) throws
    /// Removes a file or link.
    func removeFile(_ path: FilePath) throws
    /// Removes an empty folder.
    func removeFolder(_ path: FilePath) throws
    /// Returns when the folder's entries are on the medium, as far as its file system can tell.
    func synchronizeFolder(_ path: FilePath) throws

    /// Bytes that this user can still write to the file system that holds `path`.
    func freeSpace(at path: FilePath) throws -> UInt64
    /// Whether this user may create and remove entries in a folder.
    func isWritableFolder(_ path: FilePath) -> Bool
    /// Takes the exclusive lock that belongs to the file at `path`, creating the file; nothing if another process has it.
    ///
    /// The lock is given back when the returned object is released, or when this process ends, however it ends.
    func lock(_ path: FilePath) throws -> (any FileLock)?
}

/// A lock that is held as long as this object lives.
public protocol FileLock: AnyObject, Sendable {}

/// A file that is open for reading, from its start on.
public protocol ReadableFile: AnyObject, Sendable {
    /// Reads up to `buffer.count` bytes; 0 means the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
    /// Moves the position to `offset` bytes from the start.
    func seek(to offset: UInt64) throws
    /// What is open, as it is now.
    func status() throws -> FileStatus
    /// The open descriptor, for libraries that read by themselves.
    var descriptor: Int32 { get }
}

/// A file that is open for writing; whoever opened it must close it to learn whether all was written.
public protocol WritableFile: AnyObject, Sendable {
    /// Writes all of `bytes`.
    func write(_ bytes: UnsafeRawBufferPointer) throws
    /// Returns when what was written is on the medium.
    func synchronize() throws
    /// Closes the file; further calls do nothing.
    func close() throws
}

/// What the file system knows of an entry.
public struct FileStatus: Sendable, Hashable {
    /// What it is.
    public var kind: Kind
    /// Bytes of content; for a link, of its text.
    public var size: UInt64
    /// The lower twelve mode bits.
    public var permissions: UInt16
    /// When the content was last changed, in nanoseconds since 1970, or the nearest time that fits.
    public var modificationTime: Int64
    /// When anything of it was last changed, its name and its times too, in nanoseconds since 1970: nobody can set it.
    ///
    /// Nothing where the file system does not tell, or the time does not fit.
    public var changeTime: Int64?
    /// Device and inode: equal for two names of one file.
    public var identity: Identity

    /// Kinds of entry.
    public enum Kind: String, Sendable, Hashable, Codable {
        case file, folder, link, socket, pipe
        case blockDevice = "block device"
        case characterDevice = "character device"
        case unknown = "special file"
    }

    /// Device and inode number.
    public struct Identity: Sendable, Hashable {
        /// The device.
        public var device: UInt64
        /// The number on that device.
        public var inode: UInt64

        /// Creates an identity.
        public init(device: UInt64, inode: UInt64) {
            self.device = device
            self.inode = inode
        }
    }

    /// Creates a status.
    public init(
        kind: Kind,
        size: UInt64,
        permissions: UInt16,
        modificationTime: Int64,
        changeTime: Int64? = nil,
        identity: Identity
    ) {
        self.kind = kind
        self.size = size
        self.permissions = permissions
        self.modificationTime = modificationTime
        self.changeTime = changeTime
        self.identity = identity
    }

    /// Whether any executable bit is set.
    public var isExecutable: Bool { permissions & 0o111 != 0 }
}

/// A file operation that failed.
public struct FileSystemError: Error, Sendable, CustomStringConvertible {
    /// What was tried, as a verb: `read`, `create`, `rename`.
    public var operation: String
    /// What it was tried on.
    public var path: FilePath
    /// The system's error number.
    public var errno: Int32
    /// The system's words for it.
    public var reason: String

    /// Creates an error.
    public init(operation: String, path: FilePath, errno: Int32, reason: String) {
        self.operation = operation
        self.path = path
        self.errno = errno
        self.reason = reason
    }

    /// `cannot VERB `PATH`: REASON`.
    public var description: String { "cannot \(operation) `\(path)`: \(reason)" }
}
