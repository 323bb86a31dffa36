package import RelctlCore

/// Puts failures and findings into words.
package struct ErrorRenderer: Sendable {
    /// How the text may look.
    package var style: TextStyle
    /// The line of a file that a place is in, for readers to see; nothing where it cannot be read.
    package var sourceLine: @Sendable (SourcePlace) -> String?

    /// Creates a renderer.
    package init(
        style: TextStyle = TextStyle(),
        sourceLine: @escaping @Sendable (SourcePlace) -> String? = { _ in nil }
    ) {
        self.style = style
        self.sourceLine = sourceLine
    }

    /// The lines for a failure: `error: …`, its place, `caused by: …`, and what to try.
    package func lines(_ report: ErrorReport) -> [String] {
        let parts = report.parts
        guard !parts.isEmpty else {
            return headed("error", report.message, report.place) + causes(report, depth: 1) + hints(report.allHints)
        }
        let summary = headed("error", report.message, nil) + hints(report.hints)
        return parts.flatMap { lines($0) + [""] } + summary
    }

    /// The lines for what a check found, with a count at the end.
    package func lines(_ findings: [Finding]) -> [String] {
        let all = findings.flatMap { finding in
            headed(finding.severity.rawValue, finding.message, finding.place) + hints(finding.hints) + [""]
        }
        return all + [Self.summary(findings)]
    }

    /// `2 errors, 1 warning`.
    package static func summary(_ findings: [Finding]) -> String {
        let errors = findings.count { $0.severity == .error }
        let warnings = findings.count - errors
        guard !findings.isEmpty else { return "no problems found" }
        let counts = [
            errors > 0 ? Quantity.count(errors, "error") : nil,
            warnings > 0 ? Quantity.count(warnings, "warning") : nil,
        ]
        return counts.compactMap(\.self).joined(separator: ", ")
    }

    /// The lines that GitHub Actions shows beside the code.
    package func commands(_ report: ErrorReport) -> [WorkflowCommand] {
        let parts = report.parts
        guard parts.isEmpty else {
            return parts.flatMap { commands($0) } + [.annotation("error", text(report.message, [], report.hints))]
        }
        let plain = ErrorRenderer()
        return [
            .annotation(
                "error",
                text(report.message, plain.causes(report, depth: 1), report.allHints),
                at: report.place
            )
        ]
    }

    /// The lines that GitHub Actions shows beside the code.
    package func commands(_ findings: [Finding]) -> [WorkflowCommand] {
        findings.map { .annotation($0.severity.rawValue, text($0.message, [], $0.hints), at: $0.place) }
    }

    private func text(_ message: String, _ causes: [String], _ hints: [String]) -> String {
        ([TerminalText.escaped(message)] + causes + hints.map { "hint: \(TerminalText.escaped($0))" })
            .joined(separator: "\n")
    }

    private func headed(_ word: String, _ message: String, _ place: SourcePlace?) -> [String] {
        let head = style.text("\(word):", word == "error" ? .red : .yellow) + " " + TerminalText.escaped(message)
        guard let place else { return [head] }
        return [head, "  \(style.text("-->", .cyan)) \(TerminalText.escaped(place.description))"] + excerpt(place)
    }

    private func causes(_ report: ErrorReport, depth: Int) -> [String] {
        report.causes.flatMap { cause in
            let located = cause.place.map { "\($0): \(cause.message)" } ?? cause.message
            let indent = String(repeating: "  ", count: depth)
            // What a program said comes in lines of its own.
            let words = TerminalText.lines(located).filter { !$0.isEmpty }
            let first = "\(indent)\(style.text("caused by:", .dim)) \(words.first ?? "")"
            let isSingle = report.causes.count == 1
            return [first] + words.dropFirst().map { "\(indent)  \($0)" }
                + causes(cause, depth: isSingle ? depth : depth + 1)
        }
    }

    private func hints(_ hints: [String]) -> [String] {
        guard !hints.isEmpty else { return [] }
        return [""] + hints.map { style.text("hint:", .cyan) + " " + TerminalText.escaped($0) }
    }

    /// The line that the place is in, and a caret below the place.
    private func excerpt(_ place: SourcePlace) -> [String] {
        guard let line = sourceLine(place), place.column >= 1 else { return [] }
        // One column for one character that would act on the terminal, so that the caret stands right.
        let shown = line.map { TerminalText.escaped(String($0)) == String($0) ? $0 : " " }
        guard place.column <= shown.count + 1 else { return [] }
        // Of a very long line, only what is near.
        let start = max(0, place.column - 1 - 60)
        let end = min(shown.count, start + 100)
        let offset = TerminalText.width(String(shown[start..<(place.column - 1)]))
        let number = String(place.line)
        let margin = String(repeating: " ", count: number.count)
        let bar = style.text("|", .cyan)
        return [
            " \(style.text(number, .cyan)) \(bar) \(String(shown[start..<end]))",
            " \(margin) \(bar) \(String(repeating: " ", count: offset))\(style.text("^", .red))",
        ]
    }
}

extension FileSystem {
    /// The line of a text file that a place is in; nothing where there is none that can be read.
    ///
    /// What stands in front of the host in a URL, or in the name of an image, a user's name and often a password, is shown
    /// as stars, as many as to keep all that follows in its column.
    ///
    /// Relative files are looked up in `folder`.
    package func line(at place: SourcePlace, in folder: FilePath) -> String? {
        let path = folder.appending(place.file)
        // A pipe would block, and a device never end.
        guard let status = try? resolvedStatus(of: path), status.kind == .file,
            let text = try? text(of: path, limit: 4 << 20)
        else { return nil }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard place.line >= 1, place.line <= lines.count else { return nil }
        return UserInfo.masked(source: String(lines[place.line - 1]))
    }
}
