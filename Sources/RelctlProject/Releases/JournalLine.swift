/// A line of `dist/journal.jsonl`: the head of a run, or what the run began or ended.
struct JournalLine: Sendable, Hashable, Codable {
    /// When, in seconds since 1970.
    var time: Int64
    /// What it tells of.
    var event: Event
    /// The activity that began or ended.
    var activity: String?
    /// How the activity ended.
    var outcome: String?
    /// Where an action at a remote stands.
    var action: JournalEntry?
    /// Of a head: the form of the lines that follow.
    var format: Int?
    /// Of a head: what the run is about.
    var release: Release?
    /// Of a head: the number of the run among those of this release, from 1.
    var run: Int?

    /// The form of the lines that this relctl writes.
    static let currentFormat = 1

    /// What a line tells of.
    enum Event: String, Sendable, Hashable, Codable {
        case run, began, ended, action
    }

    /// A release, as far as it tells journals apart.
    struct Release: Sendable, Hashable, Codable {
        /// Its tag.
        var tag: String
        /// Its commit.
        var commit: String

        /// Takes what tells a release from others.
        init(_ release: ReleaseIdentity) { (tag, commit) = (release.tag, release.commit) }

        /// Compares the bytes: two spellings of one tag are two tags to git.
        static func == (one: Release, other: Release) -> Bool {
            one.tag.utf8.elementsEqual(other.tag.utf8) && one.commit.utf8.elementsEqual(other.commit.utf8)
        }
    }

    /// The head of a run.
    static func head(of release: Release, run: Int, time: Int64) -> JournalLine {
        JournalLine(time: time, event: .run, format: currentFormat, release: release, run: run)
    }
}
