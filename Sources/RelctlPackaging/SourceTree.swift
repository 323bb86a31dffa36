/// What stands in the working tree under one path.
package struct SourceEntry: Sendable, Hashable {
    /// Below the project's folder.
    package var path: RelativePath
    /// What it is; links are not followed.
    package var kind: FileStatus.Kind
    /// Whether any executable bit is set.
    package var isExecutable: Bool
    /// Bytes of content, for a file.
    package var size: UInt64
    /// The text of the link, for a link.
    package var linkTarget: String?

    /// Describes an entry.
    package init(
        path: RelativePath,
        kind: FileStatus.Kind,
        isExecutable: Bool = false,
        size: UInt64 = 0,
        linkTarget: String? = nil
    ) {
        self.path = path
        self.kind = kind
        self.isExecutable = isExecutable
        self.size = size
        self.linkTarget = linkTarget
    }
}

/// Answers what stands in a tree of files, one question at a time, so that nobody looks at more than is needed.
package protocol TreeListing {
    /// What stands under a path whose parents are known to be folders; nothing where nothing does.
    mutating func entry(at path: RelativePath) throws -> SourceEntry?
    /// What stands in a folder, or at the top, sorted bytewise.
    mutating func entries(in folder: RelativePath?) throws -> [SourceEntry]
}

/// The working tree as it was observed: as much of it as the selections that it was observed for ask about.
///
/// `.git` and the folders that were excluded are not in it.
package struct SourceTree: Sendable, Hashable, TreeListing {
    private var known: [RelativePath: SourceEntry] = [:]
    private var folders: [RelativePath?: [RelativePath]] = [:]
    /// Patterns of files that a build may still make, from the project's folder on; nothing where none is to come.
    package var awaited: Set<String>?

    /// A tree of nothing.
    package init() {}

    /// A tree of these entries, all that there are.
    package init(_ entries: [SourceEntry]) {
        for entry in entries { record(entry) }
        let byFolder = Dictionary(grouping: entries, by: \.path.parent)
        for entry in entries where entry.kind == .folder { folders[entry.path] = [] }
        for (folder, entries) in byFolder { folders[folder] = entries.map(\.path).sorted() }
    }

    /// Everything that was seen, sorted bytewise by path.
    package var entries: [SourceEntry] { known.values.sorted { $0.path < $1.path } }

    package func entry(at path: RelativePath) -> SourceEntry? { known[path] }

    package func entries(in folder: RelativePath?) -> [SourceEntry] {
        (folders[folder] ?? []).compactMap { known[$0] }
    }

    /// Whether a folder's entries are known.
    func hasListed(_ folder: RelativePath?) -> Bool { folders[folder] != nil }

    mutating func record(_ entry: SourceEntry) { known[entry.path] = entry }

    mutating func record(_ entries: [SourceEntry], in folder: RelativePath?) {
        for entry in entries { record(entry) }
        folders[folder] = entries.map(\.path)
    }
}
