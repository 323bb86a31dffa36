import RelctlPublishing
import TestSupport
import Testing

/// Publishing to a real nginx with its WebDAV module.
@Suite(.enabled(if: NginxServer.isHere)) struct HTTPPublisherTests {
    /// Runs a test beside an nginx, with a release that goes to this path there.
    private func withServer(
        _ path: String,
        _ body: (NginxServer, WebStage) async throws -> Void
    ) async throws {
        try await World.scratch { world in
            try await NginxServer.running(in: world) { server in
                try await body(server, try WebStage(world.folder, url: server.url + path))
            }
        }
    }

    private func count(_ method: String, _ server: NginxServer) throws -> Int {
        try server.requests().filter { $0.hasPrefix(method + " ") }.count
    }

    @Test func aReleaseAppearsAndASecondRunSendsNothing() async throws {
        try await withServer("/open/v1/{{file}}") { server, stage in
            let files = WebStage.files("one")
            let request = try stage.request(files)
            let planned = try await stage.publish(request)
            #expect(planned.map(\.verb) == [.upload, .upload, .upload, .upload])
            #expect(planned.map(\.subject) == ["a.tar.gz", "b.zip", "SHA256SUMS", "manifest.json"])
            #expect(try WebStage.texts(in: server.root.appending("open/v1")) == files)
            // The signs that it is whole come last, one after the other.
            let puts = try server.requests().filter { $0.hasPrefix("PUT ") }
            #expect(puts.suffix(2) == ["PUT /open/v1/SHA256SUMS 201", "PUT /open/v1/manifest.json 201"])
            #expect(puts.count == 4)
            try server.forgetRequests()
            #expect(try await stage.publish(request).isEmpty)
            let asked = try server.requests()
            #expect(asked.count == 8)
            #expect(asked.allSatisfy { $0.hasPrefix("HEAD ") || $0.hasPrefix("GET ") })
        }
    }

    @Test func aFileThatHasBeenThereForAWhileIsReadOnceInARun() async throws {
        try await withServer("/open/v1/{{file}}") { server, stage in
            let request = try stage.request(WebStage.files("one"))
            try await stage.publish(request)
            func reads(_ run: Effects) async throws -> Int {
                let transport = RecordingTransport()
                var run = run
                run.http = transport
                #expect(try await stage.publisher.observe(request, with: run).verdict == .identical)
                return transport.requests.count { $0.hasPrefix("GET ") }
            }
            let place = server.root.appending("open/v1")
            func date(_ seconds: Int64) throws {
                for file in request.files {
                    try LiveFileSystem().setModificationTime(seconds * 1_000_000_000, of: place.appending(file.name))
                }
            }
            // Of a file that was written this very second, the next may be another with the same tag.
            try date(LiveClock().secondsSinceEpoch + 60)
            let run = stage.effects
            for _ in 0..<2 { #expect(try await reads(run) == 4) }
            try date(LiveClock().secondsSinceEpoch - 60)
            for count in [4, 0, 0] { #expect(try await reads(run) == count) }
            #expect(try await reads(stage.effects) == 4)
        }
    }

    @Test func whatACutOffRunLeftIsGoneOnWith() async throws {
        try await withServer("/open/v1") { server, stage in
            let files = WebStage.files("one")
            let place = server.root.appending("open/v1")
            try LiveFileSystem().createFolders(place)
            // One file is there whole; another, without an end.
            try LiveFileSystem().write("a one".utf8, to: place.appending("a.tar.gz"))
            try LiveFileSystem().write("b".utf8, to: place.appending("b.zip"))
            let request = try stage.request(files)
            #expect(try await stage.publisher.observe(request, with: stage.effects).verdict == .partial)
            let planned = try await stage.publish(request)
            #expect(planned.map(\.verb) == [.skip, .upload, .upload, .upload])
            #expect(planned[1].reason == "what is there has other contents")
            #expect(try WebStage.texts(in: place) == files)
            #expect(try count("PUT", server) == 3)
            #expect(try count("DELETE", server) == 0)
        }
    }

    @Test func anotherReleaseIsRefusedAndReplacedOnDemand() async throws {
        try await withServer("/open/v1") { server, stage in
            let place = server.root.appending("open/v1")
            try await stage.publish(try stage.request(WebStage.files("one")))
            try server.forgetRequests()
            let refused = try stage.request(WebStage.files("two"))
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(refused) }
            #expect(error?.code == .publicationExists)
            #expect(error?.hints.contains { $0.contains("`--replace`") } == true)
            #expect(error?.causes.count == 4)
            #expect(try count("PUT", server) == 0)
            #expect(try WebStage.texts(in: place) == WebStage.files("one"))

            let planned = try await stage.publish(try stage.request(WebStage.files("two"), replaces: true))
            // While half of it is replaced, nothing there says that it is whole.
            #expect(planned.first.map { "\($0.verb) \($0.subject)" } == "delete manifest.json")
            #expect(try WebStage.texts(in: place) == WebStage.files("two"))
            #expect(try await stage.plan(try stage.request(WebStage.files("two"))).isEmpty)
        }
    }

    @Test func aFileThatIsGoneIsSentAgainAndOneThatChangedIsTold() async throws {
        try await withServer("/open/v1") { server, stage in
            let request = try stage.request(WebStage.files("one"))
            try await stage.publish(request)
            let file = server.root.appending("open/v1/b.zip")
            try LiveFileSystem().removeFile(file)
            #expect(try await stage.publish(request).filter { $0.verb != .skip }.map(\.subject) == ["b.zip"])
            // As long as what belongs there, so that only its bytes tell.
            try LiveFileSystem().write("b two".utf8, to: file)
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.code == .publicationExists)
            #expect(error?.causes.map { "\($0)" } == ["`b.zip` has other contents"])
        }
    }

    @Test func aWrongPasswordIsNotAuthorised() async throws {
        try await withServer("/open/v1") { server, stage in
            var stage = stage
            stage.environment["RELEASES_PASSWORD"] = "battery staple"
            let request = try stage.request(WebStage.files("one"))
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.code.exitCode == 77)
            let findings = try await stage.publisher.preflight(request, with: stage.effects)
            #expect(findings.map(\.code) == ["publish.http.access"])
            #expect(findings.first?.message.contains("401") == true)
            let said = [error?.description ?? ""] + findings.map(\.message)
            #expect(!said.contains { $0.contains("battery") })

            stage.environment["RELEASES_PASSWORD"] = ""
            let missing = try await stage.publisher.preflight(request, with: stage.effects)
            #expect(missing.first?.hints == ["set `RELEASES_PASSWORD`"])
            #expect(try count("PUT", server) == 0)
        }
    }

    @Test func preflightFindsNothingWhereReleasesMayGo() async throws {
        try await withServer("/open/v1") { server, stage in
            var request = try stage.request(WebStage.files("one"))
            let files = request.files
            request.files = []
            #expect(try await stage.publisher.preflight(request, with: stage.effects).isEmpty)
            request.files = files
            try await stage.publish(request)
            #expect(try await stage.publisher.preflight(request, with: stage.effects).isEmpty)
        }
    }

    @Test func namesThatURLsWriteOtherwiseArriveAsTheyAre() async throws {
        try await withServer("/open/v1") { server, stage in
            var files = WebStage.files("one")
            for name in ["a b+c.zip", "50%41.zip", "x#y.zip", "caf\u{e9}-日本.zip", "a;b,c=d@e&f~(g).zip"] {
                files[name] = "contents of \(name)"
            }
            let request = try stage.request(files)
            try await stage.publish(request)
            #expect(try WebStage.texts(in: server.root.appending("open/v1")) == files)
            #expect(try await stage.plan(request).isEmpty)
        }
    }

    @Test func foldersAreMadeWhereTheServerMakesNone() async throws {
        try await withServer("/flat/streams/v1.0.0") { server, stage in
            var stage = stage
            let refused = try stage.request(WebStage.files("one"))
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(refused) }
            let hints: [String] = Self.all(error).flatMap { $0.hints }
            #expect(hints.contains { $0.contains("`createFolders: true`") })
            stage.options["createFolders"] = .flag(true)
            let request = try stage.request(WebStage.files("one"))
            try server.forgetRequests()
            let planned = try await stage.publish(request)
            #expect(planned.first?.verb == "create folder")
            #expect(
                try server.requests().filter { $0.hasPrefix("MKCOL ") } == [
                    "MKCOL /flat/streams/v1.0.0/ 409", "MKCOL /flat/streams/ 201", "MKCOL /flat/streams/v1.0.0/ 201",
                ]
            )
            #expect(try WebStage.texts(in: server.root.appending("flat/streams/v1.0.0")) == WebStage.files("one"))
            #expect(try await stage.plan(request).isEmpty)
        }
    }

    @Test func aPlaceThatTakesNothingIsNotAuthorised() async throws {
        try await withServer("/readonly/v1") { server, stage in
            let request = try stage.request(WebStage.files("one"))
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.code.exitCode == 77)
            #expect(Self.all(error).contains { $0.message.contains("403") })
            #expect(try WebStage.texts(in: server.root.appending("readonly")) == [:])
        }
    }

    @Test func aFileThatIsTooLargeForTheServerIsToldAndTheManifestStaysAway() async throws {
        try await withServer("/small/v1") { server, stage in
            try LiveFileSystem().createFolder(server.root.appending("small/v1"))
            var files = WebStage.files("one")
            files["b.zip"] = String(repeating: "b", count: 200_000)
            let request = try stage.request(files)
            let error = await #expect(throws: RelctlError.self) { try await stage.publish(request) }
            #expect(error?.code == .partiallyPublished)
            let hints: [String] = Self.all(error).flatMap { $0.hints }
            #expect(hints.contains { $0.contains("no file of 200000 bytes") })
            #expect(try WebStage.texts(in: server.root.appending("small/v1")) == ["a.tar.gz": "a one"])
        }
    }

    @Test func onlyWhatNobodyTakesForAReleaseIsTakenBack() async throws {
        try await withServer("/open/v1") { server, stage in
            let place = server.root.appending("open/v1")
            let request = try stage.request(WebStage.files("one"))
            let nothing = try await stage.publisher.observe(request, with: stage.effects)
            #expect(try stage.publisher.plan(.abandon, of: request, observed: nothing).isEmpty)
            try LiveFileSystem().createFolders(place)
            for name in ["a.tar.gz", "b.zip", "theirs"] {
                try LiveFileSystem().write("x".utf8, to: place.appending(name))
            }
            let half = try await stage.publisher.observe(request, with: stage.effects)
            try await stage.execute(try stage.publisher.plan(.abandon, of: request, observed: half), request)
            #expect(try WebStage.texts(in: place) == ["theirs": "x"])

            try await stage.publish(request)
            let whole = try await stage.publisher.observe(request, with: stage.effects)
            for retreat in [Retreat.abandon, .yank(reason: "broken")] {
                let error = #expect(throws: RelctlError.self) {
                    try stage.publisher.plan(retreat, of: request, observed: whole)
                }
                #expect(error?.code == .noWayBack)
            }
        }
    }

    /// An error and all that caused it.
    private static func all(_ error: RelctlError?) -> [RelctlError] {
        guard let error else { return [] }
        return [error] + error.causes.map { all($0 as? RelctlError) }.reduce([], +)
    }
}

