import TestSupport
import Testing

@testable import RelctlCore

/// Which files a target has, what they are called, and how they are compressed.
@Suite struct TargetFilesTests {
    private static func sample(_ name: String, _ formats: [String], target: String = "x86_64-unknown-linux-gnu")
        -> PlannerSample
    {
        var sample = PlannerSample(rules: [.binaries("bin")], tree: [], name: name, binaries: ["app", "ctl"])
        sample.targets = [target]
        sample.formats = [target: formats]
        return sample
    }

    private static func lines(_ plans: [ArchivePlan]) -> [String] {
        plans.map { plan in
            let compression = plan.compression.map { " \($0.engine):\($0.level)" } ?? ""
            return "\(plan.name)\(compression): " + plan.entries.map(PlannerSample.line).joined(separator: ", ")
        }
    }

    @Test func everyProgramIsAFileOfItsOwn() throws {
        let plans = try Self.sample("{{binary}}-{{target}}", ["binary"]).plans()
        #expect(
            Self.lines(plans) == [
                "app-x86_64-unknown-linux-gnu: app * [app]", "ctl-x86_64-unknown-linux-gnu: ctl * [ctl]",
            ]
        )
    }

    @Test(arguments: ["{{binary}}-{{target}}", "{{binary}}-{{target}}{{exe}}"])
    func programsForWindowsEndInExe(_ name: String) throws {
        let plans = try Self.sample(name, ["binary"], target: "x86_64-pc-windows-msvc").plans()
        #expect(
            Self.lines(plans) == [
                "app-x86_64-pc-windows-msvc.exe: app.exe * [app.exe]",
                "ctl-x86_64-pc-windows-msvc.exe: ctl.exe * [ctl.exe]",
            ]
        )
    }

    @Test func archivesAndProgramsAreToldApartByASection() throws {
        let name = "all{{#binary}}-{{binary}}{{/binary}}-{{target}}"
        let plans = try Self.sample(name, ["tar", "binary", "tar.zst"]).plans()
        let rest = "x86_64-unknown-linux-gnu"
        let contents = ["", "/bin", "/bin/app", "/bin/ctl"]
        #expect(plans.map(\.name) == ["all-\(rest).tar", "all-app-\(rest)", "all-ctl-\(rest)", "all-\(rest).tar.zst"])
        #expect(plans[0].entries.map(\.path.string) == contents.map { "all-\(rest)\($0)" })
        #expect(plans[0].entries == plans[3].entries)
    }

    @Test func programsOfOneNameAreRefused() throws {
        let error = #expect(throws: RelctlError.self) { try Self.sample("app-{{target}}", ["binary"]).plans() }
        #expect(error?.causes.description.contains("one name, `app-x86_64-unknown-linux-gnu`") == true)
    }

    @Test func aProgramIsNotCalledLikeAnotherFile() throws {
        #expect(throws: RelctlError.self) {
            var sample = Self.sample("Build", ["binary"])
            sample.binaries = ["app"]
            _ = try sample.plans()
        }
    }

    /// What nobody packs is not looked for: without an archive, no rule puts a link nowhere.
    @Test func rulesOfArchivesDoNotMatterToPrograms() throws {
        var sample = Self.sample("{{binary}}", ["binary"])
        sample.rules = [.link("a", "nowhere")]
        #expect(try sample.plans().map(\.name) == ["app", "ctl"])
    }

    @Test func thePlanSaysHowEachFormatIsCompressed() throws {
        let formats = ["tar", "tar.gz", "tar.xz", "tar.zst", "zip"]
        var sample = Self.sample("a", formats)
        sample.deflateEngine = "other"
        func compressions() throws -> [String] {
            try sample.plans().map { plan in plan.compression.map { "\($0.engine):\($0.level)" } ?? "" }
        }
        #expect(try compressions() == ["", "other:6", "libarchive-xz:6", "libarchive-zstd:6", "other:6"])
        sample.level = 3
        #expect(try compressions() == ["", "other:3", "libarchive-xz:3", "libarchive-zstd:3", "other:3"])
        sample.levels = ["tar.zst": 19, "zip": 1]
        #expect(try compressions() == ["", "other:3", "libarchive-xz:3", "libarchive-zstd:19", "other:1"])
    }
}
