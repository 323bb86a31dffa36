/// What to do after an answer or a failure: whether to send the request again, and when.
package enum HTTPAdvice: Sendable, Hashable {
    /// It is the answer, whatever it says.
    case done
    /// Something went wrong that may go right the next time.
    case again
    /// The server wants to be left alone for as many seconds.
    case wait(seconds: Int64)

    /// What an answer advises.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - repeats: When the request may be sent again.
    ///   - now: Seconds since 1970.
    ///   - refusals: How often the server wanted to be left alone before.
    package init(_ response: HTTPResponse, repeats: HTTPRequest.RepeatRule, now: Int64, refusals: Int) {
        if Self.isLimit(response) {
            // Refused, not acted upon: safe for all that may be sent twice at all.
            guard repeats != .never else {
                self = .done
                return
            }
            self = .wait(seconds: Self.limitWait(response, now: now, refusals: refusals))
        } else if [408, 500, 502, 503, 504].contains(response.status), repeats == .always {
            self = Self.retryAfter(response, now: now).map { .wait(seconds: $0) } ?? .again
        } else {
            self = .done
        }
    }

    /// What a failure advises.
    init(_ failure: HTTPFailure, repeats: HTTPRequest.RepeatRule) {
        switch failure.kind {
        case .notConnected, .connectionLost, .timedOut:
            let isAllowed = repeats == .always || (repeats == .ifUnsent && failure.isUnsent)
            self = isAllowed ? .again : .done
        case .invalidRequest, .untrusted, .tooSlow, .malformedAnswer, .answerTooLarge: self = .done
        }
    }

    /// Whether a server refuses because it was asked too much: 429 (RFC 6585), or 403 as GitHub uses it.
    static func isLimit(_ response: HTTPResponse) -> Bool {
        switch response.status {
        case 429: true
        case 403:
            response.headers["Retry-After"] != nil || response.headers["X-RateLimit-Remaining"] == "0"
                || response.serverMessage?.lowercased().contains("rate limit") == true
        default: false
        }
    }

    /// GitHub's order: what it asks for, else until its counter starts again, else a minute and twice that each time.
    private static func limitWait(_ response: HTTPResponse, now: Int64, refusals: Int) -> Int64 {
        if let asked = retryAfter(response, now: now) { return max(1, asked) }
        if response.headers["X-RateLimit-Remaining"] == "0",
            let reset = response.headers["X-RateLimit-Reset"].flatMap({ Int64($0) }), reset >= 0
        {
            // One second more, for clocks that are a little apart.
            return max(1, min(reset, .max - 1) - now + 1)
        }
        return 60 << min(refusals, 10)
    }

    /// Seconds that `Retry-After` asks for, as a number or as a date (RFC 9110, section 10.2.3).
    private static func retryAfter(_ response: HTTPResponse, now: Int64) -> Int64? {
        guard let text = response.headers["Retry-After"] else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return Int64(text) ?? .max }
        return HTTPDate.seconds(of: text).map { max(0, $0 - now) }
    }
}
