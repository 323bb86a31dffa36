import TestSupport
import Testing

@testable import RelctlNotes

@Suite struct ChangelogPlannerTests {
    private static let forge = ForgeAddress(repository: "a/b")

    static func changes(
        _ version: String,
        since previous: String? = nil,
        _ subjects: String...
    ) throws -> ReleaseChanges {
        let commits = zip("123456789".map(String.init), subjects).map { ReleaseSample.commit($0, $1) }
        return try ReleaseSample.changes(commits, version: version, since: previous)
    }

    private func plan(
        _ changes: [ReleaseChanges],
        in old: String?,
        forge: ForgeAddress? = nil,
        replaces: Bool = false,
        tag: String = "v{{version}}"
    ) throws -> String {
        let tags = try TagTemplate(Template(tag))
        let planner = ChangelogPlanner(NotesSettings(), forge: forge, tags: tags, replaces: replaces)
        let plan = try planner.plan(changes, file: "CHANGELOG.md", old: old.map { Array($0.utf8) })
        // Facts of peers, E: what is written twice is there once.
        let again = try planner.plan(changes, file: "CHANGELOG.md", old: plan.new)
        #expect(!again.isChange, "\(String(decoding: again.new, as: UTF8.self))")
        #expect(plan.isChange == (old.map { Array($0.utf8) } != plan.new))
        return String(decoding: plan.new, as: UTF8.self)
    }

    private static let hash = "`111111111111`"

