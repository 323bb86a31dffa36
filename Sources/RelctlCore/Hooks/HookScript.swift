/// The text of a hook: plain `sh` that starts relctl only if there is something to look at, and says nothing when all
/// is right.
///
/// One script serves all projects of a repository. A hook that was there before it goes on running, first, under
/// another name.
package struct HookScript: Sendable, Hashable {
    /// When it runs.
    package var hook: GitHook
    /// The projects' folders below the top of the working tree, `.` for the top itself; sorted bytewise.
    package var projects: [String]

    /// Describes a script.
    package init(_ hook: GitHook, projects: [String]) {
        self.hook = hook
        self.projects = projects.sorted { $0.precedesBytewise($1) }
    }

    /// What a hook's file that was there before is called now.
    package static func previousName(of hook: GitHook) -> String { hook.rawValue + ".before-relctl" }

    private static let remark = "# Written by `relctl hooks install`; `relctl hooks uninstall` takes it away again."
    private static let call = "check_project "

    /// The whole file.
    package var text: String {
        """
        #!/bin/sh
        \(Self.remark)

        \(prologue)
        check_project() {
            [ -f "$1/relctl.json" ] || [ -f "$1/.relctl.json" ] || return 0
            project=$1
            shift
            relctl -C "$project" hooks run \(hook.rawValue) "$@"
        }

        if ! command -v relctl >/dev/null 2>&1; then
            echo "\(hook.rawValue): relctl is not on PATH, so that nothing is checked" >&2
            exit 0
        fi
        \(projects.map { "\(Self.call)\(ShellWord.quoted($0)) \"$@\" || exit" }.joined(separator: "\n"))

        """
    }

    /// What comes before relctl: the hook that was there before, and what is wanted of git's words.
    private var prologue: String {
        let previous = "previous=$0.before-relctl"
        switch hook {
        case .preCommit:
            return """
                \(previous)
                if [ -x "$previous" ]; then "$previous" "$@" || exit; fi
                set --

                """
        case .commitMessage:
            return """
                \(previous)
                if [ -x "$previous" ]; then "$previous" "$@" || exit; fi
                case $1 in /*) ;; *) set -- "$PWD/$1" ;; esac

                """
        case .prePush:
            // A name in git holds neither blanks nor wildcards; an object's name that is all zeros means to delete.
            return """
                \(previous)
                pushed=$(cat; echo .)
                pushed=${pushed%.}
                if [ -x "$previous" ]; then printf %s "$pushed" | "$previous" "$@" || exit; fi
                set --
                while read -r _ object name _; do
                    case $name in refs/tags/*) ;; *) continue ;; esac
                    case $object in *[!0]*) set -- "$@" "${name#refs/tags/}" "$object" ;; esac
                done <<PUSHED
                $pushed
                PUSHED
                [ $# -gt 0 ] || exit 0

                """
        }
    }

    /// Reads a script that relctl wrote; nothing for any other file.
    package init?(_ hook: GitHook, text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count > 1, lines[1] == Self.remark else { return nil }
        self.init(hook, projects: lines.filter { $0.hasPrefix(Self.call) }.compactMap(Self.project))
    }

    /// The project that a line is about, from its quoted word.
    private static func project(_ line: Substring) -> String? {
        let end = " \"$@\" || exit"
        guard line.hasSuffix(end) else { return nil }
        let word = line.dropFirst(call.count).dropLast(end.count)
        guard word.count >= 2, word.hasPrefix("'"), word.hasSuffix("'") else { return nil }
        return String(word.dropFirst().dropLast()).replacing("'\\''", with: "'")
    }
}