/// What a large file takes of memory; it runs alone, as memory is the whole process's.
@Suite(.enabled(if: NginxServer.isHere)) struct HTTPPublisherMemoryTests {
    @Test func aFileOf300MegabytesPassesThroughAFewOfThem() async throws {
        try await World.scratch { world in
            try await NginxServer.running(in: world) { server in
                let stage = try WebStage(world.folder, url: server.url + "/open/v1")
                let size: UInt64 = 300 << 20
                let path = stage.folder.appending("large.zip")
                try await world.output(of: ["truncate", "-s", String(size), path.string])
                let summary = try await FileHasher(files: LiveFileSystem()).summary(of: path)
                let request = try stage.request([
                    PublishedFile(name: "large.zip", size: size, sha256: summary.sha256)
                ])
                let before = try residentBytes()
                let peak = Task {
                    var peak = before
                    while !Task.isCancelled {
                        peak = max(peak, (try? residentBytes()) ?? 0)
                        try? await Task.sleep(for: .milliseconds(20))
                    }
                    return peak
                }
                try await stage.publish(request)
                peak.cancel()
                #expect(await peak.value < before + 64 << 20)
                #expect(try LiveFileSystem().status(of: server.root.appending("open/v1/large.zip"))?.size == size)
            }
        }
    }

    private func residentBytes() throws -> Int {
        let text = try LiveFileSystem().text(of: FilePath("/proc/self/statm"))
        let pages = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        return pages * 4096
    }
}
