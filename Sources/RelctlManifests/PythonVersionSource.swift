/// Reads and changes pyproject.toml: `[project] version`
/// (https://packaging.python.org/en/latest/specifications/pyproject-toml/#version) and `[tool.poetry] version`; and the
/// project's own entry in uv.lock, which lies beside it or at the top of its workspace.
///
/// Versions are written as PEP 440 normalises them, `1.0.0rc1` for 1.0.0-rc.1; a text that says the right version in
/// another spelling stays.
package struct PythonVersionSource: VersionSource {
    package let fileNames = ["pyproject.toml"]

    /// Creates the source.
    package init() {}

    package func version(in document: VersionDocument) throws -> LocatedVersion {
        let found = try Self.versions(in: SourceNode(toml: document.text, file: document.file.string), document.file)
        return LocatedVersion(text: found[0].text, place: found[0].node.place)
    }

    package func spelling(of version: Version) -> String {
        PythonVersion.spelling(of: version) ?? version.description
    }

    package func meaning(of text: String) -> Version? { PythonVersion.meaning(of: text) }

    package func values(in text: String, of file: RelativePath) throws -> [SourceValue] {
        try SourceNode(toml: text, file: file.string).values
    }

    package func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        let root = try SourceNode(toml: document.text, file: document.file.string)
        let found = try Self.versions(in: root, document.file)
        let new = try Self.spelling(of: version, for: found[0].key, in: document.file, at: found[0].node.place)
        let edits = found.filter { !agrees($0.text, with: version) }.map {
            VersionEdit(file: document.file, range: $0.node.range, replacement: new, key: $0.key)
        }
        guard let name = (root["project"]?["name"] ?? root["tool"]?["poetry"]?["name"])?.text else { return edits }
        for folder in [document.folder] + document.folder.ancestors {
            let file = try folder.file(UVLock.fileName)
            guard let text = try document.read(file) else { continue }
            return edits + (try UVLock(text: text, file: file).edits(of: name, in: document.folder, to: new))
        }
        return edits
    }

    /// How Python writes a version.
    ///
    /// - Throws: ``RelctlError`` if it cannot.
    static func spelling(
        of version: Version,
        for key: String,
        in file: RelativePath,
        at place: SourcePlace
    ) throws -> String {
        if let spelling = PythonVersion.spelling(of: version) { return spelling }
        throw RelctlError(
            "cannot change `\(key)` of `\(file)` to \(version): Python has no pre-release `\(version.prereleaseText)`",
            code: .editRefused,
            place: place,
            hints: ["PEP 440 knows `alpha`, `beta`, `rc` and `dev` with a number, such as `rc.1`"]
        )
    }

    private struct Found {
        let key: String
        let node: SourceNode
        let text: String
    }

    /// The places with the version, at least one, which agree with one another.
    private static func versions(in root: SourceNode, _ file: RelativePath) throws -> [Found] {
        let project = root["project"]
        let poetry = root["tool"]?["poetry"]
        let nodes = [("project.version", project?["version"]), ("tool.poetry.version", poetry?["version"])]
        let found = try nodes.compactMap { key, node -> Found? in
            guard let node else { return nil }
            guard let text = node.text else { throw VersionSourceError.notText(key, node.kind, at: node.place) }
            return Found(key: key, node: node, text: text)
        }
        guard let first = found.first else { throw absence(in: root, file) }
        if let other = found.first(where: { !$0.text.utf8.elementsEqual(first.text.utf8) }) {
            throw RelctlError(
                "`\(first.key)` says `\(first.text)`, but `\(other.key)` says `\(other.text)`",
                code: .configurationInvalid,
                place: other.node.place
            )
        }
        return found
    }

    private static func absence(in root: SourceNode, _ file: RelativePath) -> RelctlError {
        let project = root["project"]
        guard let dynamic = project?["dynamic"]?.items.first(where: { $0.text == "version" }) else {
            return VersionSourceError.absent("project.version", in: file.string, at: project?.place ?? root.place)
        }
        let origin = PythonDynamicVersion(in: root)
        return RelctlError(
            "`\(file)` says no version: `project.dynamic` leaves it to the build",
            code: origin.isKnownElsewhere ? .versionAbsent : .versionComputed,
            place: dynamic.place,
            hints: [origin.hint]
        )
    }
}
