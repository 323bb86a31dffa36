package import RelctlCore

/// What a release consists of by size, as people read it.
package struct SizeText {
    private let style: TextStyle

    /// Writes for a place of this style.
    package init(style: TextStyle) { self.style = style }

    /// The lines: a table of all that people fetch, what is gone, and with `withParts` what is in each.
    package func lines(_ report: SizeReport, withParts: Bool) -> [String] {
        var lines = table("ARTIFACT", report.items.map { ($0.name, $0.size, $0.previous) }, report)
        if !report.removed.isEmpty {
            lines +=
                [""]
                + report.removed.map { item in
                    TerminalText.escaped("no longer there: \(item.name), \(ByteCount(item.size))")
                }
        }
        guard withParts else { return lines }
        return report.items.filter { !$0.parts.isEmpty }.reduce(into: lines) { lines, item in
            let title = style.text(TerminalText.escaped(item.name), .bold)
            lines += ["", title] + table("FILE", item.parts.map { ($0.path, $0.size, $0.previous) }, report)
        }
    }

    private func table(
        _ title: String,
        _ rows: [(name: String, size: UInt64, previous: UInt64?)],
        _ report: SizeReport
    ) -> [String] {
        let before: [Table.Column] = report.previousTag.map { [.right($0), .right("CHANGE")] } ?? []
        var table = Table([.left(title), .right("SIZE")] + before)
        for row in rows {
            let change = SizedItem.change(from: row.previous, to: row.size) ?? (row.previous == nil ? "new" : "")
            let earlier = row.previous.map { ByteCount($0).description } ?? ""
            table.append([row.name, ByteCount(row.size).description] + (before.isEmpty ? [] : [earlier, change]))
        }
        return table.lines(style)
    }
}
