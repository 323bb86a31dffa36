extension ChartMetadata {
    /// Reads a Chart.yaml, and for a chart of the form `v1` its requirements.yaml.
    ///
    /// - Parameters:
    ///   - text: The text of Chart.yaml.
    ///   - file: The file, as the user knows it.
    ///   - requirements: The text of requirements.yaml and the file, if there is one.
    /// - Throws: ``RelctlError`` with the place of what cannot be read, or all that Helm would not accept as causes.
    package init(_ text: String, file: String, requirements: (text: String, file: String)? = nil) throws {
        let root = try ChartYAML.values(of: text, file: file)
        guard case .table = root.content else {
            throw RelctlError("`\(file)` is not a mapping", code: .configurationInvalid, place: root.place)
        }
        try self.init(root)
        if let requirements {
            let root = try ChartYAML.values(of: requirements.text, file: requirements.file)
            dependencies = try Self.dependencies(in: root)
        }
        var check = ChartMetadataCheck(root)
        let problems = check.problems(of: self)
        try RelctlError.throwAll(problems, "cannot use the chart of `\(file)`")
    }

    /// Takes what a node of a Chart.yaml, or an entry of a repository's index, says.
    init(_ root: SourceNode) throws {
        name = try root.chartText("name") ?? ""
        version = try root.chartText("version") ?? ""
        // Charts from before there were forms say none.
        apiVersion = try root.chartText("apiVersion") ?? "v1"
        home = try root.chartText("home")
        sources = try root.chartTexts("sources")
        description = try root.chartText("description")
        keywords = try root.chartTexts("keywords")
        maintainers = try root.chartItems("maintainers")?.map { node in
            Maintainer(
                name: try node.chartText("name"),
                email: try node.chartText("email"),
                url: try node.chartText("url")
            )
        }
        icon = try root.chartText("icon")
        condition = try root.chartText("condition")
        tags = try root.chartText("tags")
        appVersion = try root.chartText("appVersion")
        deprecated = try root.chartFlag("deprecated")
        let members = root["annotations"]?.members ?? []
        annotations = try Dictionary(
            members.map { ($0.key, try $0.node.chartText(called: "annotations") ?? "") },
            uniquingKeysWith: { $1 }
        )
        if annotations?.isEmpty == true { annotations = nil }
        kubeVersion = try root.chartText("kubeVersion")
        dependencies = try Self.dependencies(in: root)
        type = try root.chartText("type")
    }

    private static func dependencies(in root: SourceNode) throws -> [Dependency]? {
        try root.chartItems("dependencies")?.map { node in
            Dependency(
                name: try node.chartText("name") ?? "",
                version: try node.chartText("version"),
                repository: try node.chartText("repository") ?? "",
                condition: try node.chartText("condition"),
                tags: try node.chartTexts("tags"),
                enabled: try node.chartFlag("enabled"),
                importValues: try node.chartItems("import-values")?.map { value in
                    guard case .table(let members) = value.content else {
                        return .text(try value.chartText(called: "import-values") ?? "")
                    }
                    return .object(
                        try members.reduce(into: [:]) { object, member in
                            object[member.key] = .text(try member.node.chartText(called: member.key) ?? "")
                        }
                    )
                },
                alias: try node.chartText("alias")
            )
        }
    }
}

/// Reads a chart's YAML, with what is wrong said for charts.
enum ChartYAML {
    static func node(of text: String, file: String) throws(RelctlError) -> SourceNode {
        // An empty file is an empty mapping to Helm.
        guard text.utf8.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
            return SourceNode(content: .table([]), place: SourcePlace(file: file, line: 1, column: 1), range: 0..<0)
        }
        do {
            return try SourceNode(yaml: text, file: file)
        } catch {
            // What it hints at is for versions in manifests.
            var error = error
            error.hints = []
            throw error
        }
    }
}

extension ChartYAML {
    /// The same for what is read by its meaning: what YAML has as nothing is no text `null` (YAML 1.2.2, section 10.3.2).
    static func values(of text: String, file: String) throws(RelctlError) -> SourceNode {
        withoutNulls(try node(of: text, file: file), in: Array(text.utf8))
    }

    private static func withoutNulls(_ node: SourceNode, in bytes: [UInt8]) -> SourceNode {
        var node = node
        switch node.content {
        case .text(let text) where nulls.contains(text) && isPlain(text, at: node.range, in: bytes):
            node.content = .other(text)
        case .table(let members):
            node.content = .table(
                members.map { SourceNode.Member(key: $0.key, node: withoutNulls($0.node, in: bytes)) }
            )
        case .list(let items): node.content = .list(items.map { withoutNulls($0, in: bytes) })
        case .text, .other: break
        }
        return node
    }

    private static let nulls: Set<String> = ["~", "null", "Null", "NULL"]

    /// Whether a text stands there as it is, and not between quotes.
    private static func isPlain(_ text: String, at range: Range<Int>, in bytes: [UInt8]) -> Bool {
        guard range.lowerBound > 0, range.upperBound <= bytes.count, bytes[range].elementsEqual(text.utf8) else {
            return false
        }
        return !"\"'".utf8.contains(bytes[range.lowerBound - 1])
    }
}

/// What stands under a key, if it is of the type that Helm wants there.
extension SourceNode {
    /// The text of a scalar; nothing where nothing stands.
    func chartText(called key: String) throws -> String? {
        switch content {
        case .text(let text): return text
        case .other: return nil
        case .table, .list: throw wrong(key, "a text")
        }
    }

    fileprivate func chartText(_ key: String) throws -> String? { try self[key]?.chartText(called: key) }

    fileprivate func chartFlag(_ key: String) throws -> Bool? {
        guard let node = self[key], let text = try node.chartText(called: key) else { return nil }
        guard let flag = ["true": true, "false": false][text.lowercased()] else {
            throw node.wrong(key, "`true` or `false`")
        }
        // As Helm writes it: what is off is not there.
        return flag ? true : nil
    }

    fileprivate func chartItems(_ key: String) throws -> [SourceNode]? {
        let items = try self[key]?.chartItems(called: key) ?? []
        return items.isEmpty ? nil : items
    }

    /// The items of a list; none where nothing stands.
    func chartItems(called key: String) throws -> [SourceNode] {
        switch content {
        case .list(let items): return items
        case .other: return []
        case .table, .text: throw wrong(key, "a list")
        }
    }

    /// The members of a mapping; none where nothing stands.
    func chartMembers(called key: String) throws -> [Member] {
        switch content {
        case .table(let members): return members
        case .other: return []
        case .list, .text: throw wrong(key, "a mapping")
        }
    }

    fileprivate func chartTexts(_ key: String) throws -> [String]? {
        try chartItems(key)?.map { try $0.chartText(called: key) ?? "" }
    }

    private func wrong(_ key: String, _ wanted: String) -> RelctlError {
        RelctlError("`\(key)` must be \(wanted), not \(kind)", code: .configurationInvalid, place: place)
    }
}
