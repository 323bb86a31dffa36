import RelctlRegistries
import TestSupport
import Testing

/// Sending blobs to a registry that does what the specification allows and what networks do.
@Suite struct RegistryUploadTests {
    private static let chunked = RegistryAccess(credential: RegistryStage.credential, uploads: .chunks(1000))
    private static let whole = RegistryAccess(credential: RegistryStage.credential)

    /// Sends noise of this size, and looks at what came.
    private func push(
        _ size: Int,
        _ access: RegistryAccess,
        _ settings: FakeRegistry.Settings = FakeRegistry.Settings(),
        at fault: Fault? = nil,
        _ check: ([LoggedRequest], RegistryStage) throws -> Void = { _, _ in }
    ) async throws {
        try await World.scratch { world in
            try await FakeRegistry.running(in: world, settings) { registry in
                try await fault?.begin(at: registry)
                let stage = RegistryStage(world)
                let client = try stage.client(registry.host, for: .push, access)
                let path = world.folder.appending("blob")
                let bytes = SampleBytes.noise(size)
                try LiveFileSystem().write(bytes, to: path)
                let blob = BlobContent(ContentDigest(of: bytes), .file(path, 0..<UInt64(size)))
                let sent = SentBytes()
                #expect(try await client.pushBlob(blob, sent: { sent.note($0) }) == .sent)
                #expect(sent.last == UInt64(size))
                let state = try await registry.state()
                #expect(state.repositories.map(\.blobs) == [[blob.digest.description]])
                // Nothing is left behind but what the registry itself could not be told to forget.
                #expect(state.uploads.isEmpty)
                let descriptor = ContentDescriptor(.layer, digest: blob.digest, size: blob.size)
                #expect(try await client.blob(descriptor, limit: 1 << 30) == bytes)
                try check(try await registry.requests(), stage)
            }
        }
    }

    /// What goes wrong at a registry with the requests of uploads, or with others.
    private struct Fault {
        private var effect: ForgeFault.Effect
        private let match: ForgeFault.Match
        private let times: Int?

        init(
            _ kind: String,
            _ method: String? = nil,
            path: String = "/uploads/",
            origin: String? = nil,
            nth: Int? = nil,
            times: Int? = nil,
            _ change: (inout ForgeFault.Effect) -> Void = { _ in }
        ) {
            effect = ForgeFault.Effect(kind)
            match = ForgeFault.Match(method, path: path, origin: origin, nth: nth)
            self.times = times
            change(&effect)
        }

        func begin(at registry: FakeRegistry) async throws {
            try await registry.addFault(effect, on: match, times: times)
        }
    }

    private func count(_ method: String, _ requests: [LoggedRequest], _ path: String = "/uploads/") -> Int {
        requests.count { $0.method == method && $0.path.contains(path) }
    }

    @Test(arguments: ["relative", "query", "storage"], [whole, chunked].indices)
    func anUploadGoesOnWhereverTheRegistrySays(location: String, access: Int) async throws {
        let settings = FakeRegistry.Settings {
            $0.location = location
            $0.auth = "token"
        }
        try await push(3500, [Self.whole, Self.chunked][access], settings) { requests, _ in
            #expect(count("PATCH", requests) == (access == 0 ? 0 : 3))
            let elsewhere = requests.filter { $0.origin == "storage" }
            #expect(elsewhere.isEmpty == (location != "storage"))
            #expect(elsewhere.allSatisfy { $0.authorization == nil })
        }
    }

    @Test func noChunkIsSmallerThanTheRegistryWants() async throws {
        try await push(12_000, Self.chunked, FakeRegistry.Settings { $0.minimumChunk = 5000 }) { requests, _ in
            #expect(requests.filter { $0.method == "PATCH" }.map(\.contentLength) == [5000, 5000])
            #expect(requests.filter { $0.method == "PUT" }.map(\.contentLength) == [2000])
        }
    }

    @Test func aRegistryThatTakesNoLargeChunkGetsNone() async throws {
        let settings = FakeRegistry.Settings {
            $0.maximumChunk = 4 << 20
            $0.needsLastChunk = true
        }
        try await push(9 << 20, RegistryAccess(uploads: .chunks(RegistryAccess.commonChunk)), settings) { requests, _ in
            #expect(count("PATCH", requests) == 2)
        }
        // In one request, nothing is a chunk.
        try await push(9 << 20, Self.whole, settings)
    }

    @Test func aProxyThatTakesNoLargeBodyGetsChunks() async throws {
        let fault = Fault("answer", "PUT", nth: 1) { $0.status = 413 }
        try await push(5 << 20, Self.whole, at: fault) { requests, _ in
            #expect(count("PUT", requests) == 2)
            #expect(count("PATCH", requests) == 1)
        }
    }

