extension Extensions {
    /// Makes relctl's own packagers known.
    package mutating func registerBuiltInPackagers() throws {
        try packagers.register(TarGzipPackager(), id: "tar.gz")
        try packagers.register(ZipPackager(), id: "zip")
    }
}
