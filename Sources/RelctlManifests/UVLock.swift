/// The places of uv.lock that repeat a project's own version
/// (https://docs.astral.sh/uv/concepts/projects/layout/#the-lockfile).
///
/// Which package is the project's own is told by its source, a folder, not by its name alone.
struct UVLock {
    /// The lock file of a project or workspace.
    static let fileName = "uv.lock"

    private let file: RelativePath
    private let folder: ProjectFolder
    private let packages: [SourceNode]

    /// Reads a lock file's text.
    init(text: String, file: RelativePath) throws {
        self.file = file
        folder = ProjectFolder(file.parent)
        packages = try SourceNode(toml: text, file: file.string)["package"]?.items ?? []
    }

    /// What has to be written for the project of this name in `project` to have the version `new`.
    func edits(of name: String, in project: ProjectFolder, to new: String) -> [VersionEdit] {
        let own = packages.enumerated().filter { isOwn($1, name, project) }
        var edits = own.compactMap { index, package in
            edit(package["version"], to: new, "package[\(index)].version")
        }
        // Where several packages have one name, those that depend on it say which they mean.
        let old = Set(own.compactMap { $1["version"]?.text })
        for (index, package) in packages.enumerated() {
            for (key, item) in dependencies(of: package) where isOwn(item, name, project) {
                guard let version = item["version"], let text = version.text, old.contains(text) else { continue }
                edits += [edit(version, to: new, "package[\(index)].\(key).version")].compactMap(\.self)
            }
        }
        return edits
    }

    private func edit(_ node: SourceNode?, to new: String, _ key: String) -> VersionEdit? {
        guard let node, node.text != nil else { return nil }
        return VersionEdit(file: file, range: node.range, replacement: new, key: key)
    }

    private func isOwn(_ node: SourceNode, _ name: String, _ project: ProjectFolder) -> Bool {
        guard let text = node["name"]?.text, Self.normalized(text) == Self.normalized(name) else { return false }
        return ["editable", "virtual", "directory"].contains { kind in
            node["source"]?[kind]?.text.flatMap { folder.resolving($0) } == project
        }
    }

    private func dependencies(of package: SourceNode) -> [(key: String, item: SourceNode)] {
        var lists = [("dependencies", package["dependencies"])]
        for group in ["optional-dependencies", "dev-dependencies"] {
            lists += (package[group]?.members ?? []).map { (group + "." + SourcePath.component($0.key), $0.node) }
        }
        return lists.flatMap { key, list in
            (list?.items ?? []).enumerated().map { ("\(key)[\($0)]", $1) }
        }
    }

    /// A name as package indices compare it
    /// (https://packaging.python.org/en/latest/specifications/name-normalization/).
    static func normalized(_ name: String) -> String {
        name.utf8.split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".") }
            .map { String(Substring($0)).lowercased() }.joined(separator: "-")
    }
}
