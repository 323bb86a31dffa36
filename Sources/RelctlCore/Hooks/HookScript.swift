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
        self.projects = projects.sortedBytewise()
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

        \(runPrevious)
        \(prologue)
        \(Self.goToTop)
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

    /// Runs the hook that was there before, as if it still had its name.
    ///
    /// Many ask `$0` for that, dispatchers of hook managers above all. A shell can be told another one. This script may
    /// itself have got another name from such a manager; the folder is the same.
    private var runPrevious: String {
        """
        run_previous() {
            case $0 in */*) name=${0%/*}/\(hook.rawValue) ;; *) name=./\(hook.rawValue) ;; esac
            [ -x "$name.before-relctl" ] || return 0
            first=
            read -r first <"$name.before-relctl" || :
            case $first in
            '#!'*/sh | '#!'*/sh\\ * | '#!'*/bash | '#!'*/bash\\ * | '#!'*/dash | '#!'*/env\\ sh | '#!'*/env\\ bash)
                # shellcheck disable=SC2086,SC2016 # one word for each part of the line; "$0" is the other shell's
                ${first#??} -c '. "$0.before-relctl"' "$name" "$@"
                ;;
            *) "$name.before-relctl" "$@" ;;
            esac
        }

        """
    }

    /// Where git was told of its folder, as by `--git-dir`, or started in there, a hook does not begin at the working
    /// tree's top, from where the projects are named.
    private static let goToTop = """
        top=$(git rev-parse --show-toplevel 2>/dev/null) || top=
        if [ -z "$top" ] || [ ! -e "$top/.git" ]; then
            folder=$(git rev-parse --absolute-git-dir 2>/dev/null) || folder=
            case $folder in */.git) top=${folder%/.git} ;; esac
        fi
        [ -z "$top" ] || cd "$top" || exit

        """

    /// What comes before relctl: the hook that was there before, and what is wanted of git's words.
    private var prologue: String {
        switch hook {
        case .preCommit:
            return """
                run_previous "$@" || exit
                set --

                """
        case .commitMessage:
            return """
                run_previous "$@" || exit
                case $1 in /*) ;; *) set -- "$PWD/$1" ;; esac

                """
        case .prePush:
            // A name in git holds neither blanks nor wildcards; an object's name that is all zeros means to delete.
            return """
                pushed=$(cat; echo .)
                pushed=${pushed%.}
                printf %s "$pushed" | run_previous "$@" || exit
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
