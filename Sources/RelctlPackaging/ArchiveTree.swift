/// What is in an archive, drawn as a tree of names, as `tree` does.
///
/// The same entries give the same text. Characters that are not seen, or that move what is seen, are written as escapes,
/// so that no name can draw anything but itself.
package struct ArchiveTree: Sendable, Hashable {
    private let lines: [Line]

    private struct Line: Sendable, Hashable {
        let path: RelativePath
        let ending: String
    }

    /// The tree of an archive that is planned.
    package init(_ plan: ArchivePlan) {
        self.init(
            plan.entries.map { entry in
                switch entry.content {
                case .folder: Line(path: entry.path, ending: "/")
                case .file: Line(path: entry.path, ending: "")
                case .link(let target): Line(path: entry.path, ending: " -> " + Self.escaped(target))
                }
            }
        )
    }

    /// The tree of an archive that is packed.
    package init(_ contents: [ArchivedEntry]) {
        self.init(
            contents.map { entry in
                switch entry.kind {
                case .folder: Line(path: entry.path, ending: "/")
                case .file: Line(path: entry.path, ending: "")
                case .link: Line(path: entry.path, ending: " -> " + Self.escaped(entry.target ?? ""))
                }
            }
        )
    }

    private init(_ lines: [Line]) {
        // Folders that have no entry of their own are drawn too.
        var known = Set(lines.map(\.path))
        var all = lines
        for line in lines {
            var folder = line.path.parent
            while let path = folder, known.insert(path).inserted {
                all.append(Line(path: path, ending: "/"))
                folder = path.parent
            }
        }
        self.lines = all.sorted { $0.path < $1.path }
    }

    /// The tree's lines, each ending in a newline; what is in one folder is sorted bytewise by name.
    package var text: String {
        let children = Dictionary(grouping: lines) { $0.path.parent }
        var text = ""
        func draw(_ folder: RelativePath?, indentation: String) {
            let inside = children[folder] ?? []
            for (index, line) in inside.enumerated() {
                let isLast = index == inside.count - 1
                let (branch, next) = folder == nil ? ("", "") : isLast ? ("└── ", "    ") : ("├── ", "│   ")
                text += indentation + branch + Self.escaped(line.path.lastComponent) + line.ending + "\n"
                draw(line.path, indentation: indentation + next)
            }
        }
        draw(nil, indentation: "")
        return text
    }

    /// A name with an escape for each control, format or separator character but the blank, and for the backslash
    /// that begins escapes.
    static func escaped(_ name: String) -> String {
        var result = ""
        for scalar in name.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                result += scalar.escaped(asASCII: true)
            default:
                if scalar == "\\" { result += "\\\\" } else { result.unicodeScalars.append(scalar) }
            }
        }
        return result
    }
}
