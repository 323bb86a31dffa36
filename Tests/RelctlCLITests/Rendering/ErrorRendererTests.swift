import RelctlCLI
import RelctlCore
import Testing

@Suite struct ErrorRendererTests {
    private let source = "{\n  \u{4e2d}: \u{1b}1, nam: 2,\n}"

    private var renderer: ErrorRenderer {
        ErrorRenderer { [source] place in
            let lines = source.split(separator: "\n")
            return lines.indices.contains(place.line - 1) ? String(lines[place.line - 1]) : nil
        }
    }

    @Test func causesAndHintsFollowTheMessage() {
        let inner = RelctlError("server returned 403", hints: ["log in"], causes: [RelctlError("no\ntoken")])
        let error = RelctlError("cannot upload `a\u{1b}[2J`", hints: ["wait", "log in"], causes: [inner])
        #expect(
            ErrorRenderer().lines(ErrorReport(error)) == [
                #"error: cannot upload `a\u{1b}[2J`"#, "  caused by: server returned 403", "  caused by: no",
                "    token",
                "", "hint: wait", "hint: log in",
            ]
        )
    }

    @Test func theLastLinesOfAProgramAreIndentedAndHarmless() {
        let said =
            "`cc` exited with code 1; its last lines:\na.c:1: \u{1b}[31merror\u{1b}[m\r\n\tx\u{9b}2J\n::error::z\n"
        let report = ErrorReport(RelctlError("cannot build `t`", hints: ["h"], causes: [RelctlError(said)]))
        #expect(
            ErrorRenderer().lines(report) == [
                "error: cannot build `t`", "  caused by: `cc` exited with code 1; its last lines:",
                "    a.c:1: error", "            x\\u{9b}2J", "    ::error::z", "", "hint: h",
            ]
        )
        #expect(
            ErrorRenderer().commands(report).map(\.description) == [
                "::error::cannot build `t`%0A  caused by: `cc` exited with code 1; its last lines:%0A"
                    + "    a.c:1: error%0A            x\\u{9b}2J%0A    ::error::z%0Ahint: h"
            ]
        )
    }

    @Test func aPlaceIsShownWithItsLineAndACaretBelowTheColumn() {
        let error = RelctlError("unknown key `nam`", place: SourcePlace(file: "r.json", line: 2, column: 10))
        #expect(
            renderer.lines(ErrorReport(error)) == [
                "error: unknown key `nam`", "  --> r.json:2:10", " 2 |   \u{4e2d}:  1, nam: 2,", "   |           ^",
            ]
        )
    }

    @Test func aPlaceOutsideTheFileIsNamedWithoutALine() {
        for (line, column) in [(9, 1), (1, 40), (2, 0), (0, 0)] {
            let place = SourcePlace(file: "r.json", line: line, column: column)
            let lines = renderer.lines(ErrorReport(RelctlError("x", place: place)))
            #expect(lines == ["error: x", "  --> r.json:\(line):\(column)"])
        }
    }

    @Test func aVeryLongLineIsCutAroundTheColumn() throws {
        let line = String(repeating: "a", count: 5000) + "X" + String(repeating: "b", count: 5000)
        let renderer = ErrorRenderer { _ in line }
        let place = SourcePlace(file: "f", line: 1, column: 5001)
        let lines = renderer.lines(ErrorReport(RelctlError("x", place: place)))
        let (shown, caret) = (Array(lines[2]), Array(lines[3]))
        #expect(shown.count < 120)
        #expect(try shown[#require(caret.firstIndex(of: "^"))] == "X")
    }

    @Test func collectedFailuresAreReportedOneByOne() {
        let causes = [1, 2].map {
            RelctlError("bad \($0)", place: SourcePlace(file: "f", line: $0, column: 1), hints: ["h\($0)"])
        }
        let error = RelctlError("cannot use `f`", code: .configurationInvalid, causes: causes)
        #expect(
            ErrorRenderer().lines(ErrorReport(error)) == [
                "error: bad 1", "  --> f:1:1", "", "hint: h1", "", "error: bad 2", "  --> f:2:1", "", "hint: h2", "",
                "error: cannot use `f`",
            ]
        )
        #expect(
            ErrorRenderer().commands(ErrorReport(error)).map(\.description) == [
                "::error file=f,line=1,col=1::bad 1%0Ahint: h1", "::error file=f,line=2,col=1::bad 2%0Ahint: h2",
                "::error::cannot use `f`",
            ]
        )
    }

    @Test func severalCausesWithoutPlacesAreIndented() {
        let causes = ["a", "b"].map { RelctlError($0, causes: [RelctlError("because \($0)")]) }
        #expect(
            ErrorRenderer().lines(ErrorReport(RelctlError("x", causes: causes))) == [
                "error: x", "  caused by: a", "    caused by: because a", "  caused by: b", "    caused by: because b",
            ]
        )
    }

    @Test func foreignErrorsGetWords() {
        struct Value: Decodable { let list: [Inner]; struct Inner: Decodable { let size: Int } }
        let words: (String) -> String = { text in
            let bytes = Array(text.utf8)
            do {
                _ = try JSONText.decode(Value.self, from: bytes, file: FilePath("m.json"))
                return ""
            } catch { return ErrorReport(error).causes.first?.message ?? "" }
        }
        #expect(words(#"{"list":[{"size":1},{}]}"#) == "the key `list[1].size` is missing")
        #expect(words(#"{"list":[{"size":"x"}]}"#).hasPrefix("the value of `list[0].size` is of the wrong type"))
        #expect(ErrorReport(CancellationError()).exitCode == 130)
        #expect(ErrorReport(UsageError("u")).code == "usage")
    }

    @Test func findingsAreCounted() {
        let findings = [Finding("a", code: "a"), Finding("b", code: "b", severity: .warning), Finding("c", code: "c")]
        #expect(ErrorRenderer.summary(findings) == "2 errors, 1 warning")
        #expect(ErrorRenderer.summary([]) == "no problems found")
    }
}
