/// Writes what others take a release by: a formula, a manifest, an entry of an index.
///
/// It is handed what the release's manifest says and nothing else, as anybody could take the release from outside.
public protocol DistributionTarget: Sendable {
    /// The keys it takes in `distribution`, beside `with` and `url`; one that calls a key so, or two the same, cannot be
    /// registered.
    var keys: [ConfigurationKey] { get }

    /// Decides what its files say; pure: the same request gives the same files.
    ///
    /// It is also asked before anything is built, so that the plan shows the files and what it refuses is told then.
    /// Artifacts have no checksum files beside them yet, their sizes are 0, and their digests are of nothing that ships;
    /// where builds make some of what archives hold, ``DistributionRequest/contentsAreKnown`` is false.
    ///
    /// - Throws: ``RelctlError`` if it cannot take the release, such as one without any archive for its systems.
    func plan(_ request: DistributionRequest) throws -> Distribution
}

extension DistributionTarget {
    /// None.
    public var keys: [ConfigurationKey] { [] }
}

/// A release that is to be distributed.
public struct DistributionRequest: Sendable, Hashable {
    /// The target's own keys, templates filled in.
    public var options: [String: ConfigurationValue]
    /// What is released.
    public var release: ReleaseIdentity
    /// The page of its repository at a forge, without a slash at its end; nothing where it is not known.
    public var repositoryPage: String?
    /// The names of its programs, without `.exe`; empty where the configuration names none.
    public var programs: [String]
    /// What ships, sorted bytewise by name, but for what lists or describes the whole release.
    public var downloads: [Download]
    /// Whether artifacts say all that archives hold.
    ///
    /// False where targets are asked before a build that makes some of it: what an archive seems not to have is no reason
    /// to refuse then, for they are asked again when it is packed.
    public var contentsAreKnown: Bool

    /// A file that ships, and where it is downloaded.
    public struct Download: Sendable, Hashable {
        /// The file.
        public var artifact: Artifact
        /// Its address, of printable ASCII.
        public var url: String

        /// Describes a file.
        public init(_ artifact: Artifact, url: String) {
            self.artifact = artifact
            self.url = url
        }
    }

    /// Describes a release.
    public init(
        options: [String: ConfigurationValue] = [:],
        release: ReleaseIdentity,
        repositoryPage: String? = nil,
        programs: [String] = [],
        downloads: [Download],
        contentsAreKnown: Bool = true
    ) {
        self.options = options
        self.release = release
        self.repositoryPage = repositoryPage
        self.programs = programs
        self.downloads = downloads
        self.contentsAreKnown = contentsAreKnown
    }
}

/// What a target writes.
public struct Distribution: Sendable, Hashable {
    /// Its files; they go to `dist/distribution/ID/`.
    public var files: [File]
    /// How users install the release by them; nothing where only they know.
    public var installation: Installation?

    /// A text, whole.
    public struct File: Sendable, Hashable {
        /// From the target's folder.
        public var path: RelativePath
        /// What is in it.
        public var text: String

        /// Describes a file.
        public init(path: RelativePath, text: String) {
            self.path = path
            self.text = text
        }
    }

    /// What users run to install the release, for notes and snippets.
    public struct Installation: Sendable, Hashable {
        /// What they install it by, such as `Homebrew`.
        public var title: String
        /// Lines that are right in a POSIX shell and in PowerShell.
        public var commands: [String]

        /// Describes it.
        public init(title: String, commands: [String]) {
            self.title = title
            self.commands = commands
        }
    }

    /// Describes what a target writes.
    public init(files: [File], installation: Installation? = nil) {
        self.files = files
        self.installation = installation
    }
}
