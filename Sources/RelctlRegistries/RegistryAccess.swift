/// How a registry is reached and how much is sent at once; nothing here is secret but the credential.
package struct RegistryAccess: Sendable {
    /// Who asks, where the configuration says so; else docker's files and the environment are looked through.
    package var credential: RegistryCredential?
    /// Where that is from, for messages.
    package var origin = "the configuration"
    /// Whether it is spoken to without encryption; where nothing is said, this machine's own registries are that speak no
    /// TLS, and no other.
    package var plainHTTP: Bool?
    /// How blobs are sent.
    package var uploads: Uploads = .whole

    /// Ways to send a blob.
    package enum Uploads: Sendable, Hashable {
        /// In one request, or in chunks where a server takes no body of that size.
        case whole
        /// In chunks of so many bytes; a server may ask for larger ones.
        case chunks(UInt64)
    }

    /// What every registry in use takes as a chunk: GitHub's refuses more.
    package static let commonChunk: UInt64 = 4 << 20

    /// Describes an access.
    package init(credential: RegistryCredential? = nil, plainHTTP: Bool? = nil, uploads: Uploads = .whole) {
        self.credential = credential
        self.plainHTTP = plainHTTP
        self.uploads = uploads
    }
}

/// What proves to a registry who asks.
package enum RegistryCredential: Sendable, Hashable {
    /// A user and a password, or a token that stands for one.
    case password(user: String, Secret)
    /// A token that access tokens are got for (docker's `identitytoken`).
    case identity(Secret)
    /// An access token that is sent as it is (docker's `registrytoken`).
    case access(Secret)

    /// What must never be shown.
    package var secret: Secret {
        switch self {
        case .password(_, let secret), .identity(let secret), .access(let secret): secret
        }
    }
}
