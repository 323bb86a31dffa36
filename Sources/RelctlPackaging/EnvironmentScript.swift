/// The script in an archive that puts the folder of its programs first on PATH.
struct EnvironmentScript {
    /// The script's name, from the archive's top, without `.sh` or `.bat`.
    let name: String
    /// The programs' folder, from the archive's top; nothing for the top itself.
    let folder: RelativePath?
    /// A program in it, by which the script knows that it found the right folder.
    let program: String?

    /// The script for POSIX shells, to be sourced.
    ///
    /// bash and zsh say where a sourced script lies; POSIX (XCU 2.14, "dot") has no way to learn it, so that there the
    /// current folder must be the archive's. All work is done in a subshell: nothing but PATH is changed, no name is left
    /// behind, and the options of the user's shell (`set -e`, `set -u`, zsh's own) hold as before.
    var shellText: String {
        let script = (name + ".sh").splitAtSlashes().last.map(String.init) ?? name
        let up = name.splitAtSlashes().dropLast().map { _ in "/.." }.joined()
        let below = folder.map { "/" + ShellWord.quoted($0.string) } ?? ""
        let probe = program.map { "/" + ShellWord.quoted($0) } ?? "/."
        let isPlain = script.utf8.allSatisfy { (0x21..<0x7f).contains($0) }
        return #"""
            # Puts the programs of this folder first on PATH. To be sourced, never run:
            #   . ./\#(isPlain ? script : "FILE")             in this file's own folder, from any shell
            #   . /PATH/TO/\#(isPlain ? script : "FILE")      from bash and zsh, wherever they are
            # Sourcing it again changes nothing more.
            if PATH=$(
                script=\#(ShellWord.quoted(script))
                # On failure PATH stays what it is. The dot keeps newlines at the end of PATH, which `$(...)` would drop.
                # The backslashes keep aliases out, and `command` keeps functions out.
                _fail() {
                    \command printf '%s: %s\n' "$script" "$1" >&2
                    \command printf '%s.' "${PATH-}"
                    exit 1
                }

                place=
                if [ -n "${ZSH_VERSION-}" ]; then
                    # `%x` shows control characters as escapes, `$0` is the file only as long as this option is set.
                    eval 'if [[ -o functionargzero ]]; then place=$0; else place=${(%):-%x}; fi'
                    emulate sh
                    \unset -f chpwd 2>/dev/null
                    chpwd_functions=
                elif [ -n "${BASH_VERSION-}" ]; then
                    place=${BASH_SOURCE-}
                fi
                if [ -z "$place" ] && ! [ -f "./$script" ]; then
                    _fail "cannot tell where this file is in this shell; change to its folder and source ./$script there"
                fi
                # `./` in front: a folder that is named by a dash alone must not mean the last one.
                case $place in
                    (/*) folder=${place%/*}/ ;;
                    (*/*) folder=./${place%/*} ;;
                    (*) folder=. ;;
                esac
                CDPATH= \command cd -P -- "$folder\#(up)" >/dev/null || _fail "cannot change to the folder of this file"
                bin=${PWD%/}\#(below)
                [ -e "$bin"\#(probe) ] || _fail "cannot find the programs: there is no $bin"\#(probe)
                case $bin in
                    (*:*) _fail "cannot put $bin on PATH: a colon separates folders there" ;;
                esac

                new=$bin
                rest=${PATH:+$PATH:}
                while [ -n "$rest" ]; do
                    entry=${rest%%:*}
                    rest=${rest#*:}
                    [ "$entry" = "$bin" ] || new=$new:$entry
                done
                \command printf '%s.' "$new"
            ); then
                PATH=${PATH%.}
                export PATH
            else
                PATH=${PATH%.}
                return 1
            fi

            """#
    }

    /// The script for `cmd.exe`, to be called.
    ///
    /// `%~dp0` is the script's folder. PATH is taken apart at its semicolons; quotes, which may stand in it, are left
    /// out so that everything can be quoted whole. The last line is expanded before `endlocal` drops the names.
    ///
    /// - Throws: ``RelctlError`` if the folder's name is beyond ASCII: `cmd.exe` reads the script in the console's code
    ///   page, and would not find it.
    func batchText(place: SourcePlace) throws -> String {
        let steps =
            name.splitAtSlashes().dropLast().map { _ in ".." } + (folder?.components.map(String.init) ?? [])
        guard steps.allSatisfy({ $0.utf8.allSatisfy { (0x20..<0x7f).contains($0) } }) else {
            throw RelctlError(
                "cannot put the programs on PATH by `\(name).bat`: its language has no way to name their folder",
                place: place,
                hints: ["give `binaries` a folder of ASCII characters"]
            )
        }
        // The dot names the script's folder without the `\` at its end; `%%~fI` then cleans the whole path.
        let below = (["."] + steps).joined(separator: "\\").replacing("%", with: "%%")
        return #"""
            @echo off
            rem Puts the programs of this folder first on PATH. Calling it again changes nothing more.
            setlocal EnableExtensions DisableDelayedExpansion
            for %%I in ("%~dp0\#(below)") do set "BIN=%%~fI"
            if not "%BIN:;=%"=="%BIN%" (
                echo "%~nx0": cannot put this folder on PATH: a semicolon separates folders there>&2
                exit /b 1
            )
            set "NEW=%BIN%"
            set "REST="
            if defined PATH set "REST=%PATH:"=%"
            :entry
            set "NEXT="
            for /f "eol=| tokens=1* delims=;" %%A in ("%REST%") do (
                if /i not "%%A"=="%BIN%" set "NEW=%NEW%;%%A"
                set "NEXT=%%B"
            )
            set "REST=%NEXT%"
            if defined REST goto entry
            endlocal & set "PATH=%NEW%"
            exit /b 0

            """#.replacing("\n", with: "\r\n")
    }
}
