/// What a terminal shows after the text that it was sent; knows the few sequences that relctl uses, and wraps lines.
struct Screen {
    private(set) var rows: [[Character]] = [[]]
    private(set) var unknown: [String] = []
    private var row = 0
    private var column = 0

    init(_ text: String, columns: Int = 80) {
        var rest = text.unicodeScalars.makeIterator()
        while let scalar = rest.next() {
            switch scalar {
            case "\n":
                row += 1
                column = 0
                while rows.count <= row { rows.append([]) }
            case "\r": column = 0
            case "\u{1b}": act(&rest)
            default:
                if column == columns { (row, column) = (row + 1, 0) }
                while rows.count <= row { rows.append([]) }
                while rows[row].count <= column { rows[row].append(" ") }
                rows[row][column] = Character(scalar)
                column += 1
            }
        }
    }

    /// The rows, without blanks at their ends and without empty ones at the end.
    var lines: [String] {
        var lines = rows.map { String($0.reversed().drop { $0 == " " }.reversed()) }
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    private mutating func act(_ rest: inout String.UnicodeScalarView.Iterator) {
        _ = rest.next()
        var (digits, command) = ("", rest.next())
        while let digit = command, digit.properties.numericType != nil || digit == ";" {
            digits.unicodeScalars.append(digit)
            command = rest.next()
        }
        let number = Int(digits) ?? 1
        switch command {
        case "A": row = max(0, row - number)
        case "J":
            rows.removeSubrange((row + 1)...)
            rows[row] = Array(rows[row].prefix(column))
        case "m": break
        case let other: unknown.append(digits + (other.map { String($0) } ?? ""))
        }
    }
}
