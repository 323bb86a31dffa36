import RelctlPublishing
import TestSupport
import Testing

@testable import RelctlCore

@Suite struct PutSettingsTests {
    private static func extensions() throws -> Extensions {
        var extensions = Extensions()
        try extensions.registerBuiltInPublishers()
        return extensions
    }

    private static func load(_ publication: String) throws -> Configuration {
        try ConfigurationLoader(extensions: extensions()).configuration(
            fromText: "{ name: 'streams', publish: [{ to: 'http', \(publication) }] }",
            file: "relctl.json"
        )
    }

    @Test func namesOfFilesAreInScopeInTheirKeysAlone() throws {
        let loaded = try Self.load(
            "url: 'https://h/{{tag}}/{{file}}', headers: { 'X-A': '{{name}} {{sha256}} {{size}}' }"
        )
        let basis = PublicationBasis(
            release: ReleaseIdentity(
                name: "streams",
                version: try Version("1.0.0"),
                tag: "v1.0.0",
                commit: "0",
                timestamp: 0
            ),
            scope: TemplateScope(texts: ["name": "streams", "tag": "v1.0.0", "file": "hidden"]),
            files: [],
            folder: FilePath("/d"),
            project: FilePath("/p"),
            replaces: false
        )
        let planner = PublishingPlanner(publishers: try Self.extensions().publishers)
        let options = try planner.requests(for: loaded.publications, basis: basis).first?.options
        #expect(options?["url"] == .text("https://h/v1.0.0/{{file}}"))
        #expect(options?["headers"] == .object(["X-A": .text("streams {{sha256}} {{size}}")]))
    }

    @Test(arguments: [
        ("url: 'https://h/{{sha256}}'", "`publish[0].url`: `sha256` is not in scope"),
        ("url: 'https://h/{{flie}}'", "`publish[0].url`: `flie` is not in scope"),
        ("url: 'https://h', headers: { A: '{{digest}}' }", "`digest` is not in scope"),
        ("headers: {}", "has no `url`, which is required"),
    ])
    func namesThatAreNotThereAreFoundInTheConfiguration(publication: String, problem: String) throws {
        let error = #expect(throws: RelctlError.self) { try Self.load(publication) }
        let causes = error?.causes.map { "\($0)" } ?? []
        #expect(([error?.description ?? ""] + causes).contains { $0.contains(problem) })
    }

    @Test(arguments: [
        (["url": "http://example.org/{{file}}"], "is for this machine alone", "`allowPlainHTTP: true`"),
        (["url": "https://ada:pw@example.org/"], "credentials belong in a header", "name the variables"),
        (["url": "ftp://example.org/"], "neither `https://` nor", "`https://HOST"),
        (["url": "https://example.org/?path=x"], "`url` has a query", "{{file}}"),
        (["url": "https://example.org/{{#file}}x{{/file}}"], "all files go to one URL", "{{file}}"),
        (["url": "https://example.org", "Authorization": "Basic x"], "would hold a credential", "`tokenFrom`"),
        (["url": "https://example.org", "X-JFrog-Art-Api": "x"], "would hold a credential", "`tokenFrom`"),
        (["url": "https://example.org", "If-Match": "x"], "is not one to set", "`headers`"),
        (["url": "https://example.org", "a b": "x"], "is not one to set", "`headers`"),
        (["url": "https://example.org", "A": "x\ny"], "control characters", "one line"),
    ])
    func settingsThatCannotWorkAreToldBeforeAnythingIsBuilt(
        texts: [String: String],
        problem: String,
        hint: String
    ) async throws {
        try await withScratchFolder { scratch in
            var stage = try WebStage(scratch, url: try #require(texts["url"]))
            stage.options["headers"] = .object(texts.filter { $0.key != "url" }.mapValues { .text($0) })
            let findings = try await stage.publisher.preflight(try stage.request([:]), with: stage.effects)
            #expect(findings.map(\.code) == ["publish.http.settings"])
            #expect(findings.first?.message.contains(problem) == true)
            #expect(findings.first?.hints.contains { $0.contains(hint) } == true)
            #expect(!findings.contains { $0.message.contains("ada:pw") })
        }
    }

    @Test func credentialsAreOfOneKindAndWhole() async throws {
        try await withScratchFolder { scratch in
            var stage = try WebStage(scratch, url: "https://example.org")
            stage.options["tokenFrom"] = .list([.text("TOKEN")])
            let both = try await stage.publisher.preflight(try stage.request([:]), with: stage.effects)
            #expect(both.first?.message.contains("are both set") == true)
            stage.options["tokenFrom"] = nil
            stage.options["passwordFrom"] = nil
            let half = try await stage.publisher.preflight(try stage.request([:]), with: stage.effects)
            #expect(half.first?.hints == ["add `passwordFrom`"])
            #expect(stage.publisher.secretNames(["passwordFrom": .list([.text("P")])]) == ["P"])
        }
    }
}
