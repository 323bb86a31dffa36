import TestSupport
import Testing

@testable import RelctlForges

/// What would make publishing fail is known before anything is built, all of it at once.
@Suite struct GitHubPreflightTests {
    private func codes(_ stage: GitHubStage) async throws -> [String] {
        try await stage.findings().map { $0.code.replacing("publish.github.", with: "") }.sorted()
    }

    private func change(_ stage: GitHubStage, _ members: String) async throws {
        try await stage.forge.admin("POST", "repositories", #"{"owner": "octo", "name": "tool", \#(members)}"#)
    }

    @Test func nothingIsFoundWhereAllIsWell() async throws {
        try await GitHubStage.run { stage async throws in
            #expect(try await stage.findings() == [])
            #expect(try await stage.forge.requests().allSatisfy { $0.method == "GET" })
        }
    }

    @Test func aRepositoryThatIsNotThereIsSaid() async throws {
        try await GitHubStage.run { stage in
            stage.name = "nowhere"
            #expect(try await codes(stage) == ["repository"])
            let error = try await stage.failure()
            #expect(error.message.contains("octo/nowhere"), "\(error)")
        }
    }

    @Test(arguments: [
        ("https://code.acme.example/octo/tool", "https://code.acme.example/api/v3"),
        ("git@acme.ghe.com:octo/tool.git", "https://api.acme.ghe.com"),
    ])
    func noTokenGoesToGitHubForARepositoryAtAnotherHost(address: String, api: String) async throws {
        try await GitHubStage.run { stage in
            stage.options = ["repository": .text(address), "api": .null]
            let error = try await stage.failure()
            #expect(error.code == .configurationInvalid && error.message.contains("is not github.com"), "\(error)")
            #expect(error.hints.first?.contains("`api: \"\(api)\"`") == true, "\(error.hints)")
        }
    }

    @Test func aTokenThatMayNotWriteAndAnArchiveAreSaidAtOnce() async throws {
        try await GitHubStage.run { stage in
            try await change(stage, #""archived": true, "tokens": [{"token": "reader", "push": false}]"#)
            stage.environment = ["GITHUB_TOKEN": "reader"]
            #expect(try await codes(stage).contains("archived"))
            #expect(try await codes(stage).contains("push"))
            let error = try await stage.failure()
            #expect(error.code == .notAuthorized && error.words.contains("must be one that may write"), "\(error)")
            #expect(try await stage.releases().isEmpty)
        }
    }

    @Test func aWrongTokenIsSaidAndNotShown() async throws {
        try await GitHubStage.run { stage in
            stage.environment = ["GITHUB_TOKEN": "wrong-token-value"]
            let findings = try await stage.findings()
            #expect(findings.map(\.code) == ["publish.github.access"])
            #expect(!findings.contains { $0.message.contains("wrong-token-value") })
            #expect(try await stage.failure().code == .notAuthorized)
        }
    }

    @Test func aMissingTokenAndNamesThatWouldChangeAreSaidAtOnce() async throws {
        try await GitHubStage.run { stage async throws in
            stage.environment = [:]
            stage.plannedNames = ["app 1.zip", "fine.zip", "app~beta.deb"]
            #expect(try await codes(stage) == ["name", "name", "token"])
            #expect(try await stage.forge.requests().isEmpty)
        }
    }

    @Test func aClassicTokenWithoutTheScopeIsSaid() async throws {
        try await GitHubStage.run { stage in
            try await change(stage, #""tokens": [{"token": "narrow", "scopes": ["gist", "read:org"]}]"#)
            stage.environment = ["GITHUB_TOKEN": "narrow"]
            #expect(try await codes(stage).contains("scope"))
        }
    }

    @Test func aRuleThatForbidsTheTagIsSaid() async throws {
        try await GitHubStage.run { stage in
            stage.name = "ruled"
            var repository = ForgeRepository(main: GitHubStage.commit)
            repository.name = "ruled"
            repository.rulesets = [ForgeRuleset(restricting: "refs/tags/v*")]
            try await stage.forge.createRepository(repository)
            let found = try await codes(stage)
            #expect(found.contains("tag_rule"), "\(found)")
        }
    }

    @Test func aCommitThatWasNotPushedIsSaid() async throws {
        try await GitHubStage.run { stage in
            stage.name = "unpushed"
            var repository = ForgeRepository(main: GitHubStage.otherCommit)
            repository.name = "unpushed"
            try await stage.forge.createRepository(repository)
            #expect(try await codes(stage) == ["commit_missing"])
        }
    }

    @Test func aTagThatWillBeMadeIsAWarning() async throws {
        try await GitHubStage.run { stage in
            stage.name = "untagged"
            try await stage.createRepository(tagged: false)
            #expect(try await stage.findings().map(\.severity) == [.warning])
        }
    }

    @Test func aQuotaThatWillNotDoIsAWarning() async throws {
        try await GitHubStage.run { stage in
            try await change(
                stage,
                #""tokens": [{"token": "tired", "limit": 1000, "remaining": 12, "reset": 4000000000}]"#
            )
            stage.environment = ["GITHUB_TOKEN": "tired"]
            #expect(try await codes(stage) == ["quota"])
        }
    }

    @Test(arguments: ["/rulesets", "/git/ref", "/commits"])
    func aServerThatFailsIsAFindingAndNoCrash(path: String) async throws {
        try await GitHubStage.run { stage in
            stage.name = "untagged"
            try await stage.createRepository(tagged: false)
            try await stage.forge.addFault(.init("lost"), on: .init("GET", path: path))
            #expect(try await codes(stage) == ["access"])
        }
    }

    @Test func whatGitHubWouldNotTakeIsRefusedBeforeAnythingIsSent() async throws {
        try await GitHubStage.run { stage in
            stage.files["empty.txt"] = ""
            stage.files["a b.txt"] = "x"
            let error = try await stage.failure()
            #expect(error.causes.count == 2, "\(error)")
            #expect(try await stage.forge.requests().allSatisfy { $0.method == "GET" })
        }
    }
}
