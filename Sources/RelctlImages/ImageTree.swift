/// What a container finds under a path in the end: what its image's own layers put there, and what they leave of the base.
struct ImageTree {
    private var tree: BaseTree
    private var own: [RelativePath: Found] = [:]
    private let volumes: [[Substring]]

    /// What there may be.
    enum Found {
        /// A file of the image's own layers: where links led to, what it is, and its permission bits.
        case own(RelativePath, ImagePlan.Source, mode: UInt16)
        /// A file of the base, with its content as far as ``BaseTree`` has that.
        case base([UInt8]?)
        /// Whatever a volume brings.
        case volume
    }

    /// Puts an image for one platform on its base; without one, on nothing.
    ///
    /// - Throws: ``RelctlError`` for what the base has no room for.
    init(_ platform: ImagePlan.Platform, volumes: [String], on base: BaseTree? = nil) throws {
        self.volumes = volumes.map { $0.splitAtSlashes() }
        tree = base ?? BaseTree()
        for layer in platform.layers {
            guard let base else {
                for entry in layer.entries { put(entry.content, at: entry.path) }
                continue
            }
            for entry in try LayerComposer(base).entries(of: layer) {
                switch entry.content {
                case .folder: continue
                case .link(let target): put(.link(target: target), at: entry.path)
                case .file(let source, let mode): put(.file(source, mode: mode), at: entry.path)
                }
            }
        }
    }

    /// Puts a file or a link there; folders lead to nothing that their entries do not lead to.
    private mutating func put(_ content: ImagePlan.Content, at path: RelativePath) {
        switch content {
        case .folder: return
        case .link(let target): tree.putLink(to: target, at: path)
        case .file(let source, let mode):
            tree.putFile(at: path)
            own[path] = .own(path, source, mode: mode)
        }
    }

    /// What a path from the root leads to when all links are followed; nothing if that is no file that is known of.
    ///
    /// - Throws: ``RelctlError`` for links in a circle.
    func find(_ path: String) throws -> Found? {
        guard let place = try place(of: path) else { return nil }
        if volumes.contains(where: { Self.covers($0, place) }) { return .volume }
        if let found = own[place] { return found }
        return tree.hasFile(at: place) ? .base(tree.content(at: place)) : nil
    }

    /// Where a path from the root leads when all links are followed; nothing for the root.
    ///
    /// - Throws: ``RelctlError`` for links in a circle.
    func place(of path: String) throws -> RelativePath? {
        try tree.followed(path.splitAtSlashes().map(String.init))
    }

    private static func covers(_ volume: [Substring], _ path: RelativePath) -> Bool {
        path.components.count > volume.count && path.components.starts(with: volume)
    }
}
