import RelctlCore
import RelctlWorkspaces

/// `relctl workspace graph`.
struct WorkspaceGraphRun {
    let format: WorkspaceCommand.Format

    func run(_ workspace: Workspace, in session: Session) throws {
        let graph = try WorkspaceGraph(of: workspace.configuration)
        let payload = Payload(name: workspace.configuration.name, waves: graph.waves, needs: graph.needs)
        switch format {
        case .text: try session.render(payload) { lines(workspace, graph, $0) }
        case .json: try session.write(String(decoding: try JSONText.pretty(payload), as: UTF8.self))
        case .mermaid: try session.write(GraphDrawing(graph).mermaid)
        case .dot: try session.write(GraphDrawing(graph).dot)
        }
    }

    /// What `--json` gives.
    private struct Payload: Encodable {
        var name: String
        var waves: [[String]]
        var needs: [String: [String]]
    }

    private func lines(_ workspace: Workspace, _ graph: WorkspaceGraph, _ style: TextStyle) -> [String] {
        var table = Table([.left("WAVE"), .left("REPOSITORY"), .left("NEEDS"), .left("REMOTE")])
        for (number, wave) in graph.waves.enumerated() {
            for name in wave {
                let needs = (graph.needs[name] ?? []).map { TerminalText.escaped($0) }.joined(separator: ", ")
                let url = TerminalText.escaped(workspace.configuration[name]?.url ?? "")
                table.append([String(number + 1), TerminalText.escaped(name), needs, url])
            }
        }
        return table.lines(style)
    }
}
