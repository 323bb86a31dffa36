/// One thing that a publisher will do, or leaves alone.
public struct PublicationAction: Sendable, Hashable, Codable {
    /// What is done.
    public var verb: Verb
    /// What it is done to: a file's name, a tag, a path.
    public var subject: String
    /// Why, where that says more than the verb.
    public var reason: String?
    /// How many bytes it sends.
    public var size: UInt64?
    /// The remote's id of what it is done to, where that exists already.
    public var remoteID: String?
    /// What its publisher needs to know beside that to do it.
    public var parameters: [String: String]?

    /// What can be done; open, so that publishers can have verbs of their own.
    public struct Verb: Sendable, Hashable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The word that the user reads.
        public let name: String

        /// Makes a verb.
        public init(stringLiteral name: String) { self.name = name }
        /// Reads a verb.
        public init(from decoder: any Decoder) throws {
            name = try decoder.singleValueContainer().decode(String.self)
        }
        /// Writes the verb.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(name)
        }
        /// The word.
        public var description: String { name }

        /// Makes what will hold the files, where users do not see it.
        public static let createDraft: Verb = "create draft"
        /// Sends a file.
        public static let upload: Verb = "upload"
        /// Copies a file.
        public static let copy: Verb = "copy"
        /// Removes a file whose upload was cut off.
        public static let deleteBroken: Verb = "delete broken asset"
        /// Removes a file that does not belong there.
        public static let delete: Verb = "delete"
        /// Leaves a file alone that is there already.
        public static let skip: Verb = "skip"
        /// Changes what is said about the release: its title, its notes.
        public static let update: Verb = "update"
        /// Reads back what is there and compares it.
        public static let verify: Verb = "verify"
        /// Lets users see it.
        public static let publish: Verb = "publish"
        /// Puts a release in the place of another that users see.
        public static let replace: Verb = "replace"
        /// Removes a draft that nobody saw.
        public static let deleteDraft: Verb = "delete draft"
        /// Tells users not to take the release.
        public static let yank: Verb = "yank"
    }

    /// Describes an action.
    public init(
        _ verb: Verb,
        _ subject: String,
        reason: String? = nil,
        size: UInt64? = nil,
        remoteID: String? = nil,
        parameters: [String: String]? = nil
    ) {
        self.verb = verb
        self.subject = subject
        self.reason = reason
        self.size = size
        self.remoteID = remoteID
        self.parameters = parameters
    }
}

extension RelctlError.Code {
    /// Something else is where a release should go.
    package static let publicationExists = RelctlError.Code(name: "publish.exists", exitCode: 1)
}
