/// Reads and changes `version` of package.json (https://docs.npmjs.com/cli/configuring-npm/package-json#version).
///
/// What repeats it goes along: package-lock.json and npm-shrinkwrap.json in the versions 1 to 3 of their format, and in a
/// workspace (https://docs.npmjs.com/cli/using-npm/workspaces) what the packages require of one another. Members that
/// have the root's version move with it; those with a version of their own are left alone.
package struct NPMVersionSource: VersionSource {
    package let fileNames = ["package.json"]

    /// Creates the source.
    package init() {}

    package func version(in document: VersionDocument) throws -> LocatedVersion {
        try NPMPackage(document.text, file: document.file).version()
    }

    package func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        let package = try NPMPackage(document.text, file: document.file)
        let old = try package.version().text
        let workspace = try NPMWorkspace(of: package, in: document)
        var release = NPMRelease(old: old, new: version, spelling: spelling(of: version))
        try release.add(package, isMember: package.file != workspace.root.file)
        if package.file == workspace.root.file {
            for member in workspace.members where try member.versionNode()?.text?.equalsBytewise(old) == true {
                try release.add(member, isMember: true)
            }
        }
        var edits: [VersionEdit] = []
        for package in workspace.packages {
            edits += try release.edits(in: package)
            for lock in try NPMLock.locks(beside: package, in: document) {
                edits += try lock.edits(for: release, of: workspace)
            }
        }
        return edits
    }

    package func values(in text: String, of file: RelativePath) throws -> [SourceValue] {
        try SourceNode.json(text, file: file).values
    }
}

/// A package.json.
struct NPMPackage {
    /// Where it lies.
    let file: RelativePath
    /// What it says.
    let root: SourceNode

    /// Reads a package.json.
    ///
    /// - Throws: ``RelctlError`` with the place if it is not an object of JSON.
    init(_ text: String, file: RelativePath) throws {
        self.file = file
        root = try SourceNode.json(text, file: file)
        guard case .table = root.content else {
            throw RelctlError(
                "`\(file)` is \(root.kind), not an object",
                code: .configurationInvalid,
                place: root.place
            )
        }
    }

    /// The folder it describes; nothing for the project's own.
    var folder: RelativePath? { file.parent }

    /// The package's name; where it says none npm takes its folder's, with the scope that the folder above may be.
    func name() throws -> String? {
        if let name = try root.only("name")?.text, !name.isEmpty { return name }
        let names = folder?.components ?? []
        guard let last = names.last else { return nil }
        guard let scope = names.dropLast().last, scope.utf8.first == UInt8(ascii: "@") else { return String(last) }
        return scope + "/" + last
    }

    /// What stands at `version`; nothing where there is no such key.
    func versionNode() throws -> SourceNode? { try root.only("version") }

    /// The version.
    func version() throws -> LocatedVersion {
        guard let node = try versionNode() else {
            let hints = try workspaces() == nil ? [] : ["list the package.json of its members in `version.manifests`"]
            throw VersionSourceError.absent("version", in: file.string, at: root.place, hints: hints)
        }
        guard let text = node.text else { throw VersionSourceError.notText("version", node.kind, at: node.place) }
        return LocatedVersion(text: text, place: node.place)
    }

    /// The patterns of its workspace's folders; nothing if it is the root of none.
    func workspaces() throws -> [SourceNode]? {
        guard let node = try root.only("workspaces") else { return nil }
        // Yarn's form, which npm takes too, has them one level down.
        let list = try node.only("packages") ?? node
        guard case .list(let patterns) = list.content else { return nil }
        return patterns
    }
}
