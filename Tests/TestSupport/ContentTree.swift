package import RelctlCore

/// Files, folders and links for a test to write to a disk and to pack.
package struct ContentTree: Sendable {
    /// What is at a path.
    package enum Node: Sendable, Hashable {
        /// A file with its content.
        case file([UInt8], isExecutable: Bool)
        /// A folder with nothing in it.
        case emptyFolder
        /// A symbolic link with its text.
        case link(String)
    }

    /// What there is, by path; folders that hold something are not named.
    package private(set) var nodes: [String: Node] = [:]

    /// Begins with nothing.
    package init() {}

    /// Puts a file at `path`.
    package mutating func addFile(_ path: String, _ bytes: [UInt8], isExecutable: Bool = false) {
        nodes[path] = .file(bytes, isExecutable: isExecutable)
    }

    /// Puts a link at `path`.
    package mutating func addLink(_ path: String, to target: String) { nodes[path] = .link(target) }

    /// Puts a folder with nothing in it at `path`.
    package mutating func addEmptyFolder(_ path: String) { nodes[path] = .emptyFolder }

    /// Takes all of `other`.
    package mutating func add(_ other: ContentTree) { nodes.merge(other.nodes) { $1 } }

    /// Writes everything below `folder`.
    package func write(to folder: FilePath) throws {
        let files = LiveFileSystem()
        for (path, node) in nodes.sorted(by: { $0.key < $1.key }) {
            let place = folder.appending(path)
            try files.createFolders(place.parent)
            switch node {
            // Not as a release writes its files: nothing here must survive a power cut.
            case .file(let bytes, let isExecutable):
                let file = try files.create(place, permissions: isExecutable ? 0o755 : 0o644)
                try bytes.withUnsafeBytes { try file.write($0) }
                try file.close()
            case .emptyFolder: try files.createFolders(place)
            case .link(let target): try files.createLink(at: place, to: target)
            }
        }
    }

    /// Asks for an archive of everything, which was written below `folder`, in the top folder `top`.
    package func request(
        in folder: FilePath,
        format: String,
        target: String = "x86_64-unknown-linux-musl",
        compression: Compression? = nil
    ) throws -> PackageRequest {
        let archive = ArchivePlan(
            name: "tree.\(format)",
            format: format,
            target: try TargetTriple(target),
            compression: compression,
            timestamp: SampleArchive.timestamp,
            entries: try entries()
        )
        return PackageRequest(archive: archive, project: folder, binaries: folder)
    }

    /// Every entry below `top`, each folder before what is in it.
    private func entries() throws -> [PlannedEntry] {
        var entries: [RelativePath: PlannedEntry.Content] = [:]
        for (path, node) in nodes {
            let entry = try RelativePath("top/" + path)
            switch node {
            case .file(_, let isExecutable):
                entries[entry] = .file(
                    source: .project(path: try RelativePath(path)),
                    isExecutable: isExecutable
                )
            case .emptyFolder: entries[entry] = .folder
            case .link(let target): entries[entry] = .link(target: target)
            }
            var above = entry.parent
            while let folder = above, entries[folder] == nil {
                entries[folder] = .folder
                above = folder.parent
            }
        }
        return entries.map { PlannedEntry(path: $0.key, content: $0.value) }.sorted { $0.path < $1.path }
    }
}
