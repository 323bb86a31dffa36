/// A package-lock.json or npm-shrinkwrap.json, in version 1, 2 or 3 of its format
/// (https://docs.npmjs.com/cli/configuring-npm/package-lock-json).
struct NPMLock {
    private let file: RelativePath
    private let root: SourceNode

    /// The lock files in the folder of a package.
    static func locks(beside package: NPMPackage, in document: VersionDocument) throws -> [NPMLock] {
        try ["npm-shrinkwrap.json", "package-lock.json"].compactMap { name in
            let file = try ProjectFolder(package.folder).file(name)
            guard let text = try document.read(file) else { return nil }
            return NPMLock(file: file, root: try SourceNode.json(text, file: file))
        }
    }

    /// What changes in it: versions of its folder's package and of the workspace's others, and what these require.
    ///
    /// What came from a registry is never looked at, whatever its name and version.
    func edits(for release: NPMRelease, of workspace: NPMWorkspace) throws -> [VersionEdit] {
        var edits: [VersionEdit] = []
        if let package = workspace.package(in: file.parent), release.includes(package) {
            edits += try edit(root, at: [], release.spelling)
        }
        if let packages = try root.only("packages") { edits += try entries(of: packages, release, workspace) }
        if let tree = try root.only("dependencies") { edits += try requires(of: tree, release, workspace) }
        return edits
    }

    private func edit(_ node: SourceNode, at path: [String], _ spelling: String) throws -> [VersionEdit] {
        try node.only("version")?.edit(saying: spelling, in: file, key: NPMRelease.key(path + ["version"]))
            .map { [$0] } ?? []
    }

    /// `packages` of versions 2 and 3: excerpts of each package.json by its folder, the lock's own for an empty text.
    private func entries(
        of packages: SourceNode,
        _ release: NPMRelease,
        _ workspace: NPMWorkspace
    ) throws -> [VersionEdit] {
        try packages.members.flatMap { member -> [VersionEdit] in
            guard let package = package(at: member.key, in: workspace), let entry = try packages.only(member.key)
            else { return [] }
            let path = ["packages", member.key]
            let version = release.includes(package) ? try edit(entry, at: path, release.spelling) : []
            return version + (try release.requirements(of: package, in: entry, of: file, below: path))
        }
    }

    /// `dependencies` of versions 1 and 2: what is installed, by name; members of a workspace are files.
    private func requires(
        of tree: SourceNode,
        _ release: NPMRelease,
        _ workspace: NPMWorkspace
    ) throws -> [VersionEdit] {
        try tree.members.flatMap { member -> [VersionEdit] in
            guard let version = member.node["version"]?.text, version.hasPrefix("file:"),
                let package = package(at: String(version.dropFirst("file:".utf8.count)), in: workspace),
                let entry = try tree.only(member.key), let requires = try entry.only("requires")
            else { return [] }
            let path = ["dependencies", member.key, "requires"]
            return try release.requirements(of: package, listed: requires, in: file, at: path)
        }
    }

    /// The package in the folder that a path from the lock's own leads to.
    private func package(at path: String, in workspace: NPMWorkspace) -> NPMPackage? {
        RelativePath.resolving(path, from: file.parent).flatMap { workspace.package(in: $0) }
    }
}
