import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlPublishing
@testable import RelctlPushing

/// What is wrong with the keys of publications is told before anything is asked of anybody: all of it, with its place.
@Suite struct PublicationKeysTests {
    private static func extensions() throws -> Extensions {
        var extensions = Extensions()
        try extensions.registerBuiltInPublishers()
        return extensions
    }

    private static func requests(_ publications: String) throws -> [PublicationRequest] {
        let text = "{ name: 'streams', repository: 'octo/streams',\n publish: [\n\(publications)\n] }"
        let loaded = try ConfigurationLoader(extensions: extensions())
            .configuration(fromText: text, file: "relctl.json")
        let basis = PublicationBasis(
            release: ReleaseIdentity(
                name: "streams",
                repository: "octo/streams",
                version: try Version("1.0.0"),
                tag: "v1.0.0",
                commit: "0",
                timestamp: 0
            ),
            scope: TemplateScope(texts: ["name": "streams", "tag": "v1.0.0"]),
            files: [],
            folder: FilePath("/p/dist"),
            project: FilePath("/p"),
            replaces: false
        )
        return try PublishingPlanner(publishers: extensions().publishers).requests(
            for: loaded.publications,
            basis: basis
        )
    }

    /// Nobody is asked for anything: the transport answers nothing.
    private static func findings(_ publications: String) async throws -> [Finding] {
        let effects = Effects(
            files: LiveFileSystem(),
            processes: NoProcesses(),
            events: RecordedEvents(),
            clock: QuickClock(),
            environment: ["AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "us-east-1"],
            http: NoNetwork()
        )
        return try await PublishingObserver(publishers: extensions().publishers)
            .preflight(requests(publications), with: effects)
    }

    @Test(arguments: [
        ("{ to: 'github', api: 'ADDRESS' }", "`api`"), ("{ to: 'gitlab', api: 'ADDRESS' }", "`api`"),
        ("{ to: 'gitea', api: 'ADDRESS' }", "`api`"),
        ("{ to: 's3', bucket: 'releases', endpoint: 'ADDRESS' }", "`endpoint`"),
        ("{ to: 'http', url: 'ADDRESS' }", "`url`"),
    ])
    func anAddressThatNoneMayBeSentToIsRefusedWithItsKeyAndPlace(publication: String, key: String) async throws {
        for (address, reason) in [
            ("http://192.0.2.1/api/v1", "plain `http` is for this machine alone, and `192.0.2.1` is another"),
            ("ftp://192.0.2.1/api/v1", "begins with neither `https://` nor `http://`"),
        ] {
            let text = publication.replacing("ADDRESS", with: address)
            let findings = try await Self.findings(text)
            #expect(findings.map(\.place?.line) == [3], "\(findings)")
            let finding = try #require(findings.first)
            #expect(finding.message.contains("\(key): ") && finding.message.contains(reason), "\(finding.message)")
            #expect(!finding.hints.isEmpty)
            // Publishing ends in the code of an invalid configuration, wherever it would go.
            let observer = PublishingObserver(publishers: try Self.extensions().publishers)
            let observed = try await observer.observe(try Self.requests(text), with: .onDisk())
            let error = #expect(throws: RelctlError.self) {
                try PublishingPlanner(publishers: try Self.extensions().publishers).plan(observed)
            }
            #expect(error?.code == .configurationInvalid && error?.place?.line == 3)
        }
    }

    @Test func allThatIsWrongWithOnePlaceIsTold() async throws {
        let bucket = try await Self.findings(
            "{ to: 's3', bucket: 'b', region: 'E U', prefix: 'a/../b', endpoint: 'http://192.0.2.1' }"
        )
        #expect(bucket.count == 4 && bucket.allSatisfy { $0.place?.line == 3 })
        for words in ["bucket `b`", "region `E U`", "prefix `a/../b`", "`endpoint`: plain"] {
            #expect(bucket.contains { $0.message.contains(words) }, "\(words)")
        }
        let web = try await Self.findings(
            "{ to: 'http', url: 'https://h/?x=1', passwordFrom: ['P'],\n"
                + "  headers: { 'Content-Length': '1', Host: 'h', Cookie: 'a=b', 'X-Fine': '1' } }"
        )
        #expect(web.count == 5)
        for words in ["`url` has a query", "`Content-Length`", "`Host`", "`Cookie`", "without `usernameFrom`"] {
            #expect(web.contains { $0.message.contains(words) }, "\(words)")
        }
        let both = try await Self.findings("{ to: 's3', bucket: 'b' },\n{ to: 'github', api: 'http://192.0.2.1' }")
        #expect(both.map(\.place?.line) == [3, 4])
    }

