/// What the journal keeps of an action, for people and as a hint for the next run; the remote is the truth.
public struct JournalEntry: Sendable, Hashable, Codable {
    /// Whether the action began, ended or failed.
    public var phase: Phase
    /// The publication's name.
    public var publication: String
    /// What was done.
    public var verb: PublicationAction.Verb
    /// What it was done to.
    public var subject: String
    /// The remote's id of that.
    public var remoteID: String?
    /// The digest of what is there.
    public var sha256: Digest?

    /// Where an action stands.
    public enum Phase: String, Sendable, Hashable, Codable {
        case began, finished, failed
    }

    /// Describes where an action stands.
    package init(
        phase: Phase,
        publication: String,
        verb: PublicationAction.Verb,
        subject: String,
        remoteID: String?,
        sha256: Digest?
    ) {
        self.phase = phase
        self.publication = publication
        self.verb = verb
        self.subject = subject
        self.remoteID = remoteID
        self.sha256 = sha256
    }
}
