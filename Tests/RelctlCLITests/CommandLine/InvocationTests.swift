import RelctlCLI
import RelctlCore
import Testing

@Suite struct InvocationTests {
    typealias Options = DemoCommand.Options

    private func options(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Options {
        try Invocation.options(of: DemoCommand.self, ["demo"] + arguments, environment: environment)
    }

    private func message(_ arguments: [String], _ environment: [String: String] = [:]) throws -> UsageError {
        let invocation = Invocation(arguments, registry: .demo, environment: environment)
        return try #require(throws: UsageError.self) { try invocation.action.get() }
    }

    @Test func aTarIsNoFileThatIsCalledLikeStandardOutput() throws {
        let arguments = ["image", "build", "--load-tar", "-"]
        let invocation = Invocation(arguments, registry: .builtIn, environment: [:])
        let error = try #require(throws: UsageError.self) { try invocation.action.get() }
        #expect(error.message.contains("nothing to standard output"))
    }

    @Test func optionsAndArgumentsMayStandInAnyOrder() throws {
        let expected = Options(
            tag: "v1",
            folder: "d",
            files: ["a", "-"],
            targets: ["x", "y"],
            jobs: 3,
            isDryRun: true,
            format: .json,
            output: "o"
        )
        let one = ["v1", "d", "a", "-", "--target", "x", "--target=y", "-j", "3", "-n", "--format=json", "-o", "o"]
        let other = [
            "-n", "--jobs=3", "v1", "--target=x", "d", "--format", "json", "a", "--output=o", "--target", "y", "-",
        ]
        #expect(try options(one) == expected)
        #expect(try options(other) == expected)
    }

    @Test func theLastOfSeveralWinsAndAValueMayBeEmptyOrLookLikeAnOption() throws {
        #expect(try options(["v1", "--output=a", "--output="]) == Options(tag: "v1", output: ""))
        #expect(try options(["v1", "--output", "--dry-run"]) == Options(tag: "v1", output: "--dry-run"))
        #expect(try options(["v1", "--output=a=b"]) == Options(tag: "v1", output: "a=b"))
    }

    @Test func twoHyphensEndTheOptions() throws {
        #expect(try options(["--", "-v1", "--", "--help"]) == Options(tag: "-v1", folder: "--", files: ["--help"]))
    }

    @Test func theEnvironmentStandsInForAnOptionThatIsNotGiven() throws {
        #expect(try options(["v1"], ["RELCTL_JOBS": "4"]).jobs == 4)
        #expect(try options(["v1"], ["RELCTL_JOBS": ""]).jobs == nil)
        #expect(try options(["v1", "-j", "2"], ["RELCTL_JOBS": "many"]).jobs == 2)
        #expect(Invocation(["man"], registry: .demo, environment: ["RELCTL_CONFIG": "c"]).globals.configuration == "c")
        #expect(
            try message(["demo", "v1"], ["RELCTL_JOBS": "many"]).message
                == "cannot take the environment variable `RELCTL_JOBS`: `many` is not a whole number from 1 to 1024"
        )
    }

    @Test func globalOptionsStandBeforeOrAfterTheSubcommand() throws {
        var expected = GlobalOptions()
        expected.directory = "d e"
        expected.configuration = "-"
        expected.isJSON = true
        expected.verbosity = .verbose
        expected.color = .never
        let words = ["-C", "d e", "--config=-", "--json", "-q", "-v", "--color", "never"]
        for arguments in [words + ["man"], ["man"] + words, Array(words.prefix(3)) + ["man"] + words.dropFirst(3)] {
            #expect(Invocation(arguments, registry: .demo, environment: [:]).globals == expected)
        }
    }

    @Test(arguments: [
        ["--help"], ["-h"], ["nonsense", "--help"], ["--nonsense", "-h"], ["--color=no", "--help"],
        ["--version", "--help"],
        ["--help", "-C"],
    ])
    func helpIsServedHoweverBrokenTheRest(arguments: [String]) throws {
        guard case .help(nil) = try Invocation(arguments, registry: .demo, environment: [:]).action.get() else {
            Issue.record("no help for \(arguments)")
            return
        }
    }

