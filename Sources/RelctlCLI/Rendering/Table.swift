/// Rows of text in columns, each as wide as its widest text.
package struct Table: Sendable {
    /// What a column is called, and where its texts stand in it.
    package struct Column: Sendable {
        var title: String
        var isRight: Bool

        /// A column whose texts stand at its left.
        package static func left(_ title: String) -> Column { Column(title: title, isRight: false) }
        /// A column whose texts stand at its right, for numbers.
        package static func right(_ title: String) -> Column { Column(title: title, isRight: true) }
    }

    private let columns: [Column]
    private var rows: [[String]] = []

    /// Creates a table without rows.
    package init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row; a missing text is an empty one.
    package mutating func append(_ row: [String]) { rows.append(row.map(TerminalText.escaped)) }

    /// The lines, with the titles first.
    package func lines(_ style: TextStyle) -> [String] {
        let widths = columns.indices.map { index in
            ([columns[index].title] + rows.map { cell($0, index) }).map(TerminalText.width).max() ?? 0
        }
        let header = line(columns.map(\.title), widths)
        return [style.text(header, .bold)] + rows.map { line($0, widths) }
    }

    private func cell(_ row: [String], _ index: Int) -> String { row.indices.contains(index) ? row[index] : "" }

    private func line(_ row: [String], _ widths: [Int]) -> String {
        let cells = columns.indices.map { index in
            TerminalText.padded(cell(row, index), to: widths[index], isRight: columns[index].isRight)
        }
        let text = cells.joined(separator: "  ")
        return String(text[..<(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex)])
    }
}
