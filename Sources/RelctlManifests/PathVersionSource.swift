/// Reads and changes the version at a path of a structured text, such as `tauri.version` of any JSON file.
///
/// The value there is the version and nothing else.
package struct PathVersionSource: TextSource {
    /// None: it is chosen by the configuration's `json`, `toml`, `yaml` or `xml` alone.
    package let fileNames: [String] = []
    private let location: ManifestPath

    /// Creates a source for what stands at `location`.
    package init(_ location: ManifestPath) { self.location = location }

    package func version(in document: VersionDocument) throws -> LocatedVersion {
        let node = try node(in: document)
        return LocatedVersion(text: node.text ?? "", place: node.place)
    }

    package func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        let node = try node(in: document)
        return node.edit(saying: spelling(of: version), in: document.file, key: location.path.text).map { [$0] } ?? []
    }

    package func values(in text: String, of file: RelativePath) throws -> [SourceValue] {
        try location.format.node(of: text, file: file).values
    }

    package func texts(in document: VersionDocument) throws -> [SourceText] {
        let node = try value(in: document)
        switch node.content {
        case .text(let text), .other(let text): return [SourceText(text: text, place: node.place, range: node.range)]
        case .table, .list: throw VersionSourceError.notText(location.path.text, node.kind, at: node.place)
        }
    }

    /// What the path leads to.
    private func value(in document: VersionDocument) throws -> SourceNode {
        var node = try location.format.node(of: document.text, file: document.file)
        for (index, step) in location.path.steps.enumerated() {
            guard let next = try location.format.value(of: step, in: node) else {
                throw absent(after: index, at: node, in: document.file)
            }
            node = next
        }
        return node
    }

    /// The text with a version that the path leads to.
    private func node(in document: VersionDocument) throws -> SourceNode {
        let node = try value(in: document)
        guard let text = node.text else {
            throw VersionSourceError.notText(location.path.text, node.kind, at: node.place)
        }
        do throws(Version.Problem) { _ = try Version(text) } catch {
            throw RelctlError(
                "`\(location.path.text)` says `\(text)`, which is not a version: \(error)",
                code: .configurationInvalid,
                place: node.place,
                hints: ["where more than the version stands there, say with `pattern` which part it is"]
            )
        }
        return node
    }

    /// The error for a path that ends too early, after some of its steps.
    private func absent(after count: Int, at node: SourceNode, in file: RelativePath) -> RelctlError {
        let reached = count == 0 ? "the top" : "`\(SourcePath(Array(location.path.steps[..<count])).text)`"
        var hints: [String] = []
        switch (node.content, location.path.steps[count]) {
        case (.table(let members), .key(let key)):
            let known = members.map(\.key)
            hints += Nearest.to(key, among: known).map { ["did you mean `\($0)`?"] } ?? []
            let shown = known.prefix(12).map(SourcePath.component).joined(separator: ", ")
            hints.append("\(reached) has: \(shown)\(known.count > 12 ? ", …" : "")")
        case (.list(let items), .key): hints.append("\(reached) is a list of \(items.count); `[0]` is its first")
        case (.list(let items), .index): hints.append("\(reached) is a list of \(items.count)")
        default: hints.append("\(reached) is \(node.kind)")
        }
        return VersionSourceError.absent(location.path.text, in: file.string, at: node.place, hints: hints)
    }
}

/// A path, and the language of the text in which it is followed.
package struct ManifestPath: Sendable, Hashable {
    /// The language.
    package var format: SourceFormat
    /// The path.
    package var path: SourcePath

    /// Describes a place.
    package init(format: SourceFormat, path: SourcePath) {
        self.format = format
        self.path = path
    }
}

/// A language of texts in which values have paths; its raw value is the configuration's key for it.
package enum SourceFormat: String, Sendable, CaseIterable {
    /// JSON, with comments and all else that JSON5 has.
    case json
    case toml
    case yaml
    /// XML: elements by name, attributes as `@name`, text beside others as `#text`.
    case xml

    /// Parses a whole text.
    ///
    /// - Throws: ``RelctlError`` with the place of the first thing that is wrong.
    func node(of text: String, file: RelativePath) throws -> SourceNode {
        switch self {
        case .json: try SourceNode.json(text, file: file, dialect: .json5)
        case .toml: try SourceNode(toml: text, file: file.string)
        case .yaml: try SourceNode(yaml: text, file: file.string)
        case .xml: SourceNode(document: try XMLParser.parse(text, file: file.string))
        }
    }

    /// What one step of a path leads to; nothing where it leads nowhere.
    ///
    /// - Throws: ``RelctlError`` if a key is there twice.
    func value(of step: SourcePath.Step, in node: SourceNode) throws(RelctlError) -> SourceNode? {
        switch step {
        case .key(let key): return try node.only(key)
        case .index(let index):
            if case .list(let items) = node.content { return index < items.count ? items[index] : nil }
            // Elements of XML are a list where there are several of a name; one alone is the first of them too.
            return self == .xml && index == 0 ? node : nil
        }
    }
}
