import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlPackaging

/// The script as real shells read it.
@Suite struct EnvironmentScriptTests {
    /// Folder names that PATH can hold.
    static let names = [
        "plain", "with blank", "it's \"quoted\"", "$HOME `id` $(id)", "new\nline", "ends in newline\n", "-dash",
        "*?[a]", "'\u{301}; exit 1",
        "back\\slash\\n", "%x %F", "ünïcode", "!bang!", ";&|<>()", "~",
    ]
    static let shells = ["bash", "dash", "zsh"]

    /// Sources the script in a fresh archive in a folder of this name, and returns what `script` printed.
    private func run(
        _ shell: String,
        _ script: String,
        name: String,
        folder: String? = "bin",
        environment: [String: String] = [:]
    ) async throws -> (outcome: HostTool.Outcome, top: FilePath) {
        let tool = try #require(HostTool(shell))
        return try await withScratchFolder { scratch in
            let files = LiveFileSystem()
            let top = scratch.appending(name)
            let bin = folder.map { top.appending($0) } ?? top
            try files.createFolders(bin)
            // Put there by another process: what this one writes may be open, for an instant, in a child of another test,
            // and then the system runs it for nobody.
            let draft = scratch.appending("velo.draft")
            try files.write("#!/bin/sh\necho it runs\n".utf8, to: draft, permissions: 0o755)
            let copy = try #require(HostTool("cp"))
            let copied = try await copy.run(["-p", "--", draft.string, bin.appending("velo").string], in: scratch)
            try #require(copied.status == 0)
            let text = EnvironmentScript(
                name: "setup-env",
                folder: try folder.map { try RelativePath($0) },
                program: "velo"
            ).shellText
            try files.write(text.utf8, to: top.appending("setup-env.sh"))
            let options = shell == "zsh" ? ["-f"] : []
            let outcome = try await tool.run(
                options + ["-c", script],
                in: scratch,
                environment: environment.merging(["TOP": top.string, "ARCHIVE": name]) { $1 }
            )
            return (outcome, top)
        }
    }

    @Test(arguments: shells, names)
    func programsAreFoundFirstWhenSourcedInTheFolder(_ shell: String, _ name: String) async throws {
        let script = """
            set -eu
            OLD=$PATH
            cd -- "$TOP"
            . ./setup-env.sh
            . ./setup-env.sh
            cd /
            velo
            [ "$PATH" = "$TOP/bin:$OLD" ] && echo once
            """
        let (outcome, _) = try await run(shell, script, name: name)
        #expect(outcome.text == "it runs\nonce\n", "\(outcome.errors)")
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
    }

    @Test(arguments: ["bash", "zsh"], names)
    func programsAreFoundFromAnyFolder(_ shell: String, _ name: String) async throws {
        let script = """
            set -eu
            OLD=$PATH
            mkdir else; cd else
            . "$TOP/setup-env.sh"
            . "../$ARCHIVE/setup-env.sh"
            cd ..
            . "./$ARCHIVE/setup-env.sh"
            [ "$PATH" = "$TOP/bin:$OLD" ] && velo
            """
        let (outcome, _) = try await run(shell, script, name: name)
        #expect(outcome.text == "it runs\n", "\(outcome.errors)")
        #expect(outcome.errors.isEmpty)
    }

    @Test func plainShellsElsewhereAreToldAndNothingChanges() async throws {
        let script = #"OLD=$PATH; . "$TOP/setup-env.sh"; echo "$?"; [ "$OLD" = "$PATH" ] && echo same"#
        let (outcome, _) = try await run("dash", script, name: "a b")
        #expect(outcome.text == "1\nsame\n")
        #expect(outcome.errors.hasPrefix("setup-env.sh: cannot tell where this file is in this shell"))
    }

    @Test(arguments: shells) func colonsAreToldAndNothingChanges(_ shell: String) async throws {
        let script = #"OLD=$PATH; cd "$TOP"; . ./setup-env.sh; echo "$?"; [ "$OLD" = "$PATH" ] && echo same"#
        let (outcome, _) = try await run(shell, script, name: "a:b")
        #expect(outcome.text == "1\nsame\n")
        #expect(outcome.errors.contains("a colon separates folders"))
    }

    @Test(arguments: shells) func nothingButPathIsLeftBehind(_ shell: String) async throws {
        let script = """
            cd -- "$TOP"
            new=mine; rest=mine; entry=mine; bin=mine; script=mine; folder=mine; place=mine
            { set; typeset -f; alias; } 2>/dev/null | grep -v -e PATH -e path -e '^_=' -e PIPESTATUS -e LINENO -e '^status' \
              -e RANDOM -e SECONDS -e BASH -e '^[!?$]=' -e TTYIDLE -e EPOCH -e '^pipestatus' > ../before
            . ./setup-env.sh
            { set; typeset -f; alias; } 2>/dev/null | grep -v -e PATH -e path -e '^_=' -e PIPESTATUS -e LINENO -e '^status' \
              -e RANDOM -e SECONDS -e BASH -e '^[!?$]=' -e TTYIDLE -e EPOCH -e '^pipestatus' > ../after
            grep -c mine ../after >/dev/null && cmp ../before ../after && pwd && echo clean
            """
        let (outcome, top) = try await run(shell, script, name: "x")
        #expect(outcome.text == "\(top)\nclean\n", "\(outcome.errors)")
    }

    @Test(arguments: shells) func otherEntriesStayAsTheyAre(_ shell: String) async throws {
        let script = """
            cd -- "$TOP"
            PATH="/a b::$TOP/bin:/x*:$TOP/bin:/tail
            "
            . ./setup-env.sh
            printf '%s|' "$PATH"
            PATH=
            . ./setup-env.sh
            printf '%s' "$PATH"
            """
        let (outcome, top) = try await run(shell, script, name: "x")
        #expect(outcome.text == "\(top)/bin:/a b::/x*:/tail\n|\(top)/bin", "\(outcome.errors)")
    }

    @Test(arguments: shells, ["it's $x/tools", nil])
    func otherFoldersOfProgramsAreQuoted(_ shell: String, _ folder: String?) async throws {
        let (outcome, _) = try await run(shell, #"cd "$TOP"; . ./setup-env.sh; cd /; velo"#, name: "x", folder: folder)
        #expect(outcome.text == "it runs\n", "\(outcome.errors)")
    }

    @Test func oddSettingsOfTheShellAreSurvived() async throws {
        let zsh = """
            setopt KSH_ARRAYS GLOB_SUBST ERR_EXIT NO_UNSET NO_FUNCTION_ARGZERO PROMPT_SUBST CSH_NULL_GLOB
            chpwd() { echo hook; }
            cd() { echo mine; builtin cd "$@"; }
            IFS=/
            . "$TOP/setup-env.sh"
            velo
            """
        #expect(try await run("zsh", zsh, name: "a b $x").outcome.text == "it runs\n")
        let bash = """
            set -euo pipefail -f -C
            shopt -s expand_aliases nocasematch extglob
            alias printf=false say=false; CDPATH=/:/usr; export CDPATH
            cd() { echo mine; builtin cd "$@"; }
            IFS=/
            . "$TOP/setup-env.sh"
            velo
            """
        #expect(try await run("bash", bash, name: "a b $x").outcome.text == "it runs\n")
    }
}
