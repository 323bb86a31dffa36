/// Hooks.
extension GitRepository {
    /// The folder in which git looks for hooks, whether it is there or not: `core.hooksPath`, else the repository's own,
    /// which all working trees of a repository share.
    package func hooksFolder() async throws -> FilePath {
        try await administrativePath("hooks", "cannot ask where hooks are kept")
    }

    /// Where git keeps a file of its own, as this working tree sees it.
    package func administrativePath(_ name: String, _ message: String) async throws -> FilePath {
        let arguments = ["rev-parse", "--path-format=absolute", "--git-path", name]
        let output = try await git.output(of: arguments, message)
        return FilePath(String(decoding: output.dropLast(), as: UTF8.self))
    }

    /// The tree that would be committed, by its hash; through `index` where that is not the repository's own, as when
    /// git commits some files alone.
    ///
    /// The tree's object is written, as the commit will write it again.
    package func stagedTree(index: FilePath?) async throws -> String {
        let command = if let index { git.reading(index: index) } else { git }
        let output = try await command.output(of: ["write-tree"], "cannot tell what would be committed")
        return String(decoding: output.dropLast(), as: UTF8.self)
    }
}
