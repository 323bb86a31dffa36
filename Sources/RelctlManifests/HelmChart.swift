/// What a Chart.yaml says.
package struct HelmChart {
    let file: RelativePath
    /// A text.
    let version: SourceNode
    /// The version of what the chart installs; a text.
    let appVersion: SourceNode?
    let dependencies: [Dependency]

    /// An entry of `dependencies`.
    struct Dependency {
        let name: String
        /// The address of where it comes from; empty for a folder in `charts`.
        let repository: String
        /// A version or a range of versions.
        let version: SourceNode
        /// Where it stands in its list.
        let index: Int
        /// The whole entry.
        let node: SourceNode
    }

    /// Parses a Chart.yaml.
    ///
    /// - Throws: ``RelctlError`` with the place in the file if it cannot be parsed or says no version.
    package init(_ text: String, file: RelativePath) throws {
        let root = try SourceNode(yaml: text, file: file.string)
        guard case .table = root.content else {
            throw RelctlError("`\(file)` is not a mapping", code: .configurationInvalid, place: root.place)
        }
        guard let version = root["version"], !version.isAbsent else {
            throw VersionSourceError.absent("version", in: file.string, at: root.place)
        }
        guard version.text != nil else { throw VersionSourceError.notText("version", version.kind, at: version.place) }
        self.file = file
        self.version = version
        appVersion = root["appVersion"].flatMap { $0.text == nil ? nil : $0 }
        dependencies = Self.dependencies(in: root)
    }

    /// The entries of `dependencies` that have a name and a version, in a Chart.yaml or a Chart.lock.
    static func dependencies(in root: SourceNode) -> [Dependency] {
        (root["dependencies"]?.items ?? []).enumerated().compactMap { index, node in
            guard let name = node["name"]?.text, let version = node["version"], version.text != nil else { return nil }
            let repository = node["repository"]?.text ?? ""
            return Dependency(name: name, repository: repository, version: version, index: index, node: node)
        }
    }

    /// The Chart.yaml of a dependency that is a chart of the project; there need not be such a file.
    func file(of dependency: Dependency) -> RelativePath? {
        let scheme = "file://"
        guard !dependency.repository.isEmpty else {
            // A name leads nowhere but into `charts`.
            guard let folder = try? RelativePath("charts/" + dependency.name) else { return nil }
            return file.sibling(folder.string + "/Chart.yaml")
        }
        guard dependency.repository.hasPrefix(scheme) else { return nil }
        return file.sibling(dependency.repository.dropFirst(scheme.count) + "/Chart.yaml")
    }

    /// The version that a text means; Helm takes one with a `v` in front, too.
    static func meaning(of text: String) -> Version? {
        try? Version(text.utf8.first == UInt8(ascii: "v") ? text.dropFirst() : Substring(text))
    }
}

extension SourceNode {
    /// Whether nothing stands after the key.
    fileprivate var isAbsent: Bool { content == .other("null") }
}

/// The charts that get a new version together, and what that changes.
struct HelmRelease {
    /// The version that they have, as the first of them writes it.
    let old: String
    /// The version that they get.
    let new: Version
    /// Reads a file below the project's folder.
    let read: @Sendable (RelativePath) throws -> String?
    /// What changes.
    private(set) var edits: [VersionEdit] = []
    private var charts: Set<RelativePath> = []

    init(old: String, new: Version, read: @escaping @Sendable (RelativePath) throws -> String?) {
        (self.old, self.new, self.read) = (old, new, read)
    }

    /// Whether a text says the version that the charts have.
    func isOld(_ text: String) -> Bool {
        text.equalsBytewise(old) || HelmChart.meaning(of: text).map { $0 == HelmChart.meaning(of: old) } == true
    }

    /// The new version with the `v` that the old text has.
    func spelling(insteadOf text: String) -> String { (text.hasPrefix("v") ? "v" : "") + new.description }

    /// Lets a chart and those of its dependencies take part that have its version.
    mutating func add(_ chart: HelmChart) throws {
        guard charts.insert(chart.file).inserted else { return }
        change(chart.version, in: chart.file, key: "version")
        if let app = chart.appVersion, isOld(app.text ?? "") { change(app, in: chart.file, key: "appVersion") }
        var moved: Set<Int> = []
        for dependency in chart.dependencies where isOld(dependency.version.text ?? "") {
            guard let file = chart.file(of: dependency), let text = try read(file) else { continue }
            let own = try HelmChart(text, file: file)
            guard isOld(own.version.text ?? "") else { continue }
            moved.insert(dependency.index)
            change(dependency.version, in: chart.file, key: "dependencies[\(dependency.index)].version")
            try add(own)
        }
        guard !moved.isEmpty, let file = chart.file.sibling("Chart.lock"), let text = try read(file) else { return }
        let lock = try HelmLock(text, file: file)
        edits += lock.edits(after: moved, of: chart, in: self)
    }

    private mutating func change(_ node: SourceNode, in file: RelativePath, key: String) {
        edits.append(edit(node, in: file, key: key))
    }

    /// A text's change to the new version.
    func edit(_ node: SourceNode, in file: RelativePath, key: String) -> VersionEdit {
        VersionEdit(file: file, range: node.range, replacement: spelling(insteadOf: node.text ?? ""), key: key)
    }
}
