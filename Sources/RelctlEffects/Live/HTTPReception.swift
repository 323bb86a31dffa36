import CCurl

/// What came of one request so far, on the thread of its exchange.
final class HTTPReception {
    /// What is sent along.
    var body: HTTPBodyReader?
    private let request: HTTPRequest
    private let sink: HTTPSink
    private var reader = HTTPHeadReader()
    private var head: HTTPResponse?
    private var kept: [UInt8] = []
    private var received: UInt64 = 0
    private var failure: (any Error)?
    private var isOver = false

    init(_ request: HTTPRequest, _ sink: HTTPSink) {
        self.request = request
        self.sink = sink
    }

    /// How far it has come.
    var progress: HTTPProgress { HTTPProgress(sent: body?.sent ?? 0, received: received, hasHead: head != nil) }

    /// Takes nothing any more.
    func end() { isOver = true }

    /// What an exchange that ended with one of libcurl's codes came to.
    ///
    /// - Throws: ``HTTPFailure`` if there is no whole answer; what the sink threw.
    func answer(endingWith code: Int32, on handle: CurlHandle) throws -> HTTPResponse {
        if let failure = body?.failure { throw failure }
        if let failure { throw failure }
        if var answer = head {
            answer.body = kept
            // A refusal is one even if the rest of it, or of what was refused, is cut off.
            if code == 0 || answer.status >= 400 { return answer }
        }
        guard code != 0 else {
            throw HTTPFailure(.connectionLost, "the connection ended before the head of the answer did")
        }
        let kind = HTTPFailure.Kind(curlCode: code, connect: handle.info(RELCTL_CURLINFO_HTTP_CONNECTCODE))
        let isUnreached = [.notConnected, .untrusted, .invalidRequest].contains(kind)
        throw marked(HTTPFailure(kind, handle.message(of: code), isUnsent: isUnreached), on: handle)
    }

    /// The failure, unsent if no byte of the body was, or of the whole request where it has none.
    func marked(_ failure: HTTPFailure, on handle: CurlHandle) -> HTTPFailure {
        let isUnsent = body.map { $0.sent == 0 } ?? (handle.info(RELCTL_CURLINFO_REQUEST_SIZE) == 0)
        return HTTPFailure(failure.kind, failure.reason, isUnsent: failure.isUnsent || isUnsent)
    }

    // MARK: What libcurl reports

    private func takeLine(_ line: UnsafeRawBufferPointer) throws {
        guard let (status, fields) = try reader.take(line) else { return }
        let response = HTTPResponse(status: status, headers: fields, url: request.url)
        head = response
        if response.isSuccess { try sink.begin?(response) }
    }

    private func takePiece(_ piece: UnsafeRawBufferPointer) throws {
        received += UInt64(piece.count)
        if let take = sink.take, head?.isSuccess == true { return try take(piece) }
        guard piece.count <= sink.bodyLimit - kept.count else {
            throw HTTPFailure(.answerTooLarge, "the answer is larger than \(sink.bodyLimit) bytes")
        }
        kept += piece
    }

    /// Whether all went well; what did not is kept, and ends the exchange.
    private func succeeds(_ body: () throws -> Void) -> Bool {
        guard !isOver, failure == nil else { return false }
        do {
            try body()
            return true
        } catch {
            failure = error
            return false
        }
    }

    /// The functions that libcurl calls, with a reception as their context.
    static let callbacks = relctl_curl_callbacks(
        header: { bytes, size, count, context in
            guard let reception = reception(context) else { return 0 }
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return reception.succeeds { try reception.takeLine(line) } ? line.count : 0
        },
        write: { bytes, size, count, context in
            guard let reception = reception(context) else { return 0 }
            let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return reception.succeeds { try reception.takePiece(piece) } ? piece.count : 0
        },
        read: { bytes, size, count, context in
            let abort = Int(RELCTL_CURL_READFUNC_ABORT)
            guard let reception = reception(context), !reception.isOver, let body = reception.body else { return abort }
            return body.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count)) ?? abort
        },
        seek: { context, offset, origin in
            // What may not be sent twice is refused to a connection that is to take the place of a dead one.
            guard let reception = reception(context), reception.request.repeats == .always, offset == 0, origin == 0
            else { return 1 }
            return reception.body?.rewind() == true ? 0 : 1
        }
    )

    private static func reception(_ context: UnsafeMutableRawPointer?) -> HTTPReception? {
        context.map { Unmanaged<HTTPReception>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension HTTPFailure.Kind {
    /// What one of libcurl's codes means, where a proxy answered `CONNECT` with the status `connect`, if it was asked.
    fileprivate init(curlCode code: Int32, connect: Int64) {
        switch relctl_curl_code(UInt32(clamping: code)) {
        case RELCTL_CURLE_URL_MALFORMAT, RELCTL_CURLE_NOT_BUILT_IN: self = .invalidRequest
        case RELCTL_CURLE_COULDNT_RESOLVE_PROXY, RELCTL_CURLE_COULDNT_RESOLVE_HOST, RELCTL_CURLE_COULDNT_CONNECT,
            RELCTL_CURLE_SSL_CONNECT_ERROR, RELCTL_CURLE_PROXY:
            self = .notConnected
        case RELCTL_CURLE_SSL_CERTPROBLEM, RELCTL_CURLE_SSL_CIPHER, RELCTL_CURLE_PEER_FAILED_VERIFICATION,
            RELCTL_CURLE_SSL_ENGINE_INITFAILED, RELCTL_CURLE_SSL_CACERT_BADFILE, RELCTL_CURLE_SSL_CRL_BADFILE,
            RELCTL_CURLE_SSL_ISSUER_ERROR, RELCTL_CURLE_SSL_INVALIDCERTSTATUS:
            self = .untrusted
        case RELCTL_CURLE_UNSUPPORTED_PROTOCOL, RELCTL_CURLE_WEIRD_SERVER_REPLY, RELCTL_CURLE_OUT_OF_MEMORY,
            RELCTL_CURLE_BAD_CONTENT_ENCODING, RELCTL_CURLE_TOO_LARGE:
            // Of the answer: what is asked for is never of another protocol, and libcurl runs out of memory by its own
            // limits, which are for lines of a head.
            self = .malformedAnswer
        case RELCTL_CURLE_OPERATION_TIMEDOUT: self = .timedOut
        default: self = connect >= 300 ? .notConnected : .connectionLost
        }
    }
}
