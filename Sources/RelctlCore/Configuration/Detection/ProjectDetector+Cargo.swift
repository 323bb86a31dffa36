/// Cargo projects (https://doc.rust-lang.org/cargo/reference/manifest.html), workspaces too.
extension ProjectDetector {
    func cargo(_ text: String) throws -> DetectedProject {
        let root = try SourceNode(toml: text, file: "Cargo.toml")
        let members = try cargoMembers(root)
        let main = root["package"] == nil ? members.first?.node : root
        let inherited = root["workspace"]?["package"]
        func field(_ name: String) -> String? { main?["package"]?[name]?.filled ?? inherited?[name]?.filled }

        var project = DetectedProject(
            ecosystem: .cargo,
            name: root["package"]?["name"]?.filled ?? (members.count == 1 ? field("name") : nil)
                ?? folder.lastComponent,
            description: field("description"),
            homepage: field("homepage"),
            license: field("license"),
            repository: field("repository").flatMap(Self.repository)
        )
        project.binaries = try cargoBinaries(root, in: "")
        var manifests = root["package"] == nil ? [] : [(file: "Cargo.toml", node: root)]
        for member in members {
            let binaries = try cargoBinaries(member.node, in: member.folder + "/")
            guard !binaries.isEmpty else { continue }
            project.binaries += binaries
            manifests.append((member.folder + "/Cargo.toml", member.node))
        }
        addManifests(manifests, inherited: inherited?["version"]?.filled, to: &project)
        let scope = root["package"] != nil && !members.isEmpty ? ["--workspace"] : []
        project.build = .init(
            command: ["cargo", "build", "--release", "--locked"] + scope + ["--target", "{{target}}"],
            output: "target/{{target}}/release/{{binary}}{{exe}}",
            environment: ["CARGO_TERM_COLOR": "never"],
            remark: "`rustup target add` makes a target known; with C dependencies, `cross` in place of `cargo` helps"
        )
        project.targets = DetectedProject.Target.usual(linux: "musl", windows: "msvc")
        return project
    }

    /// Takes the manifests that have one version, that of the first, because a tag can agree with one only.
    private func addManifests(
        _ manifests: [(file: String, node: SourceNode)],
        inherited: String?,
        to project: inout DetectedProject
    ) {
        let versions = manifests.map { manifest -> String? in
            let version = manifest.node["package"]?["version"]
            return version?["workspace"]?.content == .other("true") ? inherited : version?.filled
        }
        guard let first = versions.compactMap(\.self).first else { return }
        for (manifest, version) in zip(manifests, versions) {
            if version == first {
                project.manifests.append(.init(file: manifest.file))
            } else {
                let reason = version.map { "its version is \($0), not \(first)" } ?? "it says no version"
                project.remarks.append("\(manifest.file) is not in `version.manifests`: \(reason).")
            }
        }
    }

    /// The binaries of a package: the declared ones, and those that Cargo finds by their places.
    private func cargoBinaries(_ manifest: SourceNode, in folder: String) throws -> [String] {
        guard let package = manifest["package"] else { return [] }
        var binaries = manifest["bin"]?.items.compactMap { $0["name"]?.filled } ?? []
        guard package["autobins"]?.content != .other("false") else { return binaries }
        let declared = manifest["bin"]?.items.compactMap { $0["path"]?.filled } ?? []
        if try exists(folder + "src/main.rs"), !declared.contains("src/main.rs"), let name = package["name"]?.filled {
            binaries.append(name)
        }
        for name in try names(in: folder + "src/bin") {
            let path = "src/bin/\(name)"
            if name.hasSuffix(".rs"), !declared.contains(path), try exists(folder + path) {
                binaries.append(String(name.dropLast(3)))
            } else if try exists("\(folder)\(path)/main.rs"), !declared.contains(path + "/main.rs") {
                binaries.append(name)
            }
        }
        return binaries
    }

    /// The members of a workspace; a `*` at the end of a path stands for every folder there.
    private func cargoMembers(_ root: SourceNode) throws -> [(folder: String, node: SourceNode)] {
        var folders: [String] = []
        for path in root["workspace"]?["members"]?.items.compactMap(\.filled) ?? [] {
            if path.hasSuffix("/*") {
                let parent = String(path.dropLast(2))
                folders += try names(in: parent).map { "\(parent)/\($0)" }
            } else {
                folders.append(path)
            }
        }
        return try Self.unique(folders).compactMap { folder in
            guard TextForm.path.problem(with: folder) == nil, let text = try text(folder + "/Cargo.toml") else {
                return nil
            }
            return (folder, try SourceNode(toml: text, file: folder + "/Cargo.toml"))
        }
    }
}

extension SourceNode {
    /// The text, if this is one that is not empty.
    fileprivate var filled: String? { text.flatMap { $0.isEmpty ? nil : $0 } }
}
