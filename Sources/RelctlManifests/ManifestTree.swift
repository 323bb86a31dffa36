import Synchronization

/// The files that manifests are read from: those of the working tree, or of a commit.
package struct ManifestTree: Sendable {
    /// The text of a file below the project's folder; nothing where there is none.
    package var read: @Sendable (RelativePath) throws -> String?
    /// The names in a folder below the project's (the project's own for nothing), sorted bytewise; none where there is
    /// no such folder.
    package var names: @Sendable (RelativePath?) throws -> [String]
    /// Whether a path leads to a regular file.
    package var isFile: @Sendable (RelativePath) throws -> Bool

    /// Describes a tree.
    package init(
        read: @escaping @Sendable (RelativePath) throws -> String?,
        names: @escaping @Sendable (RelativePath?) throws -> [String],
        isFile: @escaping @Sendable (RelativePath) throws -> Bool
    ) {
        self.read = read
        self.names = names
        self.isFile = isFile
    }

    /// Has no file.
    package static let empty = ManifestTree(read: { _ in nil }, names: { _ in [] }, isFile: { _ in false })

    /// The folder `project` as it is.
    package init(project: FilePath, files: any FileSystem) {
        read = { file in
            let path = project.appending(file)
            guard try files.resolvedStatus(of: path) != nil else { return nil }
            return try files.text(of: path, limit: 16 << 20)
        }
        names = { folder in
            let path = folder.map { project.appending($0) } ?? project
            guard try files.resolvedStatus(of: path)?.kind == .folder else { return [] }
            return try files.names(in: path)
        }
        isFile = { try files.resolvedStatus(of: project.appending($0))?.kind == .file }
    }

    /// The same tree, of which each file is read only once, so that all who ask see the same text.
    package func remembering() -> ManifestTree {
        let known = KnownTexts()
        var tree = self
        tree.read = { [read] file in try known.text(of: file, orElse: read) }
        return tree
    }
}

private final class KnownTexts: Sendable {
    private let texts = Mutex<[RelativePath: String?]>([:])

    func text(of file: RelativePath, orElse read: (RelativePath) throws -> String?) throws -> String? {
        if let known = texts.withLock({ $0[file] }) { return known }
        let text = try read(file)
        texts.withLock { $0[file] = .some(text) }
        return text
    }
}
