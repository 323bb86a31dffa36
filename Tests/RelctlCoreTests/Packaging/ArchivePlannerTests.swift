import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlPackaging

/// What rules make of a tree, for Unix and for Windows.
@Suite struct ArchivePlannerTests {
    static func plan(_ sample: PlannerSample) throws -> [String] {
        try sample.plans().flatMap { plan in ["# \(plan.name)"] + plan.entries.map(PlannerSample.line) }
    }

    @Test func rulesThatDifferInSpellingAloneDoNotAgree() throws {
        let place = SourcePlace(file: "relctl.json", line: 1, column: 1)
        var draft = ArchiveDraft(top: try RelativePath("top"), place: place)
        let link = try RelativePath("top/link")
        for target in ["caf\u{e9}", "caf\u{e9}"] { try draft.add(.link(target: target), at: link, place: place) }
        #expect(throws: RelctlError.self) { try draft.add(.link(target: "cafe\u{301}"), at: link, place: place) }
    }

    @Test func namesThatLeaveNoRoomForTheChecksumFileAreRefused() throws {
        var sample = PlannerSample(rules: [.files("a")], tree: ["a"], name: String(repeating: "n", count: 240 - 7))
        #expect(try sample.plans().map(\.name.utf8.count) == [240])
        sample.name += "n"
        #expect(throws: RelctlError.self) { try sample.plans() }
    }

    @Test func unixArchivesFollowTheRulesToTheLetter() throws {
        let top = "velostream-v1.0.0-x86_64-unknown-linux-musl"
        let expected = """
            # TOP.tar.gz
            TOP/
            TOP/INSTALL.md < docs/user-guides/INSTALL.md
            TOP/LICENSE < LICENSE
            TOP/README.md < README.md
            TOP/bin/
            TOP/bin/velo-cli * [velo-cli]
            TOP/bin/velo-sql * [velo-sql]
            TOP/configs/
            TOP/configs/empty/
            TOP/configs/main.toml < configs/main.toml
            TOP/demo/
            TOP/demo/current -> trading
            TOP/demo/trading/
            TOP/demo/trading/run.sh * < demo/trading/run.sh
            TOP/demo/trading/velo-sql -> ../../bin/velo-sql
            TOP/setup-env.sh = text
            TOP/target/
            TOP/target/release/
            TOP/target/release/velo-cli -> ../../bin/velo-cli
            TOP/target/release/velo-sql -> ../../bin/velo-sql
            TOP/velo-cli -> bin/velo-cli
            TOP/velo-sql -> bin/velo-sql
            """
        let lines = try Self.plan(.velostream("x86_64-unknown-linux-musl"))
        #expect(lines.joined(separator: "\n") == expected.replacing("TOP", with: top))
    }

    /// The link of the source tree to `velo-sql` has no `.exe`, and so nothing to lead to there.
    static func windowsSample() throws -> PlannerSample {
        var sample = try PlannerSample.velostream("x86_64-pc-windows-msvc")
        sample.tree.removeAll { $0.hasPrefix("demo/trading/velo-sql") }
        return sample
    }

    @Test func windowsArchivesHoldCopiesInsteadOfLinks() throws {
        let top = "velostream-v1.0.0-x86_64-pc-windows-msvc"
        let expected = """
            # TOP.zip
            TOP/
            TOP/INSTALL.md < docs/user-guides/INSTALL.md
            TOP/LICENSE < LICENSE
            TOP/README.md < README.md
            TOP/bin/
            TOP/bin/velo-cli.exe * [velo-cli.exe]
            TOP/bin/velo-sql.exe * [velo-sql.exe]
            TOP/configs/
            TOP/configs/empty/
            TOP/configs/main.toml < configs/main.toml
            TOP/demo/
            TOP/demo/current/
            TOP/demo/current/run.sh * < demo/trading/run.sh
            TOP/demo/trading/
            TOP/demo/trading/run.sh * < demo/trading/run.sh
            TOP/setup-env.bat = text
            TOP/target/
            TOP/target/release/
            TOP/target/release/velo-cli.exe * [velo-cli.exe]
            TOP/target/release/velo-sql.exe * [velo-sql.exe]
            TOP/velo-cli.exe * [velo-cli.exe]
            TOP/velo-sql.exe * [velo-sql.exe]
            """
        let lines = try Self.plan(Self.windowsSample())
        #expect(lines.joined(separator: "\n") == expected.replacing("TOP", with: top))
    }

