/// What a new version of one manifest changes in its whole workspace.
struct CargoVersionChange {
    private let workspace: CargoWorkspace
    private let own: CargoManifest
    private let old: String
    /// Whether the version that members inherit changes.
    private let changesShared: Bool
    /// The packages that get the new version.
    private let changed: [CargoManifest]

    /// Where a version stands.
    struct Place {
        let node: SourceNode
        let manifest: CargoManifest
    }

    /// Decides what changes with the version that `own` has at `current`.
    init(of own: CargoManifest, from current: Place, in workspace: CargoWorkspace) {
        self.workspace = workspace
        self.own = own
        let old = current.node.text ?? ""
        self.old = old
        let isWhole = workspace.isDeclared && own.file == workspace.root.file
        let changesShared = own.inheritsVersion || isWhole && workspace.root.sharedVersion?.text == old
        self.changesShared = changesShared
        changed = workspace.members.filter { member in
            if member.file == own.file { return true }
            if member.inheritsVersion { return changesShared }
            return isWhole && member.literalVersion?.text?.equalsBytewise(old) == true
        }
    }

    /// Everything that has to be written for it.
    func edits(to version: Version, reading document: VersionDocument) throws -> [VersionEdit] {
        var edits: [VersionEdit] = []
        if changesShared, let shared = workspace.root.sharedVersion {
            edits.append(edit(shared, to: version.description, "workspace.package.version", in: workspace.root))
        }
        for member in changed {
            guard let literal = member.literalVersion else { continue }
            edits.append(edit(literal, to: version.description, "\(member.packageKey).version", in: member))
        }
        let folders = Set(changed.map(\.folder))
        for manifest in workspace.manifests {
            for dependency in manifest.pathDependencies where folders.contains(dependency.folder) {
                guard let requirement = dependency.requirement else { continue }
                let text = try following(version, requirement, dependency.key)
                edits.append(edit(requirement, to: text, dependency.key, in: manifest))
            }
        }
        return try edits + locked(version, reading: document)
    }

    private func edit(_ node: SourceNode, to text: String, _ key: String, in manifest: CargoManifest) -> VersionEdit {
        VersionEdit(file: manifest.file, range: node.range, replacement: text, key: key)
    }

    private func following(_ version: Version, _ node: SourceNode, _ key: String) throws -> String {
        guard let text = node.text else { throw VersionSourceError.notText(key, node.kind, at: node.place) }
        guard let requirement = CargoRequirement(text) else {
            throw RelctlError(
                "cannot change `\(key)`: `\(text)` is no version requirement",
                code: .configurationInvalid,
                place: node.place
            )
        }
        guard let following = requirement.following(version) else {
            throw RelctlError(
                "cannot change `\(key)`: `\(text)` does not allow \(version), and cannot be moved along with it",
                code: .editRefused,
                place: node.place,
                hints: ["write a requirement there that allows \(version), or one that names a single version"]
            )
        }
        return requirement.description == following ? text : following
    }

    /// The lock file of the workspace, and that of the package where it is not declared as part of one.
    private func locked(_ version: Version, reading document: VersionDocument) throws -> [VersionEdit] {
        let names = changed.compactMap { member in member.name.map { ($0, member.literalVersion?.text ?? old) } }
        let folders = workspace.isDeclared ? [workspace.root.folder] : [workspace.root.folder, own.folder]
        var edits: [VersionEdit] = []
        for folder in Set(folders).sortedBytewise(by: { $0.path?.string ?? "" }) {
            let file = try folder.file(CargoLock.fileName)
            guard let text = try document.read(file) else { continue }
            let lock = try CargoLock(text: text, file: file)
            edits += try lock.edits(changing: Dictionary(names) { first, _ in first }, to: version)
        }
        return edits
    }
}
