import FoundationEssentials
import RelctlCLI
import RelctlCore

/// A real shell that is asked what it would offer at the end of a line.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The shells that this machine has.
    static let present = allCases.filter { $0.program != nil }

    private var program: FilePath? {
        LiveProcessRunner().locate(
            rawValue,
            environment: ProcessInfo.processInfo.environment,
            directory: FilePath(".")
        )
    }

    /// The completions of these subcommands for this shell.
    func script(_ registry: CommandRegistry) -> String {
        switch self {
        case .bash: BashCompletions(registry).text
        case .zsh: ZshCompletions(registry).text
        case .fish: FishCompletions(registry).text
        }
    }

    /// What it offers at the end of `line`, in bytewise order, without the descriptions.
    ///
    /// It runs in `folder`, whose `bin` comes first on its PATH.
    func offers(_ line: String, of registry: CommandRegistry = .demo, in folder: FilePath) async throws -> [String] {
        let file = folder.appending("completions")
        try LiveFileSystem().write(script(registry).utf8, to: file)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let outcome = try await LiveProcessRunner().run(
            ProcessRequest(
                arguments: arguments(file.string, line),
                directory: folder,
                environment: [
                    "PATH": "\(folder)/bin:\(path)", "HOME": folder.string, "TERM": "xterm", "LC_ALL": "C.UTF-8",
                ],
                timeout: .seconds(30)
            )
        )
        guard outcome.termination == .exited(0) else {
            throw RelctlError("\(rawValue) failed: \(String(decoding: outcome.standardError, as: UTF8.self))")
        }
        let lines = String(decoding: outcome.standardOutput, as: UTF8.self).split(separator: "\n")
        // fish gives the description after a tab, and the option with its value.
        let words = lines.map { String($0.split(separator: "\t")[0]) }
        return Set(words).sorted { $0.precedesBytewise($1) }
    }

    private func arguments(_ script: String, _ line: String) -> [String] {
        switch self {
        case .bash: ["bash", "--norc", "-c", Self.bashDriver, "bash", script] + Self.words(line)
        case .zsh: ["zsh", "-f", "-c", Self.zshDriver, "zsh", script, line]
        case .fish: ["fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script, line]
        }
    }

    /// The words that bash makes of a line: a `=` is one of its own (`COMP_WORDBREAKS`).
    private static func words(_ line: String) -> [String] {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).flatMap { word -> [String] in
            guard let sign = word.firstIndex(of: "=") else { return [String(word)] }
            let value = String(word[word.index(after: sign)...])
            return [String(word[..<sign]), "="] + (value.isEmpty ? [] : [value])
        }
        return words
    }

    private static let bashDriver = #"""
        source "$1" || exit
        shift
        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        _relctl
        [[ ${#COMPREPLY[@]} == 0 ]] || printf '%s\n' "${COMPREPLY[@]}"
        """#

    /// Types the line into an interactive zsh on a terminal of its own, with `compadd` made to tell what it is given.
    ///
    /// That zsh is waited for: the tests would inherit it, and never be told of any other child's end again.
    private static let zshDriver = #"""
        zmodload zsh/zpty
        zpty z zsh -f -i
        zpty -w z "PROMPT= RPROMPT=; unsetopt prompt_sp; unset zle_bracketed_paste; stty -echo -onlcr"
        zpty -w z "autoload -Uz compinit && compinit -D -u; source ${(q)1}"
        zpty -w z "compadd() {
            if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd \"\$@\"; return; fi
            local -a hits; builtin compadd -A hits \"\$@\"
            local hit; for hit in \$hits; do print -r -- \"<HIT>\${(q)hit}</HIT>\"; done
        }"
        zpty -w z "complete-once() { zle complete-word; print -r -- '<'END'>'; BUFFER= }
            zle -N complete-once; bindkey '^T' complete-once; print -r -- '<'READY'>'"
        all=
        while zpty -r z text; do all+=$text; [[ $all == *'<READY>'* ]] && break; done
        zpty -n -w z "$2"$'\C-T'
        all=
        while zpty -r z text; do all+=$text; [[ $all == *'<END>'* ]] && break; done
        for hit in ${(f)all}; do [[ $hit == *'<HIT>'* ]] && print -r -- ${${hit#*<HIT>}%%</HIT>*}; done
        shell=${${"$(zpty)"#\(}%%\)*}
        zpty -d z
        while kill -0 $shell 2> /dev/null; do sleep 0.01; done
        """#
}
