import Testing

@testable import RelctlCore
@testable import RelctlDistribution

@Suite struct HomebrewTargetTests {
    private let target = HomebrewTarget()
    private let linux = "x86_64-unknown-linux-gnu"

    @Test(arguments: [
        (["name": ConfigurationValue.text("Foo")], "`name`: `Foo` is not a formula's name"),
        (["name": .text("7zip")], "is not a formula's name"), (["name": .text("a--b")], "is not a formula's name"),
        (["name": .text("a@x")], "is not a formula's name"), (["name": .text("../a")], "is not a formula's name"),
        (["tap": .text("acme")], "`tap`: `acme` is not OWNER/NAME"),
        (["tap": .text("a/b; rm")], "is not OWNER/NAME"),
        (["dependencies": .list([.text("a b")])], "`dependencies`: `a b` is not the name of a formula"),
        (["share": .list([.text("demo")])], "`share`: there is no `demo` in `t.tar.gz`"),
        (["share": .list([.text("../demo")])], "../demo"),
        (["mainProgram": .text("toll")], "`mainProgram`: there is no program `toll`"),
    ])
    func whatHomebrewWouldNotTakeIsRefused(options: [String: ConfigurationValue], words: String) throws {
        let request = try distributionRequest([artifact("t.tar.gz", "tar.gz", for: linux)], options)
        let error = try #require(throws: (any Error).self) { try target.plan(request) }
        #expect("\(error)".contains(words), "\(error)")
    }

    @Test(arguments: [
        (["lib"], "`lib` is installed already"), (["libexec/x"], "`libexec/x` is installed already, with `libexec`"),
        (["demo"], "`demo` holds `demo/run`"), (["demo/run"], "`demo/run` is installed already"),
        (["docs", "docs"], "`docs` is installed already"), (["docs/a", "docs"], "`docs` holds `docs/a`"),
        (["docs", "docs/a"], "`docs/a` is installed already, with `docs`"),
    ])
    func whatIsSharedIsInstalledByNothingElse(share: [String], words: String) throws {
        let paths = ["t/demo/run", "t/docs/a", "t/docs-b/a", "t/lib/x", "t/libexec/x"]
        let artifacts = [try artifact("t.tar.gz", "tar.gz", for: linux, paths)]
        func plan(_ share: [String]) throws -> Distribution {
            let options = ["share": ConfigurationValue.list(share.map { .text($0) })]
            return try target.plan(distributionRequest(artifacts, options, programs: ["run"]))
        }
        let error = try #require(throws: RelctlError.self) { try plan(share) }
        #expect("\(error)".contains(words) && error.code == .configurationInvalid, "\(error)")
        #expect(throws: Never.self) { try plan(["docs", "docs-b"]) }
    }

    @Test func aReleaseWithNothingForItIsRefused() throws {
        let windows = try artifact("t.zip", "zip", for: "x86_64-pc-windows-gnu")
        let android = try artifact("a.tar.gz", "tar.gz", for: "aarch64-linux-android")
        let deb = try artifact("t.deb", "deb", for: linux)
        for (artifacts, words) in [
            ([windows, android], "nothing for a system of Homebrew"),
            ([deb], "no archive that Homebrew unpacks for `\(linux)`"),
            ([try artifact("t.tar.gz", "tar.gz", for: "aarch64-apple-darwin"), deb], "for `\(linux)`"),
            ([try artifact("e.tar.gz", "tar.gz", for: linux, [])], "there is no program in `e.tar.gz`"),
        ] {
            let error = try #require(throws: RelctlError.self) { try target.plan(distributionRequest(artifacts)) }
            #expect("\(error)".contains(words) && error.code == .configurationInvalid, "\(error)")
        }
        let nameless = try distributionRequest([artifact("t.tar.gz", "tar.gz", for: linux)]) { $0.name = "7zip" }
        let error = try #require(throws: RelctlError.self) { try target.plan(nameless) }
        #expect("\(error)".contains("cannot name it after `7zip`") && error.hints == ["set `name`"])
    }

    @Test func usersAreToldTheTap() throws {
        let artifacts = [try artifact("t.tar.gz", "tar.gz", for: linux)]
        for tap in ["acme/tap", "acme/homebrew-tap"] {
            let plan = try target.plan(distributionRequest(artifacts, ["tap": .text(tap), "name": .text("tool@1.2")]))
            #expect(plan.installation?.commands == ["brew install acme/tap/tool@1.2"])
        }
        #expect(try target.plan(distributionRequest(artifacts)).installation == nil)
    }

    @Test func theTestLooksAtTheMainProgram() throws {
        let artifacts = [try artifact("t.tar.gz", "tar.gz", for: linux, ["t/bin/a", "t/bin/it's", "t/bin/word-tool"])]
        func text(_ options: [String: ConfigurationValue]) throws -> String {
            try target.plan(distributionRequest(artifacts, options)).files[0].text
        }
        #expect(try text([:]).contains("assert_predicate bin/\"word-tool\", :executable?"))
        let version = try text(["checkVersion": .flag(true), "mainProgram": .text("it's")])
        #expect(version.contains(##"shell_output("#{bin}/'it'\\''s' --version")"##), "\(version)")
    }
}
