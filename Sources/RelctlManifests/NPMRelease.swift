/// Packages of a workspace that get a new version together, and what that changes.
struct NPMRelease {
    /// The version that they have, as it is written.
    let old: String
    /// The version that they get.
    let new: Version
    /// The same, as it is written.
    let spelling: String
    /// The package.json files of those that move.
    private var files: Set<RelativePath> = []
    /// Those that others of the workspace find by their names, which are kept as bytes.
    private var linked: [[UInt8]: RelativePath] = [:]

    init(old: String, new: Version, spelling: String) {
        (self.old, self.new, self.spelling) = (old, new, spelling)
    }

    /// Lets a package take part.
    ///
    /// npm makes links to members alone: whoever requires the name of the root, or its own, means a registry's package.
    mutating func add(_ package: NPMPackage, isMember: Bool) throws {
        files.insert(package.file)
        if isMember, let name = try package.name() { linked[Array(name.utf8)] = package.file }
    }

    /// Whether a package takes part.
    func includes(_ package: NPMPackage) -> Bool { files.contains(package.file) }

    /// The tables of a package.json that say what it requires of others.
    static let requirementTables = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"]

    /// What changes in a package.json: its version, if it takes part, and what it requires of those that do.
    func edits(in package: NPMPackage) throws -> [VersionEdit] {
        var edits: [VersionEdit?] = []
        if includes(package) {
            edits.append(try package.versionNode()?.edit(saying: spelling, in: package.file, key: "version"))
        }
        return edits.compactMap(\.self) + (try requirements(of: package, in: package.root, of: package.file, below: []))
    }

    /// What changes in the tables of a package's requirements in `node`, which is its package.json or a lock's excerpt.
    func requirements(
        of package: NPMPackage,
        in node: SourceNode,
        of file: RelativePath,
        below path: [String]
    ) throws -> [VersionEdit] {
        try Self.requirementTables.flatMap { key in
            try node.only(key).map { try requirements(of: package, listed: $0, in: file, at: path + [key]) } ?? []
        }
    }

    /// What changes in one table of a package's requirements, which stands at `path` of a file.
    func requirements(
        of package: NPMPackage,
        listed table: SourceNode,
        in file: RelativePath,
        at path: [String]
    ) throws -> [VersionEdit] {
        try table.members.compactMap { member in
            guard let wanted = linked[Array(member.key.utf8)], wanted != package.file,
                let node = try table.only(member.key), let text = node.text,
                let moved = NPMRequirement.moved(text, from: old, to: new)
            else { return nil }
            return node.edit(saying: moved, in: file, key: Self.key(path + [member.key]))
        }
    }

    /// A key below others, for people.
    static func key(_ path: [String]) -> String { path.map(SourcePath.component).joined(separator: ".") }
}
