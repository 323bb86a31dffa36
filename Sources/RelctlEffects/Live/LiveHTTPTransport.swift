/// The network, by libcurl, which is loaded by the first exchange or before it.
///
/// Nothing is remembered but open connections: no cookies, no caches, no credentials. Every body has a length before it
/// is sent; nothing is followed, and only what may be repeated is sent twice. Nothing is read from the process's own
/// environment.
package final class LiveHTTPTransport: HTTPTransport {
    let files: any FileSystem
    let route: HTTPRoute
    let pool = CurlPool()

    /// Opens nothing yet.
    ///
    /// - Parameters:
    ///   - files: Where bodies are read.
    ///   - environment: The variables that name proxies and trusted certificates: `http_proxy`, `https_proxy`,
    ///     `all_proxy`, `no_proxy`, `CURL_CA_BUNDLE`, `SSL_CERT_FILE` and `SSL_CERT_DIR`.
    package init(files: any FileSystem = LiveFileSystem(), environment: [String: String] = [:]) {
        self.files = files
        route = HTTPRoute(environment)
    }

    package func exchange(_ request: HTTPRequest, receiving sink: HTTPSink) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let address = try HTTPAddress(request.url, allowsPlainHTTP: request.allowsPlainHTTP)
        let exchange = try HTTPExchange(request, to: address, sink, by: self)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let error = OwnThread.lend { exchange.run(telling: continuation) }
                guard error != 0 else { return }
                continuation.resume(throwing: RelctlError("cannot start a thread: error \(error)"))
            }
        } onCancel: {
            exchange.cancel()
        }
    }

    /// Has libcurl loaded, with the dozens of libraries that it needs, while others find out what to ask for.
    package func prepare() {
        // Where there can be no thread, or no library, the first exchange says so.
        _ = OwnThread.start { _ = CurlLibrary.loaded }
    }
}
