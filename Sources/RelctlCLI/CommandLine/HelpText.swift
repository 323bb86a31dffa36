/// Help, made from the tables.
package struct HelpText: Sendable {
    private let registry: CommandRegistry
    private let style: TextStyle

    /// Creates help about these subcommands.
    package init(_ registry: CommandRegistry, style: TextStyle = TextStyle()) {
        self.registry = registry
        self.style = style
    }

    /// What relctl is, one line.
    static let summary = "take a project from a tag to a finished release"

    /// Where to begin.
    package static let examples = [
        Example("relctl init", "Write a relctl.json for the project in this folder"),
        Example("relctl release v1.0.0 --dry-run", "See all that a release would do, and change nothing"),
        Example("relctl release v1.0.0", "Check, build, package, checksum, annotate and publish"),
    ]

    /// The help of a subcommand, or of relctl.
    package func text(_ subject: CommandDescription? = nil) -> String {
        let sections = subject.map(sections) ?? overview
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    private var overview: [[String]] {
        [
            ["relctl: \(Self.summary)"],
            ["\(style.text("Usage:", .bold)) relctl [GLOBAL OPTIONS] SUBCOMMAND [OPTIONS] [ARGUMENTS]"],
            section("Subcommands", registry.descriptions.map { ($0.name, $0.summary) }),
            section(
                "Global options, before or after the subcommand",
                Self.rows(GlobalOptions.table.map(\.description))
            ),
            examples(
                Self.examples.filter { example in
                    // A relctl of other subcommands has other beginnings.
                    registry.names.contains { example.line.hasPrefix("relctl \($0)") }
                }
            ),
            section("Exit codes", Self.rows(ExitCode.allCases)),
            ["`relctl SUBCOMMAND --help` explains a subcommand, `relctl man` prints the manual page."],
        ]
    }

    private func sections(_ subject: CommandDescription) -> [[String]] {
        [
            ["relctl \(subject.name): \(subject.summary)"],
            ["\(style.text("Usage:", .bold)) \(subject.synopsis)"],
            subject.discussion.isEmpty
                ? []
                : subject.discussion.split(separator: "\n", omittingEmptySubsequences: false)
                    .flatMap { TextWrapping.lines(String($0), width: Self.width) },
            section("Arguments", subject.positionals.map { ($0.name, $0.summary) }),
            section("Options", Self.rows(subject.options)),
            section("Global options", Self.rows(GlobalOptions.table.map(\.description))),
            examples(subject.examples),
            section("Exit codes", Self.rows(subject.exitCodes)),
        ]
    }

    private func section(_ title: String, _ rows: [(String, String)]) -> [String] {
        guard !rows.isEmpty else { return [] }
        // Most names fit in here; longer ones stand on a line of their own.
        let column = min(rows.map { TerminalText.width($0.0) }.max() ?? 0, 26)
        let margin = String(repeating: " ", count: column + 4)
        let lines = rows.flatMap { name, summary in
            let text = TextWrapping.lines(summary, width: Self.width - column - 4)
            guard TerminalText.width(name) <= column else { return ["  \(name)"] + text.map { margin + $0 } }
            let first = "  \(TerminalText.padded(name, to: column))  \(text.first ?? "")"
            return [first] + text.dropFirst().map { margin + $0 }
        }
        return [style.text("\(title):", .bold)] + lines
    }

    private func examples(_ examples: [Example]) -> [String] {
        guard !examples.isEmpty else { return [] }
        return [style.text("Examples:", .bold)] + examples.flatMap { ["  $ \($0.line)", "    \($0.explanation)"] }
    }

    private static let width = 100

    private static func rows(_ codes: [ExitCode]) -> [(String, String)] {
        codes.map { (String($0.rawValue), $0.meaning) }
    }

    private static func rows(_ options: [OptionDescription]) -> [(String, String)] {
        options.map { option in
            let indent = option.short == nil ? "    " : ""
            let value = option.valueName.map { " \($0)" } ?? ""
            let environment = option.environment.map { " [environment: \($0)]" } ?? ""
            return (indent + option.spellings.joined(separator: ", ") + value, option.summary + environment)
        }
    }
}
