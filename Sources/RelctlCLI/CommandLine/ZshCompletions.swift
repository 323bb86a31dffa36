/// Completions for zsh, made from the tables (zshcompsys(1), `_arguments`).
package struct ZshCompletions: Sendable {
    private let registry: CommandRegistry

    /// Creates completions for these subcommands.
    package init(_ registry: CommandRegistry) { self.registry = registry }

    /// The script, for a file `_relctl` in `fpath` or to be sourced.
    package var text: String {
        """
        #compdef relctl
        # zsh completion of relctl, printed by `relctl completions zsh`.

        \(Self.sources)

        _relctl_subcommands() {
            local -a subcommands=(
        \(registry.descriptions.map { "        " + shellQuoted("\($0.name):\($0.summary)") }.joined(separator: "\n"))
            )
            _describe -t subcommands subcommand subcommands
        }

        _relctl() {
            local curcontext=$curcontext state
            local -a line relctl_words=("${words[@]}")
            local -A opt_args
            local -a globals=(
        \(GlobalOptions.table.map { "        " + specification($0.description) }.joined(separator: "\n"))
            )
            _arguments -C -s -S $globals '1: :_relctl_subcommands' '*::: :->arguments' && return
            [[ $state == arguments ]] || return 1
            words=($line[1] "${words[@]}")
            ((CURRENT += 1))
            curcontext=${curcontext%:*:*}:relctl-$line[1]:
            case $line[1] in
        \(registry.descriptions.map(branch).joined(separator: "\n"))
            esac
        }

        # Sourced, it registers itself; loaded from a file in fpath, it is the function.
        if [[ $funcstack[1] == _relctl ]]; then
            _relctl "$@"
        else
            compdef _relctl relctl
        fi

        """
    }

    private func branch(_ command: CommandDescription) -> String {
        let positionals = command.positionals.enumerated().map { index, positional in
            let number =
                switch positional.arity {
                case .required: "\(index + 1):"
                case .optional: "\(index + 1)::"
                case .repeating: "*:"
                }
            return shellQuoted("\(number)\(message(positional.name)):\(action(positional.completion))")
        }
        let lines = (command.options.map(specification) + positionals).map { " \\\n            \($0)" }.joined()
        return "    \(command.name))\n        _arguments -s -S $globals\(lines)\n        ;;"
    }

    /// An argument of `_arguments`, such as `'(-j --jobs)'{-j,--jobs=}'[summary]:N: '`.
    private func specification(_ option: OptionDescription) -> String {
        let long = "--\(option.long)\(option.valueName == nil ? "" : "=")"
        let value = option.valueName.map { ":\(message($0)):\(action(option.completion))" } ?? ""
        let rest = shellQuoted("[\(summary(option.summary))]\(value)")
        let isFree = option.isRepeatable
        guard let short = option.short else { return (isFree ? "'*'" : "") + long + rest }
        let exclusion = isFree ? "'*'" : shellQuoted("(\(option.spellings.joined(separator: " ")))")
        return "\(exclusion){-\(short),\(long)}\(rest)"
    }

    private func summary(_ text: String) -> String {
        text.reduce(into: "") { $0 += ["[", "]", "\\"].contains($1) ? "\\\($1)" : String($1) }
    }

    private func message(_ text: String) -> String {
        text.reduce(into: "") { $0 += [":", "\\"].contains($1) ? "\\\($1)" : String($1) }
    }

    private func action(_ kind: CompletionKind) -> String {
        switch kind {
        case .none: " "
        case .file: "_files"
        case .folder: "_files -/"
        case .tag: "_relctl_tags"
        case .target: "_relctl_targets"
        case .subcommand: "_relctl_subcommands"
        case .words(let words): "(\(words.joined(separator: " ")))"
        }
    }

    private static let sources = #"""
        # The folder that -C names, if it is given; $relctl_words is the whole line.
        _relctl_folder() {
            local -i index=${relctl_words[(i)(-C|--directory)]}
            reply=()
            if ((index < $#relctl_words)); then reply=(-C "${(Q)relctl_words[index + 1]}"); fi
        }

        _relctl_tags() {
            local -a reply tags
            _relctl_folder
            tags=(${(f)"$(command git $reply tag --list --sort=-version:refname 2>/dev/null)"})
            compadd -V tags -a tags
        }

        _relctl_targets() {
            local -a reply targets
            _relctl_folder
            targets=(${(f)"$(relctl $reply matrix --format github 2>/dev/null |
                grep -o '"target":"[^"]*"' | cut -d '"' -f 4)"})
            compadd -V targets -a targets
        }
        """#
}
