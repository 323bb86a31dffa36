/// What a publisher saw at a place: the state that every publisher reports, and whatever this one needs to plan by.
///
/// A publisher that needs no more than the state observes a ``PublicationState``.
public protocol PublicationObservation: Sendable {
    /// What is there.
    var state: PublicationState { get }
}

/// What a publisher found where a release goes to.
public struct PublicationState: PublicationObservation, Hashable {
    /// What it comes to.
    public var verdict: Verdict
    /// What holds the files there, if there is such a thing: a forge's release.
    public var release: RemoteRelease?
    /// The files that are there, sorted bytewise by name.
    public var assets: [RemoteAsset]
    /// What differs from what is wanted, or could not be seen, one sentence each.
    public var remarks: [String]
    /// Whether users are told there not to take the release: nothing more is published then, at any place.
    public var isYanked: Bool

    /// Itself.
    public var state: PublicationState { self }

    /// What an observation comes to.
    public enum Verdict: String, Sendable, Hashable, Codable {
        /// Nothing is there.
        case absent
        /// All of it is there, byte for byte, for users to see.
        case identical
        /// A part of it is there, or all of it and users do not see it yet; nothing else is.
        case partial
        /// Something else is there.
        case different
        /// It could not be seen.
        case unknown
    }

    /// Describes what was found.
    public init(
        _ verdict: Verdict,
        release: RemoteRelease? = nil,
        assets: [RemoteAsset] = [],
        remarks: [String] = [],
        isYanked: Bool = false
    ) {
        self.verdict = verdict
        self.release = release
        self.assets = assets.sortedBytewise(by: \.name)
        self.remarks = remarks
        self.isYanked = isYanked
    }

    /// Nothing is there.
    public static let absent = PublicationState(.absent)
    /// All of it is there.
    public static let identical = PublicationState(.identical)
    /// Something else is there, which these sentences describe.
    public static func different(_ remarks: [String]) -> PublicationState {
        PublicationState(.different, remarks: remarks)
    }
}

/// What holds a release's files at a forge.
public struct RemoteRelease: Sendable, Hashable, Codable {
    /// The remote's own id.
    public var id: String
    /// Whether users see it.
    public var isVisible: Bool
    /// Whether relctl made it for this very release; a stranger's draft is never touched.
    public var isOwn: Bool
    /// Whether the remote refuses any change of its files.
    public var isImmutable: Bool
    /// Where a person can look at it.
    public var address: String?

    /// Describes a remote release.
    public init(
        id: String,
        isVisible: Bool,
        isOwn: Bool,
        isImmutable: Bool = false,
        address: String? = nil
    ) {
        self.id = id
        self.isVisible = isVisible
        self.isOwn = isOwn
        self.isImmutable = isImmutable
        self.address = address
    }
}

/// A file at a remote.
public struct RemoteAsset: Sendable, Hashable, Codable {
    /// Its name there.
    public var name: String
    /// The remote's own id, if files have any beside their names.
    public var id: String?
    /// Bytes, if the remote says.
    public var size: UInt64?
    /// The digest of its bytes, as the remote reports it or as its bytes were read; nothing if neither could be.
    public var sha256: Digest?
    /// Whether the upload was finished; what was cut off must be removed.
    public var isComplete: Bool

    /// Describes a remote file.
    public init(name: String, id: String? = nil, size: UInt64?, sha256: Digest?, isComplete: Bool = true) {
        self.name = name
        self.id = id
        self.size = size
        self.sha256 = sha256
        self.isComplete = isComplete
    }

    /// Whether it is this very file, by size and digest.
    public func holds(_ file: PublishedFile) -> Bool {
        isComplete && size == file.size && sha256 == file.sha256
    }
}
