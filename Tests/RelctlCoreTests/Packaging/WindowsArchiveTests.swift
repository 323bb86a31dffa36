import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlPackaging

@Suite struct WindowsArchiveTests {
    static let windows = "x86_64-pc-windows-gnu"

    static func messages(_ rules: [PlannerSample.Rule], _ tree: [String]) throws -> [String] {
        let sample = PlannerSample(rules: rules, tree: tree, targets: [windows])
        do {
            _ = try sample.plans()
            return []
        } catch let error as RelctlError {
            return error.causes.compactMap { ($0 as? RelctlError)?.message }
        }
    }

    @Test(arguments: [
        ("CON", "`CON` is the name of a device there"), ("nul.txt", "`nul` is the name of a device there"),
        ("Com1.tar.gz", "`Com1` is the name of a device there"),
        ("LPT\u{b2}", "`LPT\u{b2}` is the name of a device there"),
        ("aux .c", "`aux` is the name of a device there"), ("conin$", "`conin$` is the name of a device there"),
        ("x.", "Windows drops the dot or blank at the end"), ("x ", "Windows drops the dot or blank at the end"),
        ("a<b", "Windows has no `<` in names"), ("a:b", "Windows has no `:` in names"),
        ("a\"b", "Windows has no `\"` in names"), ("a\\b", "Windows has no `\\` in names"),
        ("a|b", "Windows has no `|` in names"), ("a?", "Windows has no `?` in names"),
        ("a*", "Windows has no `*` in names"), ("a\nb", "Windows has no `\\n` in names"),
        ("a\u{1}", "Windows has no `\\u{01}` in names"),
        (String(repeating: "é", count: 256), "its name is longer than 255 UTF-16 units"),
    ])
    func namesThatWindowsCannotHoldAreErrors(_ name: String, _ reason: String) throws {
        let tree = ["d/\(name)/x", "\(name).ok/y"]
        #expect(WindowsNames.problem(with: name) == reason)
        let sample = PlannerSample(rules: [.files("d/**")], tree: [tree[0]], targets: [Self.windows])
        let error = try #require(throws: RelctlError.self) { try sample.plans() }
        #expect(error.description.contains("cannot put `d/\(name)` into an archive for Windows: \(reason)"))
        var unix = sample
        unix.targets = ["aarch64-apple-darwin"]
        #expect(try unix.plans().count == 1)
    }

    @Test(arguments: ["console", "COM0", "com10", "aux2", ".nul", "lpt", "a.con", " x", "é", "a'b&(c)!%", "..a"])
    func namesThatLookLikeThemAreFine(_ name: String) {
        #expect(WindowsNames.problem(with: name) == nil)
    }

