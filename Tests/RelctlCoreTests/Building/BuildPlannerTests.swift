import Testing

@testable import RelctlCore

/// Configurations for builds, made by hand.
enum BuildSamples {
    static let place = SourcePlace(file: "relctl.json", line: 1, column: 1)

    static func command(
        _ arguments: [String],
        environment: [String: String] = [:],
        timeout: Duration? = nil
    ) throws -> CommandSettings {
        CommandSettings(
            command: try arguments.map { try Template($0) },
            environment: try environment.mapValues { try Template($0) },
            directory: nil,
            timeout: timeout,
            place: place
        )
    }

    static func settings(
        _ arguments: [String],
        output: String = "out/{{target}}/{{binary}}{{exe}}",
        before: [CommandSettings] = [],
        after: [CommandSettings] = [],
        timeout: Duration? = nil
    ) throws -> BuildSettings {
        BuildSettings(
            command: try command(arguments, environment: ["A": "build", "B": "build"], timeout: timeout),
            output: try Template(output),
            passEnvironment: ["SDKROOT"],
            before: before,
            after: after
        )
    }

    static func configuration(_ build: BuildSettings?) throws -> Configuration {
        Configuration(
            project: ProjectSettings(
                file: "relctl.json",
                name: "streams",
                variables: [:],
                tag: try Template("v{{version}}"),
                binaries: ["one", "two"],
                targets: []
            ),
            version: VersionSettings(),
            build: build,
            archive: ArchiveSettings(
                name: try Template("{{name}}-v{{version}}-{{target}}"),
                defaultFormats: ["tar.gz"],
                formats: [:],
                contents: [],
                windowsLinks: .copy,
                place: place
            ),
            checksums: ChecksumSettings(sidecars: true, combined: "SHA256SUMS"),
            notes: NotesSettings(),
            notesPlace: place,
            publications: []
        )
    }

    static func planner(
        _ build: BuildSettings?,
        builders: [String: any Builder] = [:],
        files: [String: String] = [:],
        facts: BuildFacts? = nil
    ) throws -> BuildPlanner {
        var extensions = Extensions()
        for (id, builder) in builders { try extensions.builders.register(builder, id: id) }
        let tree = ManifestTree(
            read: { files[$0.string] },
            names: { folder in files.keys.filter { $0.hasPrefix(folder.map { "\($0)/" } ?? "") }.sorted() },
            isFile: { files[$0.string] != nil }
        )
        return BuildPlanner(
            build,
            builders: extensions.builders,
            manifests: tree,
            facts: facts
        )
    }

    static func target(
        _ triple: String,
        binaries: [String] = ["one", "two"],
        environment: [String: String] = [:],
        build: BuildOverride? = nil
    ) throws -> TargetContext {
        let triple = try TargetTriple(triple)
        let settings = TargetSettings(
            triple: triple,
            variables: [:],
            environment: try environment.mapValues { try Template($0) },
            build: build,
            place: place
        )
        let scope = TemplateScope(texts: [
            "name": "streams", "version": "1.0.0", "target": triple.text, "exe": triple.executableSuffix,
            "os": triple.system == .macOS ? "macos" : triple.system.rawValue, "arch": triple.architecture.rawValue,
        ])
        return TargetContext(target: settings, scope: scope, binaries: binaries)
    }

    static func override(
        _ command: [String]? = nil,
        environment: [String: String] = [:],
        before: [CommandSettings] = [],
        after: [CommandSettings] = []
    ) throws -> BuildOverride {
        BuildOverride(
            command: try command?.map { try Template($0) },
            environment: try environment.mapValues { try Template($0) },
            before: before,
            after: after,
            place: place
        )
    }
}

@Suite struct BuildPlannerTests {
    private let linux = "x86_64-unknown-linux-musl"
    private let windows = "x86_64-pc-windows-gnu"

    private func plan(_ build: BuildSettings?, _ targets: [TargetContext]) throws -> BuildPlan {
        try BuildSamples.planner(build).plan(targets, scope: TemplateScope(texts: ["version": "1.0.0"]))
    }