    @Test func whatARegistryDidNotTakeOfAChunkIsSentAgain() async throws {
        try await push(3500, Self.chunked, FakeRegistry.Settings { $0.takes = 700 }) { requests, _ in
            #expect(count("PATCH", requests) == 4)
        }
    }

    @Test(arguments: [0, 1, 500, 999])
    func aChunkThatBreaksOffIsGoneOnWith(bytes: Int) async throws {
        let fault = Fault("reset", "PATCH", nth: 2) { $0.bytes = bytes }
        try await push(3500, Self.chunked, at: fault) { requests, stage in
            #expect(count("POST", requests) == 1)
            #expect(count("GET", requests) == 1)
            #expect(count("PATCH", requests) == 4 || bytes == 0 || bytes >= 500 && count("PATCH", requests) == 3)
            #expect(stage.clock.slept.contains { $0 >= .seconds(1) && $0 < .seconds(2) })
        }
    }

    @Test func aRangeThatIsRefusedIsAskedFor() async throws {
        let fault = Fault("answer", "PATCH", nth: 2) { $0.status = 416 }
        try await push(3500, Self.chunked, at: fault) { requests, _ in
            #expect(count("POST", requests) == 1)
            #expect(count("GET", requests) == 1)
        }
    }

    @Test func anUploadThatTheRegistryForgotIsBegunAnew() async throws {
        let fault = Fault("answer", path: "/uploads/u1", times: 2) { $0.status = 404 }
        try await push(3500, Self.chunked, at: fault) { requests, _ in
            #expect(count("POST", requests) == 2)
            #expect(count("HEAD", requests, "/blobs/") == 2)
        }
    }

    @Test(arguments: [0, 1000, 90_000])
    func anUploadThatBreaksOffIsBegunAnew(bytes: Int) async throws {
        let fault = Fault("reset", "PUT", nth: 1) { $0.bytes = bytes }
        try await push(100_000, Self.whole, at: fault) { requests, _ in
            #expect(count("PUT", requests) == 2)
        }
    }

    @Test func anAnswerThatWasLostIsNoReasonToSendTwice() async throws {
        let fault = Fault("lost", "PUT", nth: 1)
        try await push(100_000, Self.whole, at: fault) { requests, _ in
            #expect(count("PUT", requests) == 1)
            #expect(count("HEAD", requests, "/blobs/") == 2)
        }
    }

