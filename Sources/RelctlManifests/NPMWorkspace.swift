/// The packages that npm installs together: a root, and those in the folders that its `workspaces` names
/// (https://docs.npmjs.com/cli/configuring-npm/package-json#workspaces).
struct NPMWorkspace {
    /// The package whose `workspaces` says which folders belong to it; a package alone for one that belongs to none.
    let root: NPMPackage
    /// The others, by their folders' paths.
    let members: [NPMPackage]
    private let byFolder: [RelativePath?: Int]

    /// All packages, the root first.
    var packages: [NPMPackage] { [root] + members }

    /// Finds the workspace that a package is the root or a member of.
    ///
    /// - Throws: ``RelctlError`` if a package.json cannot be read, or a pattern is none.
    init(of package: NPMPackage, in document: VersionDocument) throws {
        let (root, patterns) = try Self.root(for: package, in: document)
        var members: [NPMPackage] = []
        for folder in try patterns?.folders(in: document) ?? [] where folder != root.folder {
            let file = try ProjectFolder(folder).file("package.json")
            if file == package.file {
                members.append(package)
            } else if let text = try document.read(file) {
                members.append(try NPMPackage(text, file: file))
            }
        }
        self.root = root
        self.members = members
        byFolder = Dictionary(
            ([root] + members).enumerated().map { ($1.folder, $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The package in a folder; nothing where that is none of the workspace's.
    func package(in folder: RelativePath?) -> NPMPackage? { byFolder[folder].map { packages[$0] } }

    private static func root(
        for package: NPMPackage,
        in document: VersionDocument
    ) throws -> (NPMPackage, NPMFolderPatterns?) {
        if let patterns = try NPMFolderPatterns(of: package) { return (package, patterns) }
        guard let folder = package.folder else { return (package, nil) }
        for above in ProjectFolder(folder).ancestors {
            let file = try above.file("package.json")
            guard let text = try document.read(file) else { continue }
            let candidate = try NPMPackage(text, file: file)
            if let patterns = try NPMFolderPatterns(of: candidate), patterns.include(folder) {
                return (candidate, patterns)
            }
        }
        return (package, nil)
    }
}

/// The patterns in `workspaces`: later ones count more, and one with `!` in front takes out what it matches.
struct NPMFolderPatterns {
    private let top: RelativePath?
    private var patterns: [(glob: Glob, isNegated: Bool)] = []

    /// Reads those of a package; nothing for one that has none.
    ///
    /// - Throws: ``RelctlError`` with its place for a text that is no pattern of folders below the package's.
    init?(of package: NPMPackage) throws {
        guard let nodes = try package.workspaces() else { return nil }
        top = package.folder
        for node in nodes {
            guard let text = node.text else {
                throw VersionSourceError.notPattern(node.kind, at: node.place, because: nil)
            }
            let marks = text.utf8.prefix { $0 == UInt8(ascii: "!") }.count
            var pattern = Substring(text.utf8.dropFirst(marks))
            if pattern.hasPrefix("./") { pattern = pattern.dropFirst() }
            pattern = pattern.drop { $0 == "/" }
            // The root itself.
            if pattern.isEmpty || pattern == "." { continue }
            do {
                patterns.append((try Glob(String(pattern)), !marks.isMultiple(of: 2)))
            } catch {
                throw VersionSourceError.notPattern("`\(text)`", at: node.place, because: error)
            }
        }
    }

    /// Whether a folder is one of them.
    func include(_ folder: RelativePath) -> Bool {
        let components: ArraySlice<Substring>
        if let top {
            guard folder.isInside(top), folder != top else { return false }
            components = folder.components.dropFirst(top.components.count)
        } else {
            components = folder.components[...]
        }
        guard !components.contains("node_modules") else { return false }
        return patterns.last { $0.glob.matches(components, isFolder: true) }.map { !$0.isNegated } ?? false
    }

    /// The folders with a package.json that they include, in the order of their paths.
    func folders(in document: VersionDocument) throws -> [RelativePath] {
        let found = try patterns.filter { !$0.isNegated }.flatMap { pattern in
            // As in npm, wildcards match no hidden folder.
            try document.folders(
                matching: pattern.glob.pattern,
                below: ProjectFolder(top),
                with: "package.json",
                skipping: { $0 == "node_modules" || $0.hasPrefix(".") }
            )
        }
        return Set(found.compactMap(\.path)).filter(include).sorted()
    }
}

extension VersionSourceError {
    /// An item of `workspaces` that names no folders.
    fileprivate static func notPattern(_ what: String, at place: SourcePlace, because: (any Error)?) -> RelctlError {
        RelctlError(
            "cannot find the members of the workspace: \(what) is no pattern for folders below the root's",
            code: .configurationInvalid,
            place: place,
            causes: because.map { [$0] } ?? []
        )
    }
}