    @Test func commandsAreToldWhatTheyBuildUnlessTheProjectSaysOtherwise() throws {
        var settings = try BuildSamples.settings(["make"], before: [BuildSamples.command(["generate"])])
        settings.command.environment["RELCTL_TAG"] = try Template("mine")
        let plan = try BuildSamples.planner(settings, facts: EmbeddedSourceTests.facts()).plan(
            [BuildSamples.target(linux)],
            scope: TemplateScope(texts: ["version": "1.0.0"])
        )
        let variables = plan.commands.map(\.environment)
        #expect(variables.map { $0["RELCTL_VERSION"] } == ["1.2.3-rc.1", "1.2.3-rc.1"])
        #expect(variables.map { $0["RELCTL_TAG"] } == [EmbeddedSourceTests.tag, "mine"])
        #expect(variables.allSatisfy { $0["SOURCE_DATE_EPOCH"] == "1767323045" })
    }

    @Test func templatesAreFilledInForEachTarget() throws {
        let settings = try BuildSamples.settings(
            ["make", "{{target}}", "a b"],
            before: [BuildSamples.command(["gen", "{{version}}"])],
            timeout: .milliseconds(1500)
        )
        let plan = try plan(settings, [BuildSamples.target(linux), BuildSamples.target(windows, binaries: ["one"])])
        #expect(plan.before.map(\.arguments) == [["gen", "1.0.0"]])
        #expect(plan.targets.map(\.command.arguments) == [["make", linux, "a b"], ["make", windows, "a b"]])
        #expect(plan.targets[0].outputs.map(\.path) == ["out/\(linux)/one", "out/\(linux)/two"])
        #expect(plan.targets[1].outputs.map(\.path) == ["out/\(windows)/one.exe"])
        #expect(plan.targets[1].outputs.map(\.name.string) == ["one.exe"])
        #expect(plan.targets[0].command.timeout == .milliseconds(1500))
        #expect(plan.targets[0].command.passEnvironment == ["SDKROOT"])
        #expect(plan.targets[0].command.shellText == "make \(linux) 'a b'")
    }

    @Test func aTargetsOwnWinsOverTheProjects() throws {
        let hook = try BuildSamples.command(["strip"], environment: ["A": "hook"])
        let override = try BuildSamples.override(["cross"], environment: ["B": "override"], after: [hook])
        let target = try BuildSamples.target(linux, environment: ["B": "target", "C": "{{target}}"], build: override)
        let build = try #require(try plan(BuildSamples.settings(["make"]), [target]).targets.first)
        #expect(build.command.arguments == ["cross"])
        #expect(build.command.environment == ["A": "build", "B": "override", "C": linux])
        #expect(build.after.map(\.environment) == [["A": "hook", "B": "override", "C": linux]])
    }

    @Test func withoutBuildNothingIsPlanned() throws {
        #expect(try plan(nil, [BuildSamples.target(linux)]) == BuildPlan())
        #expect(try plan(BuildSamples.settings(["make"]), []) == BuildPlan())
    }

    @Test func twoBinariesInOnePlaceAreRefused() throws {
        let sameTarget = try BuildSamples.settings(["make"], output: "out/{{target}}/program")
        let error = #expect(throws: RelctlError.self) { try plan(sameTarget, [BuildSamples.target(linux)]) }
        #expect(error?.message.contains("`two` for `\(linux)` and `one` for `\(linux)`") == true)
        let otherTarget = try BuildSamples.settings(["make"], output: ".//out/./{{binary}}")
        #expect(throws: RelctlError.self) {
            try plan(otherTarget, [BuildSamples.target(linux), BuildSamples.target("aarch64-apple-darwin")])
        }
    }

    @Test func aNameThatIsNotInScopeIsAnErrorWithItsPlace() throws {
        let settings = try BuildSamples.settings(["make", "{{binary}}"])
        let error = #expect(throws: RelctlError.self) { try plan(settings, [BuildSamples.target(linux)]) }
        #expect(error?.code == .configurationInvalid)
        #expect(error?.place == BuildSamples.place)
        #expect(error?.description.contains("`binary` is not in scope") == true)
    }

    @Test func aBinaryWhoseNameLeavesItsFolderIsRefused() throws {
        for name in ["../x", "a/b", "/etc/x", ".."] {
            let target = try BuildSamples.target(linux, binaries: [name])
            #expect(throws: RelctlError.self) { try plan(BuildSamples.settings(["make"]), [target]) }
        }
    }

    @Test func aPlanSurvivesBeingWrittenDown() throws {
        let override = try BuildSamples.override(before: [BuildSamples.command(["x"], timeout: .seconds(2700))])
        let plan = try plan(BuildSamples.settings(["make"]), [BuildSamples.target(linux, build: override)])
        let text = try JSONText.pretty(plan)
        #expect(try JSONText.decode(BuildPlan.self, from: text, file: FilePath("plan.json")) == plan)
    }
}
