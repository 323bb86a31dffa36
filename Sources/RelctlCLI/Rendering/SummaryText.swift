package import RelctlCore

/// What came of a release, as people read it.
package struct SummaryText {
    private let style: TextStyle

    /// Writes for a place of this style.
    package init(style: TextStyle) { self.style = style }

    /// The lines.
    package func lines(_ summary: ReleaseSummary) -> [String] {
        let release = summary.release
        var files = Table([.left("FILE"), .right("SIZE")])
        for file in summary.files { files.append(["dist/" + file.name, ByteCount(file.size).description]) }
        // Packing begins while targets still build: only with its beginning does a time say which part of the whole it is.
        var steps = Table([.left("STEP"), .right("BEGAN AFTER"), .right("TOOK")])
        for step in summary.steps {
            steps.append([step.step.rawValue] + [step.start, step.seconds].map { Quantity.time(.seconds($0)) })
        }
        let published = summary.publications.flatMap { outcome in
            Self.tags(outcome) ?? PlanText(style: style).lines(outcome).suffix(1)
        }
        let title = "\(TerminalText.escaped("\(release.name) \(release.version)")) is released"
        return [style.text(title, .green), ""] + files.lines(style) + [""] + steps.lines(style)
            + (published.isEmpty ? [] : [""] + published)
    }

    /// What people pull by, a line for each repository; nothing for a place that has no tags of images or charts.
    private static func tags(_ outcome: PublicationOutcome) -> [String]? {
        var tags: [(repository: String, names: [String])] = []
        for action in outcome.actions where [.publish, .move, .replace].contains(action.verb) {
            let slash = action.subject.lastIndex(of: "/") ?? action.subject.startIndex
            guard slash != action.subject.startIndex, let colon = action.subject[slash...].lastIndex(of: ":") else {
                return nil
            }
            let name = String(action.subject[action.subject.index(after: colon)...])
            let repository = String(action.subject[..<colon])
            if let index = tags.firstIndex(where: { $0.repository == repository }) {
                tags[index].names.append(name)
            } else {
                tags.append((repository, [name]))
            }
        }
        guard !tags.isEmpty else { return nil }
        return tags.map { repository, names in
            TerminalText.escaped("\(outcome.name): publish \(repository):" + names.joined(separator: ", "))
        }
    }
}
