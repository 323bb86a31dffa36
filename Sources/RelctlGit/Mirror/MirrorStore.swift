/// Where the mirrors of a user lie.
package struct MirrorStore: Sendable {
    /// The folder of mirrors.
    package let folder: FilePath
    /// A folder of mirrors that are read and left as they are.
    private let borrowing: FilePath?
    private let effects: Effects

    private init(folder: FilePath, borrowing: FilePath?, effects: Effects) {
        (self.folder, self.borrowing, self.effects) = (folder, borrowing, effects)
    }

    /// The mirrors in the user's folder for caches, by the XDG Base Directory Specification.
    ///
    /// - Throws: ``RelctlError`` if the environment names no such folder.
    package static func cached(_ effects: Effects) throws -> MirrorStore {
        guard let caches = CacheFolder.ofUser(effects.environment) else {
            throw RelctlError(
                "cannot tell where mirrors of repositories are kept",
                hints: ["set HOME or XDG_CACHE_HOME to an absolute path"]
            )
        }
        let folder = caches.appending("relctl/workspaces/mirrors")
        return MirrorStore(folder: folder, borrowing: nil, effects: effects)
    }

    /// Runs `body` with mirrors in a folder of their own, which read what the user's have, leave those as they are, and
    /// are gone afterwards.
    package static func temporary<Value>(
        _ effects: Effects,
        _ body: (MirrorStore) async throws -> Value
    ) async throws -> Value {
        try await effects.withTemporaryFolder { folder in
            let cached = try? MirrorStore.cached(effects).folder
            return try await body(MirrorStore(folder: folder, borrowing: cached, effects: effects))
        }
    }

    /// The mirror of a remote.
    ///
    /// - Throws: ``RelctlError`` or ``FileSystemError`` if it cannot be made.
    package func mirror(of url: String) async throws -> GitMirror {
        try await GitMirror.open(
            url,
            in: folder,
            borrowing: borrowing,
            environment: ChildEnvironment(effects).variables(passing: ChildEnvironment.signingNames),
            effects: effects
        )
    }
}