    @Test func aNewFileIsOfRelctlsOwnForm() throws {
        let changes = try Self.changes("1.1.0", since: "v1.0.0", "feat(x): one")
        let expected = """
            # Changelog

            ## v1.1.0 (2026-01-02)

            ### Features

            - **x:** one (\(Self.hash))

            """
        for old in [nil, "", "\n"] { #expect(try plan([changes], in: old) == expected) }
        let linked = try plan([changes], in: nil, forge: Self.forge)
        #expect(linked.hasSuffix("\n\n[All changes](https://github.com/a/b/compare/v1.0.0...v1.1.0)\n"))
        #expect(try plan([Self.changes("1.0.0")], in: nil) == "# Changelog\n\n## v1.0.0 (2026-01-02)\n\nNo changes.\n")
    }

    private static let kept = """
        # Changelog

        All notable changes are told here, in the form of
        [Keep a Changelog](https://keepachangelog.com/en/1.1.0/).

        ## [Unreleased]

        ### Added

        - by hand, not released

        ## [1.0.0] - 2025-01-01

        Written *by hand*.   \n
        - Trailing blanks above,\ttabs, é.

        [Unreleased]: https://github.com/a/b/compare/v1.0.0...HEAD
        [1.0.0]: https://github.com/a/b/releases/tag/v1.0.0

        """

    @Test func keepAChangelogGetsItsOwnHeadingsGroupsAndLinks() throws {
        let changes = try Self.changes("1.1.0", since: "v1.0.0", "feat: one", "fix: two", "perf: three", "ci: four")
        let section = """
            ## [1.1.0] - 2026-01-02

            ### Added

            - one (`111111111111`)

            ### Changed

            - three (`333333333333`)

            ### Fixed

            - two (`222222222222`)

            ### Maintenance

            - four (`444444444444`)


            """
        let old = Self.kept
        let expected = old.replacing("## [1.0.0] -", with: section + "## [1.0.0] -")
            .replacing(
                "[Unreleased]: https://github.com/a/b/compare/v1.0.0...HEAD\n",
                with: """
                    [Unreleased]: https://github.com/a/b/compare/v1.1.0...HEAD
                    [1.1.0]: https://github.com/a/b/compare/v1.0.0...v1.1.0

                    """
            )
        #expect(try plan([changes], in: old) == expected)
    }

    @Test(arguments: ["\n", "\r\n"], [true, false])
    func lineBreaksMarksAndTheLastLineStayAsTheyAre(lineBreak: String, hasEnd: Bool) throws {
        let text = "\u{feff}" + Self.kept.replacing("\n", with: lineBreak)
        let old = hasEnd ? text : String(decoding: text.utf8.dropLast(lineBreak.utf8.count), as: UTF8.self)
        let new = try plan([Self.changes("1.1.0", since: "v1.0.0", "feat: one")], in: old)
        let bytes = Array(new.utf8)
        #expect(bytes.starts(with: [0xef, 0xbb, 0xbf]))
        let breaks = bytes.count { $0 == UInt8(ascii: "\n") }
        let returns = bytes.count { $0 == UInt8(ascii: "\r") }
        #expect(returns == (lineBreak.utf8.count == 2 ? breaks : 0))
        #expect((bytes.last == UInt8(ascii: "\n")) == hasEnd)
        let lines = { (text: String) in text.split(whereSeparator: \.isNewline).map(String.init) }
        let gone = lines(old).filter { !lines(new).contains($0) }
        #expect(gone == ["[Unreleased]: https://github.com/a/b/compare/v1.0.0...HEAD"])
    }

    @Test func aFileWithoutALastLineBreakKeepsHavingNone() throws {
        let old = "# Changes\n\n## 2.0.0\n\nx"
        let new = try plan([Self.changes("1.0.0", since: nil, "feat: one")], in: old)
        #expect(new == "# Changes\n\n## 2.0.0\n\nx\n\n## 1.0.0\n\n### Features\n\n- one (\(Self.hash))")
    }

    @Test func sectionsGoWhereTheirVersionBelongs() throws {
        let newest = "# C\n\n## v2.0.0\n\nb\n\n## v1.0.0\n\na\n"
        let patch = try Self.changes("1.0.1", since: "v1.0.0", "fix: x")
        #expect(
            try plan([patch], in: newest)
                == "# C\n\n## v2.0.0\n\nb\n\n## v1.0.1\n\n### Bug fixes\n\n- x (\(Self.hash))\n\n## v1.0.0\n\na\n"
        )
        let oldest = "# C\n\n## v1.0.0\n\na\n\n## v2.0.0\n\nb\n"
        #expect(
            try plan([patch], in: oldest)
                == "# C\n\n## v1.0.0\n\na\n\n## v1.0.1\n\n### Bug fixes\n\n- x (\(Self.hash))\n\n## v2.0.0\n\nb\n"
        )
        let last = try Self.changes("3.0.0", since: "v2.0.0", "fix: x")
        #expect(try plan([last], in: oldest).hasSuffix("b\n\n## v3.0.0\n\n### Bug fixes\n\n- x (\(Self.hash))\n"))
        #expect(try plan([last], in: newest).hasPrefix("# C\n\n## v3.0.0\n"))
        let rc = try Self.changes("2.0.0-rc.1", since: "v1.0.0", "fix: x")
        #expect(try plan([rc], in: newest).contains("b\n\n## v2.0.0-rc.1\n"))
    }

    @Test func unreleasedStaysOnTop() throws {
        let changes = try Self.changes("1.0.0", since: nil, "feat: x")
        let new = try plan([changes], in: "# C\n\n## [Unreleased]\n\n- soon\n")
        #expect(
            new == "# C\n\n## [Unreleased]\n\n- soon\n\n## [1.0.0] - 2026-01-02\n\n### Added\n\n- x (\(Self.hash))\n"
        )
        #expect(try plan([changes], in: "## Unreleased\n").hasPrefix("## Unreleased\n\n## v1.0.0 (2026-01-02)\n"))
    }

    @Test func inAFileWithTheOldestFirstUnreleasedStaysAtTheEnd() throws {
        let changes = try Self.changes("1.0.0", since: "v0.2.0", "feat: one")
        for old in [
            "# Log\n\n## 0.1.0\n\n- a\n\n## 0.2.0\n\n- b\n\n## Unreleased\n\n- c\n",
            "# Log\n\n## 0.2.0\n\n- b\n\n## Unreleased\n\n- c\n",
        ] {
            let text = try plan([changes], in: old)
            let new = try #require(text.utf8.firstIndex(of: "## 1.0.0"))
            let before = try #require(text.utf8.firstIndex(of: "## 0.2.0"))
            let after = try #require(text.utf8.firstIndex(of: "## Unreleased\n\n- c\n"))
            #expect(before < new && new < after, "\(text)")
        }
    }

    @Test(arguments: [
        ("[Unreleased]: https://github.com/a/b/compare/v0.2.0...main", "…/v1.0.0...main"),
        ("[unreleased]: https://github.com/a/b/compare/v0.2.0..HEAD", "…/v1.0.0..HEAD"),
        ("[Unreleased]:   <https://github.com/a/b/compare/v0.2.0...HEAD> \"t\"", "…/v1.0.0...HEAD> \"t\""),
        ("[Unreleased]: https://gitlab.com/a/b/-/compare/v0.2.0...HEAD", "…/v1.0.0...HEAD"),
        ("[Unreleased]: https://github.com/a/b/compare/0.2.0...HEAD", "…/v1.0.0...HEAD"),
        // Nothing to compare with, or no release.
        ("[Unreleased]: https://github.com/a/b/commits/main", "/commits/main"),
        ("[Unreleased]: https://github.com/a/b/compare/stable...HEAD", "…/stable...HEAD"),
    ])
    func unreleasedComparesWithTheNewestRelease(definition: String, end: String) throws {
        let old = "## [Unreleased]\n\n## [0.2.0] - 2020-01-01\n\n- b\n\n\(definition)\n[0.2.0]: https://e.org/x\n"
        let text = try plan([try Self.changes("1.0.0", since: "v0.2.0", "feat: one")], in: old, forge: Self.forge)
        let lines = text.split(separator: "\n").map(String.init)
        let place = try #require(lines.firstIndex { $0.lowercased().hasPrefix("[unreleased]:") })
        #expect(lines[place].hasSuffix(end.replacing("…", with: "/compare")), "\(lines[place])")
        let start = try #require(definition.utf8.firstIndex(of: "://"))
        #expect(lines[place].hasPrefix(definition[...start]))
        #expect(lines[place + 1].hasPrefix("[1.0.0]: https://"))
        #expect(!lines[place + 1].contains("<"))
        // An older release changes nothing about it.
        let older = try plan([try Self.changes("0.1.0", "feat: none")], in: old, forge: Self.forge)
        #expect(older.contains(definition + "\n"))
    }

    @Test func aHeadingThatComparesFollowsTheNewestRelease() throws {
        let link = "https://github.com/a/b/compare/"
        let old = "## [Unreleased](\(link)v0.2.0...HEAD)\n\n- c\n\n## [0.2.0](\(link)v0.1.0...v0.2.0)\n\n- b\n"
        let text = try plan([try Self.changes("1.0.0", since: "v0.2.0", "feat: one")], in: old, forge: Self.forge)
        #expect(text.hasPrefix("## [Unreleased](\(link)v1.0.0...HEAD)\n\n- c\n\n## [1.0.0](\(link)v0.2.0...v1.0.0)"))
        let older = try plan([try Self.changes("0.1.0", "feat: none")], in: old, forge: Self.forge)
        #expect(older.hasPrefix(old))
    }

    @Test(arguments: [
        Array("# Changelog\r\r## v0.2.0\r\r- b\r".utf8), [0xff, 0xfe] + Array("# \u{0}C\u{0}".utf8),
        [0xfe, 0xff, 0, 0x23], Array("# C\n\u{0}\n".utf8),
    ])
    func whatIsNoTextOfKnownLinesIsRefused(_ old: [UInt8]) throws {
        let tags = try TagTemplate(Template("v{{version}}"))
        let planner = ChangelogPlanner(NotesSettings(), forge: nil, tags: tags)
        let error = try #require(throws: RelctlError.self) {
            try planner.plan([try Self.changes("1.0.0", "feat: one")], file: "C.md", old: old)
        }
        #expect(error.message == "cannot change the changelog `C.md`")
        #expect(error.hints.count == 1)
    }

    @Test func aSectionThatRelctlWroteIsWrittenAnew() throws {
        let before = try Self.changes("1.1.0", since: "v1.0.0", "feat: one")
        let after = try Self.changes("1.1.0", since: "v1.0.0", "feat: one", "feat: two", "fix: three")
        let old = try plan([before], in: Self.kept)
        let new = try plan([after], in: old)
        #expect(new == (try plan([after], in: Self.kept)))
        #expect(new.contains("- two (`222222222222`)\n\n### Fixed\n\n- three"))
    }

    @Test func textThatSomebodyWroteIsNeverLostUnasked() throws {
        let changes = try Self.changes("1.1.0", since: "v1.0.0", "feat: one")
        let edited = try plan([changes], in: Self.kept).replacing("### Added\n\n- one", with: "### Added\n\n- **One**")
        let error = #expect(throws: RelctlError.self) { try plan([changes], in: edited) }
        #expect(error?.message == "cannot replace the section: relctl would not write `- **One** (`111111111111`)`")
        let lines = edited.split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(error?.place?.line)
        #expect(lines[line - 1].hasPrefix("- **One**"))
        #expect(error?.hints.last?.contains("--replace") == true)
        #expect(try plan([changes], in: edited, replaces: true) == plan([changes], in: Self.kept))
    }

    @Test func aHeadingKeepsWhatSomebodySaidInIt() throws {
        let changes = try Self.changes("1.0.0", since: nil, "feat: one")
        let old =
            "# C\n\n## [1.0.0] - 2020-05-05 [YANKED]\n\n### Added\n\n- one (\(Self.hash))\n\n\n## [0.1.0] - 2020-01-01\n"
        #expect(try plan([changes], in: old) == old)
        let underlined = "C\n=\n\n1.0.0\n-----\n\n### Features\n\n- one (\(Self.hash))\n"
        #expect(try plan([changes], in: underlined) == underlined)
    }

    @Test(arguments: [
        (
            "Changelog\n=========\n\n1.0.0 / 2020-01-01\n------------------\n\n* x\n",
            "\n1.1.0 / 2026-01-02\n------------------\n\n### Features"
        ),
        (
            "v1.0.0, 2020-01-01\n==\n\n  * x\n",
            "v1.1.0, 2026-01-02\n==================\n\n## Features"
        ),
        ("## 1.0.0 (2020-01-01)\n", "## 1.1.0 (2026-01-02)\n"),
        ("## 1.0.0 – 2020-01-01\n", "## 1.1.0 – 2026-01-02\n"),
        ("## 1.0.0 \"Ada\" - 2020-01-01\n", "## 1.1.0 - 2026-01-02\n"),
        ("## [v1.0.0](https://x.org/2019-01-01) [2020-01-01]\n", "## [v1.1.0] [2026-01-02]\n"),
        ("1.0.0\n-----\n", "1.1.0\n-----\n"),
    ])
    func aHeadingLooksAsThoseOfTheFile(old: String, section: String) throws {
        let changes = [try Self.changes("1.1.0", since: "v1.0.0", "feat: one")]
        let text = try plan(changes, in: old)
        #expect(text.contains(section), "\(text)")
        #expect(text.hasSuffix(old.hasPrefix("Changelog") ? String(old.dropFirst(21)) : old))
        // What relctl wrote, it writes anew.
        let more = [try Self.changes("1.1.0", since: "v1.0.0", "feat: one", "feat: two")]
        let longer = try plan(more, in: text)
        #expect(longer.contains("two") && longer.contains(section.prefix { $0 != "#" }), "\(longer)")
    }

    @Test func headingsInCodeAreNone() throws {
        let old = "# C\n\n```\n## 9.0.0\n```\n\n## 1.0.0\n\na\n"
        let new = try plan([Self.changes("2.0.0", since: "v1.0.0", "feat: one")], in: old)
        #expect(new.hasPrefix("# C\n\n```\n## 9.0.0\n```\n\n## 2.0.0\n\n### Features\n"))
    }

    @Test func nothingIsWrittenIntoABlockOfCode() throws {
        let changes = try Self.changes("1.0.0", since: nil, "feat: one")
        let error = #expect(throws: RelctlError.self) { try plan([changes], in: "# C\n\n## 2.0.0\n\n```\nx\n") }
        #expect(error?.message == "cannot add the section of 1.0.0: it would stand in a block of code")
        #expect(error?.place?.line == 5)
        let newer = try Self.changes("3.0.0", since: nil, "feat: one")
        #expect(try plan([newer], in: "# C\n\n## 2.0.0\n\n```\nx\n").hasSuffix("\n\n## 2.0.0\n\n```\nx\n"))
    }

    @Test(arguments: [
        ("## 1.0.0 (2020-01-01)", "## 2.0.0 (2026-01-02)"), ("## v1.0.0 - 2020-01-01", "## v2.0.0 - 2026-01-02"),
        ("# 1.0.0", "# 2.0.0"), ("### [v1.0.0] - 2020-01-01", "### [v2.0.0] - 2026-01-02"),
        (
            "## [1.0.0](https://github.com/a/b/compare/v0...v1.0.0) (2020-01-01)",
            "## [2.0.0](https://github.com/a/b/compare/v1.0.0...v2.0.0) (2026-01-02)"
        ),
        ("## tool-1.0.0", "## v2.0.0 (2026-01-02)"),
    ])
    func headingsLookLikeThoseThatAreThere(old: String, expected: String) throws {
        let changes = try Self.changes("2.0.0", since: "v1.0.0", "feat: one")
        let new = try plan([changes], in: "\(old)\n\na\n", forge: Self.forge)
        #expect(new.split(separator: "\n").contains(Substring(expected)), "\(new)")
    }

    @Test func tagsOfAnyFormAreKnownInHeadings() throws {
        let old = "# C\n\n## tool-v1.0.0\n\na\n"
        var changes = try Self.changes("2.0.0", since: "tool-v1.0.0", "feat: one")
        changes.tag = "tool-v2.0.0"
        let new = try plan([changes], in: old, tag: "tool-v{{version}}")
        #expect(new.hasPrefix("# C\n\n## tool-v2.0.0\n"))
    }

    @Test func allReleasesAreWrittenInOnePass() throws {
        let releases = try [
            Self.changes("1.0.0", since: nil, "feat: one"), Self.changes("1.1.0", since: "v1.0.0", "feat: two"),
            Self.changes("2.0.0", since: "v1.1.0", "feat: three"),
        ]
        let new = try plan(releases, in: nil)
        let headings = new.split(separator: "\n").filter { $0.hasPrefix("## ") }
        #expect(headings == ["## v2.0.0 (2026-01-02)", "## v1.1.0 (2026-01-02)", "## v1.0.0 (2026-01-02)"])
        let oneByOne = try releases.reduce(nil as String?) { try plan([$1], in: $0) }
        #expect(oneByOne == new)
    }

    /// Whatever a changelog looks like, what was there stays, in its order.
    @Test func noByteOfAnyFileIsLost() throws {
        var random = SeededGenerator(seed: 4)
        let pieces = [
            "# Changelog\n", "\n", "## [Unreleased]\n", "## 1.0.0\n", "## [0.9.0] - 2020-01-01\n", "text *x*\n", "  \n",
            "```\n", "~~~~\n", "0.5.0\n-----\n", "[1.0.0]: https://e.org/compare/v0.9.0...v1.0.0\n", "\u{feff}", "\r\n",
            "### Added\n", "- a\n\n", "### 3.0.0\n", "\u{301}", "[x]: y", "# 4.0.0", "<!-- ## 7.0.0 -->\n",
        ]
        let changes = try Self.changes("2.5.0", since: "v1.0.0", "feat: one")
        let tags = try TagTemplate(Template("v{{version}}"))
        for _ in 0..<2000 {
            let count = Int.random(in: 0...12, using: &random)
            let old = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            let bytes = Array(old.utf8)
            #expect(ChangelogFile(bytes, tags: tags).bytes == bytes)
            let planner = ChangelogPlanner(NotesSettings(), forge: nil, tags: tags)
            let isOpen = ChangelogLines(bytes).unclosedBlock != nil
            let outcome = Result { try planner.plan([changes], file: "C", old: bytes) }
            if isOpen, case .failure = outcome { continue }
            let plan = try outcome.get()
            var rest = plan.new[...]
            let visible = bytes.filter { $0 > 0x20 }
            let isKept = visible.allSatisfy { byte in
                guard let index = rest.firstIndex(of: byte) else { return false }
                rest = rest[(index + 1)...]
                return true
            }
            #expect(isKept, "\(old.debugDescription)")
            let again = try planner.plan([changes], file: "C", old: plan.new)
            #expect(again.new == plan.new, "\(old.debugDescription)")
        }
    }
}
