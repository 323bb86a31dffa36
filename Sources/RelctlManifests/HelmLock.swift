/// A Chart.lock: what `helm dependency update` found for the dependencies of Chart.yaml.
///
/// Its digest is the SHA-256 of both lists of dependencies as JSON, as Helm's `resolver.HashReq` makes it.
package struct HelmLock {
    private let file: RelativePath
    private let entries: [HelmChart.Dependency]
    private let digest: SourceNode?

    /// Parses a Chart.lock.
    ///
    /// - Throws: ``RelctlError`` with the place in the file if it cannot be parsed.
    package init(_ text: String, file: RelativePath) throws {
        let root = try SourceNode(yaml: text, file: file.string)
        self.file = file
        entries = HelmChart.dependencies(in: root)
        digest = root["digest"]
    }

    /// The charts that are locked, with their versions.
    package var versions: [(name: String, version: String)] { entries.map { ($0.name, $0.version.text ?? "") } }

    /// Whether it was made of what a chart needs now.
    ///
    /// Helm writes an entry for each dependency in their order. What is not so, or is digested otherwise, was not made
    /// from this Chart.yaml or not by a Helm that is known here.
    package func fits(_ chart: HelmChart) -> Bool {
        let wanted = chart.dependencies
        guard let said = digest?.text, wanted.count == entries.count else { return false }
        return zip(wanted, entries).allSatisfy { $0.name.equalsBytewise($1.name) }
            && said.equalsBytewise(Self.digest(of: wanted, entries) { node, _ in node.text ?? "" })
    }

    /// What changes when these dependencies of a chart get the new version; nothing if its digest cannot be told.
    func edits(after moved: Set<Int>, of chart: HelmChart, in release: HelmRelease) -> [VersionEdit] {
        let wanted = chart.dependencies
        guard let digest, fits(chart) else { return [] }
        let isMoved = { (entry: HelmChart.Dependency) in
            moved.contains(entry.index) && release.isOld(entry.version.text ?? "")
        }
        let edits = entries.filter(isMoved).map {
            release.edit($0.version, in: file, key: "dependencies[\($0.index)].version")
        }
        let after = Self.digest(of: wanted, entries) { node, index in
            let text = node.text ?? ""
            return moved.contains(index) && release.isOld(text) ? release.spelling(insteadOf: text) : text
        }
        return edits + [VersionEdit(file: file, range: digest.range, replacement: after, key: "digest")]
    }

    private static func digest(
        of wanted: [HelmChart.Dependency],
        _ locked: [HelmChart.Dependency],
        version: (SourceNode, Int) -> String
    ) -> String {
        let lists = [wanted, locked].map { list in
            "[" + list.map { json($0, version: version($0.version, $0.index)) }.joined(separator: ",") + "]"
        }
        return "sha256:" + Digest(of: Array("[\(lists.joined(separator: ","))]".utf8)).hexadecimal
    }

    /// An entry as Go's `encoding/json` writes Helm's `chart.Dependency`.
    private static func json(_ entry: HelmChart.Dependency, version: String) -> String {
        var members = ["\"name\":" + json(entry.name)]
        if !version.isEmpty { members.append("\"version\":" + json(version)) }
        members.append("\"repository\":" + json(entry.repository))
        for key in ["condition", "tags", "enabled", "import-values", "alias"] {
            guard let node = entry.node[key] else { continue }
            if key == "enabled" {
                if node.text == "true" { members.append("\"enabled\":true") }
            } else if node.text != "", !(node.items.isEmpty && node.text == nil) {
                members.append("\"\(key)\":" + json(node))
            }
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    private static func json(_ node: SourceNode) -> String {
        switch node.content {
        case .text(let text): json(text)
        case .other(let text): text
        case .list(let items): "[" + items.map { json($0) }.joined(separator: ",") + "]"
        case .table(let members):
            "{"
                + members.sortedBytewise(by: \.key)
                .map { json($0.key) + ":" + json($0.node) }.joined(separator: ",") + "}"
        }
    }

    private static func json(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "<", ">", "&", "\u{2028}", "\u{2029}", "\0"..<" ":
                let code = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - code.count) + code
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
