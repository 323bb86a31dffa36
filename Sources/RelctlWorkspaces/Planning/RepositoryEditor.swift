/// What a repository's files have to say for it to have a version; pure.
struct RepositoryEditor {
    let repository: WorkspaceRepository
    /// The workspace's name, for templates.
    let workspace: String
    let sources: Registry<any VersionSource>
    /// The head of its branch.
    let tree: CommittedTree

    /// The versions and tags of all repositories, by name.
    typealias Versions = [String: (version: Version, tag: String)]

    /// What came of it.
    struct Outcome {
        var changes: [ManifestChange] = []
        var findings: [Finding] = []
    }

    /// The changes that manifests and other edits want, or everything that is wrong with them.
    func changes(_ versions: Versions) -> Outcome {
        var outcome = Outcome()
        guard let version = versions[repository.name]?.version else { return outcome }
        var wishes: [TextWish] = []
        for edit in repository.edits {
            do {
                guard let wish = try wish(edit, versions) else { continue }
                _ = try wish.source.texts(in: wish.document)
                wishes.append(wish)
            } catch {
                outcome.findings.append(Finding(error, of: repository))
            }
        }
        do {
            let readings = try readings()
            outcome.findings += readings.findings.map { $0.said(of: repository) }
            outcome.findings += warnings(readings.manifests, version)
            guard !outcome.findings.contains(where: { $0.severity == .error }) else { return outcome }
            outcome.changes = try ManifestEditor.changes(to: version, in: readings.manifests, and: wishes)
        } catch var error as RelctlError where !wishes.isEmpty {
            // Either of them may be in the way of the other.
            error.hints = error.hints.map { $0.replacing("`version.manifests`", with: "`manifests` or `edits`") }
            outcome.findings.append(Finding(error, of: repository))
        } catch {
            outcome.findings.append(Finding(error, of: repository))
        }
        return outcome
    }

    /// Whether it names a version of another repository that is not the one that it shall name.
    func hasStalePins(_ versions: Versions) -> Bool {
        repository.edits.contains { edit in
            guard let of = edit.of, of != repository.name else { return false }
            // What cannot be told must not be passed over.
            guard let wish = try? wish(edit, versions), let texts = try? wish.source.texts(in: wish.document) else {
                return true
            }
            return texts.contains { !$0.text.equalsBytewise(wish.value) }
        }
    }

    private func readings() throws -> [ManifestReading] {
        var reader = ManifestReader(tree: tree.manifests, sources: sources)
        // All of them get the same version.
        reader.mendsDisagreement = true
        let readings = try reader.readings(of: repository.manifests)
        for reading in readings { try requireRegular(reading.file) }
        return readings
    }

    private func warnings(_ manifests: [VersionManifest], _ version: Version) -> [Finding] {
        let ahead = manifests.filter { $0.version.map { Version.precedes(version, $0) } ?? false }
        return ahead.map { manifest in
            Finding(
                "`\(manifest.file)` says `\(manifest.located.text)`, which is more than `\(version)`",
                code: "version.downgrade",
                severity: .warning,
                place: manifest.located.place
            ).said(of: repository)
        }
    }

    // MARK: Edits

    /// What an edit wants; nothing while a version is not known, of which something else is wrong.
    func wish(_ edit: PinEdit, _ versions: Versions) throws -> TextWish? {
        let owner = edit.of ?? repository.name
        guard let named = versions[owner] else { return nil }
        let scope = WorkspaceScope.scope(
            of: named.version,
            tag: named.tag,
            workspace: workspace,
            repository: owner
        )
        return TextWish(
            document: try document(edit.reference.file),
            source: try source(of: edit),
            value: try edit.value.render(scope)
        )
    }

    private func source(of edit: PinEdit) throws -> any TextSource {
        let reference = edit.reference
        if let path = reference.path { return PathVersionSource(path) }
        return try PatternVersionSource(
            pattern: reference.pattern ?? "",
            count: reference.count,
            at: reference.place
        )
    }

    private func document(_ file: RelativePath) throws -> VersionDocument {
        // Asked for at once, so that they come in one round.
        let text = Result { try tree.manifests.read(file) }
        try requireRegular(file)
        guard let text = try text.get() else { throw missing(file) }
        return VersionDocument(file: file, text: text, read: tree.manifests.read, names: tree.manifests.names)
    }

    /// Makes sure that what is changed is the file of that name and no other.
    private func requireRegular(_ file: RelativePath) throws {
        let text = Result { try tree.manifests.read(file) }
        if let entry = try tree.entry(at: file) {
            guard entry.isLink || !entry.isFile else { return }
            let what = entry.isLink ? "a symbolic link" : entry.isFolder ? "a folder" : "another repository"
            throw RelctlError(
                "cannot change `\(file)`: it is \(what)",
                code: .editRefused,
                hints: entry.isLink ? ["name the file that it leads to"] : []
            )
        }
        guard try text.get() != nil else { return }
        throw RelctlError(
            "cannot change `\(file)`: a symbolic link leads to its folder",
            code: .editRefused,
            hints: ["name the file by the folder that the link leads to"]
        )
    }

    private func missing(_ file: RelativePath) -> RelctlError {
        let names = (try? tree.manifests.names(file.parent)) ?? []
        let nearest = Nearest.to(file.lastComponent, among: names).map { ["did you mean `\($0)`?"] } ?? []
        return RelctlError(
            "cannot change `\(file)`: there is no such file",
            code: .configurationInvalid,
            hints: nearest + ["files are told from the repository's top, as they are at the head of its branch"]
        )
    }
}