    @Test func caseAloneDoesNotTellNamesApart() throws {
        let messages = try Self.messages(
            [.files("**")],
            ["Read.me", "read.ME", "d/x/1", "D/x/1", "ÄÖ", "äö", "ß", "ss"]
        )
        let same = "into an archive for Windows:"
        #expect(
            Set(messages) == [
                "cannot put `d` \(same) `D` differs from it in case alone",
                "cannot put `read.ME` \(same) `Read.me` differs from it in case alone",
                "cannot put `äö` \(same) `ÄÖ` differs from it in case alone",
            ]
        )
    }

    @Test func linksToFoldersBecomeCopiesOfAllThatIsInThem() throws {
        let sample = PlannerSample(
            rules: [.files("**")],
            tree: ["real/a", "real/sub/b", "real/hop -> sub", "far/one -> ../real", "empty/", "none -> empty"],
            targets: [Self.windows]
        )
        let lines = try sample.plans().flatMap { $0.entries.map(PlannerSample.line) }
        let below = lines.map { $0.replacing("app-\(Self.windows)/", with: "") }
        #expect(
            below == [
                "", "empty/", "far/", "far/one/", "far/one/a < real/a", "far/one/hop/", "far/one/hop/b < real/sub/b",
                "far/one/sub/", "far/one/sub/b < real/sub/b", "none/", "real/", "real/a < real/a", "real/hop/",
                "real/hop/b < real/sub/b", "real/sub/", "real/sub/b < real/sub/b",
            ]
        )
    }

    @Test(arguments: [["a/b/up -> .."], ["a/me -> ."], ["a/x -> ../b", "b/y -> ../a"]])
    func foldersThatHoldThemselvesAreErrors(_ tree: [String]) throws {
        let messages = try Self.messages([.files("**")], tree)
        #expect(!messages.isEmpty)
        #expect(messages.allSatisfy { $0.hasPrefix("cannot copy what the link `") })
    }

    /// 2^30 copies, were nobody to stop.
    @Test func multiplyingLinksAreStopped() throws {
        let place = SourcePlace(file: "relctl.json", line: 1, column: 1)
        var draft = ArchiveDraft(top: try RelativePath("top"), place: place)
        try draft.add(.folder, at: try RelativePath("top/d30"), place: place)
        for level in 0..<30 {
            for name in ["a", "b"] {
                let path = try RelativePath("top/d\(level)/\(name)")
                try draft.add(.link(target: "../d\(level + 1)"), at: path, place: place)
            }
        }
        var form = WindowsForm(
            of: draft,
            resolver: draft.resolver,
            links: .copy,
            problems: PlanningProblems(targetCount: 1),
            entryLimit: 1_000
        )
        form.run()
        #expect(form.result.items.count < 1_100)
        let error = try #require(throws: RelctlError.self) { try form.problems.throwIfAny("x") }
        #expect(error.description.contains("it is more than 1000 files"))
    }

    @Test func launchersReachTheirPrograms() throws {
        let link = try RelativePath("top/50% off/x&y (1)/App.EXE")
        let launcher = try #require(CommandLauncher(at: link, for: try RelativePath("top/b i n/100%d!.exe")))
        #expect(launcher.path.string == "top/50% off/x&y (1)/App.cmd")
        let lines = launcher.text.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines == ["@echo off", "\"%~dp0..\\..\\b i n\\100%%d!.exe\" %*", "exit /b %ERRORLEVEL%", ""])
        #expect(
            Self.expanded(String(lines[1]), folder: "C:\\it's & co\\") == ["C:\\it's & co\\..\\..\\b i n\\100%d!.exe"]
        )
        #expect(CommandLauncher(at: link, for: try RelativePath("top/ü.exe")) == nil)
    }

    /// The words of a batch line as cmd.exe reads it: `%%` is `%`, `%~dp0` the folder, `%*` nothing here, and outside
    /// quotes blanks part words and `& | < > ( ) ^` would not be part of one.
    static func expanded(_ line: String, folder: String) -> [String] {
        let text = line.replacing("%~dp0", with: "\u{1}").replacing("%*", with: "").replacing("%%", with: "\u{2}")
        guard !text.contains("%") else { return ["stray %"] }
        var words: [String] = []
        var isQuoted = false
        for character in text.replacing("\u{1}", with: folder).replacing("\u{2}", with: "%") {
            switch character {
            case "\"":
                isQuoted.toggle()
                if isQuoted { words.append("") }
            case " " where !isQuoted: continue
            case "&", "|", "<", ">", "(", ")", "^":
                guard isQuoted else { return ["operator \(character)"] }
                words[words.count - 1].append(character)
            default:
                guard !words.isEmpty else { return ["word outside quotes"] }
                words[words.count - 1].append(character)
            }
        }
        return isQuoted ? ["open quote"] : words
    }

    @Test func batchScriptsNameTheirFolderAndEndLinesWithBoth() throws {
        let place = SourcePlace(file: "relctl.json", line: 1, column: 1)
        let script = EnvironmentScript(name: "setup-env", folder: try RelativePath("50% (x&y)/b i n"), program: nil)
        let text = try script.batchText(place: place)
        #expect(text.contains("for %%I in (\"%~dp0.\\50%% (x&y)\\b i n\") do set \"BIN=%%~fI\"\r\n"))
        #expect(text.utf8.split(separator: 0x0a).allSatisfy { $0.last == 0x0d })
        let foreign = EnvironmentScript(name: "setup-env", folder: try RelativePath("bün"), program: nil)
        #expect(throws: RelctlError.self) { try foreign.batchText(place: place) }
    }
}