    @Test func windowsArchivesMayHoldLaunchers() throws {
        var sample = try Self.windowsSample()
        sample.windowsLinks = .launcher
        let plans = try sample.plans()
        let lines = plans.flatMap { $0.entries.map(PlannerSample.line) }
        #expect(lines.filter { $0.hasSuffix(".exe]") }.count == 2)
        #expect(lines.contains { $0.hasSuffix("/demo/current/run.sh * < demo/trading/run.sh") })
        let launchers = plans.flatMap(\.entries).filter { $0.path.string.hasSuffix(".cmd") }
        let names = launchers.map { $0.path.components.dropFirst().joined(separator: "/") }
        #expect(
            names == ["target/release/velo-cli.cmd", "target/release/velo-sql.cmd", "velo-cli.cmd", "velo-sql.cmd"]
        )
        let first = try #require(launchers.first)
        let text = "@echo off\r\n\"%~dp0..\\..\\bin\\velo-cli.exe\" %*\r\nexit /b %ERRORLEVEL%\r\n"
        #expect(first.content == .file(source: .text(text), isExecutable: false))
    }

    @Test func foldersStandBeforeWhatIsInThem() throws {
        var sample = PlannerSample(
            rules: [.files("**")],
            tree: ["a-b", "a/x", "a/é", "a.b/c", "Z", "-", "a\nb", " /q"]
        )
        sample.name = "top"
        for plan in try sample.plans() {
            var seen: Set<RelativePath> = []
            for entry in plan.entries {
                if let parent = entry.path.parent { #expect(seen.contains(parent)) }
                #expect(seen.insert(entry.path).inserted)
            }
            #expect(plan.entries.map(\.path) == plan.entries.map(\.path).sorted())
        }
    }

    @Test func oneArchiveForEachFormat() throws {
        var sample = PlannerSample(rules: [.binaries("bin")], tree: [])
        sample.formats = ["x86_64-unknown-linux-gnu": ["zip", "tar.gz"], "linux": ["tar.gz"]]
        sample.targets = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"]
        let plans = try sample.plans()
        #expect(
            plans.map(\.name) == [
                "app-x86_64-unknown-linux-gnu.zip", "app-x86_64-unknown-linux-gnu.tar.gz",
                "app-aarch64-unknown-linux-gnu.tar.gz",
            ]
        )
        #expect(plans.allSatisfy { $0.timestamp == 1_700_000_000 })
    }

    @Test func twoRulesMayAgree() throws {
        let sample = PlannerSample(rules: [.files("a"), .files("a/**"), .files("*/x")], tree: ["a/x", "a/y"])
        #expect(try sample.plans().first?.entries.count == 4)
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let sample: PlannerSample
        let message: String
        var testDescription: String { message }
    }

    static let mistakes = [
        Mistake(
            sample: .init(rules: [.link("x", "/etc/passwd")], tree: []),
            message: "cannot make a link with the path `/etc/passwd`"
        ),
        Mistake(
            sample: .init(rules: [.link("x", "../y")], tree: []),
            message: "cannot make a link with the path `../y`"
        ),
        Mistake(
            sample: .init(rules: [.link("x", "{{nothing}}")], tree: []),
            message: "cannot make a link with the path `{{nothing}}`"
        ),
        Mistake(
            sample: .init(rules: [.link("a/x", "b/y")], tree: []),
            message: "cannot pack the link `a/x` to `../b/y`: it leads to nothing in the archive"
        ),
        Mistake(
            sample: .init(rules: [.link("x", "x")], tree: []),
            message: "cannot pack the link `x` to `x`: it never ends"
        ),
        Mistake(
            sample: .init(rules: [.files("**")], tree: ["a/l -> /usr/bin/env"]),
            message: "cannot pack the link `a/l` to `/usr/bin/env`: it is absolute"
        ),
        Mistake(
            sample: .init(rules: [.files("**")], tree: ["a/l -> ../../../etc"]),
            message: "cannot pack the link `a/l` to `../../../etc`: it leads out of the archive"
        ),
        Mistake(
            sample: .init(rules: [.files("**")], tree: ["p -> q", "q -> p"]),
            message: "cannot pack the link `p` to `q`: it never ends"
        ),
        Mistake(
            sample: .init(rules: [.files("x"), .filesFrom("d", "x")], tree: ["x", "d/x"]),
            message: "cannot put the file `d/x` at `x` in the archive: the file `x` is there already"
        ),
        Mistake(
            sample: .init(rules: [.binaries(nil), .files("app/**")], tree: ["app/x"]),
            message: "cannot put a folder at `app` in the archive: the program `app` is there already"
        ),
        Mistake(
            sample: .init(rules: [.files("**")], tree: ["pipe |"]),
            message: "cannot pack `pipe`: it is a pipe"
        ),
        Mistake(
            sample: .init(rules: [.files("nothing")], tree: []),
            message: "cannot find anything that the pattern `nothing` matches"
        ),
        Mistake(
            sample: .init(rules: [.files("[")], tree: []),
            message: "cannot take files by the pattern `[`: `[` is not closed"
        ),
        Mistake(
            sample: .init(rules: [.environment], tree: []),
            message: "cannot put `bin` on PATH by `setup-env`: the archive has no such folder"
        ),
        Mistake(
            sample: .init(rules: [], tree: [], name: "a/b"),
            message: "cannot name an archive by `a/b`"
        ),
        Mistake(
            sample: .init(rules: [], tree: [], name: "..{{target}}"),
            message: "cannot name an archive by `..{{target}}`"
        ),
        Mistake(
            sample: .init(
                rules: [],
                tree: [],
                name: "same",
                targets: ["i686-unknown-linux-gnu", "aarch64-apple-darwin"]
            ),
            message:
                "cannot give the archives for i686-unknown-linux-gnu and aarch64-apple-darwin one name, `same.tar.gz`"
        ),
        Mistake(
            sample: .init(rules: [], tree: [], formats: ["linux": ["tar.lz"]]),
            message: "unknown packager `tar.lz`"
        ),
    ]

    @Test(arguments: mistakes) func mistakesAreNamed(_ mistake: Mistake) throws {
        let error = try #require(throws: RelctlError.self) { try mistake.sample.plans() }
        #expect(error.message == "cannot plan the archives")
        let messages = error.causes.compactMap { ($0 as? RelctlError)?.message }
        #expect(messages.contains { $0.hasPrefix(mistake.message) }, "\(messages)")
        #expect(error.causes.allSatisfy { ($0 as? RelctlError)?.place?.file == "relctl.json" })
    }

    @Test func allMistakesOfAllArchivesAreToldOnce() throws {
        var sample = PlannerSample(rules: [.link("x", "y"), .files("none"), .files("aux.txt")], tree: ["aux.txt"])
        sample.targets = ["x86_64-unknown-linux-gnu", "aarch64-apple-darwin", "x86_64-pc-windows-gnu"]
        let error = try #require(throws: RelctlError.self) { try sample.plans() }
        let causes = error.causes.compactMap { $0 as? RelctlError }
        #expect(
            causes.map(\.message) == [
                "cannot find anything that the pattern `none` matches",
                "cannot pack the link `x` to `y`: it leads to nothing in the archive",
                "cannot put `aux.txt` into an archive for Windows: `aux` is the name of a device there",
            ]
        )
        #expect(causes.map(\.place?.line) == [2, 1, 3])
        #expect(causes.last?.hints == ["this is so for x86_64-pc-windows-gnu"])
        #expect(causes.dropLast().allSatisfy { $0.hints.isEmpty })
    }
}
