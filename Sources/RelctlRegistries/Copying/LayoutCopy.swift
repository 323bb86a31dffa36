/// Brings content into an image layout, which is made where there is none.
struct LayoutCopy: Sendable {
    private let graph: ContentGraph
    private let path: FilePath
    private let name: String?
    private let files: any FileSystem

    /// How many blobs are on their way at once.
    private static let width = 4

    init(_ graph: ContentGraph, to path: FilePath, as name: String?, _ files: any FileSystem) {
        self.graph = graph
        self.path = path
        self.name = name
        self.files = files
    }

    /// What is left to do; nothing if all is there.
    ///
    /// - Throws: ``RelctlError`` if the folder is something else, or the name belongs to another image.
    func actions(replacing: Bool) throws -> [PublicationAction] {
        let layout = try existing()
        let missing = (graph.blobs + graph.nodes.map(\.descriptor)).filter { descriptor in
            layout == nil || (try? layout?.blob(descriptor)) == nil
        }
        let copies = missing.map { PublicationAction(.copy, $0.digest.description, size: $0.size) }
        let subject = name ?? graph.root.digest.description
        guard let layout else { return copies + [PublicationAction(.publish, subject)] }
        let held = name.flatMap { name in layout.index.manifests.first { Self.has(name, $0) } }
        if let held, held.digest != graph.root.digest, !replacing {
            throw RelctlError(
                "cannot copy to the image layout `\(path)`: `\(subject)` is another image there",
                code: .publicationExists,
                hints: ["`--replace` gives the name to this one"]
            )
        }
        guard index(after: layout.index) != layout.index else { return copies }
        return copies + [PublicationAction(held == nil ? .publish : .replace, subject)]
    }

    /// The layout that is there; nothing where there is none, or an empty folder.
    private func existing() throws -> ImageLayout? {
        guard let status = try files.resolvedStatus(of: path) else { return nil }
        guard status.kind == .folder, try !files.names(in: path).isEmpty else {
            guard status.kind != .folder else { return nil }
            throw RelctlError(
                "cannot copy to the image layout `\(path)`: it is a \(status.kind.rawValue), not a folder"
            )
        }
        // A copy that was cut off leaves blobs alone.
        if try files.names(in: path) == ["blobs"] { return nil }
        return try ImageLayout(at: path, files: files)
    }

    private static func has(_ name: String, _ descriptor: ContentDescriptor) -> Bool {
        descriptor.annotations?[ImageLayout.referenceKey].map { $0.equalsBytewise(name) } ?? false
    }

    /// What `index.json` says afterwards: the name leads to the content, and what is about that stands beside it.
    private func index(after index: ImageIndex) -> ImageIndex {
        var (index, root) = (index, graph.root)
        root.annotations = name.map { [ImageLayout.referenceKey: $0] }
        if let name {
            if let place = index.manifests.firstIndex(where: { Self.has(name, $0) }) {
                if index.manifests[place].digest != root.digest { index.manifests[place] = root }
            } else {
                index.manifests.append(root)
            }
        } else if !index.manifests.contains(where: { $0.digest == root.digest }) {
            index.manifests.append(root)
        }
        for referrer in graph.referrers
        where !index.manifests.contains(where: { $0.digest == referrer.descriptor.digest }) {
            index.manifests.append(referrer.descriptor)
        }
        return index
    }

    /// Does all actions; the name comes last.
    func execute(_ actions: [PublicationAction], from source: any ContentSource, in run: PublicationRun) async throws {
        guard !actions.isEmpty else { return }
        let blobs = path.appending("blobs").appending("sha256")
        try files.createFolders(blobs)
        let (copies, files) = (actions.filter { $0.verb == .copy }, files)
        let wanted = Dictionary(graph.blobs.map { ($0.digest.description, $0) }) { first, _ in first }
        let nodes = Dictionary(graph.nodes.map { ($0.descriptor.digest.description, $0.descriptor) }) { first, _ in
            first
        }
        let path = path
        _ = try await mapConcurrently(copies, width: Self.width) { action in
            try await run.perform(action) { _ in
                if let manifest = nodes[action.subject] {
                    let bytes = try await source.manifest(manifest)
                    try files.write(bytes, to: path.appending(manifest.digest.layoutPath))
                } else if let blob = wanted[action.subject] {
                    try await source.write(blob, to: path.appending(blob.digest.layoutPath), files: files)
                }
                return PublicationRun.Receipt()
            }
        }
        for action in actions where action.verb != .copy {
            try await run.perform(action) { _ in
                let layout = try existing()
                let index = index(after: layout?.index ?? ImageIndex(manifests: []))
                try files.write(try index.bytes(), to: path.appending(ImageLayout.indexName))
                if layout == nil {
                    let marker = #"{"imageLayoutVersion":"\#(ImageLayout.version)"}"#
                    try files.write(marker.utf8, to: path.appending(ImageLayout.markerName))
                }
                return PublicationRun.Receipt(remoteID: graph.root.digest.description)
            }
        }
    }
}
