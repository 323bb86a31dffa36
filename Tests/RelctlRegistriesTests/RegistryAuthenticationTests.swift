import RelctlRegistries
import TestSupport
import Testing

/// Proving who asks, to a registry that may mean no good.
@Suite struct RegistryAuthenticationTests {
    private func withRegistry(
        _ settings: FakeRegistry.Settings,
        _ credential: RegistryCredential? = RegistryStage.credential,
        _ body: (FakeRegistry, RegistryClient) async throws -> Void
    ) async throws {
        try await World.scratch { world in
            try await FakeRegistry.running(in: world, settings) { registry in
                let access = RegistryAccess(credential: credential)
                try await body(registry, try RegistryStage(world).client(registry.host, for: .push, access))
            }
        }
    }

    private static let blob = BlobContent(SampleBytes.noise(100))

    @Test(arguments: ["none", "basic", "token", "both"])
    func whateverARegistryWantsIsGiven(auth: String) async throws {
        try await withRegistry(FakeRegistry.Settings { $0.auth = auth }) { registry, client in
            #expect(try await client.pushBlob(Self.blob) == .sent)
            let schemes = Set(
                try await registry.requests().filter { $0.origin == "api" }.compactMap(\.authorization?.scheme)
            )
            #expect(schemes == (auth == "none" ? [] : [auth == "basic" ? "Basic" : "Bearer"]))
        }
    }

    @Test func whereNothingIsWantedNobodyIsAsked() async throws {
        try await World.scratch { world in
            try LiveFileSystem().createFolder(world.home.appending(".docker"))
            // It would fail if it were looked at.
            try LiveFileSystem().write("no JSON".utf8, to: world.home.appending(".docker/config.json"))
            try await FakeRegistry.running(in: world) { registry in
                let client = try RegistryStage(world).client(registry.host)
                #expect(try await client.pushBlob(Self.blob) == .sent)
                #expect(try await registry.requests().map(\.method) == ["GET", "HEAD", "POST", "PUT"])
            }
        }
    }

    @Test(arguments: [
        "http://169.254.169.254/latest/meta-data", "http://169.254.1.1/token", "https://user:pw@127.0.0.1/token",
        "ftp://127.0.0.1/token", "//127.0.0.1", "", "http://0x7f.1/token", "http://[::ffff:127.0.0.1]/token",
        "http://example.org/token", "http://127.0.0.1:1/../token",
    ])
    func aRealmThatMayNotBeAskedIsRefused(realm: String) async throws {
        let challenge = #"Bearer realm="\#(realm)",service="x""#
        let settings = FakeRegistry.Settings {
            $0.auth = "token"
            $0.challenge = challenge
        }
        try await withRegistry(settings) { registry, client in
            let error = try await #require(throws: RelctlError.self) { try await client.pushBlob(Self.blob) }
            #expect(error.code == .remoteUnavailable)
            #expect("\(error)".contains("cannot authenticate at the registry `\(registry.host)`"))
            #expect(!"\(error)".contains("pw@"))
            // Nothing was proven to anybody.
            #expect(try await registry.requests().allSatisfy { $0.authorization == nil })
        }
    }

    @Test(arguments: ["Negotiate", "", "Digest realm=\"x\", Hawk"])
    func aRegistryThatWantsSomethingElseIsAnError(challenge: String) async throws {
        let settings = FakeRegistry.Settings {
            $0.auth = "token"
            $0.challenge = challenge.isEmpty ? " " : challenge
        }
        try await withRegistry(settings) { _, client in
            let error = try await #require(throws: RelctlError.self) { try await client.pushBlob(Self.blob) }
            #expect(error.code == .notAuthorized)
        }
    }

    @Test func aTokenServerThatRedirectsGetsNoCredentialElsewhere() async throws {
        for credential in [RegistryStage.credential, .identity(Secret(RegistryServer.identity))] {
            try await withRegistry(FakeRegistry.Settings { $0.auth = "token" }, credential) { registry, client in
                var effect = ForgeFault.Effect("answer")
                effect.status = 307
                effect.headers = ["location": registry.addresses.storage + "/token"]
                try await registry.addFault(effect, on: ForgeFault.Match(path: "/token", origin: "web"))
                await #expect(throws: RelctlError.self) { try await client.pushBlob(Self.blob) }
                let elsewhere = try await registry.requests().filter { $0.origin == "storage" }
                #expect(elsewhere.allSatisfy { $0.authorization == nil && $0.received == 0 })
            }
        }
    }

    @Test(.timeLimit(.minutes(20))) func aTokenWithoutEndIsCutOff() async throws {
        let settings = FakeRegistry.Settings {
            $0.auth = "token"
            $0.endless = "/token"
        }
        try await withRegistry(settings) { _, client in
            let error = try await #require(throws: RelctlError.self) { try await client.pushBlob(Self.blob) }
            #expect(error.code == .remoteUnavailable)
        }
    }

    @Test(arguments: [
        #"{}"#, #"{"token": ""}"#, #"{"token": 5}"#, "[]", "", #"{"token": "a\r\nx: y"}"#, #"{"token": "a b"}"#,
        #"{"token": "ä"}"#,
    ])
    func whatIsNoTokenIsRefused(body: String) async throws {
        try await withRegistry(FakeRegistry.Settings { $0.auth = "token" }) { registry, client in
            var effect = ForgeFault.Effect("answer")
            (effect.status, effect.body) = (200, body)
            try await registry.addFault(effect, on: ForgeFault.Match(origin: "web"))
            let error = try await #require(throws: RelctlError.self) { try await client.pushBlob(Self.blob) }
            #expect(error.code == .remoteUnavailable)
            #expect(!"\(error)".contains("x: y"))
        }
    }

