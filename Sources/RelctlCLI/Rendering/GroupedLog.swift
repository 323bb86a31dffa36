/// The lines of a log in groups that are never inside each other, as GitHub Actions wants them.
///
/// Steps may run side by side: the lines of one stand in its group at once, those of the others wait until it ends.
struct GroupedLog {
    private struct Group {
        let id: String
        var lines: [String]
        var isEnded = false
    }

    /// The first one is open; its lines have been handed out.
    private var groups: [Group] = []

    /// Begins a step; returns the lines to print now.
    mutating func begin(_ id: String, title: String) -> [String] {
        let head = WorkflowCommand(name: "group", message: title).description
        groups.append(Group(id: id, lines: groups.isEmpty ? [] : [head]))
        return groups.count == 1 ? [head] : []
    }

    /// Takes a line of an activity; returns the lines to print now.
    ///
    /// It belongs to the step whose id is its own or, up to a `/`, the start of it.
    mutating func add(_ line: String, of id: String) -> [String] {
        let owner = groups.indices.filter { groups[$0].id == id || id.hasPrefix(groups[$0].id + "/") }
            .max { groups[$0].id.utf8.count < groups[$1].id.utf8.count }
        guard let owner, owner > 0 else { return [line] }
        groups[owner].lines.append(line)
        return []
    }

    /// Ends a step, perhaps with a last line; returns the lines to print now.
    mutating func end(_ id: String, line: String?) -> [String] {
        let last = line.map { [$0] } ?? []
        guard let index = groups.firstIndex(where: { $0.id == id && !$0.isEnded }) else { return last }
        groups[index].lines += last
        groups[index].isEnded = true
        guard index == 0 else { return [] }
        var lines = last
        while let first = groups.first, first.isEnded {
            lines.append(WorkflowCommand(name: "endgroup", message: "").description)
            groups.removeFirst()
            lines += groups.first?.lines ?? []
        }
        return lines
    }
}
