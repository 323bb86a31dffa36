/// One header field of a request.
public struct HTTPHeader: Sendable, Hashable {
    /// The name, in any case.
    public let name: String
    /// What it says.
    public let value: Value

    /// What a field says.
    public enum Value: Sendable, Hashable {
        /// What anybody may read.
        case text(String)
        /// What nobody may read, after a part that anybody may, such as `Bearer `.
        case secret(Secret, prefix: String)
    }

    /// A field that anybody may read.
    public init(_ name: String, _ text: String) {
        self.name = name
        value = .text(text)
    }

    /// A field with a secret, such as `Authorization: Bearer ` and a token; it is dropped when a redirect leads elsewhere.
    public init(_ name: String, _ secret: Secret, prefix: String = "") {
        self.name = name
        value = .secret(secret, prefix: prefix)
    }

    /// `Authorization: Bearer TOKEN` (RFC 6750).
    public static func bearer(_ token: Secret) -> HTTPHeader { HTTPHeader("Authorization", token, prefix: "Bearer ") }

    /// The value as it is sent, secrets and all.
    package var sentValue: String {
        switch value {
        case .text(let text): text
        case .secret(let secret, let prefix): prefix + secret.revealed
        }
    }

    /// The secret that it holds.
    package var secret: Secret? { if case .secret(let secret, _) = value { secret } else { nil } }

    /// Whether it proves who sends it, and so is for nobody but the origin that it was made for.
    package var isCredential: Bool { secret != nil || Self.credentialNames.contains(name.lowercased()) }

    private static let credentialNames: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "private-token", "job-token", "deploy-token",
        "x-api-key", "x-jfrog-art-api", "x-amz-security-token",
    ]
}

/// The header fields of a response, in their order.
public struct HTTPFields: Sendable, Hashable {
    /// Every field as it came.
    public let all: [Field]

    /// One field of a response.
    public struct Field: Sendable, Hashable {
        /// The name, in the server's case.
        public let name: String
        /// What it says.
        public let value: String

        /// Creates a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Takes fields in their order.
    public init(_ all: [Field] = []) { self.all = all }

    /// The value of the field of that name, in any case; several are joined by `, ` (RFC 9110, section 5.3).
    public subscript(_ name: String) -> String? {
        let values = all(named: name)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// The values of the fields of that name, in any case.
    public func all(named name: String) -> [String] {
        let wanted = name.lowercased()
        return all.filter { $0.name.lowercased() == wanted }.map(\.value)
    }
}
