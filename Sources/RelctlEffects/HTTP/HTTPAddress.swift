import FoundationEssentials

/// A URL that requests may be sent to, taken apart.
///
/// Stricter than RFC 3986, so that nobody after us can read it in another way: no user name, no fragment, nothing but
/// ASCII, no `.` or `..` among the path's segments.
package struct HTTPAddress: Sendable {
    /// The whole URL.
    let url: String
    /// Scheme, host and port, such as `https://example.org:443`: who is spoken to, and trusted with credentials.
    package let origin: String
    /// Whether what is sent can be read on the way.
    package let isPlain: Bool
    private let path: Substring
    private let query: Substring?

    /// Takes a URL apart.
    ///
    /// - Throws: ``HTTPFailure`` that says what is wrong with it, and repeats nothing of it.
    package init(_ url: String, allowsPlainHTTP: Bool = false) throws(HTTPFailure) {
        guard url.utf8.allSatisfy({ Self.allowed.contains($0) }) else {
            throw Self.invalid("the URL holds characters that are not allowed in one")
        }
        let parts = url.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        let scheme = parts[0].lowercased()
        guard parts.count == 2, scheme == "https" || scheme == "http" else {
            throw Self.invalid("the URL begins with neither `https://` nor `http://`")
        }
        let end = parts[1].firstIndex { $0 == "/" || $0 == "?" } ?? parts[1].endIndex
        let (host, port) = try Self.authority(parts[1][..<end], standardPort: scheme == "https" ? 443 : 80)
        let pieces = parts[1][end...].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = pieces.first ?? ""
        query = pieces.count > 1 ? pieces[1] : nil
        guard !path.split(separator: "/").contains(where: { Self.dots.contains($0.lowercased()) }) else {
            throw Self.invalid("the URL's path holds `.` or `..`")
        }
        isPlain = scheme == "http"
        guard !isPlain || allowsPlainHTTP || Self.isLoopback(host) else {
            throw Self.invalid("plain `http` is for this machine alone, and `\(host)` is another: use `https`")
        }
        self.url = url
        origin = "\(scheme)://\(host):\(port)"
    }

    /// The URL without what may be secret: of its query, the values that are known to be harmless stay.
    package var shown: String {
        let start = url.prefix { $0 != "?" }
        guard let query else { return String(start) }
        return start + "?" + QueryParameters.masked(query)
    }

    /// Where a redirect leads that is read at this address (RFC 3986, section 5).
    package func resolving(_ location: String) throws(HTTPFailure) -> String {
        let reference = location.prefix { $0 != "#" }
        guard let base = URL(string: url), let target = URL(string: String(reference), relativeTo: base) else {
            throw Self.invalid("the server redirects to what is no URL")
        }
        return target.absoluteString
    }

    private static func authority(
        _ text: Substring,
        standardPort: UInt16
    ) throws(HTTPFailure) -> (host: String, port: UInt16) {
        guard !text.contains("@") else {
            throw invalid("the URL holds a user name: credentials belong in a header")
        }
        let isLiteral = text.hasPrefix("[")
        let colon = isLiteral ? text.lastIndex(of: "]").map { text.index(after: $0) } : text.firstIndex(of: ":")
        let host = text[..<(colon ?? text.endIndex)].lowercased()
        let rest = text[(colon ?? text.endIndex)...]
        let isName = host.utf8.allSatisfy { hostBytes.contains($0) } && !host.hasPrefix(".")
        let isAddress =
            isLiteral && host.hasSuffix("]")
            && host.dropFirst().dropLast().utf8.allSatisfy { addressBytes.contains($0) }
        guard !host.isEmpty, isLiteral ? isAddress : isName else { throw invalid("the URL's host is none") }
        guard !rest.isEmpty else { return (host, standardPort) }
        guard rest.utf8.dropFirst().allSatisfy({ (0x30...0x39).contains($0) }), rest.hasPrefix(":"),
            let port = UInt16(rest.dropFirst()), port > 0
        else { throw invalid("the URL's port is none") }
        return (host, port)
    }

    /// Whether a host is this machine, whatever a name server says.
    package static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }

    private static func invalid(_ reason: String) -> HTTPFailure {
        HTTPFailure(.invalidRequest, reason, isUnsent: true)
    }

    private static let allowed = Set(alphanumeric + Array("-._~:/?[]@!$&'()*+,;=%".utf8))
    private static let hostBytes = Set(alphanumeric + Array("-._".utf8))
    private static let addressBytes = Set(Array("0123456789abcdef:.".utf8))
    private static let alphanumeric = (UInt8.min ... .max).filter {
        (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
    }
    private static let dots: Set<String> = [".", "..", "%2e", ".%2e", "%2e.", "%2e%2e"]
}
