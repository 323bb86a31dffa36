import RelctlCore

/// The manual page, made from the tables, in the `man` macros that every roff knows (man(7)).
package struct ManPage: Sendable {
    private let registry: CommandRegistry
    private let build: BuildInformation

    /// Creates the page about these subcommands.
    package init(_ registry: CommandRegistry, build: BuildInformation) {
        self.registry = registry
        self.build = build
    }

    /// The roff source.
    package var text: String {
        let lines: [[String]] = [
            // Where the commit's date is not known, none is given: the page depends on nothing but the program.
            [".TH RELCTL 1 \"\(build.commitDate ?? "")\" \"relctl \(build.version)\" \"User Commands\""],
            [".SH NAME", "relctl \\- \(Self.escaped(HelpText.summary))"],
            [".SH SYNOPSIS", ".B relctl", Self.escaped("[GLOBAL OPTIONS] SUBCOMMAND [OPTIONS] [ARGUMENTS]")],
            [".SH DESCRIPTION"] + description,
            [".SH GLOBAL OPTIONS", "They may stand before or after the subcommand."]
                + GlobalOptions.table.flatMap { entry($0.description) },
            [".SH SUBCOMMANDS"] + registry.descriptions.flatMap(subcommand),
            [".SH EXIT STATUS"] + ExitCode.allCases.flatMap { [".TP", ".B \($0.rawValue)", Self.escaped($0.meaning)] },
            [".SH ENVIRONMENT"] + environment,
            [".SH FILES"] + files,
            [".SH SEE ALSO", ".BR git (1),", ".BR tar (1),", ".BR sha256sum (1)"],
        ]
        return lines.joined().joined(separator: "\n") + "\n"
    }

    private var description: [String] {
        Self.paragraph(
            "relctl checks that a tag tells the truth, builds every platform, packs archives, writes checksums and "
                + "release notes, and publishes. What it does is written in one configuration file, relctl.json."
        ) + [".PP"]
            + Self.paragraph("Results go to standard output; progress, messages and errors to standard error.")
    }

    private var environment: [String] {
        let all = GlobalOptions.table.map(\.description) + registry.descriptions.flatMap(\.options)
        let options = all.compactMap { option in
            option.environment.map { ($0, "Stands in for `--\(option.long)` where that is not given") }
        }
        let general = [
            ("NO_COLOR", "If not empty, no colours are used unless `--color always` is given"),
            ("CLICOLOR_FORCE", "If not empty and not 0, colours are used even where no terminal is"),
            (PieceCache.Setting.limitVariable, "How much is kept of what was compressed (`500M`, `0`; default: `2G`)"),
            ("CI", "If not empty, progress is printed in lines and never drawn over"),
            ("GITHUB_ACTIONS", "If `true`, messages are printed as workflow commands of GitHub Actions"),
            ("SOURCE_DATE_EPOCH", "The time of the release, in seconds since 1970, in place of its commit's"),
        ]
        let unique = (options + general).reduce(into: [(String, String)]()) { result, variable in
            if !result.contains(where: { $0.0 == variable.0 }) { result.append(variable) }
        }
        return unique.flatMap { [".TP", ".B \(Self.escaped($0.0))", Self.escaped($0.1)] }
    }

    private var files: [String] {
        [
            ".TP", ".BR relctl.json \", \" .relctl.json", "The configuration.",
            ".TP", ".B dist/", "What a release is made of, and the record of it, manifest.json.",
            ".TP", ".B $XDG_CACHE_HOME/relctl/pieces/",
            "What was compressed, so that the next release need not do so again.",
            "It may be deleted at any time.",
        ]
    }

    private func subcommand(_ subject: CommandDescription) -> [String] {
        var lines = [".SS \"\(Self.escaped(subject.synopsis))\"", Self.escaped(subject.summary) + "."]
        for paragraph in subject.discussion.split(separator: "\n") {
            lines += [".PP"] + Self.paragraph(String(paragraph))
        }
        for positional in subject.positionals {
            lines += [".TP", ".I \(Self.escaped(positional.name))", Self.escaped(positional.summary)]
        }
        lines += subject.options.flatMap(entry)
        for example in subject.examples {
            lines += [".PP", Self.escaped(example.explanation) + ":", ".PP", ".RS 4", ".nf"]
            lines += [Self.escaped(example.line), ".fi", ".RE"]
        }
        let codes = subject.exitCodes.map { String($0.rawValue) }.joined(separator: ", ")
        return lines + [".PP", "Exit codes: \(codes)."]
    }

    private func entry(_ option: OptionDescription) -> [String] {
        let value = option.valueName.map { " \\fI\(Self.escaped($0))\\fR" } ?? ""
        let spellings = option.spellings.map { "\\fB\(Self.escaped($0))\\fR" }.joined(separator: ", ")
        return [".TP", spellings + value] + Self.paragraph(option.summary)
    }

    /// Running text in lines of less than 80 characters, as roff's own manuals want them.
    private static func paragraph(_ text: String) -> [String] {
        // At the start of a line these two would make it a request.
        TextWrapping.lines(escaped(text), width: 76).map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" + $0 : $0 }
    }

    /// The text such that roff takes nothing in it for a request or an escape; literals in backticks become bold.
    static func escaped(_ text: String) -> String {
        var (result, isLiteral) = ("", false)
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\"": result += "\\(dq"
            case "'": result += "\\(aq"
            case "~": result += "\\(ti"
            case "^": result += "\\(ha"
            case "`":
                isLiteral.toggle()
                result += isLiteral ? "\\fB" : "\\fR"
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") ? "\\&" + result : result
    }
}
