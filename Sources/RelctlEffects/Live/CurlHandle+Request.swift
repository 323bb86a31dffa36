import CCurl

extension CurlHandle {
    /// How many bytes are sent and received at a time.
    private static let bufferSize: Int64 = 256 << 10

    /// Says all of what is to be sent.
    ///
    /// - Throws: ``HTTPFailure`` for what may not be sent; nothing was, then.
    func describe(_ request: HTTPRequest, to address: HTTPAddress, by route: HTTPRoute) throws {
        try setRules()
        try set(RELCTL_CURLOPT_CONNECTTIMEOUT_MS, max(1, Int64(request.connectTimeout / .milliseconds(1))))
        try setRoute(route, to: address)
        try set(RELCTL_CURLOPT_URL, address.url)
        try setMethod(of: request)
        try addHeaders(of: request)
    }

    /// What holds for every exchange: nothing is followed, remembered or taken from elsewhere.
    private func setRules() throws {
        try set(RELCTL_CURLOPT_NOSIGNAL, 1)
        // HTTP and HTTPS alone, of version 1.1.
        try set(RELCTL_CURLOPT_PROTOCOLS, 1 | 2)
        try set(RELCTL_CURLOPT_HTTP_VERSION, 2)
        try set(RELCTL_CURLOPT_HTTP09_ALLOWED, 0)
        try set(RELCTL_CURLOPT_FOLLOWLOCATION, 0)
        try set(RELCTL_CURLOPT_PATH_AS_IS, 1)
        try set(RELCTL_CURLOPT_NETRC, 0)
        try set(RELCTL_CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        try set(RELCTL_CURLOPT_TCP_NODELAY, 1)
        try set(RELCTL_CURLOPT_BUFFERSIZE, Self.bufferSize)
        try set(RELCTL_CURLOPT_UPLOAD_BUFFERSIZE, Self.bufferSize)
        // TLS 1.2 at least, a certificate that is trusted, and that of this host.
        try set(RELCTL_CURLOPT_SSLVERSION, 6)
        try set(RELCTL_CURLOPT_SSL_VERIFYPEER, 1)
        try set(RELCTL_CURLOPT_SSL_VERIFYHOST, 2)
    }

    private func setRoute(_ route: HTTPRoute, to address: HTTPAddress) throws {
        // An empty text, where there is no proxy: libcurl would look into the process's own environment.
        try set(RELCTL_CURLOPT_PROXY, route.proxy(to: address) ?? "")
        try set(RELCTL_CURLOPT_NOPROXY, route.withoutProxy)
        if let file = route.certificateFile { try set(RELCTL_CURLOPT_CAINFO, file) }
        if let folder = route.certificateFolder { try set(RELCTL_CURLOPT_CAPATH, folder) }
    }

    private func setMethod(of request: HTTPRequest) throws {
        guard HTTPRequest.isToken(request.method.name) else { throw HTTPRequest.invalid("the method is none") }
        if request.body.count == 0, request.method.isSafe {
            try set(request.method == .head ? RELCTL_CURLOPT_NOBODY : RELCTL_CURLOPT_HTTPGET, 1)
            return
        }
        guard request.method != .head else { throw HTTPRequest.invalid("a HEAD has no body") }
        try set(RELCTL_CURLOPT_UPLOAD, 1)
        try set(RELCTL_CURLOPT_CUSTOMREQUEST, request.method.name)
        try set(RELCTL_CURLOPT_INFILESIZE_LARGE, Int64(clamping: request.body.count))
        // Without a body to refuse, only a new connection keeps libcurl from sending a request again.
        if request.body.count == 0, request.repeats != .always { try set(RELCTL_CURLOPT_FRESH_CONNECT, 1) }
    }

    private func addHeaders(of request: HTTPRequest) throws {
        var lines: [String] = []
        var names: Set<String> = []
        // The last of a name is the one that counts.
        for header in request.headers.reversed() {
            let line = try header.line()
            if names.insert(header.name.lowercased()).inserted { lines.append(line) }
        }
        for line in lines.reversed() { try addHeader(line) }
        if !names.contains("accept-encoding") { try addHeader("Accept-Encoding: identity") }
        // Nothing between the colon and the end takes out what libcurl would send by itself.
        try addHeader("Expect:")
    }
}

extension HTTPRequest {
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
    /// The field as libcurl takes it: `Name: value`, or `Name;` for one that says nothing.
    fileprivate func line() throws(HTTPFailure) -> String {
        let value = sentValue
        guard HTTPRequest.isToken(name) else { throw HTTPRequest.invalid("a header's name is none") }
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }) else {
            throw HTTPRequest.invalid("the header `\(name)` holds control characters")
        }
        guard !Self.ownNames.contains(name.lowercased()) else {
            throw HTTPRequest.invalid("the header `\(name)` is the transport's own")
        }
        return value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? "\(name);" : "\(name): \(value)"
    }

    private static let ownNames: Set<String> = [
        "content-length", "transfer-encoding", "host", "connection", "expect", "te", "trailer", "upgrade",
    ]
}
