/// What a pom.xml says of the project and of others.
struct MavenProject {
    let file: RelativePath
    let root: XMLElement

    /// What tells a project from others: `GROUP:ARTIFACT`.
    struct Coordinates: Hashable {
        let group: String
        let artifact: String
    }

    /// A version and the places that say it.
    struct OwnVersion {
        /// The version with its properties replaced, at the place where `version` begins.
        let located: LocatedVersion
        /// The literal text, or each property of which it is made.
        let parts: [(key: String, element: XMLElement)]
    }

    /// Parses a pom.xml.
    ///
    /// - Throws: ``RelctlError`` with the place in the file if it cannot be parsed or is no project.
    init(_ text: String, file: RelativePath) throws {
        root = try XMLParser.parse(text, file: file.string)
        self.file = file
        guard root.name == "project" else {
            throw RelctlError(
                "`\(file)` is no Maven project: its root element is `\(root.name)`",
                code: .configurationInvalid,
                place: root.place
            )
        }
    }

    /// What names the parent; nothing for a project that has none.
    var parent: Coordinates? {
        get throws {
            guard let parent = try Self.only("parent", in: root), let group = try Self.text("groupId", in: parent),
                let artifact = try Self.text("artifactId", in: parent)
            else { return nil }
            return Coordinates(group: group, artifact: artifact)
        }
    }

    /// What names the project; the group may be the parent's.
    var coordinates: Coordinates? {
        get throws {
            guard let artifact = try Self.text("artifactId", in: root),
                let group = try Self.text("groupId", in: root) ?? parent?.group
            else { return nil }
            return Coordinates(group: group, artifact: artifact)
        }
    }

    /// The files of the projects that are built with this one: those of `modules`, also in profiles, and of Maven 4's
    /// `subprojects`.
    var modules: [RelativePath] {
        get throws {
            let owners = [root] + root.descendants("profiles", "profile")
            let elements = owners.flatMap {
                $0.descendants("modules", "module") + $0.descendants("subprojects", "subproject")
            }
            return try elements.compactMap { element in
                let path = try element.text().text
                guard !path.isEmpty else { return nil }
                let module = path.hasSuffix(".xml") ? path : path + "/pom.xml"
                return file.sibling(module)
            }
        }
    }

    /// The elements that speak of dependencies, also of managed ones and in profiles.
    var dependencies: [XMLElement] {
        let owners = [root] + root.descendants("profiles", "profile")
        return owners.flatMap {
            $0.descendants("dependencies", "dependency")
                + $0.descendants("dependencyManagement", "dependencies", "dependency")
        }
    }

    /// The version that the project itself has.
    ///
    /// - Throws: ``RelctlError`` if it has none, or none that could be followed to where it is said.
    func requiredVersion() throws -> OwnVersion {
        if let version = try ownVersion() { return version }
        let parent = try self.parent.map {
            "its version is that of its parent `\($0.group):\($0.artifact)`: list the pom.xml of that one instead"
        }
        throw VersionSourceError.absent(
            "project.version",
            in: file.string,
            at: root.place,
            hints: [parent ?? "write `<version>` below `<project>`"]
        )
    }

    /// The version that the project itself has; nothing if it has its parent's.
    func ownVersion() throws -> OwnVersion? {
        guard let element = try Self.only("version", in: root) else { return nil }
        let run = try element.text()
        guard !run.text.isEmpty else { return nil }
        let names = try properties(in: run)
        guard !names.isEmpty else {
            let located = LocatedVersion(text: run.text, place: run.place)
            return OwnVersion(located: located, parts: [("project.version", element)])
        }
        let parts = try names.map { name in
            guard let property = try Self.only("properties", in: root).flatMap({ try Self.only(name, in: $0) }) else {
                throw RelctlError(
                    "cannot follow `${\(name)}` in the version of `\(file)`: its `properties` have no `\(name)`",
                    code: .configurationInvalid,
                    place: run.place,
                    hints: ["list the file that sets it, or write the version itself"]
                )
            }
            return (key: "properties." + name, element: property)
        }
        let texts = try parts.map { try $0.element.text() }
        if let open = texts.first(where: { $0.text.contains("${") }) {
            throw RelctlError(
                "a property of the version is made of others",
                code: .configurationInvalid,
                place: open.place
            )
        }
        let place = texts.first { !$0.text.isEmpty }?.place ?? run.place
        return OwnVersion(located: LocatedVersion(text: texts.map(\.text).joined(), place: place), parts: parts)
    }

    /// The names of the properties that a version is made of; none for one that is written out.
    private func properties(in version: XMLElement.Run) throws -> [String] {
        guard version.text.contains("${") else { return [] }
        var rest = Substring(version.text)
        var names: [String] = []
        while rest.hasPrefix("${"), let end = rest.firstIndex(of: "}") {
            names.append(String(rest[rest.index(rest.startIndex, offsetBy: 2)..<end]))
            rest = rest[rest.index(after: end)...]
        }
        guard rest.isEmpty, Set(names).count == names.count else {
            throw RelctlError(
                "the version `\(version.text)` is neither a version nor made of properties alone",
                code: .configurationInvalid,
                place: version.place
            )
        }
        return names
    }

    /// The element of this name, which may be there once.
    static func only(_ name: String, in element: XMLElement) throws -> XMLElement? {
        let found = element.children(name)
        guard found.count < 2 else {
            throw RelctlError(
                "`<\(name)>` is there twice in `<\(element.name)>`; the first one is at \(found[0].place)",
                code: .configurationInvalid,
                place: found[1].place
            )
        }
        return found.first
    }

    /// The text of the element of this name, which may be there once.
    static func text(_ name: String, in element: XMLElement) throws -> String? {
        try only(name, in: element).map { try $0.text().text }
    }
}
