/// Sees to it that what is kept to save time leaves room on the disk for the release itself.
struct SpareSpace {
    /// The amount kept at which the free space is looked at again.
    private var nextLook: UInt64 = 0

    /// Bytes that are left free.
    private static let reserve: UInt64 = 512 << 20
    private static let lookInterval: UInt64 = 64 << 20

    /// Looks at the free space now and then.
    ///
    /// - Throws: ``RelctlError`` if hardly any is left in `folder`, where `kept` bytes are kept so far;
    ///   ``FileSystemError`` if that cannot be found out.
    mutating func check(_ folder: FilePath, kept: UInt64, files: any FileSystem) throws {
        guard kept >= nextLook else { return }
        nextLook = kept + Self.lookInterval
        guard try files.freeSpace(at: folder) > Self.reserve + Self.lookInterval else {
            throw RelctlError("hardly any space is left in `\(folder)`")
        }
    }
}
