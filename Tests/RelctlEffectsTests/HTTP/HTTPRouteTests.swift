import TestSupport
import Testing

@testable import RelctlEffects

/// Proxies as the environment names them, and libcurl as the system has it.
@Suite(.timeLimit(.minutes(1))) struct HTTPRouteTests {
    private func answer(_ url: String, _ environment: [String: String]) async throws -> HTTPResponse {
        var request = HTTPRequest(.get, url, headers: [.bearer(Secret("tok"))])
        request.allowsPlainHTTP = true
        request.deadline = .seconds(20)
        return try await LiveHTTPTransport(environment: environment).exchange(request, receiving: HTTPSink())
    }

    @Test func plainRequestsGoByTheProxyThatIsNamedUnlessTheHostIsAnException() async throws {
        try await ScriptedServer.answering { request in
            ServerAnswer(200, body: "proxy")
        } _: { proxy in
            for name in ["http_proxy", "all_proxy", "ALL_PROXY"] {
                for value in [proxy.url, "127.0.0.1:\(proxy.port)", "http://user:pass%20word@127.0.0.1:\(proxy.port)"] {
                    let response = try await answer(
                        "http://files.invalid/a?b",
                        [name: value, "no_proxy": "example.org"]
                    )
                    #expect(response.body.elementsEqual("proxy".utf8))
                    let request = try #require(proxy.requests.last)
                    #expect(request.line == "GET http://files.invalid/a?b HTTP/1.1")
                    let expected = value.contains("user") ? ["Basic dXNlcjpwYXNzIHdvcmQ="] : []
                    #expect(request.values("Proxy-Authorization") == expected)
                }
            }
            let count = proxy.requests.count
            try await ScriptedServer.answering { _ in
                ServerAnswer(200, body: "server")
            } _: { server in
                for environment in [
                    ["HTTP_PROXY": proxy.url], ["https_proxy": proxy.url], ["http_proxy": ""],
                    ["http_proxy": proxy.url, "no_proxy": "127.0.0.1"], ["all_proxy": proxy.url, "NO_PROXY": "*"],
                    ["http_proxy": proxy.url, "no_proxy": "example.org, 127.0.0.1"],
                ] {
                    let response = try await answer(server.url + "/", environment)
                    #expect(response.body.elementsEqual("server".utf8), "\(environment)")
                }
            }
            #expect(proxy.requests.count == count)
        }
    }

    @Test func theFirstVariableThatSaysSomethingCounts() {
        let route = HTTPRoute([
            "https_proxy": "", "HTTPS_PROXY": "b", "all_proxy": "c", "no_proxy": "", "NO_PROXY": "d", "HTTP_PROXY": "e",
            "SSL_CERT_FILE": "f", "CURL_CA_BUNDLE": "g", "SSL_CERT_DIR": "h",
        ])
        #expect([route.plainProxy, route.secureProxy, route.withoutProxy] == ["c", "b", "d"])
        #expect([route.certificateFile, route.certificateFolder] == ["g", "h"])
        #expect(HTTPRoute() == HTTPRoute(["http_proxy": "", "SSL_CERT_FILE": ""]))
    }

    @Test func aProxyThatIsNotThereIsUnsent() async throws {
        for proxy in ["http://127.0.0.1:1", "http://proxy.invalid", "nonsense://127.0.0.1"] {
            let error = await #expect(throws: HTTPFailure.self) {
                _ = try await answer("https://files.invalid/", ["https_proxy": proxy])
            }
            #expect(error?.kind == .notConnected, "\(proxy): \(String(describing: error))")
            #expect(error?.isUnsent == true)
        }
    }

    @Test func aLibraryThatWillNotDoIsAnErrorThatSaysWhatToInstall() async throws {
        try await withScratchFolder { folder in
            let compiler = try #require(HostTool("cc", "gcc", "clang"))
            func library(_ name: String, _ source: String) async throws -> String {
                try LiveFileSystem().write(Array(source.utf8), to: folder.appending(name + ".c"))
                let outcome = try await compiler.run(["-shared", "-fPIC", "-o", name, name + ".c"], in: folder)
                try #require(outcome.status == 0, "\(outcome.errors)")
                return folder.appending(name).string
            }
            let version = "struct v { int age; const char *text; unsigned number; };\n"
            let old = try await library(
                "old",
                version
                    + "static struct v v = {0, \"7.67.0\", 0x074300};\nvoid *curl_version_info(int n) { return &v; }\n"
            )
            let partial = try await library(
                "partial",
                version
                    + "static struct v v = {9, \"8.5.0\", 0x080500};\nvoid *curl_version_info(int n) { return &v; }\n"
            )
            let none = folder.appending("none").string
            let error = #expect(throws: RelctlError.self) { () throws in
                _ = try CurlLibrary(anyOf: [old, partial, none])
            }
            #expect(error?.message == "cannot speak to servers without libcurl")
            let causes = error?.causes.map { "\($0)" } ?? []
            try #require(causes.count == 3)
            #expect(causes[0] == "cannot load `\(old)`: it is version 7.67.0, and 7.68.0 or later is needed")
            #expect(causes[1] == "cannot load `\(partial)`: there is no `curl_global_init` in it")
            #expect(causes[2].hasPrefix("cannot load `\(none)`: "))
            #expect(error?.hints.first?.contains("libcurl") == true)
        }
        _ = try CurlLibrary.loaded.get()
    }

    // MARK: Heads

    private func head(_ lines: [String]) throws(HTTPFailure) -> (status: Int, fields: HTTPFields)? {
        var reader = HTTPHeadReader()
        for line in lines {
            let bytes = Array((line + "\r\n").utf8)
            let result = bytes.withUnsafeBytes { bytes in Result { () throws(HTTPFailure) in try reader.take(bytes) } }
            if let head = try result.get() { return head }
        }
        return nil
    }

    @Test func headsAreReadFieldByField() throws {
        let lines = [
            "HTTP/1.1 103 Early", "Link: x", "", "HTTP/1.1 200", "A: 1", "a:\t2 ", "B: x", "  y", "no", ": z", "",
        ]
        let whole = try head(lines)
        let read = try #require(whole)
        #expect(read.status == 200)
        #expect(read.fields["A"] == "1, 2")
        #expect(read.fields["b"] == "x y")
        #expect(read.fields["Link"] == nil)
        #expect(read.fields.all.count == 3)
        let unfinished = try head(["HTTP/1.1 200 OK", "A: b"])
        #expect(unfinished == nil)
    }

    @Test(arguments: [
        ["HTTP/1.1"], ["HTTP/1.1 2000 OK"], ["HTTP/1.1 abc"], ["HTTP/1.1 200 OK", "Content-Length: 1, 2", ""],
        ["HTTP/1.1 200 OK"] + [String](repeating: "A: " + String(repeating: "b", count: 1000), count: 300),
    ])
    func whatIsNoHeadIsAnError(lines: [String]) {
        let error = #expect(throws: HTTPFailure.self) { () throws in _ = try head(lines) }
        #expect(error?.kind == .malformedAnswer)
    }
}
