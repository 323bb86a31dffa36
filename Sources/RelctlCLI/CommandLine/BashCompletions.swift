/// Completions for bash 3.2 and later, made from the tables.
package struct BashCompletions: Sendable {
    private let registry: CommandRegistry

    /// Creates completions for these subcommands.
    package init(_ registry: CommandRegistry) { self.registry = registry }

    /// The script.
    package var text: String {
        let tables = CompletionTable.all(registry)
        return """
            # bash completion of relctl, printed by `relctl completions bash`.

            # The options that may stand after this subcommand.
            _relctl_options() {
                case $1 in
            \(tables.map { "    \(label($0)) echo \(shellQuoted($0.options.flatMap(\.spellings).joined(separator: " "))) ;;" }
                .joined(separator: "\n"))
                esac
            }

            # What to offer as value of an option of this subcommand; fails if it takes none.
            _relctl_value() {
                case $1,$2 in
            \(values(tables).joined(separator: "\n"))
                *) return 1 ;;
                esac
            }

            # What to offer as the subcommand's argument of this number.
            _relctl_argument() {
                case $1,$2 in
            \(arguments(tables).joined(separator: "\n"))
                esac
            }

            _relctl_subcommands() {
                printf '%s\\n' \(registry.names.joined(separator: " "))
            }

            \(Self.machinery)

            """
    }

    private func label(_ table: CompletionTable) -> String { "\(shellQuoted(table.name)))" }

    private func values(_ tables: [CompletionTable]) -> [String] {
        let own = tables.flatMap { table in (table.command?.options ?? []).compactMap { value($0, of: table.name) } }
        return own + GlobalOptions.table.compactMap { value($0.description, of: "*") }
    }

    private func value(_ option: OptionDescription, of command: String) -> String? {
        guard option.valueName != nil else { return nil }
        let patterns = option.spellings.map { "\(command),\($0)" }.joined(separator: " | ")
        return "    \(patterns)) echo \(shellQuoted(offer(option.completion))) ;;"
    }

    private func arguments(_ tables: [CompletionTable]) -> [String] {
        ["    ,0) echo 'subcommand' ;;"]
            + tables.flatMap { table in
                (table.command?.positionals ?? []).enumerated().map { index, positional in
                    let number = positional.arity == .repeating ? "*" : String(index)
                    return "    \(table.name),\(number)) echo \(shellQuoted(offer(positional.completion))) ;;"
                }
            }
    }

    private func offer(_ kind: CompletionKind) -> String {
        switch kind {
        case .none: "none"
        case .file: "file"
        case .folder: "folder"
        case .tag: "tag"
        case .target: "target"
        case .subcommand: "subcommand"
        case .words(let words): "words " + words.joined(separator: " ")
        }
    }

    /// Names that come from the repository are never given to `compgen -W`, which would run what stands in `$(…)`.
    private static let machinery = #"""
        # Takes the lines that begin with the current word.
        _relctl_reply() {
            local line
            while IFS= read -r line; do
                if [[ $line == "$current"* ]]; then COMPREPLY+=("$(printf '%q' "$line")"); fi
            done
        }

        _relctl_offer() {
            case $1 in
            file | folder)
                compopt -o filenames 2>/dev/null
                local line flag=-f
                if [[ $1 == folder ]]; then flag=-d; fi
                while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$flag" -- "$current")
                ;;
            tag)
                _relctl_reply < <(git ${folder:+-C "$folder"} tag --list --sort=-version:refname 2>/dev/null)
                ;;
            target)
                _relctl_reply < <("${COMP_WORDS[0]}" ${folder:+-C "$folder"} matrix --format github 2>/dev/null |
                    grep -o '"target":"[^"]*"' | cut -d '"' -f 4)
                ;;
            subcommand) _relctl_reply < <(_relctl_subcommands) ;;
            words)
                shift
                _relctl_reply < <(printf '%s\n' "$@")
                ;;
            esac
        }

        _relctl() {
            local current=${COMP_WORDS[COMP_CWORD]} option='' command='' folder='' count=0 index=1 word
            COMPREPLY=()
            while ((index < COMP_CWORD)); do
                word=${COMP_WORDS[index]}
                index=$((index + 1))
                case $word in
                --)
                    option=--
                    break
                    ;;
                -?*)
                    if _relctl_value "$command" "$word" >/dev/null; then
                        # bash makes three words of `--name=value`.
                        if [[ ${COMP_WORDS[index]} == = ]] && ((index < COMP_CWORD)); then index=$((index + 1)); fi
                        if ((index >= COMP_CWORD)); then
                            option=$word
                            if [[ $current == = ]]; then current=; fi
                            break
                        fi
                        case $word in -C | --directory) folder=${COMP_WORDS[index]} ;; esac
                        index=$((index + 1))
                    fi
                    ;;
                *) if [[ -z $command ]]; then command=$word; else count=$((count + 1)); fi ;;
                esac
            done
            if [[ $option == -- ]]; then
                while ((index < COMP_CWORD)); do
                    if [[ -z $command ]]; then command=${COMP_WORDS[index]}; else count=$((count + 1)); fi
                    index=$((index + 1))
                done
            fi
            local offer
            if [[ -n $option && $option != -- ]]; then
                offer=$(_relctl_value "$command" "$option")
            elif [[ $current == -* && $option != -- ]]; then
                offer="words $(_relctl_options "$command")"
            else
                offer=$(_relctl_argument "$command" "$count")
            fi
            # The words of an offer are relctl's own, without blanks or patterns in them.
            # shellcheck disable=SC2086
            _relctl_offer $offer
        }

        complete -F _relctl relctl
        """#
}
