extension HTTPRequest {
    /// The request that a redirect asks for; nothing if the answer is none, or none are followed.
    ///
    /// 303 asks for GET, and so do 301 and 302 after POST; all others repeat method and body (RFC 9110, section 15.4).
    /// What proves who we are goes to the origin it was made for, and to no other.
    func redirected(by response: HTTPResponse) throws(HTTPFailure) -> HTTPRequest? {
        guard redirectLimit > 0, [301, 302, 303, 307, 308].contains(response.status),
            let location = response.headers["Location"]
        else { return nil }
        let from = try HTTPAddress(url, allowsPlainHTTP: allowsPlainHTTP)
        var next = self
        next.url = try from.resolving(location)
        let target: HTTPAddress
        do {
            target = try HTTPAddress(next.url, allowsPlainHTTP: allowsPlainHTTP)
        } catch {
            throw HTTPFailure(.malformedAnswer, "the server redirects to where nothing may be sent: \(error.reason)")
        }
        guard from.isPlain || !target.isPlain || allowsPlainHTTP else {
            throw HTTPFailure(.malformedAnswer, "the server redirects from `https` to `http`")
        }
        if target.origin != from.origin { next.headers.removeAll(where: \.isCredential) }
        let becomesGet = response.status == 303 ? method != .head : response.status < 303 && method == .post
        if becomesGet {
            next.method = .get
            next.body = .empty
            next.headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
        }
        return next
    }
}