    @Test func aRepositoryThatCannotBeIsNotAskedForThrice() async throws {
        try await World.scratch { world in
            try await FakeRegistry.running(in: world) { registry in
                let fault = Fault("answer", "POST") {
                    $0.status = 404
                    $0.body = #"{"errors": [{"code": "NAME_UNKNOWN", "message": "no such project"}]}"#
                }
                try await fault.begin(at: registry)
                let client = try RegistryStage(world).client(registry.host)
                let error = try await #require(throws: RelctlError.self) {
                    try await client.pushBlob(BlobContent(SampleBytes.noise(10)))
                }
                #expect("\(error)".contains("no such project"))
                #expect(count("POST", try await registry.requests()) == 1)
            }
        }
    }

    @Test(arguments: [500, 502, 503, 504, 522])
    func aRegistryThatFaltersIsGivenTimeTwice(status: Int) async throws {
        let fault = Fault("answer", "PUT", times: 2) { $0.status = status }
        try await push(5000, Self.whole, at: fault) { requests, stage in
            #expect(count("PUT", requests) == 3)
            let pauses = stage.clock.slept.filter { $0 >= .seconds(1) }
            #expect(pauses.count == 2 && pauses[0] < .seconds(2) && pauses[1] >= .seconds(3) && pauses[1] < .seconds(4))
        }
    }

    @Test func aRegistryThatWantsToBeLeftAloneIs() async throws {
        let fault = Fault("too-many", "PUT", nth: 1) { $0.retry_after = 17 }
        try await push(5000, Self.whole, at: fault) { requests, stage in
            #expect(count("PUT", requests) == 2)
            #expect(count("POST", requests) == 1)
            #expect(stage.clock.slept == [.seconds(17)])
        }
    }

    @Test(arguments: [RegistryAccess.Uploads.whole, .chunks(1000)])
    func aRegistryThatSaysWhenToComeBackIsObeyed(uploads: RegistryAccess.Uploads) async throws {
        let fault = Fault("answer", uploads == .whole ? "PUT" : "PATCH", nth: 1) {
            $0.status = 503
            $0.headers = ["retry-after": "7"]
        }
        try await push(5000, RegistryAccess(uploads: uploads), at: fault) { _, stage in
            #expect(stage.clock.slept.count == 1)
            #expect(stage.clock.slept.allSatisfy { $0 >= .seconds(7) && $0 < .seconds(8) })
        }
    }

    @Test func aTokenThatEndsInTheMiddleIsRenewed() async throws {
        let settings = FakeRegistry.Settings {
            $0.auth = "token"
            $0.tokenUses = 3
        }
        try await push(8500, Self.chunked, settings) { requests, _ in
            #expect(count("POST", requests) == 1)
            let tokens = requests.count { $0.origin == "web" }
            let asked = requests.count { $0.origin == "api" && $0.status != 401 && $0.path != "/v2/" }
            #expect(tokens == (asked + 2) / 3)
        }
    }

    @Test(arguments: [
        FakeRegistry.Settings { $0.digestHeader = "sha256:" + String(repeating: "0", count: 64) },
        FakeRegistry.Settings { $0.location = "http://169.254.169.254/latest" },
        FakeRegistry.Settings { $0.location = "http://example.org/upload" },
        FakeRegistry.Settings { $0.location = "//user:pw@127.0.0.1/x" },
        FakeRegistry.Settings { $0.location = "" }, FakeRegistry.Settings { $0.location = "ftp://127.0.0.1/x" },
        FakeRegistry.Settings { $0.auth = "token" },
    ])
    func aRegistryThatTakesNothingIsAnError(settings: FakeRegistry.Settings) async throws {
        try await World.scratch { world in
            try await FakeRegistry.running(in: world, settings) { registry in
                let client = try RegistryStage(world).client(registry.host)
                let blob = BlobContent(SampleBytes.noise(5000))
                let error = try await #require(throws: RelctlError.self) { try await client.pushBlob(blob) }
                let isAboutAuthentication = settings.auth != nil
                #expect(error.code == (isAboutAuthentication ? .notAuthorized : .remoteUnavailable))
                #expect(!"\(error)".contains("user:pw"))
                #expect(try await registry.state().repositories.isEmpty == (settings.digestHeader == nil))
            }
        }
    }

    @Test(arguments: [401, 403, 405, 500]) func whatIsNotTakenOverIsSent(status: Int) async throws {
        try await World.scratch { world in
            let settings = FakeRegistry.Settings { $0.auth = "token" }
            try await FakeRegistry.running(in: world, settings) { registry in
                let stage = RegistryStage(world)
                let one = try stage.client(registry.host, "acme/one", for: .push, Self.whole)
                let two = try one.sibling("acme/two", for: .push)
                let blob = BlobContent(SampleBytes.noise(5000))
                #expect(try await one.pushBlob(blob) == .sent)
                // A token server that lets nobody look at the other one, or a registry that cannot.
                let isRefused = status == 401 || status == 403
                let (path, origin) = isRefused ? ("acme%2Fone", "web") : ("mount=", nil)
                try await Fault("answer", path: path, origin: origin) { $0.status = status }.begin(at: registry)
                #expect(try await two.pushBlob(blob, mountingFrom: ["acme/one"]) == .sent)
                try await registry.removeFaults()
                let three = try one.sibling("acme/three", for: .push)
                #expect(try await three.pushBlob(blob, mountingFrom: ["acme/none", "acme/one"]) == .mounted)
                #expect(try await registry.state().uploads.isEmpty)
            }
        }
    }

    @Test(arguments: [true, false]) func whatWasBegunInsteadOfTakingOverIsGoneOnWith(isWhole: Bool) async throws {
        try await World.scratch { world in
            try await FakeRegistry.running(in: world) { registry in
                let client = try RegistryStage(world).client(
                    registry.host,
                    for: .push,
                    isWhole ? Self.whole : Self.chunked
                )
                let blob = BlobContent(SampleBytes.noise(5000))
                #expect(try await client.pushBlob(blob, mountingFrom: ["acme/none"]) == .sent)
                let methods = try await registry.requests().map(\.method)
                #expect(methods.count { $0 == "POST" } == 1 && !methods.contains("DELETE"), "\(methods)")
                #expect(try await registry.state().uploads.isEmpty)
            }
        }
    }

    @Test func aRegistryThatFailsForGoodIsNotAskedForever() async throws {
        try await World.scratch { world in
            try await FakeRegistry.running(in: world) { registry in
                try await Fault("answer", path: "/uploads/u") { $0.status = 500 }.begin(at: registry)
                let client = try RegistryStage(world).client(registry.host, for: .push, Self.chunked)
                let error = try await #require(throws: RelctlError.self) {
                    try await client.pushBlob(BlobContent(SampleBytes.noise(5000)))
                }
                #expect(error.code == .remoteUnavailable)
                #expect(try await registry.requests().count < 40)
            }
        }
    }
}
