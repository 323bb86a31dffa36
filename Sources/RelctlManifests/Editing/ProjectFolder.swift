/// A folder of the project, its own included, from which manifests name others.
struct ProjectFolder: Sendable, Hashable {
    /// The folder below the project's; nothing for the project's own.
    let path: RelativePath?

    /// The folder at this path.
    init(_ path: RelativePath?) { self.path = path }

    /// How deep a folder of a project may lie: links that lead round and round go deeper.
    private static let depthLimit = 64

    /// The folder that `path` leads to from this one; nothing if it leads out of the project, or deeper than any
    /// project is.
    func resolving(_ path: String) -> ProjectFolder? {
        guard let resolved = RelativePath.resolving(path, from: self.path) else { return nil }
        let depth = resolved?.components.count ?? 0
        return depth <= Self.depthLimit ? ProjectFolder(resolved) : nil
    }

    /// The file of this name in it.
    func file(_ name: String) throws -> RelativePath {
        let name = try RelativePath(name)
        return path?.appending(name) ?? name
    }

    /// The folder that it lies in; nothing for the project's own.
    var parent: ProjectFolder? { path.map { ProjectFolder($0.parent) } }

    /// Whether it is `folder` or lies below it.
    func isInside(_ folder: ProjectFolder) -> Bool {
        guard let above = folder.path else { return true }
        return path?.isInside(above) ?? false
    }

    /// The folders from this one's parent up to the project's own.
    var ancestors: [ProjectFolder] {
        var ancestors: [ProjectFolder] = []
        var next = parent
        while let folder = next {
            ancestors.append(folder)
            next = folder.parent
        }
        return ancestors
    }
}

extension VersionDocument {
    /// The folder that the manifest lies in.
    var folder: ProjectFolder { ProjectFolder(file.parent) }

    /// How many folders a pattern may lead into.
    private static let folderLimit = 10_000
    /// What no `**` leads into: what tools make there is large, and no part of the project.
    private static let skippedNames: Set<String> = [".git", "node_modules", "target"]

    /// The folders that have a file `name` and match a pattern such as `crates/*`, as workspaces list their members,
    /// sorted bytewise.
    ///
    /// Folders outside the project are left out, for nothing can be changed there, and so are those that `skips` says
    /// by their names that wildcards do not match.
    ///
    /// - Throws: ``RelctlError`` if the pattern leads into more folders than a project has.
    func folders(
        matching pattern: String,
        below folder: ProjectFolder,
        with name: String,
        skipping skips: (String) -> Bool = { skippedNames.contains($0) }
    ) throws -> [ProjectFolder] {
        let components = pattern.splitAtSlashes().filter { $0 != "." }
        let literal = components.prefix { component in
            !component.unicodeScalars.contains { "*?[{\\".unicodeScalars.contains($0) }
        }
        guard let start = folder.resolving(literal.joined(separator: "/")), pattern.utf8.first != UInt8(ascii: "/")
        else {
            return []
        }
        let rest = components.dropFirst(literal.count).joined(separator: "/")
        guard !rest.isEmpty else { return try has(name, in: start) ? [start] : [] }
        guard let glob = try? Glob(rest) else { return [] }
        var found: Set<ProjectFolder> = []
        var visited = 0
        for path in glob.alternatives {
            var pending = [(folder: start, positions: path.start)]
            while let (folder, positions) = pending.popLast() {
                let names = try names(folder.path)
                // Files have no names in them, and there may be many more of them.
                visited += names.isEmpty ? 0 : 1
                guard visited <= Self.folderLimit else {
                    throw RelctlError("`\(pattern)` leads into more than \(Self.folderLimit) folders")
                }
                if path.accepts(positions, isFolder: true), names.contains(name) { found.insert(folder) }
                guard path.continues(from: positions) else { continue }
                for name in names where !skips(name) || path.onlyName(at: positions) == name {
                    let next = path.step(from: positions, over: name[...])
                    if !next.isEmpty, let below = folder.resolving(name) { pending.append((below, next)) }
                }
            }
        }
        return found.sortedBytewise { $0.path?.string ?? "" }
    }

    private func has(_ name: String, in folder: ProjectFolder) throws -> Bool {
        try names(folder.path).contains(name)
    }
}
