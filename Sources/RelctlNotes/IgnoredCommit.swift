/// Commits that tell of no change of their own, by their first lines.
///
/// The forms are those that commitlint leaves out (https://commitlint.js.org/concepts/commit-conventions.html#ignoring-commits).
package enum IgnoredCommit {
    /// Why a commit is not told; nothing if it is.
    package static func reason(for record: CommitRecord) -> ReleaseChanges.HiddenReason? {
        let subject = record.subject
        if starts(subject, with: ["fixup! ", "squash! ", "amend! "]) { return .fixup }
        // By its parents alone: cherry-picked and squashed merges bring changes that nothing else tells.
        if record.isMerge { return .merge }
        return saysThatItReleases(subject) ? .release : nil
    }

    /// What git, GitHub, GitLab, Bitbucket and Azure DevOps write when they merge.
    package static func saysThatItMerges(_ subject: String) -> Bool {
        if subject == "Automatic merge" || starts(subject, with: beginnings) { return true }
        // "Merged a in b", "Merged a into b", "Auto-merged a into b".
        guard starts(subject, with: ["Merged ", "Auto-merged "]) else { return false }
        let words = subject.utf8.split(separator: UInt8(ascii: " "))
        return words.count == 4 && (words[2].elementsEqual("into".utf8) || words[2].elementsEqual("in".utf8))
    }

    private static let beginnings = [
        "Merge pull request #", "Merge branch '", "Merge branches '", "Merge remote-tracking branch '",
        "Merge remote-tracking branches '", "Merge tag '", "Merge tags '", "Merge commit '", "Automatic merge from ",
        "Merged PR ", "Merged in ",
    ]

    /// A version, `1.2.3` or `v1.2.3`, alone or after the words with which `relctl bump` and others commit one.
    private static func saysThatItReleases(_ subject: String) -> Bool {
        let words = releaseWords.first { starts(subject, with: [$0]) } ?? ""
        var text = subject.utf8.dropFirst(words.utf8.count)
        if text.first == UInt8(ascii: "v") { text = text.dropFirst() }
        guard let first = text.first, (0x30...0x39).contains(first) else { return false }
        return (try? Version(Substring(text))) != nil
    }

    private static let releaseWords = ["Release ", "release: ", "chore: release ", "chore(release): "]

    private static func starts(_ subject: String, with beginnings: [String]) -> Bool {
        beginnings.contains { subject.utf8.starts(with: $0.utf8) }
    }
}
