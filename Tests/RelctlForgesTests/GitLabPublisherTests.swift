import RelctlForges
import Synchronization
import TestSupport
import Testing

@Suite struct GitLabPublisherTests {
    @Test func filesAreHiddenUntilTheLastShowsThemAll() async throws {
        try await ForgeStage.running(.gitlab) { stage in
            let request = try stage.request()
            let actions = try await stage.publisher.look(at: request, with: stage.effects()).actions()
            #expect(actions.map(\.verb) == Array(repeating: .upload, count: 4) + [.verify, .publish])
            #expect(actions.prefix(4).map { $0.parameters?["status"] } == ["hidden", "hidden", "hidden", "default"])
            try await stage.forge.addFault(.init("lost"), on: stage.uploads, times: 3)
            try await stage.publish(request)
            try await stage.expectRelease(request)
            let links = try #require(try await stage.repository().releases.first).links
            #expect(
                links.allSatisfy { $0.url.contains("/api/v4/projects/1") && $0.url.contains("/generic/tool/1.0.0/") }
            )
        }
    }

    @Test func aLinkThatIsGoneComesBackWithoutItsFile() async throws {
        try await ForgeStage.running(.gitlab) { stage in
            let request = try stage.request()
            try await stage.publish(request)
            var less = try stage.request(replaces: true)
            less.files.removeLast()
            try await stage.publish(less)
            #expect(try await stage.shown() == stage.wanted(less))
            try await stage.forge.forgetRequests()
            let whole = try stage.request(replaces: true)
            let actions = try await stage.publish(whole)
            #expect(actions.map(\.verb.name) == ["skip", "skip", "skip", "link", "verify"])
            #expect(try await stage.completedUploads() == 0)
            #expect(try await stage.shown() == stage.wanted(whole))
        }
    }

    @Test func aDigestThatIsNotToldIsComputed() async throws {
        try await ForgeStage.running(.gitlab) { stage in
            let request = try stage.request()
            try await stage.forge.addFault(.init("digest"), on: stage.uploads)
            try await stage.publish(request)
            try await stage.expectRelease(request)
        }
    }

    @Test func filesOfOthersAreNotAbandoned() async throws {
        try await ForgeStage.running(.gitlab) { stage in
            let request = try stage.request()
            var effect = ForgeFault.Effect("answer")
            effect.status = 400
            try await stage.forge.addFault(effect, on: stage.creation)
            await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            var less = request
            less.files.removeLast()
            less.plannedNames.removeLast()
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(less, .abandon) }
            #expect(error?.code == .noWayBack)
            #expect(try await stage.repository().packages.count == 1)
        }
    }

    @Test func otherContentsOfAnUnfinishedRunGiveWay() async throws {
        try await ForgeStage.running(.gitlab) { stage in
            for failing in [3, 5] {
                var effect = ForgeFault.Effect("answer")
                effect.status = 400
                var match = failing == 3 ? stage.uploads : stage.creation
                match.from = failing == 3 ? 3 : nil
                try await stage.forge.addFault(effect, on: match)
                let old = try stage.request("run \(failing) ")
                await #expect(throws: RelctlError.self) { try await stage.publish(old) }
                try await stage.forge.removeFaults()
            }
            let request = try stage.request()
            try await stage.publish(request)
            #expect(try await stage.shown() == stage.wanted(request))
            #expect(try await stage.publish(request).isEmpty)
        }
    }

    @Test func aJobsTokenGoesIntoItsOwnHeader() async throws {
        try await ForgeStage.running(.gitlab) { stage in
            var job = ForgeToken(token: "job-token")
            job.kind = "job"
            let token = job
            try await stage.change { $0.tokens.append(token) }
            let effects = stage.effects(token: "job-token", name: "CI_JOB_TOKEN")
            let request = try stage.request()
            #expect(try await stage.findings(request, effects).isEmpty)
            try await stage.publish(request, with: effects)
            let schemes = Set(try await stage.forge.requests().map { $0.authorization?.scheme.lowercased() })
            #expect(schemes == ["job-token"])
            try await stage.expectRelease(request)
        }
    }

    @Test func namesAndTokensThatGitLabRefusesAreFoundBeforehand() async throws {
        try await ForgeStage.running(.gitlab) { stage in
            var request = try stage.request()
            request.plannedNames = ["a b.zip", "~x", "fine.zip"]
            request.options["package"] = .text("a/b")
            try await stage.change { $0.tokens[0].scopes = ["read_api"] }
            let found = try await stage.findings(request)
            #expect(found == ["package", "name", "name", "scope", "tag_missing"].map { "publish.gitlab.\($0)" })
            request.files[0].name = "a b.zip"
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.code == .configurationInvalid)
        }
    }

    @Test(arguments: [("v*", true), ("v1.*", true), ("w*", false), ("v1.0.0", true)])
    func aProtectedTagIsFoundBeforehand(pattern: String, isProtected: Bool) async throws {
        try await ForgeStage.running(.gitlab) { stage in
            var effect = ForgeFault.Effect("answer")
            effect.status = 200
            effect.headers = ["content-type": "application/json"]
            effect.body = "[{\"name\": \"\(pattern)\", \"create_access_levels\": [{\"access_level\": 60}]}]"
            try await stage.forge.addFault(effect, on: .init("GET", path: "/protected_tags"))
            let found = try await stage.findings(try stage.request())
            #expect(found.contains("publish.gitlab.tag_rule") == isProtected)
        }
    }

    @Test(
        arguments: [
            ("group/sub/name", nil, "group/sub/name", "https://gitlab.com/api/v4"),
            ("42", nil, "42", "https://gitlab.com/api/v4"),
            ("https://gitlab.example.org/a/b.git", nil, "a/b", "https://gitlab.example.org/api/v4"),
            ("git@code.example.org:a/b/c.git", nil, "a/b/c", "https://code.example.org/api/v4"),
            ("a/b", "https://host/git/api/v4/", "a/b", "https://host/git/api/v4"),
        ] as [(String, String?, String, String)]
    )
    func theProjectIsKnown(text: String, api: String?, project: String, server: String) async throws {
        let asked = AskedServer()
        let request = try Self.request(text, api)
        await #expect(throws: RelctlError.self) {
            _ = try await GitLabPublisher().observe(request, with: Self.effects(asked))
        }
        let root = "\(server)/projects/\(project.replacing("/", with: "%2F"))"
        #expect(!asked.urls.isEmpty && asked.urls.allSatisfy { $0.hasPrefix(root) })
    }

    @Test(arguments: ["", "name", "a/../b", "a//b", "ftp://x/a/b"])
    func whatIsNoProjectIsRefused(text: String) async throws {
        let asked = AskedServer()
        let request = try Self.request(text, nil)
        let error = await #expect(throws: RelctlError.self) {
            _ = try await GitLabPublisher().observe(request, with: Self.effects(asked))
        }
        #expect(error?.code == .configurationInvalid)
        #expect(asked.urls.isEmpty)
    }

    private static func effects(_ asked: AskedServer) -> Effects {
        Effects(
            files: LiveFileSystem(),
            processes: NoProcesses(),
            events: RecordedEvents(),
            clock: QuickClock(),
            environment: ["GITLAB_TOKEN": "a-token"],
            http: asked
        )
    }

    private static func request(_ project: String, _ api: String?) throws -> PublicationRequest {
        var options: [String: ConfigurationValue] = ["project": .text(project)]
        options["api"] = api.map { .text($0) }
        let release = ReleaseIdentity(name: "n", version: try Version("1.0.0"), tag: "v1", commit: "", timestamp: 0)
        return PublicationRequest(
            publisher: "gitlab",
            options: options,
            release: release,
            files: [],
            folder: FilePath("/"),
            project: FilePath("/"),
            replaces: false
        )
    }
}

/// Remembers where requests would have gone, and sends none.
private final class AskedServer: HTTPTransport {
    private let asked = Mutex<[String]>([])

    var urls: [String] { asked.withLock(\.self) }

    func exchange(_ request: HTTPRequest, receiving sink: HTTPSink) async throws -> HTTPResponse {
        asked.withLock { $0.append(request.url) }
        throw HTTPFailure(.notConnected, "nobody is there", isUnsent: true)
    }
}
