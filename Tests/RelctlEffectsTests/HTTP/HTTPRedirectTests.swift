import TestSupport
import Testing

@testable import RelctlEffects

/// Redirects against real servers on two ports, which are two origins.
@Suite(.timeLimit(.minutes(1))) struct HTTPRedirectTests {
    private let client = HTTPClient(transport: LiveHTTPTransport(), clock: LiveClock(), events: RecordedEvents())

    private func request(_ method: HTTPMethod, _ url: String, _ body: HTTPBody = .empty) -> HTTPRequest {
        var request = HTTPRequest(method, url, headers: [HTTPHeader("X-Plain", "p")], body: body)
        request.headers += [
            .bearer(Secret("tok")), HTTPHeader("PRIVATE-TOKEN", "t"), HTTPHeader("X-Own", Secret("own")),
        ]
        request.redirectLimit = 5
        return request
    }

    @Test func anotherPortGetsNoCredentialsAndTheWholeBodyAgain() async throws {
        try await withScratchFolder { folder in
            let path = folder.appending("asset")
            let contents = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
            try LiveFileSystem().write(contents, to: path)
            try await ScriptedServer.answering { _ in
                ServerAnswer(201, body: "there")
            } _: { there in
                let target = there.url + "/stored?x=1#fragment"
                for status in [307, 308] {
                    try await ScriptedServer.answering { _ in
                        ServerAnswer(status, [("Location", target)])
                    } _: { here in
                        let body = HTTPBody.file(path, 10..<200_010)
                        let response = try await client.send(request(.put, here.url + "/a", body))
                        #expect(response.body.elementsEqual("there".utf8))
                        #expect(response.url == there.url + "/stored?x=1")
                        let first = try #require(here.requests.first)
                        #expect(first.values("Authorization") == ["Bearer tok"])
                        let second = try #require(there.requests.last)
                        #expect(second.line == "PUT /stored?x=1 HTTP/1.1")
                        #expect(second.body.elementsEqual(contents[10..<200_010]))
                        #expect(second.values("X-Plain") == ["p"])
                        for name in ["Authorization", "PRIVATE-TOKEN", "X-Own"] { #expect(second.values(name) == []) }
                    }
                }
            }
        }
    }

    @Test(arguments: [
        (301, "POST", "GET"), (302, "POST", "GET"), (303, "PUT", "GET"), (303, "HEAD", "HEAD"), (302, "PUT", "PUT"),
        (307, "POST", "POST"), (301, "GET", "GET"),
    ])
    func theMethodFollowsTheStatus(status: Int, from method: String, to expected: String) async throws {
        try await ScriptedServer.answering { request in
            request.target == "/a/b" ? ServerAnswer(status, [("Location", "../c")]) : ServerAnswer(200)
        } _: { server in
            let body: HTTPBody = ["GET", "HEAD"].contains(method) ? .empty : .bytes([1, 2])
            _ = try await client.send(request(HTTPMethod(method), server.url + "/a/b", body))
            let second = try #require(server.requests.last)
            #expect(second.line == "\(expected) /c HTTP/1.1")
            #expect(second.body == (expected == method && !body.isEmpty ? [1, 2] : []))
            #expect(second.values("Authorization") == ["Bearer tok"], "the same origin keeps its credentials")
        }
    }

    @Test func loopsAndForbiddenPlacesAreErrors() async throws {
        let target = ["/", "http://example.org/", "ftp://127.0.0.1/", "http://u:p@127.0.0.1/", "//127.0.0.1:0/"]
        for location in target {
            try await ScriptedServer.answering { _ in
                ServerAnswer(302, [("Location", location)])
            } _: { server in
                let error = await #expect(throws: RelctlError.self) {
                    _ = try await client.send(HTTPRequest(.get, server.url + "/"))
                }
                #expect(error?.code == .remoteUnavailable)
                #expect(server.requests.count == (location == "/" ? 6 : 1))
            }
        }
    }

    @Test func withoutALimitARedirectIsTheAnswer() async throws {
        try await ScriptedServer.answering { _ in
            ServerAnswer(307, [("Location", "/x")])
        } _: { server in
            let put = HTTPRequest(.put, server.url + "/", body: .bytes([1]))
            let response = try await client.send(put, accepting: [307])
            #expect(response.headers["Location"] == "/x")
            await #expect(throws: RelctlError.self) { _ = try await client.send(put) }
        }
    }

    @Test(arguments: [
        "http://example.org/", "ftp://a/", "https://u@a.example/", "https://", "https:///x", "https://a b/",
        "https://a/\u{e9}",
        "https://a/../b", "https://a/%2E%2e/b", "https://a:70000/", "https://a:/", "http://127.0.0.1.example.org/",
        "http://127.1/", "http://2130706433/", "https://a/#f", "https://[::1", "http://[::2]/", "https://a\\@b/", "a",
    ])
    func urlsThatMayNotBeSentToAreRefused(url: String) async throws {
        #expect(throws: HTTPFailure.self) { () throws in try HTTPAddress(url) }
    }

    @Test func loopbackAndWhatIsAllowedArePlain() throws {
        for url in [
            "http://127.0.0.1:1/", "http://localhost", "http://[::1]:8/x", "http://127.9.9.9/", "HTTPS://A.example",
        ] {
            _ = try HTTPAddress(url)
        }
        #expect(try HTTPAddress("http://a.example/", allowsPlainHTTP: true).origin == "http://a.example:80")
        #expect(try HTTPAddress("HTTPS://A.example").origin == "https://a.example:443")
    }

    @Test func datesAreReadInAllThreeForms() {
        for text in [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        ] { #expect(HTTPDate.seconds(of: text) == 784_111_777) }
        for text in ["", "Sun", "a b c d:e f", "Sun, 99 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT"] {
            #expect(HTTPDate.seconds(of: text) == nil)
        }
        #expect(HTTPDate.text(784_111_777) == "1994-11-06 08:49:37 UTC")
    }
}

extension HTTPBody {
    fileprivate var isEmpty: Bool { count == 0 }
}
