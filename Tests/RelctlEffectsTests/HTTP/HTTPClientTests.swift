import Synchronization
import TestSupport
import Testing

@testable import RelctlEffects

/// A clock that goes on only when somebody sleeps, and keeps how long.
private final class SleepClock: WallClock {
    private let slept = Mutex<[Duration]>([])
    var sleeps: [Duration] { slept.withLock { $0 } }
    var secondsSinceEpoch: Int64 { 1_800_000_000 + sleeps.reduce(0) { $0 + $1.components.seconds } }
    var uptime: Duration { sleeps.reduce(.zero, +) }
    func sleep(for duration: Duration) async throws { slept.withLock { $0.append(duration) } }
}

/// Answers in order, and keeps what was asked.
private final class ScriptedTransport: HTTPTransport {
    private let state: Mutex<(answers: [Result<HTTPResponse, HTTPFailure>], requests: [HTTPRequest])>
    init(_ answers: [Result<HTTPResponse, HTTPFailure>]) { state = Mutex((answers, [])) }
    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    func exchange(_ request: HTTPRequest, receiving sink: HTTPSink) async throws -> HTTPResponse {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
        }
        return try answer.get()
    }
}

@Suite struct HTTPClientTests {
    private let clock = SleepClock()
    private let events = RecordedEvents()

    private func client(_ transport: any HTTPTransport, _ change: (inout HTTPPolicy) -> Void = { _ in }) -> HTTPClient {
        var policy = HTTPPolicy()
        policy.seed = 7
        change(&policy)
        return HTTPClient(transport: transport, clock: clock, events: events, policy: policy)
    }

    private func answer(_ status: Int, _ fields: [(String, String)] = [], _ body: String = "")
        -> Result<HTTPResponse, HTTPFailure>
    {
        let headers = HTTPFields(fields.map { HTTPFields.Field($0.0, $0.1) })
        return .success(
            HTTPResponse(status: status, headers: headers, body: Array(body.utf8), url: "https://a.example/")
        )
    }

    private func failure(_ kind: HTTPFailure.Kind, isUnsent: Bool = false) -> Result<HTTPResponse, HTTPFailure> {
        .failure(HTTPFailure(kind, "it broke", isUnsent: isUnsent))
    }

    private func error(_ body: () async throws -> HTTPResponse) async throws -> RelctlError {
        let error = await #expect(throws: RelctlError.self) { _ = try await body() }
        return try #require(error)
    }

    // MARK: Deadlines

    @Test func answersOfAnAPIHaveADeadlineAndTransfersHaveNone() async throws {
        let transport = ScriptedTransport([answer(200)])
        let client = client(transport) { $0.answerDeadline = .seconds(7) }
        let file = HTTPBody.file(FilePath("/f"), 0..<1)
        var own = HTTPRequest(.get, "https://a.example/own")
        own.deadline = .seconds(3)
        for request in [
            HTTPRequest(.get, "https://a.example/x"), own, HTTPRequest(.put, "https://a.example/x", body: file),
            HTTPRequest(.put, "https://a.example/x", body: .bytes([UInt8](repeating: 0, count: 2 << 20))),
        ] { _ = try await client.send(request) }
        _ = try await client.send(HTTPRequest(.get, "https://a.example/f"), receiving: HTTPSink(take: { _ in }))
        #expect(transport.requests.map(\.deadline) == [.seconds(7), .seconds(3), nil, nil, nil])
    }

    @Test func anAnswerThatIsTooSlowIsNotAskedForAgain() async throws {
        let transport = ScriptedTransport([failure(.tooSlow), answer(200)])
        let error = try await error { try await client(transport).send(HTTPRequest(.get, "https://a.example/x")) }
        #expect(transport.requests.count == 1)
        #expect(error.code == .remoteUnavailable)
        #expect(error.hints == ["give slow servers more time: `--answer-timeout 10m`"])
    }

    // MARK: Sending again

