/// A tag, as git records it.
package struct GitTag: Sendable, Hashable, Codable {
    /// The name below `refs/tags/`.
    package var name: String
    /// Whether it is an object of its own, with a message and a date, rather than another name of a commit.
    package var isAnnotated: Bool
    /// The commit that it leads to; nothing if it leads to something else.
    package var commit: String?

    /// Describes a tag.
    package init(name: String, isAnnotated: Bool, commit: String?) {
        self.name = name
        self.isAnnotated = isAnnotated
        self.commit = commit
    }
}

/// How the working tree differs from HEAD, below the project's folder.
package struct GitStatus: Sendable, Hashable, Codable {
    /// Tracked files that were changed, added, removed or are in conflict, sorted bytewise; below the project's folder.
    package var changed: [String]
    /// Files that git neither tracks nor ignores, sorted bytewise; below the project's folder.
    package var untracked: [String]

    /// Describes a working tree.
    package init(changed: [String] = [], untracked: [String] = []) {
        self.changed = changed
        self.untracked = untracked
    }
}

/// A branch, or what a symbolic reference leads to.
package struct GitBranch: Sendable, Hashable, Codable {
    /// The name of the branch, without the remote's.
    package var name: String
    /// The full reference, such as `refs/remotes/origin/main`.
    package var reference: String
    /// The commit at its tip.
    package var commit: String

    /// Describes a branch.
    package init(name: String, reference: String, commit: String) {
        self.name = name
        self.reference = reference
        self.commit = commit
    }

    /// The name that a person uses, such as `origin/main`.
    package var displayName: String {
        for prefix in ["refs/heads/", "refs/remotes/"] where reference.hasPrefix(prefix) {
            return String(reference.dropFirst(prefix.count))
        }
        return reference
    }
}