    @Test(arguments: [["demo", "--help"], ["--help", "demo"], ["demo", "--jobs=x", "a", "b", "--nope", "-h"]])
    func helpAfterASubcommandExplainsIt(arguments: [String]) throws {
        guard case .help(let subject?) = try Invocation(arguments, registry: .demo, environment: [:]).action.get()
        else {
            Issue.record("no help for \(arguments)")
            return
        }
        #expect(subject.name == "demo")
    }

    @Test(arguments: [
        ["demo", "--version", "--nope"], ["--version"], ["what", "--version"], ["demo", "-j", "x", "--version"],
    ])
    func versionIsServedHoweverBrokenTheRest(arguments: [String]) throws {
        guard case .version = try Invocation(arguments, registry: .demo, environment: [:]).action.get() else {
            Issue.record("no version for \(arguments)")
            return
        }
    }

    @Test func helpIsAPlainWordAfterTwoHyphensAndAsAValue() throws {
        #expect(try options(["--", "--help"]).tag == "--help")
        #expect(try options(["v1", "--output", "--help"]).output == "--help")
        #expect(
            Invocation(["-C", "--version", "man"], registry: .demo, environment: [:]).globals.directory == "--version"
        )
    }

    @Test func aLetterTakesItsValueAttached() throws {
        #expect(try options(["v1", "-j4"]).jobs == 4)
        #expect(try options(["-j4", "v1", "-j16"]).jobs == 16)
        let globals = Invocation(["-C/a=b", "man"], registry: .demo, environment: [:]).globals
        #expect(globals.directory == "/a=b")
    }

    @Test(arguments: [
        (["demoo"], "unknown subcommand `demoo`", ["did you mean `demo`?"]),
        (["zzzzzz"], "unknown subcommand `zzzzzz`", ["run `relctl --help` for the list"]),
        ([], "a subcommand is missing", ["run `relctl --help` for the list"]),
        (["demo", "--dryrun"], "unknown option `--dryrun`", ["did you mean `--dry-run`?"]),
        (["demo", "--cofig=x"], "unknown option `--cofig`", ["did you mean `--config`?"]),
        (["demo", "--zzzzz"], "unknown option `--zzzzz`", ["run `relctl demo --help` for the list"]),
        (["-n", "demo"], "unknown option `-n`", ["options of a subcommand stand after it: `relctl demo -n`"]),
        (["demo", "-j=4"], "unknown option `-j=4`", ["letters take no `=`: write `-j 4`"]),
        (["demo", "-jobs=4"], "unknown option `-jobs`", ["did you mean `--jobs`?"]),
        (["demo", "-nj4"], "unknown option `-nj4`", ["letters stand alone: write `-n -j4`"]),
        (["demo", "--output"], "the option `--output` needs a value", ["write `--output=FILE`"]),
        (["demo", "-n=1"], "unknown option `-n=1`", ["run `relctl demo --help` for the list"]),
        (["demo", "--loud="], "the option `--loud` takes no value", []),
        (["demo"], "the argument TAG is missing", ["usage: relctl demo [OPTIONS] TAG [DIR] [FILE...]"]),
        (["fail", "a", "b"], "unexpected argument `b`", ["usage: relctl fail KIND"]),
        (["demo", "v1", "-j", "0"], "cannot take the option `--jobs`: `0` is not a whole number from 1 to 1024", []),
        (
            ["demo", "v1", "--format=jsn"],
            "cannot take the option `--format`: `jsn` is not one of `text`, `json`, `github`",
            ["did you mean `json`?"]
        ),
        (["--color=x", "man"], "cannot take the option `--color`: `x` is not one of `auto`, `always`, `never`", []),
        (["demo", "v1", "--loud", "-n"], "`--loud` and `--dry-run` exclude each other", []),
    ])
    func whatIsWrongIsSaidExactly(arguments: [String], message: String, hints: [String]) throws {
        let error = try self.message(arguments)
        #expect(error.message == message && error.hints == hints, "\(error)")
    }
}
