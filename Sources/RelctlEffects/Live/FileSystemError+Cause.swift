#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension FileSystemError {
    /// Whether the file system, or the system itself, does not have the operation at all.
    package var isUnsupported: Bool { [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(errno) }

    /// Whether nothing is at the path.
    package var isAbsence: Bool { [ENOENT, ENOTDIR].contains(errno) }

    /// Whether the process or the machine had no more to give at that moment, which says nothing of the file.
    package var isShortage: Bool { [EMFILE, ENFILE, ENOMEM, EINTR, EAGAIN].contains(errno) }
}
