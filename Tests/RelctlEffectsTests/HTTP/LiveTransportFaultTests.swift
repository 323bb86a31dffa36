import Foundation
import Synchronization
import TestSupport
import Testing

@testable import RelctlEffects

/// Servers and connections that go wrong in every way there is: each ends in an answer or an error, and soon.
@Suite(.timeLimit(.minutes(1))) struct LiveTransportFaultTests {
    private let transport = LiveHTTPTransport()

    private func exchange(_ request: HTTPRequest, _ sink: HTTPSink = HTTPSink()) async throws -> HTTPResponse {
        var request = request
        if request.deadline == nil { request.deadline = .seconds(20) }
        return try await transport.exchange(request, receiving: sink)
    }

    private func failure(
        of request: HTTPRequest,
        _ sink: HTTPSink = HTTPSink(),
        from script: @escaping @Sendable (ServerConnection) throws -> Void
    ) async throws -> HTTPFailure {
        try await ScriptedServer.serving(script) { server in
            var request = request
            request.url = server.url + request.url
            let ready = request
            let error = await #expect(throws: HTTPFailure.self) { try await exchange(ready, sink) }
            return try #require(error)
        }
    }

    @Test func anAnswerCutAnywhereIsAnError() async throws {
        let whole = Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\nX-A: b\r\n\r\n0123456789".utf8)
        for count in 0..<whole.count {
            for resets in [false, true] {
                let error = try await failure(of: HTTPRequest(.put, "/", body: .bytes([1]))) { connection in
                    guard try connection.request() != nil else { return }
                    try connection.send(Array(whole[..<count]))
                    if resets { connection.reset() }
                }
                #expect([.connectionLost, .malformedAnswer].contains(error.kind), "after \(count): \(error)")
                #expect(!error.isUnsent)
            }
        }
    }

    @Test func aPieceOfABodyIsNeverTakenForTheWhole() async throws {
        let taken = Mutex(0)
        let sink = HTTPSink(take: { piece in taken.withLock { $0 += piece.count } })
        let error = try await failure(of: HTTPRequest(.get, "/"), sink) { connection in
            guard try connection.request() != nil else { return }
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
            try connection.send([UInt8](repeating: 7, count: 99_999))
        }
        #expect(error.kind == .connectionLost)
        #expect(taken.withLock { $0 } <= 99_999)
        let chunked = try await failure(of: HTTPRequest(.get, "/")) { connection in
            guard try connection.request() != nil else { return }
            try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
        }
        #expect(chunked.kind == .connectionLost)
    }

    @Test func moreThanWasAnnouncedIsLeftAlone() async throws {
        try await ScriptedServer.serving { connection in
            guard try connection.request() != nil else { return }
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcHTTP/1.1 500 Trap\r\n\r\n")
            try connection.waitForEnd()
        } _: { server in
            for _ in 0..<2 {
                let response = try await exchange(HTTPRequest(.get, server.url + "/"))
                #expect(response.status == 200)
                #expect(response.body.elementsEqual("abc".utf8))
            }
        }
    }

    @Test(arguments: [
        "garbage\r\n\r\n", "HTTP/1.1\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n",
        "HTTP/9.9 200 OK\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 99999 OK\r\n\r\n", "\r\n\r\n", "\0\0\0\0", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", "ICY 200 OK\r\n\r\n", "SSH-2.0-OpenSSH\r\n",
        "HTTP/1.1 000 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ])
    func whatIsNoAnswerIsAnError(text: String) async throws {
        let error = try await failure(of: HTTPRequest(.get, "/")) { connection in
            guard try connection.request() != nil else { return }
            try connection.send(text)
        }
        #expect([.connectionLost, .malformedAnswer, .timedOut].contains(error.kind))
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nno colon\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nX: a\r\n folded\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.0 200 OK\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nX: \u{e9}\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\n: empty\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\nContent-Length: 2\n\nok",
    ])
    func oddAnswersEndOneWayOrTheOther(text: String) async throws {
        try await ScriptedServer.serving { connection in
            guard try connection.request() != nil else { return }
            try connection.send(text)
        } _: { server in
            do {
                let response = try await exchange(HTTPRequest(.get, server.url + "/"))
                #expect(response.status == 200, "\(text)")
                #expect(response.body.elementsEqual("ok".utf8))
            } catch let error as HTTPFailure {
                #expect([.connectionLost, .malformedAnswer].contains(error.kind), "\(error)")
            }
        }
    }

    @Test(arguments: ["X-A: \(String(repeating: "b", count: 1000))\r\n", "X", "A: b\r\n"])
    func endlessHeadersEnd(line: String) async throws {
        var request = HTTPRequest(.get, "/")
        request.answerTimeout = .seconds(2)
        let error = try await failure(of: request) { connection in
            guard try connection.request() != nil else { return }
            try connection.send("HTTP/1.1 200 OK\r\n")
            while true { try connection.send(line) }
        }
        #expect([.connectionLost, .timedOut, .malformedAnswer].contains(error.kind))
    }

    @Test(arguments: [200, 500, 302]) func anEndlessBodyEnds(status: Int) async throws {
        var request = HTTPRequest(.get, "/")
        request.answerTimeout = .seconds(2)
        let error = try await failure(of: request, HTTPSink(bodyLimit: 100_000)) { connection in
            guard try connection.request() != nil else { return }
            try connection.send("HTTP/1.1 \(status) Some\r\nLocation: /x\r\n\r\n")
            while true { try connection.send([UInt8](repeating: 65, count: 10_000)) }
        }
        #expect([.answerTooLarge, .timedOut].contains(error.kind))
    }

    @Test func noAnswerEndsAtTheDeadline() async throws {
        var request = HTTPRequest(.get, "/")
        request.deadline = .milliseconds(200)
        let start = ContinuousClock.now
        let error = try await failure(of: request) { try $0.waitForEnd() }
        #expect(error.kind == .timedOut)
        #expect(error.reason == "there was no answer within 200 ms")
        #expect(ContinuousClock.now - start < .seconds(10))
        request.deadline = nil
        request.answerTimeout = .milliseconds(200)
        let other = try await failure(of: request) { try $0.waitForEnd() }
        #expect(other.reason == "there was no answer within 200 ms")
    }

    @Test func anAnswerThatTricklesEndsAtTheDeadlineWithBothFigures() async throws {
        var request = HTTPRequest(.get, "/")
        request.deadline = .seconds(1)
        let error = try await failure(of: request) { connection in
            guard try connection.request() != nil else { return }
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
            for _ in 0..<1000 {
                try connection.send([UInt8](repeating: 65, count: 20))
                connection.wait(0.01)
            }
        }
        #expect(error.kind == .tooSlow)
        #expect(error.reason.hasPrefix("the server answered too slowly: 1.") || error.reason.contains(" B in 1"))
        #expect(error.reason.contains("/s; the limit is 1 s"))
        #expect(HTTPAdvice(error, repeats: .always) == .done)
    }

    @Test func aTransferThatStandsStillEnds() async throws {
        var request = HTTPRequest(.get, "/")
        request.stallTimeout = .milliseconds(300)
        let error = try await failure(of: request) { connection in
            guard try connection.request() != nil else { return }
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n0123456789")
            try connection.waitForEnd()
        }
        #expect(error.kind == .timedOut)
        #expect(error.reason == "nothing moved for 300 ms, after 10 B")
    }

    @Test func aTrickleEndsEitherWay() async throws {
        var request = HTTPRequest(.get, "/")
        request.minimumRate = .init(bytesPerSecond: 1000, window: .milliseconds(400))
        let down = try await failure(of: request) { connection in
            guard try connection.request() != nil else { return }
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n")
            for _ in 0..<1000 {
                try connection.send("x")
                connection.wait(0.02)
            }
        }
        #expect(down.reason.hasPrefix("it moved ") && down.reason.hasSuffix("for 400 ms; at least 1.00 kB/s is needed"))
        // More than what the sockets on both sides hold.
        request.method = .put
        request.body = .bytes([UInt8](repeating: 1, count: 32 << 20))
        let up = try await failure(of: request) { connection in
            guard try connection.head() != nil else { return }
            connection.wait(5)
        }
        #expect(up.kind == .timedOut)
    }

    @Test func aRefusalBeforeTheBodyWasReadIsHeard() async throws {
        for status in [401, 413] {
            try await ScriptedServer.serving { connection in
                guard let head = try connection.head() else { return }
                connection.note(head)
                try connection.send("HTTP/1.1 \(status) No\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno")
                connection.wait(0.2)
            } _: { server in
                let body = [UInt8](repeating: 1, count: 20 << 20)
                let response = try await exchange(HTTPRequest(.put, server.url + "/", body: .bytes(body)))
                #expect(response.status == status)
                #expect(response.body.elementsEqual("no".utf8))
            }
        }
    }

    @Test func aResetInTheMiddleOfABodyIsAnError() async throws {
        let body = [UInt8](repeating: 1, count: 8 << 20)
        let error = try await failure(of: HTTPRequest(.post, "/", body: .bytes(body))) { connection in
            guard try connection.head() != nil else { return }
            try connection.read(1 << 20)
            connection.reset()
        }
        #expect(error.kind == .connectionLost)
        #expect(!error.isUnsent)
    }

    @Test func nobodyThereIsUnsent() async throws {
        let url = try await ScriptedServer.serving { _ in
        } _: {
            $0.url
        }
        for request in [
            HTTPRequest(.post, url + "/", body: .bytes([1])), HTTPRequest(.post, url), HTTPRequest(.get, url),
        ] {
            let error = await #expect(throws: HTTPFailure.self) { try await exchange(request) }
            #expect(error?.kind == .notConnected)
            #expect(error?.isUnsent == true)
        }
    }

    @Test func aKeptConnectionThatDiesNeverRepeatsAPost() async throws {
        for body in [HTTPBody.empty, .bytes([1, 2, 3])] {
            try await ScriptedServer.serving { connection in
                guard try connection.request() != nil else { return }
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                // The second request on it is acted upon, and its answer lost.
                _ = try connection.request()
            } _: { server in
                _ = try await exchange(HTTPRequest(.get, server.url + "/first"))
                let request = HTTPRequest(.post, server.url + "/second", body: body)
                _ = await Result { try await exchange(request) }
                #expect(server.requests.filter { $0.target == "/second" }.count == 1)
            }
        }
    }

    @Test func aKeptConnectionThatDiesIsReplacedForAPut() async throws {
        try await withScratchFolder { folder in
            let path = folder.appending("asset")
            let contents = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            try LiveFileSystem().write(contents, to: path)
            for body in [HTTPBody.empty, .bytes(Array(contents[50..<99_950])), .file(path, 50..<99_950)] {
                try await ScriptedServer.serving { connection in
                    guard try connection.request() != nil else { return }
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                    _ = try connection.request()
                } _: { server in
                    _ = try await exchange(HTTPRequest(.get, server.url + "/first"))
                    let response = try await exchange(HTTPRequest(.put, server.url + "/second", body: body))
                    #expect(response.status == 200)
                    let puts = server.requests.filter { $0.target == "/second" }
                    #expect(puts.map(\.connection) == [1, 2])
                    let expected = body.count == 0 ? [] : contents[50..<99_950]
                    #expect(puts.allSatisfy { $0.body.elementsEqual(expected) })
                }
            }
        }
    }

    @Test func cancellingEndsAtOnce() async throws {
        try await ScriptedServer.serving { connection in
            guard try connection.request() != nil else { return }
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nx")
            try connection.waitForEnd()
        } _: { server in
            for delay in [0, 1, 5, 50, 200] {
                let task = Task { try await exchange(HTTPRequest(.get, server.url + "/")) }
                try await Task.sleep(for: .milliseconds(delay))
                let start = ContinuousClock.now
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                #expect(ContinuousClock.now - start < .seconds(5))
            }
        }
    }

    @Test func cancellingDuringRedirectsAndRefusalsDoesNoHarm() async throws {
        try await ScriptedServer.answering { request in
            request.target == "/r"
                ? ServerAnswer(302, [("Location", "/x")], body: "moved")
                : ServerAnswer(401, [("WWW-Authenticate", "Basic realm=\"a\"")], body: "no")
        } _: { server in
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let url = server.url + (number % 2 == 0 ? "/r" : "/u")
                        let task = Task { try await exchange(HTTPRequest(.get, url)) }
                        try? await Task.sleep(for: .microseconds(number * 37 % 3000))
                        task.cancel()
                        _ = await task.result
                    }
                }
            }
        }
    }

    @Test func whatTheSinkThrowsEndsTheExchange() async throws {
        struct Full: Error {}
        try await ScriptedServer.answering { _ in
            ServerAnswer(200, body: "abc")
        } _: { server in
            let request = HTTPRequest(.get, server.url + "/")
            await #expect(throws: Full.self) { try await exchange(request, HTTPSink(take: { _ in throw Full() })) }
            await #expect(throws: Full.self) { try await exchange(request, HTTPSink(begin: { _ in throw Full() })) }
        }
    }

    @Test func aFileThatChangesWhileItIsSentIsAnError() async throws {
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            let path = folder.appending("asset")
            for newSize in [100, 40 << 20] {
                try files.write([UInt8](repeating: 1, count: 20 << 20), to: path)
                let request = HTTPRequest(.put, "/", body: .file(path, 0..<UInt64(20 << 20)))
                let error = try await failure(of: request) { connection in
                    guard try connection.head() != nil else { return }
                    if newSize < 1000 {
                        try #require(truncate(path.string, newSize) == 0)
                    } else {
                        let file = try files.append(to: path)
                        try [UInt8](repeating: 2, count: newSize - 20 << 20).withUnsafeBytes { try file.write($0) }
                        try file.close()
                    }
                    try connection.read(20 << 20, keeps: false)
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                }
                #expect(error.kind == .invalidRequest)
                #expect(error.reason == "`\(path)` was changed while it was sent")
            }
            let missing = HTTPRequest(.put, "http://127.0.0.1:1/", body: .file(folder.appending("no"), 0..<1))
            let error = await #expect(throws: HTTPFailure.self) { try await exchange(missing) }
            #expect(error?.kind == .invalidRequest)
        }
    }
}
