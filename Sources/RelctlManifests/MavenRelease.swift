/// The Maven projects that get a new version together, and what that changes.
struct MavenRelease {
    /// The version that they have, as the first of them writes it.
    let old: String
    /// The version that they get.
    let new: String
    /// Reads a file below the project's folder.
    let read: @Sendable (RelativePath) throws -> String?
    private var edits: [VersionEdit] = []
    /// What a module's version may be to be its parent's.
    private var inherited = ["", "${project.parent.version}", "${parent.version}"]
    private var moved: Set<MavenProject.Coordinates> = []

    init(old: String, new: String, read: @escaping @Sendable (RelativePath) throws -> String?) {
        (self.old, self.new, self.read) = (old, new, read)
    }

    /// What changes when a project gets the new version.
    mutating func edits(movingWith project: MavenProject, _ version: MavenProject.OwnVersion) throws -> [VersionEdit] {
        try change(version, of: project)
        if let coordinates = try project.coordinates { moved.insert(coordinates) }
        if let text = try MavenProject.text("version", in: project.root), text.contains("${") { inherited.append(text) }
        let modules = try modules(of: project)
        var waiting = modules
        var count: Int
        repeat {
            // A parent may stand after its children in the list.
            count = waiting.count
            waiting = try waiting.filter { try !add($0) }
        } while waiting.count < count && !waiting.isEmpty
        for project in [project] + modules { try changeDependencies(of: project) }
        return edits
    }

    /// All projects that are built with one, itself not among them.
    private func modules(of project: MavenProject) throws -> [MavenProject] {
        var (known, projects): (Set<RelativePath>, [MavenProject]) = ([project.file], [])
        var waiting = try project.modules[...]
        while let file = waiting.popFirst() {
            guard known.insert(file).inserted, let text = try read(file) else { continue }
            let module = try MavenProject(text, file: file)
            projects.append(module)
            waiting += try module.modules
        }
        return projects
    }

    /// Lets a module take part if its parent does, in that parent's version.
    private mutating func add(_ module: MavenProject) throws -> Bool {
        guard let parent = try module.parent, moved.contains(parent),
            let element = try MavenProject.only("parent", in: module.root),
            let version = try MavenProject.only("version", in: element)
        else { return false }
        let text = try version.text().text
        guard text.equalsBytewise(old) || text.contains("${") else { return false }
        if text.equalsBytewise(old) { try change(version, in: module.file, to: new, key: "project.parent.version") }
        if let own = try MavenProject.only("version", in: module.root) {
            let text = try own.text().text
            let isInherited = inherited.contains { $0.equalsBytewise(text) }
            guard text.equalsBytewise(old) || isInherited else { return true }
            if !isInherited { try change(own, in: module.file, to: new, key: "project.version") }
        }
        if let coordinates = try module.coordinates { moved.insert(coordinates) }
        return true
    }

    private mutating func changeDependencies(of project: MavenProject) throws {
        for dependency in project.dependencies {
            guard let group = try MavenProject.text("groupId", in: dependency),
                let artifact = try MavenProject.text("artifactId", in: dependency),
                let version = try MavenProject.only("version", in: dependency),
                try version.text().text.equalsBytewise(old)
            else { continue }
            let isOwn = group == "${project.groupId}" || group == "${pom.groupId}"
            guard let group = isOwn ? try project.coordinates?.group : group,
                moved.contains(MavenProject.Coordinates(group: group, artifact: artifact))
            else { continue }
            try change(version, in: project.file, to: new, key: "dependencies.\(group):\(artifact).version")
        }
    }

    private mutating func change(_ version: MavenProject.OwnVersion, of project: MavenProject) throws {
        // Said already, whatever the share of each property.
        guard !version.located.text.equalsBytewise(new) else { return }
        for (index, part) in version.parts.enumerated() {
            try change(part.element, in: project.file, to: index == 0 ? new : "", key: part.key)
        }
    }

    private mutating func change(_ element: XMLElement, in file: RelativePath, to text: String, key: String) throws {
        let run = try element.text()
        guard !run.text.equalsBytewise(text) else { return }
        guard !element.isEmptyTag else {
            throw RelctlError(
                "cannot write `\(text)` into `<\(element.name)/>`",
                code: .editRefused,
                place: element.place,
                hints: ["write it as `<\(element.name)></\(element.name)>`"]
            )
        }
        edits.append(VersionEdit(file: file, range: run.range, replacement: text, key: key))
    }
}
