import RelctlPublishing
import Synchronization
import TestSupport
import Testing

/// What servers do that nginx does not, written down answer by answer.
@Suite struct HTTPPublisherFaults {
    private static let files = WebStage.files("one")

    /// Runs a test beside a server that answers like this, with a release that goes there with a token.
    private func withServer(
        _ answer: @escaping @Sendable (ReceivedRequest) throws -> ServerAnswer,
        _ body: (ScriptedServer, WebStage) async throws -> Void
    ) async throws {
        try await withScratchFolder { scratch in
            try await ScriptedServer.answering(answer) { server in
                var stage = try WebStage(scratch, url: server.url + "/v1/{{file}}")
                stage.environment = ["RELEASES_TOKEN": "s3cret-token"]
                stage.options["usernameFrom"] = nil
                stage.options["passwordFrom"] = nil
                stage.options["tokenFrom"] = .list([.text("RELEASES_TOKEN")])
                try await body(server, stage)
            }
        }
    }

    private static func placed(_ files: [String: String]) -> [String: String] {
        files.reduce(into: [:]) { $0["/v1/" + $1.key] = $1.value }
    }

    @Test(arguments: [PutStore.Digests.checksum, .field, .oldField])
    func digestsThatAServerReportsSpareDownloads(digests: PutStore.Digests) async throws {
        let store = PutStore(digests)
        try await withServer({ store.answer($0) }) { server, stage in
            let request = try stage.request(Self.files)
            try await stage.publish(request)
            #expect(store.texts == Self.placed(Self.files))
            #expect(try await stage.publish(request).isEmpty)
            #expect(!server.requests.contains { $0.method == "GET" })
            #expect(server.requests.count == 4 + 2 * 4 + 4)
            store.put("a two", at: "/v1/a.tar.gz")
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.code == .publicationExists)
            #expect(!server.requests.contains { $0.method == "GET" })
        }
    }

    @Test func eachFileIsSentWithItsDigestItsTypeAndTheUsersHeaders() async throws {
        let store = PutStore()
        try await withServer({ store.answer($0) }) { server, stage in
            var stage = stage
            stage.options["headers"] = .object([
                "X-Sum": .text("{{sha256}} {{size}}"), "Content-Type": .text("application/x-{{file}}"),
            ])
            try await stage.publish(try stage.request(Self.files))
            let put = try #require(server.requests.first { $0.line.hasPrefix("PUT /v1/a.tar.gz ") })
            let digest = Digest(of: Array("a one".utf8)).hexadecimal
            #expect(put.values("Authorization") == ["Bearer s3cret-token"])
            #expect(put.values("Content-Length") == ["5"])
            #expect(put.values("X-Checksum-Sha256") == [digest])
            #expect(put.values("Repr-Digest").first?.hasPrefix("sha-256=:") == true)
            #expect(put.values("X-Sum") == ["\(digest) 5"])
            #expect(put.values("Content-Type") == ["application/x-a.tar.gz"])
            #expect(put.values("If-None-Match") == ["*"])
            stage.options["checksumHeaders"] = .flag(false)
            store.put("a two", at: "/v1/a.tar.gz")
            store.put("", at: "/v1/manifest.json")
            try await stage.publish(try stage.request(Self.files, replaces: true))
            let again = try #require(server.requests.last { $0.line.hasPrefix("PUT /v1/a.tar.gz ") })
            #expect(again.values("X-Checksum-Sha256").isEmpty)
            #expect(again.values("If-None-Match").isEmpty)
            #expect(again.values("If-Match").first?.hasPrefix("\"") == true)
            #expect(store.texts == Self.placed(Self.files))
        }
    }

    /// Servers may keep what came of a file before the connection broke.
    @Test(arguments: [0, 3])
    func aManifestThatWasCutOffDoesNotMakeAnotherRelease(length: Int) async throws {
        let store = PutStore()
        try await withServer({ store.answer($0) }) { _, stage in
            store.put("a two", at: "/v1/a.tar.gz")
            store.put(String((Self.files["manifest.json"] ?? "").prefix(length)), at: "/v1/manifest.json")
            try await stage.publish(try stage.request(Self.files))
            #expect(store.texts == Self.placed(Self.files))
            // The same length with other bytes is another's.
            store.put("xyz", at: "/v1/manifest.json")
            let request = try stage.request(Self.files)
            #expect(try await stage.publisher.observe(request, with: stage.effects).verdict == .different)
        }
    }

    @Test(arguments: ["before", "after"], [0, 503])
    func anUploadWithoutAnAnswerIsLookedForAndSentAgainIfItIsNotThere(when: String, status: Int) async throws {
        let store = PutStore()
        let isFirst = Mutex(true)
        try await withServer({ request in
            guard request.method == "PUT", request.target == "/v1/a.tar.gz",
                isFirst.withLock({ first in
                    defer { first = false }
                    return first
                })
            else { return store.answer(request) }
            if when == "after" { _ = store.answer(request) }
            guard status == 0 else { return ServerAnswer(status) }
            throw Silence()
        }) { server, stage in
            try await stage.publish(try stage.request(Self.files))
            #expect(store.texts == Self.placed(Self.files))
            let puts = server.requests.filter { $0.line.hasPrefix("PUT /v1/a.tar.gz ") }
            #expect(puts.count == (when == "after" ? 1 : 2))
        }
    }

    @Test func halfAFileThatAnAttemptLeftIsOverwritten() async throws {
        let store = PutStore()
        let isFirst = Mutex(true)
        try await withServer({ request in
            guard request.method == "PUT", request.target == "/v1/a.tar.gz", isFirst.withLock({ $0 }) else {
                return store.answer(request)
            }
            isFirst.withLock { $0 = false }
            store.put("a", at: "/v1/a.tar.gz")
            throw Silence()
        }) { server, stage in
            try await stage.publish(try stage.request(Self.files))
            #expect(store.texts == Self.placed(Self.files))
            let puts = server.requests.filter { $0.line.hasPrefix("PUT /v1/a.tar.gz ") }
            #expect(puts.map { $0.values("If-None-Match").count } == [1, 0])
            #expect(puts.map { $0.values("If-Match").count } == [0, 1])
        }
    }

    @Test(arguments: ["a one", "a two"])
    func someoneWhoWasQuickerIsFoundOut(text: String) async throws {
        let store = PutStore()
        try await withServer({ request in
            if request.method == "PUT", request.target == "/v1/a.tar.gz" { store.put(text, at: "/v1/a.tar.gz") }
            return store.answer(request)
        }) { server, stage in
            let request = try stage.request(Self.files)
            let result = await Result { try await stage.publish(request) }
            #expect(server.requests.filter { $0.line.hasPrefix("PUT /v1/a.tar.gz ") }.count == 1)
            if text == "a one" {
                _ = try result.get()
                #expect(store.texts == Self.placed(Self.files))
            } else {
                let error = #expect(throws: RelctlError.self) { try result.get() }
                #expect(error?.message.contains("someone else") == true)
                #expect(store.texts["/v1/a.tar.gz"] == text)
                #expect(store.texts["/v1/manifest.json"] == nil)
            }
        }
    }

    @Test func anotherOriginGetsTheFileAndNoCredentials() async throws {
        let store = PutStore()
        try await ScriptedServer.answering({ store.answer($0) }) { storage in
            let target = storage.url
            try await withServer({ request in
                guard request.method == "PUT" else { return store.answer(request) }
                return ServerAnswer(307, [("Location", target + request.target)])
            }) { server, stage in
                try await stage.publish(try stage.request(Self.files))
                #expect(store.texts == Self.placed(Self.files))
                #expect(storage.requests.count == 4)
                #expect(storage.requests.allSatisfy { $0.values("Authorization").isEmpty })
                #expect(server.requests.allSatisfy { $0.values("Authorization") == ["Bearer s3cret-token"] })
            }
        }
    }

    @Test func headsThatSayNothingOrLieAreNotTakenForFiles() async throws {
        let store = PutStore()
        try await withServer({ request in
            // As a page for everything does: it is always there, and empty.
            request.method == "HEAD" ? ServerAnswer(200) : store.answer(request)
        }) { _, stage in
            let request = try stage.request(Self.files)
            #expect(try await stage.publisher.observe(request, with: stage.effects) == .absent)
            try await stage.publish(request)
            #expect(store.texts == Self.placed(Self.files))
            #expect(try await stage.publish(request).isEmpty)
        }
    }

    @Test func aServerWithoutHeadIsAskedByGet() async throws {
        let store = PutStore()
        try await withServer({ $0.method == "HEAD" ? ServerAnswer(405) : store.answer($0) }) { _, stage in
            let request = try stage.request(Self.files)
            #expect(try await stage.publisher.preflight(request, with: stage.effects).isEmpty)
            try await stage.publish(request)
            #expect(try await stage.publish(request).isEmpty)
        }
    }

    @Test func aServerThatKeepsOtherBytesThanItWasSentIsFoundOut() async throws {
        let store = PutStore()
        try await withServer({ request in
            var request = request
            if request.method == "PUT", request.target == "/v1/a.tar.gz" { request.body[0] = 0x41 }
            return store.answer(request)
        }) { _, stage in
            let error = await #expect(throws: RelctlError.self) {
                try await stage.publish(try stage.request(Self.files))
            }
            #expect(error?.code == .partiallyPublished)
            #expect(error?.description.contains("not what was sent") == true)
            #expect(store.texts["/v1/manifest.json"] == nil)
        }
    }

    @Test func whatIsLargerThanWantedIsNotReadToItsEnd() async throws {
        let store = PutStore()
        let large = String(repeating: "x", count: 8 << 20)
        try await withServer({ request in
            if request.method == "HEAD" { return ServerAnswer(405) }
            return request.target == "/v1/a.tar.gz" ? ServerAnswer(200, body: large) : store.answer(request)
        }) { _, stage in
            let request = try stage.request(Self.files)
            let observed = try await stage.publisher.observe(request, with: stage.effects)
            #expect(observed.assets == [RemoteAsset(name: "a.tar.gz", size: nil, sha256: nil)])
            #expect(observed.verdict == .partial)
        }
    }

    private struct Silence: Error {}
}
