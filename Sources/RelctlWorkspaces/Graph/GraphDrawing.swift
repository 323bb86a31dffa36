/// Draws the repositories of a workspace and what they need, for tools that lay graphs out.
package struct GraphDrawing: Sendable {
    private let graph: WorkspaceGraph

    /// Draws this graph.
    package init(_ graph: WorkspaceGraph) { self.graph = graph }

    /// A flowchart of Mermaid (https://mermaid.js.org/syntax/flowchart.html), as forges show in Markdown.
    ///
    /// Nodes have ids of their own, since names may hold what the language gives a meaning.
    package var mermaid: String {
        var lines = ["flowchart LR"]
        let ids = ids(prefix: "r")
        for (number, wave) in graph.waves.enumerated() {
            lines.append("  subgraph w\(number + 1)[\"wave \(number + 1)\"]")
            for name in wave { lines.append("    \(ids[name] ?? "")[\"\(Self.entities(name))\"]") }
            lines.append("  end")
        }
        for (needed, name) in edges { lines.append("  \(ids[needed] ?? "") --> \(ids[name] ?? "")") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A directed graph of Graphviz (https://graphviz.org/doc/info/lang.html).
    package var dot: String {
        var lines = ["digraph {", "  rankdir=LR;"]
        for wave in graph.waves {
            lines.append("  { rank=same; " + wave.map { Self.quoted($0) + "; " }.joined() + "}")
        }
        for (needed, name) in edges { lines.append("  \(Self.quoted(needed)) -> \(Self.quoted(name));") }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    /// Who is needed by whom, in the order of release.
    private var edges: [(needed: String, name: String)] {
        graph.order.flatMap { name in (graph.needs[name] ?? []).map { (needed: $0, name: name) } }
    }

    private func ids(prefix: String) -> [String: String] {
        var ids: [String: String] = [:]
        for (number, name) in graph.order.enumerated() { ids[name] = prefix + String(number + 1) }
        return ids
    }

    /// Everything but letters, digits and a few more by its number, as both HTML and Mermaid read it.
    private static func entities(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            let isPlain =
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "-_. /".unicodeScalars.contains(scalar)
            return isPlain ? String(scalar) : "#\(scalar.value);"
        }
        .joined()
    }

    /// In DOT's quotes a backslash stands for itself, unless a quote follows.
    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
