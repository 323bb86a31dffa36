import Testing

@testable import RelctlCore

/// What the configuration says of a builder.
@Suite struct BuilderSettingsTests {
    private static let windows = "x86_64-pc-windows-msvc"

    @Test func itsKeysAreThoseThatAreNotRelctls() throws {
        let configuration = try ConfigurationLoaderTests.load(
            """
            { name: 'x', binaries: ['a'],
              build: { with: 'make', goal: 'all', parts: ['b'], timeout: '5m', directory: 'native',
                environment: { A: 'b' }, passEnvironment: ['C'], before: [['d']], after: [['e']] } }
            """
        )
        let build = try #require(configuration.build)
        #expect(build.builder?.id == "make")
        #expect(build.builder?.options == ["goal": .text("all"), "parts": .list([.text("b")])])
        #expect(build.builder?.place.line == 2)
        #expect(build.command.command.isEmpty && build.command.timeout == .seconds(300))
        #expect(build.command.directory?.string == "native" && build.command.environment.keys.sorted() == ["A"])
        #expect(build.passEnvironment == ["C"])
        #expect(build.before.count == 1 && build.after.count == 1)
    }

    @Test func itsTemplatesMayNameTheTargetAndNoBinary() throws {
        func load(_ goal: String) throws -> Configuration {
            try ConfigurationLoaderTests.load(
                "{ name: 'x', binaries: ['a'], build: { with: 'make', goal: '\(goal)' }, targets: { '\(Self.windows)': {} } }"
            )
        }
        #expect(try load("{{version}}-{{target}}-{{os}}{{exe}}").build?.builder?.id == "make")
        let error = #expect(throws: RelctlError.self) { try load("{{binary}}") }
        #expect(error?.description.contains("`build.goal`: `binary` is not in scope") == true)
    }

    @Test func aNotesRenderersKeysAreThoseThatAreNotRelctls() throws {
        let notes = try ConfigurationLoaderTests.load(
            "{ name: 'x', notes: { with: 'letter', greeting: 'Hi {{tag}}', groups: 'none', paths: ['a'] } }"
        ).notes
        #expect(notes.renderer == NotesSettings.Renderer(id: "letter", options: ["greeting": .text("Hi {{tag}}")]))
        #expect(notes.groups == .none && notes.paths.count == 1 && notes.template == nil)
        #expect(try ConfigurationLoaderTests.load("{ name: 'x' }").notes.renderer == nil)
    }

    /// A template is filled in for the targets that say nothing else in its place, and for no others.
    @Test func whatATargetSaysInItsPlaceIsNotHeldAgainstIt() throws {
        func load(_ override: String) throws -> Configuration {
            try ConfigurationLoaderTests.load(
                """
                { name: 'x', binaries: ['a'], build: { with: 'make', goal: '{{goal}}' },
                  targets: { '\(Self.windows)': { variables: { goal: 'w' } }, \(ConfigurationProblemTests.linux): \(override) } }
                """
            )
        }
        let configuration = try load("{ build: { with: 'make', goal: 'l' } }")
        let goals = configuration.targets.map { configuration.build?.builder(of: $0)?.options["goal"] }
        #expect(goals == [.text("{{goal}}"), .text("l")])
        for override in ["{}", "{ build: { with: 'make', mode: 'fast' } }", "{ build: { command: ['a'] } }"] {
            let error = #expect(throws: RelctlError.self) { try load(override) }
            #expect(error?.description.contains("has no variable `goal`, which `build.goal` names") == true)
        }
    }
}
