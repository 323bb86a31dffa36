import Testing

@testable import RelctlCore

/// What a builder answers becomes a plan that is run as any other.
@Suite struct BuilderTests {
    private static let linux = "x86_64-unknown-linux-musl"

    /// Makes what the file `goal` says, or else what it is told.
    private struct Make: Builder {
        var change: @Sendable (inout BuildRecipe) -> Void = { _ in }
        let keys = [
            ConfigurationKey("goal", "What is made.", shape: .template),
            ConfigurationKey("mode", "How.", shape: .text),
        ]

        func recipe(for request: BuildRequest) throws -> BuildRecipe {
            let said = try request.read(RelativePath("goal")) ?? request.options["goal"]?.asText
            guard let goal = said else { throw RelctlError("there is no goal", hints: ["say one"]) }
            var recipe = BuildRecipe(
                arguments: ["make", goal, request.options["mode"]?.asText ?? "usual"] + (try request.names(nil)),
                environment: ["A": "builder", "D": "builder"],
                passEnvironment: ["SDKROOT", "MAKEFLAGS"],
                outputs: try request.binaries.reduce(into: [:]) { outputs, binary in
                    outputs[binary] = try RelativePath("made/\(request.target)/\(binary)")
                }
            )
            change(&recipe)
            return recipe
        }
    }

    private static func builder(_ id: String = "make", _ options: [String: String] = [:]) -> BuilderSettings {
        BuilderSettings(id: id, options: options.mapValues { .text($0) }, place: BuildSamples.place)
    }

    private static func settings(_ builder: BuilderSettings?) throws -> BuildSettings {
        var settings = try BuildSamples.settings(builder == nil ? ["cc"] : [])
        settings.builder = builder
        return settings
    }

    private func build(
        _ settings: BuildSettings,
        override: BuildOverride? = nil,
        builders: [String: any Builder] = ["make": Make(), "other": Make()],
        files: [String: String] = [:]
    ) throws -> TargetBuild {
        let target = try BuildSamples.target(Self.linux, build: override)
        let plan = try BuildSamples.planner(settings, builders: builders, files: files)
            .plan([target], scope: TemplateScope(texts: ["version": "1.0.0"]))
        return try #require(plan.targets.first)
    }

    @Test func itsCommandIsRunAsRelctlIsTold() throws {
        let build = try build(Self.settings(Self.builder("make", ["goal": "{{name}}-{{target}}"])))
        #expect(build.command.arguments == ["make", "streams-\(Self.linux)", "usual"])
        #expect(build.command.environment == ["A": "build", "B": "build", "D": "builder"])
        #expect(build.command.passEnvironment == ["SDKROOT", "MAKEFLAGS"])
        #expect(build.outputs.map(\.path) == ["made/\(Self.linux)/one", "made/\(Self.linux)/two"])
    }

    @Test func whatATargetSaysOfTheSameBuilderIsAdded() throws {
        let project = try Self.settings(Self.builder("make", ["goal": "all", "mode": "slow"]))
        var override = try BuildSamples.override()
        override.builder = Self.builder("make", ["mode": "fast"])
        #expect(try build(project, override: override).command.arguments == ["make", "all", "fast"])
        // Of another builder's keys none are this one's.
        override.builder = Self.builder("other", ["goal": "some"])
        #expect(try build(project, override: override).command.arguments == ["make", "some", "usual"])
        // A target may be the only one that is built so.
        let alone = try build(Self.settings(nil), override: override)
        #expect(alone.command.arguments == ["make", "some", "usual"])
        #expect(alone.outputs.map(\.path).first == "made/\(Self.linux)/one")
    }

    @Test func aTargetsOwnCommandAndOutputWin() throws {
        let project = try Self.settings(Self.builder("make", ["goal": "all"]))
        let command = try build(project, override: BuildSamples.override(["ninja", "{{target}}"]))
        #expect(command.command.arguments == ["ninja", Self.linux])
        // What the builder sets is for its own command.
        #expect(command.command.environment == ["A": "build", "B": "build"])
        #expect(command.command.passEnvironment == ["SDKROOT"])
        #expect(command.outputs.map(\.path).first == "made/\(Self.linux)/one")
        var override = try BuildSamples.override()
        override.output = try Template("elsewhere/{{binary}}")
        let output = try build(project, override: override)
        #expect(output.command.arguments == ["make", "all", "usual"])
        #expect(output.outputs.map(\.path) == ["elsewhere/one", "elsewhere/two"])
    }

    @Test func whereATargetSaysAllItIsNotAsked() throws {
        let broken = Make { recipe in recipe.arguments = [] }
        let project = try Self.settings(Self.builder("make", ["goal": "all"]))
        var override = try BuildSamples.override(["ninja"])
        #expect(throws: RelctlError.self) { try build(project, override: override, builders: ["make": broken]) }
        override.output = try Template("elsewhere/{{binary}}")
        // The one throws, and the other is not even known.
        for builders in [["make": broken], ["other": Make()]] as [[String: any Builder]] {
            let build = try build(project, override: override, builders: builders)
            #expect(build.command.arguments == ["ninja"])
            #expect(build.command.environment == ["A": "build", "B": "build"])
            #expect(build.outputs.map(\.path) == ["elsewhere/one", "elsewhere/two"])
        }
    }

    /// Has only these keys.
    private struct Keys: Builder, NotesRenderer, DistributionTarget, Publisher {
        let keys: [ConfigurationKey]

