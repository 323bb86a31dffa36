/// What builds of merge requests keep for one another, as GitLab has it
/// (https://docs.gitlab.com/ci/yaml/#cache).
struct GitLabCache: Sendable, Hashable {
    /// What is kept, in the project.
    let paths: [String]
    /// What its key begins with, or is.
    let prefix: String
    /// The files whose last commits are the rest of the key.
    let files: [String]

    /// The variable that says whether a job takes what is kept.
    static let policy = "RELEASE_CACHE"
    /// Caches that a job may have.
    static let limit = 4
    /// Files that a key may have.
    private static let fileLimit = 2

    /// Takes what is said for GitHub; nothing where GitLab has no such key.
    ///
    /// - Parameter cache: What is said. What is not in the project is left out, for GitLab keeps nothing else.
    init?(_ cache: IntegrationSettings.Cache) {
        guard let key = cache.key.wholeMatch(of: /([A-Za-z0-9_. \-]*)(?:\$\{\{ *hashFiles\((.*)\) *\}\})?/) else {
            return nil
        }
        let names = key.output.2?.split(separator: ",").map { $0.drop { $0 == " " } } ?? []
        files = names.compactMap { name in
            name.wholeMatch(of: /'([A-Za-z0-9_.\/\-]+)' */).map { String($0.output.1) }
        }
        let text = String(key.output.1)
        prefix = files.isEmpty ? text : String(text.reversed().drop { $0 == "-" }.reversed())
        paths = cache.paths.filter { Self.isOfProject($0) }
        let isKey = files.isEmpty ? prefix.contains { $0 != "." && $0 != " " } : files.count <= Self.fileLimit
        guard files.count == names.count, isKey, !paths.isEmpty else { return nil }
    }

    /// Whether a path is one of the project's.
    static func isOfProject(_ path: String) -> Bool {
        guard let first = path.first, !"~/$!".contains(first), !path.contains("$") else { return false }
        return !path.split(separator: "/").contains("..")
    }

    /// An item of a job's `cache`.
    var lines: [String] {
        // What is kept for one target is not what another makes.
        let name = WorkflowText.value(prefix.isEmpty ? "$TARGET" : prefix + "-$TARGET")
        let key =
            files.isEmpty
            ? ["key: \(name)"]
            : WorkflowText.mapping("key", ["files: \(WorkflowText.list(files))", "prefix: \(name)"])
        return WorkflowText.item(key + ["paths: \(WorkflowText.list(paths))", "policy: $\(Self.policy)"])
    }
}
