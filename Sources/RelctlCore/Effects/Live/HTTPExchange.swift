import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request under way: what came of it so far, and who waits for its end.
///
/// What the session reports comes in order on one thread; the end may come from anywhere, and only the first counts.
final class HTTPExchange: Sendable {
    private let request: HTTPRequest
    private let body: HTTPBodyReader?
    private let sink: HTTPSink
    private let session: HTTPSession
    private let state = Mutex(State())

    private struct State {
        var head: HTTPResponse?
        var kept: [UInt8] = []
        var received: UInt64 = 0
        var task: URLSessionTask?
        var isDelivering = false
        var result: Result<HTTPResponse, any Error>?
        var continuation: CheckedContinuation<HTTPResponse, any Error>?

        /// Who waits, if there is a result and nobody is in the middle of taking anything.
        mutating func waiting() -> CheckedContinuation<HTTPResponse, any Error>? {
            guard result != nil, !isDelivering else { return nil }
            defer { continuation = nil }
            return continuation
        }
    }

    init(_ request: HTTPRequest, _ body: HTTPBodyReader?, _ sink: HTTPSink, _ session: HTTPSession) {
        self.request = request
        self.body = body
        self.sink = sink
        self.session = session
    }

    /// Sends the request and waits for the end; `sink` is not called any more then.
    func result(of message: URLRequest) async throws -> HTTPResponse {
        let watch = Task {
            guard let failure = await HTTPWatch(request, { self.progress }).tooLate() else { return }
            end(.failure(failure))
        }
        defer { watch.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    state.continuation = continuation
                    return state.result != nil
                }
                if isOver { resume() } else { session.start(message, for: self) }
            }
        } onCancel: {
            end(.failure(CancellationError()))
        }
    }

    /// Whether there is nothing more to come.
    var isOver: Bool { state.withLock { $0.result != nil } }

    private var progress: HTTPProgress {
        let (received, hasHead) = state.withLock { ($0.received, $0.head != nil) }
        return HTTPProgress(sent: body?.sent.load(ordering: .relaxed) ?? 0, received: received, hasHead: hasHead)
    }

    // MARK: What the session reports

    /// The task that was made for it.
    func started(_ task: URLSessionTask) {
        let isOver = state.withLock { state in
            state.task = task
            return state.result != nil
        }
        if isOver { session.cancel(task) }
    }

    /// The head of the answer.
    func received(_ response: URLResponse) {
        // Interim ones, such as 103 (RFC 8297), come before the answer.
        guard let response = response as? HTTPURLResponse, response.statusCode >= 200 else { return }
        // A dictionary has no order; fields of one name were joined already.
        let fields = response.allHeaderFields.map { HTTPFields.Field("\($0.key)", "\($0.value)") }
            .sorted { $0.name.precedesBytewise($1.name) }
        let head = HTTPResponse(status: response.statusCode, headers: HTTPFields(fields), url: request.url)
        deliver {
            // libcurl takes one that it cannot read for none, and whatever comes for the whole.
            if let length = head.headers["Content-Length"], UInt64(length) == nil {
                throw HTTPFailure(.malformedAnswer, "the answer's `Content-Length` is none")
            }
            state.withLock { $0.head = head }
            if head.isSuccess { try sink.begin?(head) }
        }
    }

    /// The head of an answer, if it was not reported before.
    func receivedLate(_ response: URLResponse) {
        if state.withLock({ $0.head == nil }) { received(response) }
    }

    /// A piece of the answer's body.
    func received(_ data: Data) {
        deliver {
            let isSuccess = state.withLock { state in
                state.received += UInt64(data.count)
                return state.head?.isSuccess ?? false
            }
            if isSuccess, let take = sink.take {
                try data.withUnsafeBytes(take)
            } else {
                try keep(data)
            }
        }
    }

    /// The end of the task.
    func ended(with error: (any Error)?) {
        let (head, kept) = state.withLock { ($0.head, $0.kept) }
        var answer = head
        answer?.body = kept
        switch (answer, error) {
        case (let answer?, nil): end(.success(answer))
        // A refusal is one even if the rest of it, or of what was refused, is cut off.
        case (let answer?, _) where answer.status >= 400 && body?.failure == nil: end(.success(answer))
        default: end(.failure(failure(for: error)))
        }
    }

    /// What was sent is wanted again, which nobody may.
    func refuseBody() { body?.refuse() }

    private func keep(_ data: Data) throws {
        let isTooMuch = state.withLock { state in
            guard data.count <= sink.bodyLimit - state.kept.count else { return true }
            state.kept += data
            return false
        }
        if isTooMuch {
            throw HTTPFailure(.answerTooLarge, "the answer is larger than \(sink.bodyLimit) bytes")
        }
    }

    // MARK: The end

    /// Runs what may call the sink, unless it is over.
    private func deliver(_ body: () throws -> Void) {
        let mayDeliver = state.withLock { state in
            guard state.result == nil else { return false }
            state.isDelivering = true
            return true
        }
        guard mayDeliver else { return }
        let result = Result { try body() }
        state.withLock { $0.isDelivering = false }
        if case .failure(let error) = result { end(.failure(error)) }
        resume()
    }

    /// Sets what came of it, if nothing did yet, and ends the task.
    private func end(_ result: Result<HTTPResponse, any Error>) {
        let task: URLSessionTask? = state.withLock { state in
            guard state.result == nil else { return nil }
            state.result = result
            return state.task
        }
        if let task { session.cancel(task) }
        resume()
    }

    private func resume() {
        let (waiting, result) = state.withLock { ($0.waiting(), $0.result) }
        if let waiting, let result { waiting.resume(with: result) }
    }

    private func failure(for error: (any Error)?) -> HTTPFailure {
        if let failure = body?.failure { return failure }
        guard let error else { return HTTPFailure(.malformedAnswer, "what the server sent is no answer") }
        let known = error as NSError
        let reason = known.userInfo[NSLocalizedDescriptionKey] as? String ?? "\(error)"
        // Foundation's code may be that of an earlier address of the host: only the words are libcurl's own.
        let isUnconnected = ["resolve", "connect to"].contains { reason.lowercased().contains($0) }
        let isUnsent = body.map { $0.sent.load(ordering: .relaxed) == 0 } ?? isUnconnected
        return HTTPFailure(Self.kind(of: known.code, reason), reason, isUnsent: isUnsent)
    }

    private static func kind(of code: Int, _ reason: String) -> HTTPFailure.Kind {
        switch code {
        case _ where reason.contains("SSL") || reason.contains("certificate"): .untrusted
        case NSURLErrorUnsupportedURL: .malformedAnswer
        case NSURLErrorCannotFindHost, NSURLErrorCannotConnectToHost, NSURLErrorDNSLookupFailed: .notConnected
        case NSURLErrorTimedOut: .timedOut
        default: .connectionLost
        }
    }
}