        init(_ names: String...) { keys = names.map { ConfigurationKey($0, "Something.", shape: .text) } }
        func recipe(for request: BuildRequest) throws -> BuildRecipe { throw RelctlError("never asked") }
        func page(for request: NotesPageRequest) throws -> String { throw RelctlError("never asked") }
        func plan(_ request: DistributionRequest) throws -> Distribution { throw RelctlError("never asked") }
        func preflight(_ request: PublicationRequest, with effects: Effects) async throws -> [Finding] {
            throw RelctlError("never asked")
        }
        func observe(_ request: PublicationRequest, with effects: Effects) async throws -> PublicationState {
            throw RelctlError("never asked")
        }
        func plan(_ request: PublicationRequest, observed: PublicationState) throws -> [PublicationAction] {
            throw RelctlError("never asked")
        }
        func execute(
            _ actions: [PublicationAction],
            for request: PublicationRequest,
            in run: PublicationRun
        ) async throws { throw RelctlError("never asked") }
    }

    @Test func keysThatAreRelctlsOwnOrThereTwiceAreRefused() throws {
        var extensions = Extensions()
        for name in [
            "with", "command", "output", "environment", "directory", "timeout", "passEnvironment", "before", "after",
        ] {
            let error = #expect(throws: RelctlError.self) {
                try extensions.builders.register(Keys("goal", name), id: "keys")
            }
            let reason = "it describes the key `\(name)`, which no connector can have"
            #expect(error?.message == "cannot register the builder `keys`: \(reason)")
        }
        for name in ["with", "template", "unknownNames", "groups", "paths", "requirements"] {
            #expect(throws: RelctlError.self) { try extensions.notesRenderers.register(Keys(name), id: "keys") }
        }
        for name in ["with", "url"] {
            #expect(throws: RelctlError.self) { try extensions.distributionTargets.register(Keys(name), id: "keys") }
        }
        for name in ["to", "name", "after"] {
            #expect(throws: RelctlError.self) { try extensions.publishers.register(Keys(name), id: "keys") }
        }
        #expect(extensions.publishers.ids.isEmpty)
        let twice = #expect(throws: RelctlError.self) {
            try extensions.builders.register(Keys("goal", "goal"), id: "keys")
        }
        #expect(twice?.message.hasSuffix("it describes the key `goal` twice") == true)
        #expect(extensions.builders.ids.isEmpty && extensions.notesRenderers.ids.isEmpty)
        try extensions.builders.register(Keys("goal", "template", "url"), id: "keys")
        try extensions.notesRenderers.register(Keys("goal", "command", "url"), id: "keys")
        try extensions.distributionTargets.register(Keys("goal", "command", "groups"), id: "keys")
    }

    @Test func itsPathsStartWhereItsCommandRuns() throws {
        var settings = try Self.settings(Self.builder())
        settings.command.directory = try RelativePath("native")
        let build = try build(settings, files: ["native/goal": "here", "goal": "there"])
        #expect(build.command.directory?.string == "native")
        #expect(build.command.arguments == ["make", "here", "usual", "native/goal"])
        #expect(build.outputs.map(\.path).first == "native/made/\(Self.linux)/one")
    }

    @Test func whyItDoesNotKnowIsToldWhereItIsNamed() throws {
        let error = #expect(throws: RelctlError.self) { try build(Self.settings(Self.builder())) }
        #expect(error?.message == "`make` cannot tell how `\(Self.linux)` is built")
        #expect(error?.place == BuildSamples.place && error?.code == .configurationInvalid)
        #expect(error?.hints == ["say one"] && error?.description.contains("there is no goal") == true)
        let unknown = #expect(throws: RelctlError.self) { try build(Self.settings(Self.builder("mkae"))) }
        #expect(unknown?.message == "unknown builder `mkae`")
        #expect(unknown?.hints == ["did you mean `make`?", "known: make, other"])
    }

    struct Answer: Sendable, CustomTestStringConvertible {
        let reason: String
        let change: @Sendable (inout BuildRecipe) -> Void
        var testDescription: String { reason }
        init(_ reason: String, _ change: @escaping @Sendable (inout BuildRecipe) -> Void) {
            (self.reason, self.change) = (reason, change)
        }
    }

    @Test(arguments: [
        Answer("it names no program to run") { $0.arguments = [] },
        Answer("it names no program to run") { $0.arguments = [""] },
        Answer("a NUL character") { $0.arguments.append("a\0b") },
        Answer("a NUL character") { $0.environment["C"] = "\0" },
        Answer("`A=B`") { $0.environment["A=B"] = "c" },
        Answer("`C D`") { $0.passEnvironment.append("C D") },
        Answer("it does not say where it leaves `two`") { $0.outputs["two"] = nil },
    ]) func whatCannotBeRunIsRefused(answer: Answer) throws {
        let settings = try Self.settings(Self.builder("make", ["goal": "all"]))
        let error = #expect(throws: RelctlError.self) {
            try build(settings, builders: ["make": Make(change: answer.change)])
        }
        #expect(error?.description.contains(answer.reason) == true, "\(String(describing: error))")
    }

    @Test func twoBinariesInOnePlaceAreRefused() throws {
        let settings = try Self.settings(Self.builder("make", ["goal": "all"]))
        let one = Make { recipe in recipe.outputs["two"] = recipe.outputs["one"] }
        let error = #expect(throws: RelctlError.self) { try build(settings, builders: ["make": one]) }
        #expect(error?.message.contains("would both be built as") == true)
        #expect(error?.hints.contains { $0.contains("build.output") } == false)
    }
}
