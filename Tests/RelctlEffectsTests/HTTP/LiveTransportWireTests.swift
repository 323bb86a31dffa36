import RelctlEffects
import Synchronization
import TestSupport
import Testing

/// What goes over the wire, seen by a server that is nobody's library.
@Suite(.timeLimit(.minutes(1))) struct LiveTransportWireTests {
    private let transport = LiveHTTPTransport()

    private func exchange(_ request: HTTPRequest, _ sink: HTTPSink = HTTPSink()) async throws -> HTTPResponse {
        var request = request
        request.deadline = .seconds(20)
        return try await transport.exchange(request, receiving: sink)
    }

    @Test func bytesAreSentWithTheirLengthAndNothingMadeUp() async throws {
        try await ScriptedServer.answering { _ in
            ServerAnswer(201)
        } _: { server in
            for method in [HTTPMethod.put, .post, .patch, HTTPMethod("MKCOL")] {
                let request = HTTPRequest(method, server.url + "/a?b=c%20d", body: .bytes([1, 2, 3]))
                let answer1 = try await exchange(request)
                #expect(answer1.status == 201)
            }
            for request in server.requests {
                #expect(request.values("Content-Length") == ["3"])
                #expect(request.values("Accept-Encoding") == ["identity"])
                for name in ["Transfer-Encoding", "Expect", "Content-Type", "Accept-Language", "Cookie"] {
                    #expect(request.values(name) == [], "\(request.line): \(name)")
                }
                #expect(request.body == [1, 2, 3])
            }
            #expect(
                server.requests.map(\.line) == ["PUT", "POST", "PATCH", "MKCOL"].map { "\($0) /a?b=c%20d HTTP/1.1" }
            )
            #expect(server.connections == 1)
        }
    }

    @Test func anEmptyPostHasALengthAndAGetHasNone() async throws {
        try await ScriptedServer.answering { _ in
            ServerAnswer(200)
        } _: { server in
            for method in [HTTPMethod.post, .put, .delete, .get, .head] {
                _ = try await exchange(HTTPRequest(method, server.url + "/"))
            }
            let lengths = server.requests.map { "\($0.method) \($0.values("Content-Length"))" }
            #expect(lengths == [#"POST ["0"]"#, #"PUT ["0"]"#, #"DELETE ["0"]"#, "GET []", "HEAD []"])
            #expect(server.requests.allSatisfy { $0.values("Content-Type").isEmpty && $0.values("Expect").isEmpty })
        }
    }

    @Test func aRangeOfAFileIsSentAndProgressCounted() async throws {
        try await withScratchFolder { folder in
            let path = folder.appending("asset")
            let contents = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
            try LiveFileSystem().write(contents, to: path)
            let steps = Mutex<[UInt64]>([])
            let sink = HTTPSink(sent: { count in steps.withLock { $0.append(count) } })
            try await ScriptedServer.answering { _ in
                ServerAnswer(200)
            } _: { server in
                for range in [UInt64(0)..<1_000_000, 17..<900_001, 999_999..<1_000_000, 5..<5] {
                    let request = HTTPRequest(.put, server.url + "/", body: .file(path, range))
                    _ = try await exchange(request, sink)
                    let received = try #require(server.requests.last)
                    #expect(received.values("Content-Length") == ["\(range.count)"])
                    #expect(received.values("Transfer-Encoding") == [])
                    #expect(received.body.elementsEqual(contents[Int(range.lowerBound)..<Int(range.upperBound)]))
                }
            }
            #expect(steps.withLock { $0.contains(1_000_000) && $0.contains(899_984) && $0.last == 1 })
        }
    }

    @Test func headersAreSentAsTheyAreAndLineBreaksRefused() async throws {
        try await ScriptedServer.answering { _ in
            ServerAnswer(200, [("X-A", "1"), ("x-a", "2"), ("Link", "<u>")])
        } _: {
            server in
            let token = Secret("t0ken")
            var request = HTTPRequest(.get, server.url + "/", headers: [.bearer(token), HTTPHeader("X-E", "")])
            request.headers.append(HTTPHeader("User-Agent", "relctl/1"))
            let response = try await exchange(request)
            #expect(response.headers["link"] == "<u>")
            #expect(response.headers.all(named: "X-a").joined(separator: ", ") == "1, 2")
            let received = try #require(server.requests.first)
            #expect(received.values("Authorization") == ["Bearer t0ken"])
            #expect(received.values("User-Agent") == ["relctl/1"])
            #expect(received.values("X-E") == [""])
            for bad in [
                HTTPHeader("X-B", "a\r\nX-C: d"), HTTPHeader("X B", "a"), HTTPHeader("Content-Length", "3"),
                HTTPHeader("X-B", Secret("a\nb")),
            ] {
                request.headers = [bad]
                let error = await #expect(throws: HTTPFailure.self) { try await exchange(request) }
                #expect(error?.kind == .invalidRequest)
            }
            #expect(server.requests.count == 1)
        }
    }

    @Test func aRedirectIsAnAnswer() async throws {
        try await ScriptedServer.answering { request in
            ServerAnswer(request.method == "PUT" ? 307 : 302, [("Location", "http://127.0.0.1:1/next")], body: "moved")
        } _: { server in
            for _ in 0..<20 {
                let got = try await exchange(HTTPRequest(.get, server.url + "/"))
                #expect(got.status == 302)
                #expect(got.headers["location"] == "http://127.0.0.1:1/next")
                let request = HTTPRequest(.put, server.url + "/", body: .bytes([1]))
                let answer2 = try await exchange(request)
                #expect(answer2.status == 307)
            }
            #expect(server.requests.count == 40)
        }
    }

    @Test(arguments: [
        "Basic realm=\"x\"", "Basic", "Digest realm=\"x\", nonce=\"1\"", "Bearer realm=\"https://a.example\"", "",
        "realm=", "Basic realm=", ", , =", "Negotiate, Basic realm=\"a b\", charset=\"UTF-8\"",
    ])
    func aChallengeIsAnAnswer(challenge: String) async throws {
        try await ScriptedServer.answering { _ in
            ServerAnswer(401, [("WWW-Authenticate", challenge)], body: "who are you")
        } _: { server in
            for request in [
                HTTPRequest(.get, server.url + "/"), HTTPRequest(.put, server.url + "/", body: .bytes([1, 2])),
                HTTPRequest(
                    .get,
                    server.url + "/",
                    headers: [HTTPHeader("Authorization", Secret("x"), prefix: "Basic ")]
                ),
            ] {
                let response = try await exchange(request)
                #expect(response.status == 401)
                #expect(response.body.elementsEqual("who are you".utf8))
                #expect(response.headers["www-authenticate"] == challenge)
            }
            #expect(server.requests.count == 3)
        }
    }

    @Test(arguments: [
        "//", "//h:99999/", "//a b/", "/%zz?%zz", "?%", "?\u{e9}", "http:", "http:///x", "http:rel", "https://[::1",
        "#",
        "//[::1]/", "//[::1]", "//[::1]:99999/x", "//[", "//h:-1/", "///", "\\\\x", "mailto:a", "/a?b#c%",
        "http://u:p@127.0.0.1/",
    ])
    func hostileLocationsDoNoHarm(location: String) async throws {
        try await ScriptedServer.answering { _ in
            ServerAnswer(302, [("Location", location)])
        } _: { server in
            let answer3 = try await exchange(HTTPRequest(.get, server.url + "/a?b=%20"))
            #expect(answer3.status == 302)
        }
    }
}
