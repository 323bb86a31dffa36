import Foundation
import RelctlEffects
import TestSupport
import Testing

/// Who is trusted over TLS, straight and through a proxy.
@Suite(.timeLimit(.minutes(1))) struct LiveTransportTrustTests {
    /// A server over TLS whose certificate is for `127.0.0.1` and `files.invalid`, and a proxy that leads to it.
    private struct SecureServer: Decodable {
        let secure: UInt16
        let proxy: UInt16

        /// Runs `body` beside a server; `authority` is the certificate to trust.
        static func running(_ body: (SecureServer, _ authority: FilePath) async throws -> Void) async throws {
            try await World.scratch { world in try await running(in: world, body) }
        }

        private static func running(
            in world: World,
            _ body: (SecureServer, _ authority: FilePath) async throws -> Void
        ) async throws {
            let folder = world.folder
            let openssl = try #require(HostTool("openssl"))
            let names = "subjectAltName=IP:127.0.0.1,DNS:files.invalid"
            let made = try await openssl.run(
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", "/CN=relctl test", "-addext", names, "-keyout", "key.pem", "-out", "certificate.pem",
                ],
                in: folder
            )
            try #require(made.status == 0, "\(made.errors)")
            let (certificate, ready) = (folder.appending("certificate.pem"), folder.appending("ready"))
            let script = Fixtures.project.appending("Tests/Fakes/tls-server.py").string
            let program = try world.start([
                CrossPrograms.python, script, certificate.string, folder.appending("key.pem").string, ready.string,
            ])
            for _ in 0..<3000 where program.isRunning && !FileManager.default.fileExists(atPath: ready.string) {
                try await Task.sleep(for: .milliseconds(10))
            }
            let result = await Result {
                let ports = try #require(FileManager.default.contents(atPath: ready.string))
                try await body(JSONDecoder().decode(SecureServer.self, from: ports), certificate)
            }
            program.send(SIGKILL)
            _ = try await program.result()
            try result.get()
        }
    }

    private func exchange(_ request: HTTPRequest, _ environment: [String: String]) async throws -> String {
        var request = request
        request.deadline = .seconds(20)
        let transport = LiveHTTPTransport(environment: environment)
        let response = try await transport.exchange(request, receiving: HTTPSink())
        return String(decoding: response.body, as: UTF8.self)
    }

    @Test func aCertificateIsTrustedWhereTheEnvironmentSaysSoAndForItsHostAlone() async throws {
        try await SecureServer.running { server, authority in
            let url = "https://127.0.0.1:\(server.secure)/a"
            for name in ["SSL_CERT_FILE", "CURL_CA_BUNDLE"] {
                let answer = try await exchange(HTTPRequest(.get, url), [name: authority.string])
                #expect(answer == "GET /a 0")
            }
            let upload = HTTPRequest(.post, url, body: .bytes([UInt8](repeating: 7, count: 3 << 20)))
            let answer = try await exchange(upload, ["SSL_CERT_FILE": authority.string])
            #expect(answer == "POST /a \(3 << 20)")
            // Neither without it, nor for another name of the same server, nor with a file that is none.
            let other = "https://localhost:\(server.secure)/a"
            for (url, file) in [(url, ""), (other, authority.string), (url, "/dev/null"), (url, "/nowhere")] {
                for request in [HTTPRequest(.get, url), HTTPRequest(.post, url, body: .bytes([1]))] {
                    let error = await #expect(throws: HTTPFailure.self) {
                        _ = try await exchange(request, ["SSL_CERT_FILE": file])
                    }
                    #expect(error?.kind == .untrusted, "\(url) \(file): \(String(describing: error))")
                    #expect(error?.isUnsent == true)
                }
            }
        }
    }

    @Test func aTunnelLeadsToTheServerAndNobodyElseIsTrusted() async throws {
        try await SecureServer.running { server, authority in
            let proxy = "http://127.0.0.1:\(server.proxy)"
            let url = "https://files.invalid/b"
            for name in ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
                let environment = [name: proxy, "SSL_CERT_FILE": authority.string]
                let request = HTTPRequest(.put, url, body: .bytes([1, 2, 3]))
                let answer = try await exchange(request, environment)
                #expect(answer == "PUT /b 3")
            }
            for (url, kind) in [
                ("https://other.invalid/b", HTTPFailure.Kind.untrusted), ("https://refused.invalid/", .notConnected),
            ] {
                let error = await #expect(throws: HTTPFailure.self) {
                    let environment = ["https_proxy": proxy, "SSL_CERT_FILE": authority.string]
                    _ = try await exchange(HTTPRequest(.post, url), environment)
                }
                #expect(error?.kind == kind, "\(String(describing: error))")
                #expect(error?.isUnsent == true)
            }
        }
    }

    @Test func plainHTTPToATLSServerAndTheOtherWayRoundAreErrors() async throws {
        try await SecureServer.running { server, _ in
            let error = await #expect(throws: HTTPFailure.self) {
                _ = try await exchange(HTTPRequest(.get, "http://127.0.0.1:\(server.secure)/"), [:])
            }
            #expect([.connectionLost, .malformedAnswer].contains(error?.kind))
        }
        try await ScriptedServer.serving { connection in
            try connection.send("HTTP/1.1 400 What\r\n\r\n")
            try connection.waitForEnd()
        } _: { server in
            let error = await #expect(throws: HTTPFailure.self) {
                _ = try await exchange(HTTPRequest(.post, "https://127.0.0.1:\(server.port)/"), [:])
            }
            #expect(error?.kind == .notConnected)
            #expect(error?.isUnsent == true)
        }
        // One that says nothing at all.
        try await ScriptedServer.serving { connection in
            try connection.waitForEnd()
        } _: { server in
            for body in [HTTPBody.empty, .bytes([1])] {
                var request = HTTPRequest(.post, "https://127.0.0.1:\(server.port)/", body: body)
                request.connectTimeout = .milliseconds(300)
                let slow = request
                let error = await #expect(throws: HTTPFailure.self) { _ = try await exchange(slow, [:]) }
                #expect(error?.kind == .timedOut)
                #expect(error?.isUnsent == true)
            }
        }
    }
}
