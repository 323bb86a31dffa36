import RelctlCLI
import Testing

@Suite struct TextTests {
    @Test(arguments: [
        ("a", 1), ("", 0), ("e\u{301}", 1), ("\u{4e2d}\u{6587}", 4), ("\u{ff21}", 2), ("\u{1f468}\u{200d}\u{1f469}", 2),
        ("\u{ac00}x", 3), ("\u{2764}\u{fe0f}", 2), ("\u{200b}", 0),
    ])
    func widthIsThatOfATerminal(text: String, width: Int) {
        #expect(TerminalText.width(text) == width)
    }

    @Test func nothingThatATerminalActsOnIsLeft() {
        #expect(
            TerminalText.escaped("a\n\t\r\u{1b}[31m\u{7f}\u{9b}\u{202e}é") == #"a\n\t\r\u{1b}[31m\u{7f}\u{9b}\u{202e}é"#
        )
        #expect(TerminalText.escaped("\r\n") == #"\r\n"#)
    }

    @Test func truncationCountsColumns() {
        #expect(TerminalText.truncated("\u{4e2d}\u{6587}\u{4e2d}\u{6587}", to: 7) == "\u{4e2d}\u{6587}...")
        #expect(TerminalText.truncated("abc", to: 3) == "abc")
        #expect(TerminalText.truncated("abcd", to: 2) == "")
    }

    @Test func columnsOfATableAreAsWideAsTheirWidestText() {
        var table = Table([.left("NAME"), .right("SIZE"), .left("NOTE")])
        table.append(["\u{4e2d}\u{6587}\u{4e2d}", "7", "x"])
        table.append(["a\nb", "1234"])
        #expect(
            table.lines(TextStyle()) == ["NAME    SIZE  NOTE", "\u{4e2d}\u{6587}\u{4e2d}     7  x", "a\\nb    1234"]
        )
        #expect(table.lines(TextStyle(isColored: true)).first == "\u{1b}[1mNAME    SIZE  NOTE\u{1b}[0m")
    }

    @Test(arguments: [
        (0.0, "0.0s"), (0.44, "0.4s"), (59.94, "59.9s"), (59.96, "1m00s"), (185, "3m05s"), (3599.6, "1h00m"),
        (3725, "1h02m"),
    ])
    func timesAreShort(seconds: Double, text: String) {
        #expect(Quantity.time(.seconds(seconds)) == text)
    }

    @Test func linesAreBrokenBetweenWords() {
        #expect(TextWrapping.lines("aa bb cccccccc d", width: 5) == ["aa bb", "cccccccc", "d"])
    }
}

@Suite struct WorkflowCommandTests {
    @Test func whatWouldEndAPartIsEscaped() {
        let command = WorkflowCommand(name: "error", properties: [("file", "a,b:c%\n")], message: "x::y,%\r\nz")
        #expect(command.description == "::error file=a%2Cb%3Ac%25%0A::x::y,%25%0D%0Az")
    }

    @Test(arguments: ["::error::x", "  ::add-mask::x", "a ##[error]x", "###[x", "\u{a0}::x"])
    func linesOfALogAreNoCommands(line: String) {
        let inert = WorkflowCommand.inert(line)
        #expect(inert.first { !$0.isWhitespace } != ":")
        #expect(!inert.unicodeScalars.elementsEqual(line.unicodeScalars))
        #expect(!inert.unicodeScalars.map { String($0) }.joined(separator: "|").contains("#|#|["))
    }

    @Test func ordinaryLinesStayAsTheyAre() {
        for line in ["", "a: b", "# [x]", "a::b", "##", "issue #4"] { #expect(WorkflowCommand.inert(line) == line) }
    }
}

@Suite struct TerminalTests {
    private func terminal(
        _ environment: [String: String],
        _ color: GlobalOptions.ColorChoice = .auto,
        isTerminal: Bool = true
    ) -> Terminal {
        Terminal(environment: environment, color: color, isTerminal: (isTerminal, isTerminal))
    }

    @Test func coloursAreForTerminalsUnlessSomebodySaysOtherwise() {
        #expect(terminal(["TERM": "xterm"]).outputStyle.isColored)
        #expect(!terminal(["TERM": "xterm"], isTerminal: false).outputStyle.isColored)
        #expect(!terminal(["TERM": "dumb"]).outputStyle.isColored)
        #expect(!terminal([:]).errorStyle.isColored)
        #expect(!terminal(["TERM": "xterm", "NO_COLOR": "1"]).errorStyle.isColored)
        #expect(terminal(["TERM": "xterm", "NO_COLOR": ""]).errorStyle.isColored)
        #expect(terminal(["CLICOLOR_FORCE": "1"], isTerminal: false).errorStyle.isColored)
        #expect(!terminal(["CLICOLOR_FORCE": "0"], isTerminal: false).errorStyle.isColored)
        #expect(!terminal(["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], isTerminal: false).errorStyle.isColored)
        #expect(terminal(["NO_COLOR": "1"], .always, isTerminal: false).outputStyle.isColored)
        #expect(!terminal(["TERM": "xterm", "CLICOLOR_FORCE": "1"], .never).outputStyle.isColored)
    }

    @Test func progressIsDrawnOverItselfOnlyWhereSomebodyLooks() {
        #expect(terminal(["TERM": "xterm"], .never).isLive)
        #expect(!terminal(["TERM": "xterm"], isTerminal: false).isLive)
        #expect(!terminal(["TERM": "xterm", "CI": "true"]).isLive)
        #expect(!terminal(["TERM": "dumb"]).isLive)
        #expect(!terminal(["TERM": "xterm", "GITHUB_ACTIONS": "true"]).isLive)
    }

    @Test func theFirstLocaleVariableThatIsSetDecidesAboutUnicode() {
        #expect(terminal(["LANG": "de_DE.UTF-8"]).errorStyle.isUnicode)
        #expect(terminal(["LC_ALL": "C.utf8", "LANG": "C"]).errorStyle.isUnicode)
        #expect(!terminal(["LC_ALL": "C", "LANG": "de_DE.UTF-8"]).errorStyle.isUnicode)
        #expect(!terminal(["LANG": "de_DE.UTF-8"], isTerminal: false).outputStyle.isUnicode)
    }
}
