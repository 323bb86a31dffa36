import TestSupport
import Testing

@testable import RelctlCore

@Suite struct ConfiguredSecretsTests {
    private static let token = "ghp_0123456789abcdef"

    private func load(_ text: String, _ environment: [String: String]) async throws -> Configuration {
        try await withScratchFolder { scratch in
            var extensions = Extensions()
            try extensions.registerBuiltInPublishers()
            let path = scratch.appending("relctl.json")
            try LiveFileSystem().write(text.utf8, to: path)
            let source = try ConfigurationSource(at: path, named: "relctl.json", files: LiveFileSystem())
            return try ConfigurationLoader(extensions: extensions)
                .configuration(of: source, environment: environment)
        }
    }

    @Test(arguments: [
        #"{ name: "app", description: "TOKEN", publish: [{ to: "github" }] }"#,
        #"{ name: "app", publish: [{ to: "github", title: "a TOKEN b" }] }"#,
        #"{ name: "app", variables: { TOKEN: "x" }, publish: [{ to: "github" }] }"#,
        #"{ name: "app", unknown: ["TOKEN"], publish: [{ to: "github", tokenFrom: ["OTHER"] }] }"#,
        #"{ name: "app", description: "\u0067hp_0123456789abcdef", publish: [{ to: "github" }] }"#,
    ])
    func aConfigurationThatHoldsASecretIsRefusedWithoutRepeatingIt(text: String) async throws {
        let environment = ["GITHUB_TOKEN": Self.token, "OTHER": Self.token]
        let error = await #expect(throws: RelctlError.self) {
            _ = try await load(text.replacing("TOKEN", with: Self.token), environment)
        }
        #expect(error?.code == .configurationInvalid)
        #expect(error.map { "\($0)" }?.contains("holds a secret") == true)
        #expect(error.map { "\($0)" }?.contains(Self.token) == false)
        #expect(error.map { "\($0)" }?.contains("at relctl.json:1:") == true)
        // The line would be shown of a place.
        #expect(error?.causes.allSatisfy { ($0 as? RelctlError)?.place == nil } == true)
    }

    @Test func whatIsNoSecretHereMayStand() async throws {
        let text = #"{ name: "app", description: "\#(Self.token)", publish: [{ to: "directory", path: "out" }] }"#
        #expect(try await load(text, ["GITHUB_TOKEN": Self.token]).name == "app")
        let short = #"{ name: "app", description: "an apple", publish: [{ to: "github" }] }"#
        #expect(try await load(short, ["GITHUB_TOKEN": "app"]).name == "app")
        #expect(try await load(short, ["GITHUB_TOKEN": "apple"]).name == "app")
    }

    @Test func noChildGetsASecretUnderAnyName() {
        let own = ["PATH": "/bin", "GITHUB_TOKEN": Self.token, "LC_X": "bearer \(Self.token)", "OTHER": "fine"]
        let child = ChildEnvironment(own: own, secretNames: ["GITHUB_TOKEN"])
            .variables(passing: ["GITHUB_TOKEN", "OTHER"], adding: ["MINE": Self.token])
        #expect(child == ["PATH": "/bin", "OTHER": "fine"])
    }
}
