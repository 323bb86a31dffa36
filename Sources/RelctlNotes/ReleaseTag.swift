/// A tag of the project's form.
struct ReleaseTag: Sendable, Hashable {
    /// Its name.
    var name: String
    /// The version that it stands for.
    var version: Version
    /// What it leads to, tags of tags followed to their end: a commit, or something that is in no history.
    var target: ObjectName

    /// Whether, of two releases at one commit, `left` is named before `right`: by precedence, then by name.
    static func precedes(_ left: ReleaseTag, _ right: ReleaseTag) -> Bool {
        if Version.precedes(left.version, right.version) { return true }
        return left.version.hasSamePrecedence(as: right.version) && left.name.precedesBytewise(right.name)
    }
}
