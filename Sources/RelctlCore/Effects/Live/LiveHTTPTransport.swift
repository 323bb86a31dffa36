import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The network, by URLSession.
///
/// On Linux that is libcurl, which reads `http_proxy`, `https_proxy` and `no_proxy` from the process's environment.
/// Nothing is remembered: no cookies, no caches, no credentials. Every body has a length before it is sent; nothing is
/// followed, and nothing but reads is sent twice.
package final class LiveHTTPTransport: HTTPTransport {
    private let files: any FileSystem
    private let session: HTTPSession

    /// Opens nothing yet.
    package init(files: any FileSystem = LiveFileSystem()) {
        self.files = files
        session = HTTPSession()
    }

    deinit { session.end() }

    package func exchange(_ request: HTTPRequest, receiving sink: HTTPSink) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let body: HTTPBodyReader?
        do {
            body = try HTTPBodyReader.opening(request.body, in: files, progress: sink.sent)
        } catch let error as FileSystemError {
            throw HTTPFailure(.invalidRequest, error.description, isUnsent: true)
        }
        let message = try request.urlRequest(body)
        guard body == nil, !request.method.isSafe, request.repeats != .always else {
            return try await HTTPExchange(request, body, sink, session).result(of: message)
        }
        // Without a body to refuse, only a connection of its own keeps libcurl from sending a request again.
        let session = HTTPSession()
        defer { session.end() }
        return try await HTTPExchange(request, body, sink, session).result(of: message)
    }
}

extension HTTPRequest {
    /// The request as URLSession takes it.
    ///
    /// libcurl leaves out a header whose value is a blank: so it keeps to `Content-Length` in place of chunks where
    /// Foundation says that the length of a stream is unknown, and no type is made up for the body of a POST.
    fileprivate func urlRequest(_ body: HTTPBodyReader?) throws(HTTPFailure) -> URLRequest {
        let address = try HTTPAddress(url, allowsPlainHTTP: allowsPlainHTTP)
        guard let url = URL(string: address.url) else { throw Self.invalid("the URL is none") }
        var message = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 86_400)
        guard Self.isToken(method.name) else { throw Self.invalid("the method is none") }
        message.httpMethod = method.name
        message.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        message.setValue(" ", forHTTPHeaderField: "Accept-Language")
        message.setValue(" ", forHTTPHeaderField: "Content-Type")
        for header in headers { try header.set(in: &message) }
        guard let body else { return message }
        message.httpBodyStream = HTTPBodyStream(body)
        message.setValue(String(body.length), forHTTPHeaderField: "Content-Length")
        message.setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
        return message
    }

    fileprivate static func invalid(_ reason: String) -> HTTPFailure {
        HTTPFailure(.invalidRequest, reason, isUnsent: true)
    }

    /// Whether a text is a token (RFC 9110, section 5.6.2).
    fileprivate static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                    || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }
}

extension HTTPHeader {
    fileprivate func set(in message: inout URLRequest) throws(HTTPFailure) {
        let value = sentValue
        guard HTTPRequest.isToken(name) else { throw HTTPRequest.invalid("a header's name is none") }
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }) else {
            throw HTTPRequest.invalid("the header `\(name)` holds control characters")
        }
        guard !Self.ownNames.contains(name.lowercased()) else {
            throw HTTPRequest.invalid("the header `\(name)` is the transport's own")
        }
        message.setValue(value, forHTTPHeaderField: name)
    }

    private static let ownNames: Set<String> = [
        "content-length", "transfer-encoding", "host", "connection", "expect", "te", "trailer", "upgrade",
    ]
}