    @Test(arguments: [
        ("o/x", "o/x/y", "it lies in the folder `o/x` (relctl.json:3:1)"),
        ("o/x/y", "./o//x", "the folder `o/x/y` (relctl.json:3:1) lies in it"),
        ("o/x", "/p/o/{{tag}}/../x", "it is the folder `o/x`"),
        ("../r", "/r/{{tag}}", "it lies in the folder `../r`"),
    ])
    func aFolderIsNeverInsideAnother(one: String, other: String, problem: String) throws {
        let error = #expect(throws: RelctlError.self) {
            try Self.requests("{ to: 'directory', path: '\(one)' },\n{ to: 'directory', path: '\(other)' }")
        }
        #expect(error?.code == .configurationInvalid && error?.place?.line == 4)
        #expect(error?.message.contains(problem) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("relctl.json:3:") == true)
    }

    @Test func foldersBesideOneAnotherAndNamesThatBeginAlikeAreFine() throws {
        let requests = try Self.requests(
            "{ to: 'directory', path: 'o/x' }, { to: 'directory', path: 'o/xy' }, { to: 'directory', path: 'p/x' }"
        )
        #expect(requests.map(\.name) == ["directory", "directory (2)", "directory (3)"])
    }

    @Test func aNameThatSeveralHaveIsNoneToComeAfter() throws {
        let ambiguous = #expect(throws: RelctlError.self) {
            try Self.requests(
                "{ to: 'directory', path: 'a' },\n{ to: 'directory', path: 'b', after: ['directory'] }"
            )
        }
        let problem = try #require((ambiguous?.causes.first ?? ambiguous) as? RelctlError)
        #expect(problem.message.contains("`directory`, and 2 publications are called so"))
        #expect(problem.hints == ["give each of them a `name` of its own"] && ambiguous?.causes.count ?? 0 < 2)
        let itself = #expect(throws: RelctlError.self) {
            try Self.requests("{ to: 'directory', path: 'a', after: ['directory'] }")
        }
        #expect(itself.map { "\($0)" }?.contains("comes after itself") == true)
    }

    @Test(arguments: [
        "{ to: 's3', bucket: 'b', endpoint: 'https://user:hush@store.example' }",
        "{ to: 'http', url: 'https://{{name}}:hush@files.example/{{tag}}/' }",
        "{ to: 'helm', repository: 'oci://hush@ghcr.io/acme' }",
        "{ to: 'gitea', repository: 'a/b', api: 'https://user:hush@git.example/api/v1' }",
        "{ to: 'registry', names: { app: 'https://user:hush@ghcr.io/acme/app' } }",
        "{ to: 'registry', registry: 'user:hush@ghcr.io' }",
    ]) func anAddressThatHoldsAPasswordIsRefusedWhenItIsRead(publication: String) throws {
        let error = try #require(throws: RelctlError.self) { try Self.requests(publication) }
        let problem = try #require(
            (error.causes.compactMap { $0 as? RelctlError } + [error]).first {
                $0.message.contains("the address holds a user name or password")
            }
        )
        #expect(problem.message.hasPrefix("`publish[0]."))
        #expect(problem.place?.line == 3 && !"\(error) \(problem.hints)".contains("hush"))
    }

    @Test(arguments: [("registry", "images", ""), ("helm", "charts", "repository: 'oci://ghcr.io/acme', ")])
    func anEmptyChoiceIsNeitherAllNorNothing(publisher: String, key: String, more: String) throws {
        let error = try #require(throws: RelctlError.self) {
            try Self.requests("{ to: '\(publisher)', \(more)\(key): [] }")
        }
        let problem = try #require((error.causes.first ?? error) as? RelctlError)
        #expect(problem.message == "`publish[0].\(key)` must not be empty")
        #expect(problem.code == .configurationInvalid && problem.place?.line == 3)
        #expect(problem.hints.first?.hasPrefix("leave `\(key)` out for the default") == true, "\(problem.hints)")
        #expect(problem.hints.first?.hasSuffix("by default all") == true, "\(problem.hints)")
    }

    @Test(arguments: [
        ("https://ghcr.io", "ghcr.io"), ("docker://ghcr.io/acme", "ghcr.io"), ("127.0.0.1:5000/x", "127.0.0.1:5000"),
        ("", "ghcr.io"), ("https://", "ghcr.io"), ("OCI://Ghcr.io/", "ghcr.io"),
    ])
    func aRegistryIsAHostAlone(text: String, meant: String) throws {
        let request = try #require(try Self.requests("{ to: 'registry', registry: '\(text)' }").first)
        let error = try #require(throws: RelctlError.self) { try RegistrySettings(request) }
        #expect(error.message.hasPrefix("cannot understand the registry `\(text)`: it is a host alone"))
        #expect(error.code == .configurationInvalid && error.hints == ["write `\(meant)`"])
    }

    @Test(arguments: [("ghcr.io", "ghcr.io"), ("Index.Docker.io", "docker.io"), ("[::1]:5000", "[::1]:5000")])
    func aRegistryIsKnownByItsName(text: String, name: String) throws {
        let request = try #require(try Self.requests("{ to: 'registry', registry: '\(text)' }").first)
        #expect(try RegistrySettings(request).choice.registry == name)
    }
}
