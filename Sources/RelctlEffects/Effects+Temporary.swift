extension Effects {
    /// A path for a folder of one's own among the temporary files, where nothing is yet.
    package func temporaryPath() -> FilePath {
        let parent = FilePath(environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp")
        // Nobody can have put anything under a name that nobody knows.
        let name = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
        return parent.appending("relctl-\(name)")
    }

    /// Runs `body` with an empty folder for this user alone, which is gone when the body is done, however it ends.
    ///
    /// It is made at `place`, where an earlier run may have left something, else among the temporary files.
    ///
    /// - Throws: ``FileSystemError`` if it cannot be made, and what `body` throws.
    package func withTemporaryFolder<Value>(
        at place: FilePath? = nil,
        _ body: (FilePath) async throws -> Value
    ) async throws -> Value {
        let folder = place ?? temporaryPath()
        if place != nil { try files.removeTree(folder) }
        try files.createFolder(folder)
        defer { try? files.removeTree(folder) }
        try files.setPermissions(0o700, of: folder)
        return try await body(folder)
    }
}
