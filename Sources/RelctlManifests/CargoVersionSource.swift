/// Reads and changes `[package] version` of Cargo.toml
/// (https://doc.rust-lang.org/cargo/reference/manifest.html#the-version-field), following `version.workspace = true` to
/// the workspace's own manifest.
///
/// What changes with the version of a manifest:
/// - a member that inherits its version changes that of the workspace, and with it every member that inherits;
/// - a workspace's root changes what it says itself, and every member of the same version, inherited or not; a member
///   whose version is another keeps it;
/// - any other package changes alone.
///
/// With each package change the requirements beside paths that lead to it, in every manifest of the workspace, and its
/// entry in the workspace's Cargo.lock. A virtual workspace that shares no version has that of its members, if they
/// agree on one.
package struct CargoVersionSource: VersionSource {
    package let fileNames = [CargoManifest.fileName]

    /// Creates the source.
    package init() {}

    package func version(in document: VersionDocument) throws -> LocatedVersion {
        var reader = CargoWorkspaceReader(document)
        let node = try Self.versionNode(of: try reader.own(), &reader)
        return LocatedVersion(text: node.node.text ?? "", place: node.node.place)
    }

    package func values(in text: String, of file: RelativePath) throws -> [SourceValue] {
        try SourceNode(toml: text, file: file.string).values
    }

    package func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        var reader = CargoWorkspaceReader(document)
        let own = try reader.own()
        let current = try Self.versionNode(of: own, &reader)
        let workspace = try reader.workspace()
        let change = CargoVersionChange(of: own, from: current, in: workspace)
        return try change.edits(to: version, reading: document)
    }

    /// The text that says a manifest's version, and the manifest that it stands in.
    private static func versionNode(
        of own: CargoManifest,
        _ reader: inout CargoWorkspaceReader
    ) throws -> CargoVersionChange.Place {
        guard let package = own.package else {
            guard own.workspace != nil else {
                throw VersionSourceError.absent("[package]", in: own.file.string, at: own.root.place)
            }
            if own.sharedVersion != nil { return try shared(by: own) }
            return try common(try reader.workspace())
        }
        guard let version = package["version"] else {
            throw VersionSourceError.absent("\(own.packageKey).version", in: own.file.string, at: package.place)
        }
        if own.inheritsVersion {
            guard let root = try reader.root(of: own) else {
                throw RelctlError(
                    "cannot find the workspace that `\(own.file)` takes its version from",
                    code: .configurationInvalid,
                    place: version.place,
                    hints: [
                        "a `Cargo.toml` with `[workspace.package]` is looked for in the folders above it, up to the "
                            + "project's"
                    ]
                )
            }
            return try shared(by: root)
        }
        return try checked(version, "\(own.packageKey).version", own)
    }

    private static func shared(by root: CargoManifest) throws -> CargoVersionChange.Place {
        let key = "workspace.package.version"
        guard let version = root.sharedVersion else {
            throw VersionSourceError.absent(key, in: root.file.string, at: root.workspace?.place ?? root.root.place)
        }
        return try checked(version, key, root)
    }

    /// The version that all members of a virtual workspace have.
    private static func common(_ workspace: CargoWorkspace) throws -> CargoVersionChange.Place {
        if let text = workspace.commonVersion {
            for member in workspace.members where member.literalVersion?.text == text {
                return try checked(member.package?["version"] ?? member.root, "\(member.packageKey).version", member)
            }
        }
        let members = workspace.members.map { "\($0.file) (\($0.literalVersion?.text ?? "none"))" }
        throw VersionSourceError.absent(
            "workspace.package.version",
            in: workspace.root.file.string,
            at: workspace.root.workspace?.place,
            hints: members.isEmpty
                ? [] : ["its members do not agree on one; list those that count: " + members.joined(separator: ", ")]
        )
    }

    private static func checked(
        _ node: SourceNode,
        _ key: String,
        _ manifest: CargoManifest
    ) throws -> CargoVersionChange.Place {
        guard node.text != nil else { throw VersionSourceError.notText(key, node.kind, at: node.place) }
        return CargoVersionChange.Place(node: node, manifest: manifest)
    }
}
