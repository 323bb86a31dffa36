#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension FileSystemError {
    /// Whether the file system, or the system itself, does not have the operation at all.
    package var isUnsupported: Bool { [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(errno) }
}
