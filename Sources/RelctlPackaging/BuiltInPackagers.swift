extension Extensions {
    /// Makes relctl's own packagers known.
    package mutating func registerBuiltInPackagers() throws {
        try packagers.register(BinaryPackager(), id: BinaryPackager.id)
        try packagers.register(TarPackager(), id: "tar")
        try packagers.register(TarGzipPackager(), id: "tar.gz")
        try packagers.register(FilteredTarPackager.xz, id: "tar.xz")
        try packagers.register(FilteredTarPackager.zstd, id: "tar.zst")
        try packagers.register(ZipPackager(), id: "zip")
    }
}
