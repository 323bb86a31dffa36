/// Reads `[package] version` of Cargo.toml (https://doc.rust-lang.org/cargo/reference/manifest.html#the-version-field),
/// following `version.workspace = true` to the workspace's own manifest.
struct CargoVersionSource: VersionSource {
    let fileNames = ["Cargo.toml"]

    func version(in document: VersionDocument) throws -> LocatedVersion {
        let root = try TOMLParser.parse(document.text, file: document.file.string)
        guard let package = root["package"] else {
            // A virtual workspace has no package; its members share the version that it sets.
            if root["workspace"] != nil { return try sharedVersion(in: root, file: document.file) }
            throw VersionSourceError.absent("[package]", in: document.file.string, at: root.place)
        }
        guard let version = package["version"] else {
            throw VersionSourceError.absent("package.version", in: document.file.string, at: package.place)
        }
        if version["workspace"]?.value == .flag(true) {
            let workspace = try workspace(of: package, in: root, document)
            return try sharedVersion(in: workspace.root, file: workspace.file)
        }
        return try located(version, "package.version")
    }

    private func located(_ node: TOMLNode, _ key: String) throws -> LocatedVersion {
        guard case .string(let text) = node.value else {
            throw VersionSourceError.notText(key, node.kind, at: node.place)
        }
        return LocatedVersion(text: text, place: node.place)
    }

    private func sharedVersion(in root: TOMLNode, file: RelativePath) throws -> LocatedVersion {
        let workspace = root["workspace"]
        guard let version = workspace?["package"]?["version"] else {
            throw VersionSourceError.absent(
                "workspace.package.version",
                in: file.string,
                at: workspace?.place ?? root.place
            )
        }
        return try located(version, "workspace.package.version")
    }

    /// The manifest of the workspace that a package belongs to: the one it names, its own, or the nearest above it.
    private func workspace(
        of package: TOMLNode,
        in root: TOMLNode,
        _ document: VersionDocument
    ) throws -> (root: TOMLNode, file: RelativePath) {
        if root["workspace"] != nil { return (root, document.file) }
        if case .string(let path)? = package["workspace"]?.value {
            let file = try Self.manifest(in: path, from: document.file, at: package["workspace"]?.place)
            guard let text = try document.read(file) else {
                throw RelctlError("cannot find the workspace's `\(file)`", place: package["workspace"]?.place)
            }
            return (try TOMLParser.parse(text, file: file.string), file)
        }
        var folder = document.file.parent
        while let here = folder {
            folder = here.parent
            let file = try here.parent?.appending(RelativePath("Cargo.toml")) ?? RelativePath("Cargo.toml")
            guard let text = try document.read(file) else { continue }
            let parsed = try TOMLParser.parse(text, file: file.string)
            if parsed["workspace"] != nil { return (parsed, file) }
        }
        throw RelctlError(
            "cannot find the workspace that `\(document.file)` takes its version from",
            code: .configurationInvalid,
            place: package["version"]?.place,
            hints: [
                "a `Cargo.toml` with `[workspace.package]` is looked for in the folders above it, up to the project's"
            ]
        )
    }

    /// `PATH/Cargo.toml`, where `path` starts at the folder of `file` and may go up as far as the project's folder.
    private static func manifest(
        in path: String,
        from file: RelativePath,
        at place: SourcePlace?
    ) throws -> RelativePath {
        var components = file.components.dropLast().map(String.init)
        for component in path.splitAtSlashes() where component != "." {
            if component == ".." {
                guard components.popLast() != nil else {
                    throw RelctlError("the workspace `\(path)` is outside the project's folder", place: place)
                }
            } else {
                components.append(String(component))
            }
        }
        return try RelativePath((components + ["Cargo.toml"]).joined(separator: "/"))
    }
}
