/// Completions for fish 3 and later, made from the tables.
package struct FishCompletions: Sendable {
    private let registry: CommandRegistry

    /// Creates completions for these subcommands.
    package init(_ registry: CommandRegistry) { self.registry = registry }

    /// The script.
    package var text: String {
        let tables = CompletionTable.all(registry)
        return """
            # fish completion of relctl, printed by `relctl completions fish`.

            # Whether an option of this subcommand takes the next word as its value.
            function __relctl_takes_value
                switch "$argv[1],$argv[2]"
            \(tables.compactMap(valued).joined(separator: " \\\n"))
                        return 0
                end
                return 1
            end

            \(Self.machinery)

            complete -c relctl -f
            \((registry.descriptions.map(subcommand) + GlobalOptions.table.map { option($0.description, at: nil) }
                + registry.descriptions.flatMap(lines)).joined(separator: "\n"))

            """
    }

    private func valued(_ table: CompletionTable) -> String? {
        let words = table.valued.flatMap(\.spellings).map { quoted("\(table.name),\($0)") }
        guard !words.isEmpty else { return nil }
        return (table.command == nil ? "        case " : "             ") + words.joined(separator: " ")
    }

    private func subcommand(_ command: CommandDescription) -> String {
        "complete -c relctl -n '__relctl_at \"\" 0' -a \(command.name) -d \(quoted(command.summary))"
    }

    private func lines(_ command: CommandDescription) -> [String] {
        let options = command.options.map { option($0, at: command.name) }
        let arguments = command.positionals.enumerated().compactMap { index, positional -> String? in
            guard let offer = offer(positional.completion) else { return nil }
            let count = positional.arity == .repeating ? " \(index) more" : " \(index)"
            return "complete -c relctl -n \(quoted("__relctl_at \(command.name)\(count)")) \(offer)"
        }
        return options + arguments
    }

    private func option(_ option: OptionDescription, at command: String?) -> String {
        let condition = command.map { " -n \(quoted("__relctl_at \($0)"))" } ?? ""
        let short = option.short.map { " -s \($0)" } ?? ""
        let value = option.valueName == nil ? "" : " " + (offer(option.completion) ?? "-x")
        return "complete -c relctl\(condition)\(short) -l \(option.long)\(value) -d \(quoted(option.summary))"
    }

    private func offer(_ kind: CompletionKind) -> String? {
        switch kind {
        case .none: nil
        case .file: "-r -F"
        case .folder: "-x -a '(__fish_complete_directories)'"
        case .tag: "-x -a '(__relctl_tags)'"
        case .target: "-x -a '(__relctl_targets)'"
        case .subcommand: "-x -a \(quoted(registry.names.joined(separator: " ")))"
        case .words(let words): "-x -a \(quoted(words.joined(separator: " ")))"
        }
    }

    /// Text in single quotes; fish knows `\\` and `\'` inside.
    private func quoted(_ text: String) -> String {
        "'" + text.reduce(into: "") { $0 += ["'", "\\"].contains($1) ? "\\\($1)" : String($1) } + "'"
    }

    private static let machinery = #"""
        # Whether the cursor is after this subcommand (none: an empty word) and, if given, so many of its arguments (with
        # `more`, or more).
        function __relctl_at
            set -l words (commandline -opc)
            set -l command ''
            set -l count 0
            set -l skip 1
            set -l over 0
            for word in $words
                if test $skip = 1
                    set skip 0
                else if test $over = 0; and test "$word" = --
                    set over 1
                else if test $over = 0; and string match -q -- '-?*' "$word"
                    __relctl_takes_value "$command" "$word"; and set skip 1
                else if test -z "$command"
                    set command "$word"
                else
                    set count (math $count + 1)
                end
            end
            test "$command" = "$argv[1]"; or return 1
            switch (count $argv)
                case 1
                    return 0
                case 2
                    test $count -eq $argv[2]
                case '*'
                    test $count -ge $argv[2]
            end
        end

        # The folder that -C names, if it is given.
        function __relctl_folder
            set -l words (commandline -opc)
            set -l index (contains -i -- -C $words; or contains -i -- --directory $words)
            if test -n "$index"; and test (count $words) -gt $index
                printf '%s\n' -C $words[(math $index + 1)]
            end
        end

        function __relctl_tags
            command git (__relctl_folder) tag --list --sort=-version:refname 2>/dev/null
        end

        function __relctl_targets
            command relctl (__relctl_folder) matrix --format github 2>/dev/null | string match -ar '(?<="target":")[^"]*'
        end
        """#
}
