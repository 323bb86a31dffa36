/// Makes of a layer's plan the exact list of what stands in its tar.
struct LayerComposer {
    private let base: BaseTree

    /// Puts layers on this base.
    init(_ base: BaseTree) { self.base = base }

    /// An entry of a layer's tar.
    struct Entry: Sendable, Hashable {
        var path: RelativePath
        var content: Content

        enum Content: Sendable, Hashable {
            case folder(FolderAttributes)
            case link(String)
            case file(ImagePlan.Source, mode: UInt16)
        }
    }

    /// The entries in the order in which they stand: sorted bytewise, each folder on the way to one before it.
    ///
    /// A folder that the base has is told with the base's own attributes, for a runtime takes those of the highest layer.
    ///
    /// - Throws: ``RelctlError`` for what cannot be put there.
    func entries(of layer: ImagePlan.Layer) throws -> [Entry] {
        var contents: [RelativePath: Entry.Content] = [:]
        for entry in layer.entries {
            // Where the base has a link, a folder is what that leads to, for in its place it would hide all of that.
            let place = entry.isFolder ? try base.followed(entry.path.components.map(String.init)) : nil
            if entry.isFolder, place == nil { continue }
            let path = try place ?? base.resolved(entry.path)
            guard contents[path] == nil || entry.isFolder else {
                throw RelctlError("`/\(entry.path)` and another file are both `/\(path)` in the base image")
            }
            switch entry.content {
            case .folder(let mode, let owner):
                contents[path] = .folder(
                    base.folder(at: path) ?? FolderAttributes(mode: mode, owner: owner, group: owner)
                )
            case .link(let target): contents[path] = .link(target)
            case .file(let source, let mode): contents[path] = .file(source, mode: mode)
            }
        }
        for path in Array(contents.keys) {
            var parent = path.parent
            while let folder = parent, contents[folder] == nil {
                contents[folder] = .folder(base.folder(at: folder) ?? FolderAttributes())
                parent = folder.parent
            }
        }
        for (path, content) in contents { try check(path, content) }
        return contents.sorted { $0.key < $1.key }.map { Entry(path: $0.key, content: $0.value) }
    }

    /// Proves that nothing of the base is lost: no folder hides a file, and no file a folder with all that is in it.
    private func check(_ path: RelativePath, _ content: Entry.Content) throws {
        if case .folder = content {
            guard base.hasFile(at: path) else { return }
            throw RelctlError("`/\(path)` is a file in the base image, and files of this image would lie below it")
        }
        guard base.folder(at: path) != nil else { return }
        throw RelctlError(
            "`/\(path)` is a folder in the base image, and a file of this image would take its place",
            hints: ["`to` names the folder that files go to"]
        )
    }
}
