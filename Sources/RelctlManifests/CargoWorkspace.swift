/// A workspace with all its members, as Cargo finds them
/// (https://doc.rust-lang.org/cargo/reference/workspaces.html#the-members-and-exclude-fields).
struct CargoWorkspace: Sendable {
    /// The manifest with `[workspace]`, or that of a package that has none.
    let root: CargoManifest
    /// The packages, sorted by path; the root's own is one of them if it has one.
    let members: [CargoManifest]

    /// Whether the root says `[workspace]`; it is a package and the packages below that it depends on otherwise.
    var isDeclared: Bool { root.workspace != nil }

    /// Every manifest that may name a member: the packages', and the root's.
    var manifests: [CargoManifest] { root.package == nil ? [root] + members : members }

    /// The version of every member that can be published, where they agree on one; else of every member.
    var commonVersion: String? {
        let published = members.filter(\.isPublished)
        let versions = (published.isEmpty ? members : published).map { $0.literalVersion?.text }
        guard let first = versions.first, let first, versions.allSatisfy({ $0?.equalsBytewise(first) == true }) else {
            return nil
        }
        return first
    }
}

/// Finds the workspace of a manifest, and reads each manifest on the way once.
struct CargoWorkspaceReader {
    private let document: VersionDocument
    private var known: [ProjectFolder: CargoManifest?] = [:]

    /// Reads `document`, and what it leads to.
    init(_ document: VersionDocument) { self.document = document }

    /// The document's own manifest.
    mutating func own() throws -> CargoManifest {
        if let manifest = known[document.folder] ?? nil { return manifest }
        let manifest = try CargoManifest(file: document.file, text: document.text)
        known[document.folder] = manifest
        return manifest
    }

    /// The workspace that the document's manifest belongs to; the package alone where there is none.
    mutating func workspace() throws -> CargoWorkspace {
        let own = try own()
        if let root = try root(of: own) { return try workspace(root, with: own) }
        // Without a workspace, what depends on the package may still stand above it and repeat its version.
        for folder in own.folder.ancestors {
            guard let above = try manifest(in: folder), above.package != nil else { continue }
            let packages = try workspace(above, with: above)
            if packages.members.contains(where: { $0.file == own.file }) { return packages }
        }
        return try workspace(own, with: own)
    }

    /// The manifest with the `[workspace]` that `own` belongs to: its own, the one that it names, or the nearest above
    /// it that does not exclude it.
    ///
    /// - Throws: ``RelctlError`` if the one that it names is not there.
    mutating func root(of own: CargoManifest) throws -> CargoManifest? {
        if own.workspace != nil { return own }
        if let path = own.package?["workspace"], let text = path.text {
            guard let folder = own.folder.resolving(text) else {
                throw RelctlError("the workspace `\(text)` is outside the project's folder", place: path.place)
            }
            guard let root = try manifest(in: folder) else {
                throw RelctlError("cannot find the workspace's `\(try folder.file("Cargo.toml"))`", place: path.place)
            }
            return root
        }
        for folder in own.folder.ancestors {
            guard let above = try manifest(in: folder), above.workspace != nil, !isExcluded(own.folder, by: above)
            else {
                continue
            }
            return above
        }
        return nil
    }

    /// How many members a workspace may have: links that lead round and round make endless ones.
    private static let memberLimit = 10_000

    /// Collects the members: those listed, and the packages below the root that members depend on by path.
    private mutating func workspace(_ root: CargoManifest, with own: CargoManifest) throws -> CargoWorkspace {
        var listed: Set<ProjectFolder> = []
        for member in root.workspace?["members"]?.items ?? [] {
            guard let pattern = member.text else { continue }
            listed.formUnion(
                try document.folders(matching: pattern, below: root.folder, with: CargoManifest.fileName)
            )
        }
        var pending = [root.folder, own.folder] + listed.filter { !isExcluded($0, by: root) }
        let shared = root.pathDependencies.filter { $0.origin == .workspace }
        var members: [ProjectFolder: CargoManifest] = [:]
        while let folder = pending.popLast() {
            guard members[folder] == nil, let member = try manifest(in: folder), member.package != nil else { continue }
            // A workspace inside a workspace is none of its members.
            guard member.workspace == nil || folder == root.folder else { continue }
            members[folder] = member
            guard members.count <= Self.memberLimit else {
                throw RelctlError("the workspace of `\(root.file)` has more than \(Self.memberLimit) members")
            }
            let inherited = member.inheritedDependencies
            let used =
                member.pathDependencies.filter { $0.origin == .package }
                + shared.filter { inherited.contains($0.name) }
            pending += used.map(\.folder).filter { $0.isInside(root.folder) && !isExcluded($0, by: root) }
        }
        return CargoWorkspace(root: root, members: members.values.sortedBytewise(by: \.file.string))
    }

    /// Whether a root's `exclude` keeps a folder out; being listed by its path counts more.
    private func isExcluded(_ folder: ProjectFolder, by root: CargoManifest) -> Bool {
        func names(_ list: String) -> Bool {
            root.workspace?[list]?.items.contains { item in
                item.text.flatMap { root.folder.resolving($0) }.map { folder.isInside($0) } ?? false
            } ?? false
        }
        return names("exclude") && !names("members")
    }

    private mutating func manifest(in folder: ProjectFolder) throws -> CargoManifest? {
        if let manifest = known[folder] { return manifest }
        let file = try folder.file(CargoManifest.fileName)
        let manifest = try document.read(file).map { try CargoManifest(file: file, text: $0) }
        known[folder] = .some(manifest)
        return manifest
    }
}
