/// Takes a finished release to where its users get it.
///
/// First it observes, which never writes; then it plans, which is pure; then it executes the plan and confirms each
/// action by reading back. Planning against what execution leaves yields nothing to do, so that a run that was cut off
/// anywhere is finished by running it again.
public protocol Publisher: Sendable {
    /// What it sees at a place, which it plans by.
    associatedtype Observation: PublicationObservation = PublicationState

    /// The keys it takes in `publish`, beside `to`, `name` and `after`; one that calls a key so, or two the same, cannot
    /// be registered.
    var keys: [ConfigurationKey] { get }

    /// Whether what users have seen can be taken back or replaced; what cannot appears last of all.
    var isReversible: Bool { get }

    /// Whether a trial that no tag stands for may be published there.
    var takesSnapshots: Bool { get }

    /// The names of the environment variables that secrets are read from, the first that is set and not empty wins.
    ///
    /// No child process gets them, and their values are masked wherever they would appear.
    func secretNames(_ options: [String: ConfigurationValue]) -> [String]

    /// Proves, before anything is built, that it could publish, and says all that is missing; `request.files` is empty.
    func preflight(_ request: PublicationRequest, with effects: Effects) async throws -> [Finding]

    /// Looks at what is there already; never writes.
    ///
    /// - Throws: ``RelctlError`` if it cannot be looked at.
    func observe(_ request: PublicationRequest, with effects: Effects) async throws -> Observation

    /// Decides what is left to do; pure.
    ///
    /// - Throws: ``RelctlError`` if something else is there that must not be replaced.
    func plan(_ request: PublicationRequest, observed: Observation) throws -> [PublicationAction]

    /// Decides how to go back; pure.
    ///
    /// - Throws: ``RelctlError`` if this cannot be taken back.
    func plan(
        _ retreat: Retreat,
        of request: PublicationRequest,
        observed: Observation
    ) throws -> [PublicationAction]

    /// Does what was planned, in the order of the plan, one ``PublicationRun/perform(_:_:)`` for each action.
    ///
    /// Actions that follow one another and do not depend on one another may run at the same time.
    ///
    /// Before the first action that users see it awaits ``PublicationRun/readyToAppear()``.
    func execute(
        _ actions: [PublicationAction],
        for request: PublicationRequest,
        in run: PublicationRun
    ) async throws
}

extension Publisher {
    /// As for most places; only a forge's releases are for ever.
    public var isReversible: Bool { true }

    /// As for most places; a forge's releases are of tags.
    public var takesSnapshots: Bool { true }

    /// None.
    public func secretNames(_ options: [String: ConfigurationValue]) -> [String] { [] }

    /// Nothing where nothing is; else refuses, for publishers that have no way back.
    public func plan(
        _ retreat: Retreat,
        of request: PublicationRequest,
        observed: Observation
    ) throws -> [PublicationAction] {
        guard observed.state.verdict != .absent else { return [] }
        throw RelctlError("`\(request.name)` cannot take back what is there", code: .noWayBack)
    }
}

/// A way back.
public enum Retreat: Sendable, Hashable {
    /// Removes what nobody can have seen: drafts and uploads of this project's own that were never published.
    case abandon
    /// Marks a release that users have seen as one not to take, for this reason.
    case yank(reason: String)
}

extension RelctlError.Code {
    /// A place keeps what is there: users see it, or nothing there can be marked.
    public static let noWayBack = RelctlError.Code(name: "publish.no_way_back", exitCode: 1)
}

/// What is to be published, and where to.
public struct PublicationRequest: Sendable, Hashable, Codable {
    /// What tells it from the release's other publications.
    public var name: String
    /// The names of the publications that must be done before this one begins.
    public var after: [String]
    /// The publisher's id.
    public var publisher: String
    /// The publisher's own keys, templates filled in.
    public var options: [String: ConfigurationValue]
    /// What is released.
    public var release: ReleaseIdentity
    /// The files that ship, sorted bytewise by name, without the notes.
    public var files: [PublishedFile]
    /// The release's notes, if it has any: a text for a forge, a file for a folder.
    public var notes: PublishedFile?
    /// The names that files will have, where they are not made yet.
    public var plannedNames: [String]
    /// The release's images by the names that they have or will have; nothing where that is not known.
    public var images: [NamedImage]?
    /// The folder they lie in; relative paths in `options` start at `project`.
    public var folder: String
    /// The project's folder.
    public var project: String
    /// Whether a different release that is there may be replaced.
    public var replaces: Bool
    /// Where the configuration describes the publication.
    public var place: SourcePlace?

    /// Describes a publication.
    public init(
        name: String? = nil,
        after: [String] = [],
        publisher: String,
        options: [String: ConfigurationValue],
        release: ReleaseIdentity,
        files: [PublishedFile],
        notes: PublishedFile? = nil,
        plannedNames: [String] = [],
        folder: FilePath,
        project: FilePath,
        replaces: Bool
    ) {
        self.name = name ?? publisher
        self.after = after
        self.publisher = publisher
        self.options = options
        self.release = release
        self.files = files
        self.notes = notes
        self.plannedNames = plannedNames
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

extension PublicationRequest {
    /// All files, the notes too, sorted bytewise by name.
    public var filesAndNotes: [PublishedFile] {
        (files + [notes].compactMap(\.self)).sortedBytewise(by: \.name)
    }
}
