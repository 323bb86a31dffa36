/// Reads pyproject.toml: `[project] version`
/// (https://packaging.python.org/en/latest/specifications/pyproject-toml/#version), else `[tool.poetry] version`.
struct PythonVersionSource: VersionSource {
    let fileNames = ["pyproject.toml"]

    func version(in document: VersionDocument) throws -> LocatedVersion {
        let root = try TOMLParser.parse(document.text, file: document.file.string)
        let project = root["project"]
        let keys = ["project.version", "tool.poetry.version"]
        let found = zip(keys, [project?["version"], root["tool"]?["poetry"]?["version"]]).compactMap { key, node in
            node.map { (key: key, node: $0) }
        }
        guard let first = found.first else {
            if let dynamic = dynamicVersion(in: project) {
                throw RelctlError(
                    "`\(document.file)` says no version: `project.dynamic` leaves it to the build",
                    code: .versionAbsent,
                    place: dynamic.place,
                    hints: ["name the file that holds it, with `pattern`"]
                )
            }
            throw VersionSourceError.absent(
                "project.version",
                in: document.file.string,
                at: project?.place ?? root.place
            )
        }
        let texts = try found.map { key, node in
            guard case .string(let text) = node.value else {
                throw VersionSourceError.notText(key, node.kind, at: node.place)
            }
            return text
        }
        guard texts.allSatisfy({ $0 == texts[0] }) else {
            throw RelctlError(
                "`\(keys[0])` says `\(texts[0])`, but `\(keys[1])` says `\(texts[1])`",
                code: .configurationInvalid,
                place: found[1].node.place
            )
        }
        return LocatedVersion(text: texts[0], place: first.node.place)
    }

    private func dynamicVersion(in project: TOMLNode?) -> TOMLNode? {
        guard case .array(let names)? = project?["dynamic"]?.value else { return nil }
        return names.first { $0.value == .string("version") }
    }
}