    @Test func anIdentityIsPostedOrElseSentAsOlderServersWantIt() async throws {
        for byPost in [true, false] {
            let settings = FakeRegistry.Settings {
                $0.auth = "token"
                $0.identityByPost = byPost
            }
            let credential = RegistryCredential.identity(Secret(RegistryServer.identity))
            try await withRegistry(settings, credential) { registry, client in
                #expect(try await client.pushBlob(Self.blob) == .sent)
                let asked = try await registry.requests().filter { $0.origin == "web" }
                #expect(asked.map(\.method) == (byPost ? ["POST"] : ["POST", "GET"]))
                #expect(asked.allSatisfy { !$0.path.contains("refresh-ada") })
            }
        }
    }

    @Test func whatTheRegistryAsksForComesFirst() async throws {
        try await withRegistry(FakeRegistry.Settings { $0.auth = "token" }) { registry, client in
            #expect(try await client.blobExists(Self.blob.digest) == false)
            var effect = ForgeFault.Effect("answer")
            effect.status = 401
            let realm = registry.addresses.web + "/token"
            effect.headers = ["www-authenticate": #"Bearer realm="\#(realm)",scope="repository:x/y:delete""#]
            try await registry.addFault(effect, on: ForgeFault.Match("POST", path: "/uploads/", nth: 1))
            #expect(try await client.pushBlob(Self.blob) == .sent)
            let last = try await registry.requests().last { $0.origin == "web" }
            #expect(
                last?.path == "/token?scope=repository%3Ax%2Fy%3Adelete&scope=repository%3Aacme%2Fapp%3Apull%2Cpush"
            )
        }
    }

    @Test(arguments: [RegistryStage.credential, nil])
    func whatIsRefusedAgainAndAgainIsRefused(credential: RegistryCredential?) async throws {
        let settings = FakeRegistry.Settings {
            $0.auth = "token"
            $0.tokenUses = 0
        }
        try await withRegistry(settings, credential) { registry, client in
            let error = try await #require(throws: RelctlError.self) { try await client.pushBlob(Self.blob) }
            #expect(error.code == .notAuthorized)
            #expect(error.hints.count == 1)
            #expect(try await registry.requests().map(\.status) == [401, 200, 401, 200, 401, 200, 401])
        }
    }

    @Test(arguments: [403, 401]) func whoMayNotWriteIsToldWhoTheyAre(status: Int) async throws {
        try await withRegistry(FakeRegistry.Settings { $0.auth = "basic" }) { registry, client in
            var effect = ForgeFault.Effect("answer")
            effect.status = status
            effect.body = #"{"errors": [{"code": "DENIED", "message": "this is for others"}]}"#
            effect.headers = ["www-authenticate": "Basic"]
            try await registry.addFault(effect, on: ForgeFault.Match("POST"))
            let error = try await #require(throws: RelctlError.self) { try await client.pushBlob(Self.blob) }
            #expect(error.code == .notAuthorized)
            #expect(error.details["registryCode"] == "DENIED")
            #expect(error.hints == ["the credentials from the configuration may have expired, or allow less than this"])
            #expect("\(error)".contains("this is for others"))
        }
    }

    @Test func manyWhoAskAtOnceShareOneToken() async throws {
        let settings = FakeRegistry.Settings {
            $0.auth = "token"
            // Longer than a busy machine takes.
            $0.tokenLifetime = 3600
        }
        try await withRegistry(settings) { registry, client in
            try await withThrowingTaskGroup { group in
                for seed in 1...12 {
                    group.addTask {
                        _ = try await client.pushBlob(BlobContent(SampleBytes.noise(50, seed: UInt64(seed))))
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await registry.requests().count { $0.origin == "web" } == 1)
            #expect(try await registry.state().repositories.first?.blobs.count == 12)
        }
    }

    @Test(arguments: [1, 2, 3]) func tokensForFewRequestsServeManyWhoAskAtOnce(uses: Int) async throws {
        let settings = FakeRegistry.Settings {
            $0.auth = "token"
            $0.tokenUses = uses
        }
        try await withRegistry(settings) { registry, client in
            try await withThrowingTaskGroup { group in
                for seed in 1...12 {
                    group.addTask {
                        _ = try await client.pushBlob(BlobContent(SampleBytes.noise(50, seed: UInt64(seed))))
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await registry.state().repositories.first?.blobs.count == 12)
        }
    }

    @Test func aTokenThatAllowsTooLittleIsRenewedOnce() async throws {
        try await withRegistry(FakeRegistry.Settings { $0.auth = "token" }, nil) { registry, client in
            let error = try await #require(throws: RelctlError.self) { try await client.pushBlob(Self.blob) }
            #expect(error.code == .notAuthorized)
            #expect(try await registry.requests().count { $0.origin == "web" } == 2)
        }
    }

    @Test func aRegistryThatIsNotThereIsAnError() async throws {
        try await World.scratch { world in
            let client = try RegistryStage(world).client("127.0.0.1:1")
            let error = try await #require(throws: RelctlError.self) { try await client.tags() }
            #expect(error.code == .remoteUnavailable)
            #expect("\(error)".contains("cannot reach the registry `127.0.0.1:1`"))
        }
    }
}
