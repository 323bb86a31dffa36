/// What a request asks for (RFC 9110, section 9); any token, such as WebDAV's `MKCOL`.
public struct HTTPMethod: Sendable, Hashable, CustomStringConvertible {
    /// The token, as it is sent.
    public let name: String

    /// Any method.
    public init(_ name: String) { self.name = name }

    /// Asks for what is at the URL.
    public static let get = HTTPMethod("GET")
    /// Asks for the head of what GET would answer.
    public static let head = HTTPMethod("HEAD")
    /// Puts the body at the URL.
    public static let put = HTTPMethod("PUT")
    /// Hands the body over.
    public static let post = HTTPMethod("POST")
    /// Changes a part of what is at the URL.
    public static let patch = HTTPMethod("PATCH")
    /// Removes what is at the URL.
    public static let delete = HTTPMethod("DELETE")

    /// The token itself.
    public var description: String { name }

    /// Whether doing it twice is the same as doing it once (RFC 9110, section 9.2.2).
    var isIdempotent: Bool { [.get, .head, .put, .delete].contains(self) }
    /// Whether it changes nothing (RFC 9110, section 9.2.1).
    var isSafe: Bool { self == .get || self == .head }
}
