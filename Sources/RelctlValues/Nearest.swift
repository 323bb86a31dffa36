/// Finds the word somebody meant.
package enum Nearest {
    /// The candidate with the fewest edits to `word`, or nothing where none is near.
    ///
    /// Near is at most a third of the word's length in edits, at least one: `relase` means `release`, `x` means nothing.
    /// Of equally near ones the first wins, so that the answer does not depend on chance.
    package static func to(_ word: String, among candidates: [String]) -> String? {
        let folded = word.lowercased()
        let limit = max(1, (word.count + 1) / 3)
        var best: (candidate: String, distance: Int)?
        for candidate in candidates where candidate != word {
            let distance = editDistance(Array(folded), Array(candidate.lowercased()))
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.candidate
    }

    /// Edits of one character (insert, delete, replace, swap two neighbours) that lead from one word to the other.
    ///
    /// The restricted Damerau-Levenshtein distance, in the usual table of prefixes.
    private static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
        var rows = [Array(0...right.count)]
        for row in 0..<left.count {
            var next = [row + 1]
            for column in 0..<right.count {
                let replaced = rows[row][column] + (left[row] == right[column] ? 0 : 1)
                var edits = min(next[column] + 1, rows[row][column + 1] + 1, replaced)
                let isSwap =
                    row > 0 && column > 0 && left[row] == right[column - 1] && left[row - 1] == right[column]
                if isSwap { edits = min(edits, rows[row - 1][column - 1] + 1) }
                next.append(edits)
            }
            rows.append(next)
        }
        return rows[left.count][right.count]
    }
}
