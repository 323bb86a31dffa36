/// Takes a finished release to where its users get it.
///
/// First it observes, which never writes; then it plans, which is pure; then it executes the plan. Planning against
/// what execution leaves yields nothing to do.
public protocol Publisher: Sendable {
    /// The keys it takes in `publish`, beside `to`.
    var keys: [ConfigurationKey] { get }

    /// Looks for what would make publishing fail, before anything is built; `request.files` is still empty.
    func preflight(_ request: PublicationRequest, with effects: Effects) async throws -> [Finding]

    /// Looks at what is there already.
    func observe(_ request: PublicationRequest, with effects: Effects) async throws -> PublicationState

    /// Decides what is left to do.
    ///
    /// - Throws: ``RelctlError`` if something else is there that must not be replaced.
    func plan(_ request: PublicationRequest, observed: PublicationState) throws -> [PublicationAction]

    /// Does it.
    func execute(
        _ actions: [PublicationAction],
        for request: PublicationRequest,
        with effects: Effects
    ) async throws
}

/// What is to be published, and where to.
public struct PublicationRequest: Sendable, Hashable, Codable {
    /// The publisher's id.
    public var publisher: String
    /// The publisher's own keys, templates filled in.
    public var options: [String: ConfigurationValue]
    /// What is released.
    public var release: ReleaseIdentity
    /// The files that ship, sorted bytewise by name.
    public var files: [PublishedFile]
    /// The folder they lie in; relative paths in `options` start at `project`.
    public var folder: String
    /// The project's folder.
    public var project: String
    /// Whether a different release that is there may be replaced.
    public var replaces: Bool

    /// Describes a publication.
    public init(
        publisher: String,
        options: [String: ConfigurationValue],
        release: ReleaseIdentity,
        files: [PublishedFile],
        folder: FilePath,
        project: FilePath,
        replaces: Bool
    ) {
        self.publisher = publisher
        self.options = options
        self.release = release
        self.files = files
        self.folder = folder.string
        self.project = project.string
        self.replaces = replaces
    }
}

/// A file that ships.
public struct PublishedFile: Sendable, Hashable, Codable {
    /// Its name.
    public var name: String
    /// Bytes.
    public var size: UInt64
    /// The digest of its bytes.
    public var sha256: Digest

    /// Describes a file.
    public init(name: String, size: UInt64, sha256: Digest) {
        self.name = name
        self.size = size
        self.sha256 = sha256
    }
}

/// What a publisher found.
public enum PublicationState: Sendable, Hashable, Codable {
    /// Nothing.
    case absent
    /// All of it, byte for byte.
    case identical
    /// A part of it, and nothing else: these files are there.
    case partial(present: [String])
    /// Something else, which these sentences describe.
    case different([String])
}

/// One thing that a publisher will do.
public struct PublicationAction: Sendable, Hashable, Codable {
    /// What is done, such as `copy`, `replace`, `publish`.
    public var verb: String
    /// What it is done to.
    public var subject: String

    /// Describes an action.
    public init(_ verb: String, _ subject: String) {
        self.verb = verb
        self.subject = subject
    }
}
