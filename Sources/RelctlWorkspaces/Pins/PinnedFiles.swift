/// Which files of a repository may hold pins that people keep.
enum PinnedFiles {
    /// Larger files are data, in bytes.
    static let sizeLimit = 4 << 20
    /// So many files of a repository are looked through.
    static let countLimit = 1000

    /// Whether a file's name says that it tells of the past, is written by a program, or was made elsewhere.
    static func isLeftOut(_ path: String) -> Bool {
        let parts = path.lowercased().splitAtSlashes()
        guard let name = parts.last else { return true }
        return parts.dropLast().contains { folders.contains(String($0)) } || locks.contains(String(name))
            || histories.contains { name.hasPrefix($0) && name.dropFirst($0.count).first?.isLetter != true }
            || endings.contains { name.hasSuffix($0) }
    }

    private static let folders: Set<String> = [
        "vendor", "vendored", "node_modules", "third_party", "third-party", "thirdparty", "bower_components", "pods",
        "carthage", ".yarn", "testdata", "test-data", "test_data", "fixtures", "__fixtures__", "snapshots",
        "__snapshots__", "changelogs", "changelog", "changes", "release-notes", "releasenotes",
    ]
    private static let histories = [
        "changelog", "changes", "history", "news", "release-notes", "release_notes", "releasenotes", "releases",
        "upgrading", "migration", "migrating",
    ]
    private static let locks: Set<String> = [
        "package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "packages.lock.json", "package.resolved",
        "go.sum", "gradle.lockfile", "pdm.lock", "bun.lockb", "conan.lock",
    ]
    private static let endings = [
        ".lock", ".lock.json", ".lock.yaml", ".min.js", ".min.css", ".map", ".svg", ".snap", ".patch", ".diff", ".po",
        ".log",
    ]
}
