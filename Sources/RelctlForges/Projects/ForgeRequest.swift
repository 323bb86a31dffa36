/// A pull request; GitLab calls it a merge request.
package struct ForgeRequest: Sendable, Hashable, Codable {
    /// Its number in the repository.
    package var number: Int64
    /// How it stands.
    package var state: State
    /// The commit that it would merge, or has merged.
    package var head: String
    /// The commit that the base branch got by merging it; for a fast-forward, the last of its commits.
    package var merged: String?
    /// Where people look at it.
    package var url: String?
    /// The commit that relctl opened it for, where it did; whatever became of its branch.
    package var commit: String?

    /// How a request stands.
    package enum State: String, Sendable, Hashable, Codable {
        /// It may be merged.
        case open
        /// It was merged.
        case merged
        /// It was closed and not merged.
        case closed
    }

    /// Whether it was made for a commit.
    package func isOf(_ wanted: String) -> Bool { head == wanted || commit == wanted }

    /// Of several requests for one branch, the one that counts: the open one, else the newest merged one, else the newest.
    package static func counting(_ requests: [ForgeRequest]) -> ForgeRequest? {
        let newest = requests.sorted { $0.number > $1.number }
        return newest.first { $0.state == .open } ?? newest.first { $0.state == .merged } ?? newest.first
    }
}

/// A pull request as it is opened.
package struct WantedRequest: Sendable, Hashable {
    /// The branch that is merged.
    package var branch: String
    /// The branch that it is merged into.
    package var base: String
    /// What it is called.
    package var title: String
    /// What it says.
    package var text: String
    /// The commit that it is made for.
    package var commit: String

    /// Describes a request.
    package init(branch: String, base: String, title: String, text: String, commit: String) {
        self.branch = branch
        self.base = base
        self.title = title
        self.text = text
        self.commit = commit
    }

    /// What it says, with the mark.
    var body: String { "\(text)\n\n\(RequestMark.line(for: commit))\n" }
}

/// The line, which pages do not show, by which relctl knows what it opened a pull request for: the branch may have got
/// more commits since, or be gone.
enum RequestMark {
    private static let (start, end) = ("<!-- relctl: commit ", " -->")

    static func line(for commit: String) -> String { start + commit + end }

    /// The commit that a text is marked with.
    static func commit(in text: String?) -> String? {
        guard let text, let begin = text.firstRange(of: start)?.upperBound,
            let stop = text[begin...].firstRange(of: end)?.lowerBound
        else { return nil }
        let commit = String(text[begin..<stop])
        return GitObjectFormat(ofName: commit) == nil ? nil : commit
    }
}
