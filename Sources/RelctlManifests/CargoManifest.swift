/// One Cargo.toml, and what it says of its package and of others
/// (https://doc.rust-lang.org/cargo/reference/manifest.html).
struct CargoManifest: Sendable {
    /// The folder that it lies in.
    let folder: ProjectFolder
    /// The file itself.
    let file: RelativePath
    /// All that it says.
    let root: SourceNode

    /// The name of such a file.
    static let fileName = "Cargo.toml"

    /// Reads a manifest's text.
    init(file: RelativePath, text: String) throws {
        folder = ProjectFolder(file.parent)
        self.file = file
        root = try SourceNode(toml: text, file: file.string)
    }

    /// The package's table; nothing in a virtual workspace.
    var package: SourceNode? { root[packageKey] }

    /// What the package's table is called: `project` is the old name, which Cargo still takes.
    var packageKey: String { root["package"] == nil && root["project"] != nil ? "project" : "package" }

    /// The package's name.
    var name: String? { package?["name"]?.text }

    /// The workspace's table, if this is the root of one.
    var workspace: SourceNode? { root["workspace"] }

    /// The version that members of the workspace inherit.
    var sharedVersion: SourceNode? { workspace?["package"]?["version"] }

    /// The version that the package says itself; nothing if it inherits its version or has none.
    var literalVersion: SourceNode? { package?["version"].flatMap { $0.text == nil ? nil : $0 } }

    /// Whether the package takes its version from the workspace: `version.workspace = true`.
    var inheritsVersion: Bool { package?["version"]?["workspace"]?.content == .other("true") }

    /// Whether the package may be published: anything but `publish = false` and `publish = []`.
    var isPublished: Bool {
        switch package?["publish"]?.content {
        case .other("false"), .list([]): false
        default: true
        }
    }

    /// The names of tables with dependencies; those with `_` are what Cargo used to call them.
    private static let dependencyTables = [
        "dependencies", "dev-dependencies", "build-dependencies", "dev_dependencies", "build_dependencies",
    ]

    /// Every dependency that names a folder, by whatever name it goes here.
    var pathDependencies: [PathDependency] {
        var found = ownTables.flatMap { dependencies(in: $0.table, key: $0.key, origin: .package) }
        if let shared = workspace?["dependencies"] {
            found += dependencies(in: shared, key: "workspace.dependencies", origin: .workspace)
        }
        for registry in root["patch"]?.members ?? [] {
            let key = "patch." + SourcePath.component(registry.key)
            found += dependencies(in: registry.node, key: key, origin: .patch)
        }
        return found
    }

    /// The names under which the package uses what the workspace depends on: `a.workspace = true`.
    var inheritedDependencies: [String] {
        ownTables.flatMap(\.table.members).filter { $0.node["workspace"]?.content == .other("true") }.map(\.key)
    }

    /// The tables with the package's own dependencies, those of single targets too.
    private var ownTables: [(key: String, table: SourceNode)] {
        var tables: [(key: String, table: SourceNode)] = []
        func add(_ node: SourceNode, _ prefix: String) {
            for name in Self.dependencyTables {
                if let table = node[name] { tables.append((prefix + name, table)) }
            }
        }
        add(root, "")
        for target in root["target"]?.members ?? [] {
            add(target.node, "target." + SourcePath.component(target.key) + ".")
        }
        return tables
    }

    private func dependencies(
        in table: SourceNode,
        key: String,
        origin: PathDependency.Origin
    ) -> [PathDependency] {
        table.members.compactMap { member in
            guard let path = member.node["path"]?.text, let folder = folder.resolving(path) else { return nil }
            return PathDependency(
                name: member.key,
                key: key + "." + SourcePath.component(member.key) + ".version",
                folder: folder,
                requirement: member.node["version"],
                origin: origin
            )
        }
    }

    /// A dependency on a package in a folder of the project.
    struct PathDependency: Sendable {
        /// What it is called here, which need not be the package's name.
        let name: String
        /// Where its requirement stands, such as `dependencies.a.version`.
        let key: String
        /// The folder of the package that it means.
        let folder: ProjectFolder
        /// The requirement beside the path, which counts once the package is published; nothing if it has none.
        let requirement: SourceNode?
        /// Who asks for it.
        let origin: Origin

        /// Who asks for a dependency: the package, the workspace for members that inherit it, or a patch, which only
        /// replaces what others ask for.
        enum Origin: Sendable {
            case package
            case workspace
            case patch
        }
    }
}
