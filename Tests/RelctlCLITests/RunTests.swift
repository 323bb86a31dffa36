import RelctlCLI
import RelctlCore
import Testing

@Suite struct RunTests {
    @Test func versionNamesTheCommitAndItsDate() async {
        for arguments in ["version", "--version"] {
            let run = await Run(arguments)
            #expect(run.output == "relctl 0.1.0 (commit 0123456789ab, 2026-11-22)\n")
            #expect(run.exitCode == 0 && run.error.isEmpty)
        }
        #expect(BuildInformation().line == "relctl 0.1.0 (commit unknown)")
        let json = #"""
            {
              "commit" : "0123456789abcdef0123456789abcdef01234567",
              "commitDate" : "2026-11-22",
              "version" : "0.1.0"
            }

            """#
        #expect(await Run("version", "--json").output == json)
        #expect(await Run("--json", "--version").output == json)
    }

    @Test func resultsAndComplaintsGoTheirOwnWays() async {
        let good = await Run("demo", "v1")
        #expect(good.output == "tag v1\n" && good.error.isEmpty && good.exitCode == 0)
        let bad = await Run("demo")
        #expect(bad.output.isEmpty && bad.exitCode == 64)
        #expect(
            bad.error
                == "error: the argument TAG is missing\n\nhint: usage: relctl demo [OPTIONS] TAG [DIR] [FILE...]\n"
        )
    }

    @Test func aWrongCommandLineIsAJSONObjectWhereJSONIsAskedFor() async {
        let run = await Run("--nope", "demo", "--json")
        #expect(run.exitCode == 64)
        let object =
            #"{"causes":[],"code":"usage","details":{},"exitCode":64,"hints":["run `relctl --help` for the list"],"#
            + #""message":"unknown option `--nope`"}"#
        #expect(run.error == object + "\n")
    }

    @Test func findingsAreAResultThatEndsWithTwo() async {
        let text = await Run("find")
        #expect(text.exitCode == 2 && text.error.isEmpty)
        #expect(
            text.output
                == "error: wrong `x`\n  --> a,b.json:2:3\n\nhint: fix it\n\nwarning: odd\n\n1 error, 1 warning\n"
        )
        let actions = await Run("find", "--json", environment: ["GITHUB_ACTIONS": "true"])
        #expect(actions.exitCode == 2)
        #expect(actions.output.hasPrefix("{\n  \"findings\" : ["))
        #expect(
            actions.error
                == "::error file=a%2Cb.json,line=2,col=3::wrong `x`%0A%0Ahint: fix it\n::warning::odd\n".replacing(
                    "%0A%0A",
                    with: "%0A"
                )
        )
    }

    @Test func failuresEndWithTheirCode() async {
        let text = await Run("fail", "it")
        #expect(text.exitCode == 69)
        #expect(text.error == "error: cannot do `it`\n  caused by: the sky fell\n\nhint: wait\n")
        let actions = await Run("fail", "it", environment: ["GITHUB_ACTIONS": "true"])
        #expect(actions.error == "::error::cannot do `it`%0A  caused by: the sky fell%0Ahint: wait\n")
        #expect(await Run("fail", "cancelled").exitCode == 130)
        #expect(
            await Run("fail", "folder", "-C", "/nowhere at all").error.hasPrefix(
                "error: cannot work in `/nowhere at all`\n"
            )
        )
        #expect(await Run("fail", "folder", "-C", "/dev/null").exitCode == 1)
    }

    @Test func aResultForPeopleGivesNoCommandsToGitHubActions() async {
        let actions = ["GITHUB_ACTIONS": "true"]
        #expect(await Run("demo", "##[error]x", environment: actions).output == "tag #\u{2060}#[error]x\n")
        #expect(await Run("demo", "##[error]x").output == "tag ##[error]x\n")
    }

    @Test func aReaderThatWentAwayIsNoFailure() async {
        let closed = await Run("demo", "v1", writeOutput: { _ in throw OutputClosed() })
        #expect(closed.exitCode == 0 && closed.error.isEmpty)
        let full = await Run("--help", writeOutput: { _ in throw RelctlError("cannot write to standard output") })
        #expect(full.exitCode == 1)
    }

    @Test func helpIsTheSameHoweverItIsAskedFor() async {
        let help = await Run("help", "demo").output
        #expect(
            help.hasPrefix(
                "relctl demo: Show what options can be\n\nUsage: relctl demo [OPTIONS] TAG [DIR] [FILE...]\n"
            )
        )
        #expect(await Run("demo", "--help").output == help)
        #expect(await Run("help", "dmo").error == "error: unknown subcommand `dmo`\n\nhint: did you mean `demo`?\n")
        #expect(await Run("help", "--color=always").output.contains("\u{1b}[1mSubcommands:\u{1b}[0m"))
    }
}
