/// Signs the list of all checksums of a release, and so vouches for every file that it lists.
///
/// The signature is a file of its own beside the list. Where one is there that still proves the list, it is kept: a
/// signer may give other bytes each time.
public protocol Signer: Sendable {
    /// What the signature's name ends in, after the list's: a dot, and then lower-case letters, digits, `.`, `_` and `-`.
    var fileExtension: String { get }

    /// The keys it takes in `signing`, beside `with`; one that calls a key so, or two the same, cannot be registered.
    var keys: [ConfigurationKey] { get }

    /// The names of the environment variables that secrets are read from, such as a passphrase.
    ///
    /// No child process gets them, and their values are masked wherever they would appear.
    func secretNames(_ options: [String: ConfigurationValue]) -> [String]

    /// Says, before anything is built, all that is missing; `request.content` is empty, and nothing is written.
    ///
    /// Where nothing is missing, it is tried: it signs the empty content, and must prove what it signed.
    func preflight(_ request: SigningRequest, with effects: Effects) async throws -> [Finding]

    /// Signs the content.
    ///
    /// - Throws: ``RelctlError`` that says why it cannot.
    /// - Returns: The bytes of the signature's file.
    func sign(_ request: SigningRequest, with effects: Effects) async throws -> [UInt8]

    /// Says whether these bytes are a signature of the content by the key that signs; never writes.
    ///
    /// It is asked on machines too that cannot sign, by whoever wants to know whether a release is what it says.
    ///
    /// - Throws: ``RelctlError`` if what would tell fails by itself.
    func verify(
        _ signature: [UInt8],
        of request: SigningRequest,
        with effects: Effects
    ) async throws -> SignatureVerdict

    /// The command by which users check the signature in the folder where it and the list lie, for the notes; nothing
    /// where there is none to tell.
    func checkCommand(_ request: SigningRequest, onWindows: Bool) -> String?
}

extension Signer {
    /// None.
    public var keys: [ConfigurationKey] { [] }

    /// None.
    public func secretNames(_ options: [String: ConfigurationValue]) -> [String] { [] }

    /// Nothing, for signers that find out when they sign.
    public func preflight(_ request: SigningRequest, with effects: Effects) async throws -> [Finding] { [] }

    /// None.
    public func checkCommand(_ request: SigningRequest, onWindows: Bool) -> String? { nil }
}

/// What is to be signed.
public struct SigningRequest: Sendable, Hashable {
    /// The name of the file: that of the list of all checksums.
    public var name: String
    /// The name of the signature's file.
    public var signatureName: String
    /// The bytes of the file.
    public var content: [UInt8]
    /// What is released.
    public var release: ReleaseIdentity
    /// The signer's own keys, templates filled in.
    public var options: [String: ConfigurationValue]
    /// The project's folder, where relative paths in `options` start.
    public var project: FilePath
    /// Where the configuration describes the signature.
    public var place: SourcePlace?

    /// Describes what is to be signed.
    public init(
        name: String,
        signatureName: String,
        content: [UInt8],
        release: ReleaseIdentity,
        options: [String: ConfigurationValue],
        project: FilePath
    ) {
        self.name = name
        self.signatureName = signatureName
        self.content = content
        self.release = release
        self.options = options
        self.project = project
    }
}

/// What a signature says of a content.
public struct SignatureVerdict: Sendable, Hashable {
    /// What was found.
    package enum Outcome: Sendable, Hashable {
        case proven
        case doubtful
        case refuted
        case unproven
    }

    /// What was found.
    package let outcome: Outcome
    /// Why, in words that follow a colon; nothing where nothing is to be said.
    public let reason: String?

    /// It is of this content, by the key that signs.
    public static let proven = SignatureVerdict(outcome: .proven, reason: nil)

    /// It is of this content, by the key that signs, and yet something is to be said, such as that the key has expired
    /// since; in words that follow a colon.
    public static func proven(but reason: String) -> SignatureVerdict {
        SignatureVerdict(outcome: .doubtful, reason: reason)
    }

    /// It is of something else, by another key, or no signature; the reason, in words that follow a colon.
    public static func refuted(_ reason: String) -> SignatureVerdict {
        SignatureVerdict(outcome: .refuted, reason: reason)
    }

    /// Nobody can tell here, such as where the public key is not at hand; the reason, in words that follow a colon.
    public static func unproven(_ reason: String) -> SignatureVerdict {
        SignatureVerdict(outcome: .unproven, reason: reason)
    }

    /// Whether it is of this content, by the key that signs.
    public var isProven: Bool { outcome == .proven || outcome == .doubtful }
}
