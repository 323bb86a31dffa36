/// The parts of a workflow that belong to its owner: what stands between `# relctl:begin NAME` and `# relctl:end NAME`.
///
/// relctl writes the marks, and keeps what it finds between them.
package struct WorkflowSections: Sendable {
    /// The lines of each section that has any, by its name.
    private(set) var contents: [String: [String]] = [:]
    /// The lines of all that is relctl's.
    private(set) var others: [String] = []
    /// Where each section begins.
    private var places: [String: SourcePlace] = [:]

    /// Reads a workflow.
    ///
    /// - Throws: ``RelctlError`` for a section that does not end, ends without a beginning, or is there twice.
    package init(_ text: String, file: String) throws {
        var (open, lines) = (nil as String?, [String]())
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).enumerated()
        {
            let place = SourcePlace(file: file, line: index + 1, column: 1)
            switch (Self.mark(line), open) {
            case (.begin(let name)?, nil):
                guard places[name] == nil else { throw Self.refusal("there are two sections `\(name)`", place) }
                (open, lines, places[name]) = (name, [], place)
            case (.end(let name)?, let current?) where current == name:
                if lines.contains(where: { !$0.allSatisfy(\.isWhitespace) }) { contents[name] = lines }
                open = nil
            case (.begin(let name)?, _), (.end(let name)?, _):
                throw Self.refusal("the section `\(open ?? name)` does not end where it should", place)
            case (nil, nil): others.append(line)
            case (nil, _): lines.append(line)
            }
        }
        if let open { throw Self.refusal("the section `\(open)` does not end", places[open]) }
    }

    /// The lines of a new workflow, with what was between the marks of the old one.
    ///
    /// - Throws: ``RelctlError`` for a section that has no place in the new workflow: it would be lost.
    package func filling(_ lines: [String]) throws -> [String] {
        let known = lines.compactMap { line in
            if case .begin(let name)? = Self.mark(line) { name } else { nil as String? }
        }
        for name in contents.keys.sorted() where !known.contains(name) {
            throw Self.refusal(
                "there is no section `\(name)` any more, and what is in it would be lost",
                places[name],
                hints: ["move it to another, or delete it: " + known.joined(separator: ", ")]
            )
        }
        return lines.flatMap { line in
            guard case .begin(let name)? = Self.mark(line) else { return [line] }
            return [line] + (contents[name] ?? [])
        }
    }

    /// The marks of a section, between which nothing stands yet.
    package static func empty(_ name: String) -> [String] { ["# relctl:begin \(name)", "# relctl:end \(name)"] }

    private enum Mark {
        case begin(String)
        case end(String)
    }

    private static func mark(_ line: String) -> Mark? {
        guard let match = line.wholeMatch(of: /\s*# relctl:(begin|end) (\S+)\s*/) else { return nil }
        return match.1 == "begin" ? .begin(String(match.2)) : .end(String(match.2))
    }

    private static func refusal(_ reason: String, _ place: SourcePlace?, hints: [String] = []) -> RelctlError {
        RelctlError(
            "cannot keep what is yours in the workflow: \(reason)",
            code: .configurationInvalid,
            place: place,
            hints: hints
        )
    }
}