    @Test func whatIsIdempotentIsSentAgainAfterGrowingWaits() async throws {
        let transport = ScriptedTransport([answer(502), failure(.connectionLost), answer(503), answer(200)])
        let response = try await client(transport).send(HTTPRequest(.put, "https://a.example/x"))
        #expect(response.status == 200)
        #expect(transport.requests.count == 4)
        #expect(clock.sleeps.count == 3)
        for (sleep, bound) in zip(clock.sleeps, [500, 1000, 2000]) { #expect(sleep < .milliseconds(bound)) }
        let again = SleepClock()
        var policy = HTTPPolicy()
        policy.seed = 7
        let other = ScriptedTransport([answer(502), failure(.connectionLost), answer(503), answer(200)])
        _ = try await HTTPClient(transport: other, clock: again, events: events, policy: policy)
            .send(HTTPRequest(.put, "https://a.example/x"))
        #expect(again.sleeps == clock.sleeps, "the same seed gives the same waits")
    }

    @Test func aPostIsSentAgainOnlyWhereNobodyGotIt() async throws {
        for (first, count) in [
            (failure(.notConnected, isUnsent: true), 2), (failure(.connectionLost), 1), (answer(502), 1),
            (answer(429), 2), (failure(.timedOut), 1),
        ] {
            let transport = ScriptedTransport([first, answer(201)])
            _ = await Result { try await client(transport).send(HTTPRequest(.post, "https://a.example/x")) }
            #expect(transport.requests.count == count, "\(first)")
            var request = HTTPRequest(.post, "https://a.example/x")
            request.repeats = .never
            let never = ScriptedTransport([first, answer(201)])
            let ready = request
            _ = await Result { try await client(never).send(ready) }
            #expect(never.requests.count == 1)
        }
    }

    @Test func whatCannotGoRightIsNotTriedAgain() async throws {
        for kind in [HTTPFailure.Kind.invalidRequest, .untrusted, .malformedAnswer, .answerTooLarge] {
            let transport = ScriptedTransport([failure(kind)])
            let error = try await error { try await client(transport).send(HTTPRequest(.get, "https://a.example/x")) }
            #expect(error.code == (kind == .invalidRequest ? .failed : .remoteUnavailable))
            #expect(transport.requests.count == 1)
        }
        let transport = ScriptedTransport([failure(.connectionLost)])
        let error = try await error { try await client(transport).send(HTTPRequest(.get, "https://a.example/x")) }
        #expect(transport.requests.count == 5)
        #expect(error.message == "cannot GET `https://a.example/x`")
        #expect(error.hints == ["it was tried 5 times; run it again later"])
    }

    @Test func aServerThatNeverAnswersIsAskedThreeTimesForAllToSee() async throws {
        let transport = ScriptedTransport([failure(.timedOut)])
        let client = client(transport) { ($0.firstDelay, $0.longestDelay) = (.seconds(1000), .seconds(1000)) }
        let error = try await error { try await client.send(HTTPRequest(.get, "https://a.example/x")) }
        #expect(transport.requests.count == 3 && error.hints == ["it was tried 3 times; run it again later"])
        let notices = events.events.compactMap { if case .message(.notice, let text) = $0 { text } else { nil } }
        #expect(notices.count == 2)
        #expect(notices.first?.hasPrefix("GET `https://a.example/x` is sent again in ") == true)
        #expect(notices.first?.hasSuffix(" ms (2 of 3): it broke") == true)
        // What changes something may be much work: the wait for each answer is longer, and the attempts are as many.
        let put = ScriptedTransport([failure(.timedOut)])
        _ = try await self.error { try await self.client(put).send(HTTPRequest(.put, "https://a.example/x")) }
        #expect(put.requests.count == 3)
        #expect(HTTPRequest(.head, "").answerTimeout == .seconds(30))
        #expect(HTTPRequest(.put, "").answerTimeout == .seconds(120))
    }

    @Test func ofManyRequestsThatAreSentAgainAtOnceOneIsTold() async throws {
        let transport = ScriptedTransport([answer(502), answer(502), answer(502), answer(200)])
        _ = try await client(transport).send(HTTPRequest(.get, "https://a.example/x"))
        let levels = events.events.map {
            if case .message(let level, _) = $0 { level } else { Event.MessageLevel.warning }
        }
        #expect(levels == [.notice, .detail, .detail])
    }

    @Test func whatIsTooShortForASecretStaysReadable() {
        let mask = SecretMask([Secret("p"), Secret("abc"), Secret("abcd")])
        #expect(mask.masked("publishing abc and abcd") == "publishing abc and ****")
    }

    // MARK: Limits

    @Test(arguments: [
        ([("Retry-After", "7")], "", 7), ([("retry-after", "Fri, 15 Jan 2027 08:01:40 GMT")], "", 100),
        ([("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1800000030")], "", 31),
        ([], #"{"message":"You have exceeded a secondary rate limit"}"#, 60), ([("Retry-After", "0")], "", 1),
    ])
    func aServersWishToBeLeftAloneIsObeyedAndShown(fields: [(String, String)], body: String, seconds: Int) async throws
    {
        let transport = ScriptedTransport([answer(403, fields, body), answer(200)])
        _ = try await client(transport).send(HTTPRequest(.post, "https://a.example/x"))
        #expect(clock.sleeps == [.seconds(seconds)])
        guard case .message(.notice, let text) = events.events.first else {
            Issue.record("nothing was shown")
            return
        }
        #expect(text.hasPrefix("waiting \(seconds) s, until 2027-01-15 08:0"))
        #expect(text.hasSuffix(" UTC: `https://a.example:443` limits requests"))
    }

    @Test(arguments: ["901", "99999999999999999999", "Sun, 06 Nov 2044 08:49:37 GMT"])
    func tooLongAWaitIsAnErrorThatSaysUntilWhen(retryAfter: String) async throws {
        let transport = ScriptedTransport([answer(429, [("Retry-After", retryAfter)])])
        let error = try await error { try await client(transport).send(HTTPRequest(.get, "https://a.example/x")) }
        #expect(error.code == .remoteUnavailable)
        #expect("\(error)".contains("the server wants no further requests until "))
        #expect(clock.sleeps.isEmpty)
    }

    @Test func secondaryLimitsWaitLongerEachTimeAndThenGiveUp() async throws {
        let transport = ScriptedTransport([answer(429)])
        let error = try await error { try await client(transport).send(HTTPRequest(.post, "https://a.example/x")) }
        #expect(clock.sleeps == [60, 120, 240, 480].map { .seconds($0) })
        #expect(error.code == .remoteUnavailable)
    }

    @Test func aPlain403IsNoLimit() async throws {
        let transport = ScriptedTransport([
            answer(403, [("X-RateLimit-Remaining", "10")], #"{"message":"no\u001b[31m"}"#)
        ])
        let error = try await error { try await client(transport).send(HTTPRequest(.get, "https://a.example/x")) }
        #expect(error.code == .notAuthorized)
        #expect("\(error)" == #"cannot GET `https://a.example/x`: the server answered 403: no\u{1B}[31m"#)
        #expect(transport.requests.count == 1)
    }

    @Test func atMostSoManyAreUnderWayAndInOrder() async throws {
        final class Counting: HTTPTransport {
            let state = Mutex((now: 0, most: 0))
            func exchange(_ request: HTTPRequest, receiving sink: HTTPSink) async throws -> HTTPResponse {
                state.withLock { state in
                    state.now += 1
                    state.most = max(state.most, state.now)
                }
                try await Task.sleep(for: .milliseconds(5))
                state.withLock { $0.now -= 1 }
                return HTTPResponse(status: 200)
            }
        }
        let transport = Counting()
        let client = client(transport) { $0.requestsPerOrigin = 3 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<30 {
                group.addTask { _ = try await client.send(HTTPRequest(.get, "https://a.example/\(number)")) }
            }
            // Cancelled while they wait: they leave nothing behind.
            for _ in 0..<20 {
                let task = Task { try await client.send(HTTPRequest(.get, "https://a.example/c")) }
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
            }
            try await group.waitForAll()
        }
        #expect(transport.state.withLock { $0.most } == 3)
        _ = try await client.send(HTTPRequest(.get, "https://a.example/after"))
    }

    // MARK: Secrets

    @Test func noErrorOrMessageHoldsASecret() async throws {
        let token = Secret("s3cr3t/+ t\u{f6}ken")
        let forms = [
            token.revealed, "s3cr3t%2F%2B%20t%C3%B6ken", "s3cr3t%2f%2b%20t%c3%b6ken",
            "Basic " + base64("user:" + token.revealed), base64(token.revealed), base64("ab" + token.revealed + "x"),
        ]
        for form in forms {
            let message = String(repeating: "x", count: 490) + form
            for text in [form, message] {
                let body = try JSONText.line(["message": text])
                let said = HTTPResponse(status: 404, body: body)
                let transport = ScriptedTransport([.failure(HTTPFailure(.connectionLost, form)), .success(said)])
                let path = form.split(separator: " ").last.map { String($0) } ?? ""
                let request = HTTPRequest(
                    .get,
                    "https://a.example/\(path.utf8.allSatisfy { $0 < 0x80 } ? path : "x")?sig=\(token.revealed.utf8.count)",
                    headers: [.bearer(token)]
                )
                let error = try await error { try await client(transport).send(request) }
                for shown in ["\(error)", "\(error.details)", "\(request.headers)", "\(events.events)"] {
                    #expect(!shown.contains("s3cr3t"), "\(shown)")
                    #expect(!shown.contains("czNjcjN0"), "\(shown)")
                    #expect(!shown.contains(form.suffix(20)), "\(shown)")
                }
            }
        }
        #expect("\(token) \(String(reflecting: token))" == "**** ****")
        var dumped = ""
        dump(HTTPHeader.bearer(token), to: &dumped)
        #expect(!dumped.contains("s3cr3t"))
    }

    @Test func queriesShowWhatIsHarmlessAlone() async throws {
        let transport = ScriptedTransport([answer(404)])
        let url = "https://a.example/x?page=2&X-Amz-Signature=abc&name=b&token=t"
        let error = try await error { try await client(transport).send(HTTPRequest(.get, url)) }
        let shown = "https://a.example/x?page=2&X-Amz-Signature=****&name=b&token=****"
        #expect(error.message == "cannot GET `\(shown)`")
        let accepted = try await client(transport).send(HTTPRequest(.get, url), accepting: [404])
        #expect(accepted.status == 404)
    }

    private func base64(_ text: String) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let bits = text.utf8.flatMap { byte in (0..<8).map { byte >> (7 - UInt8($0)) & 1 } }
        var result = ""
        for start in stride(from: 0, to: bits.count, by: 6) {
            let six = (0..<6).map { start + $0 < bits.count ? Int(bits[start + $0]) : 0 }
            result.append(letters[six.reduce(0) { $0 * 2 + $1 }])
        }
        return result + String(repeating: "=", count: (4 - result.count % 4) % 4)
    }
}
