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
    /// - Parameters:
    ///   - layer: The layer.
    ///   - others: What the image has in other layers, but for folders.
    /// - Returns: The entries.
    /// - Throws: ``RelctlError`` for what cannot be put there, and for what would hide something of another layer, or be
    ///   hidden by it.
    func entries(of layer: ImagePlan.Layer, beside others: [RelativePath] = []) throws -> [Entry] {
        let items = try items(of: layer)
        for (path, item) in items.sorted(by: { $0.key < $1.key }) { try check(path, item) }
        for other in others.sorted() {
            let path = try base.resolved(other)
            guard let item = items[path] else { continue }
            let (planned, there) = other.isInside(path) ? (item.planned, other) : (other, item.planned)
            throw RelctlError(
                item.isFolder
                    ? "`/\(item.planned)` would lie below `/\(path)`, which is another file of this image"
                    : "`/\(planned)` and `/\(there)` are both `/\(path)` in the base image, in different layers",
                hints: Self.hints(of: planned, at: path)
            )
        }
        return items.sorted { $0.key < $1.key }.map { Entry(path: $0.key, content: $0.value.content) }
    }

    /// The names of folders that the base does not have, as far as is known of it.
    ///
    /// Links of the base may lead to other names than the layer's own, so that only a tree that keeps files of these can
    /// say that none of them is a file.
    ///
    /// - Throws: ``RelctlError`` for what cannot be put there.
    func namesOfNewFolders(of layer: ImagePlan.Layer) throws -> Set<String> {
        Set(
            try items(of: layer).filter { $1.isFolder && base.folder(at: $0) == nil }
                .map { String($0.key.lastComponent) }
        )
    }

    /// What stands under a path of the tar, and what the plan calls it, or one of the things that lie below it.
    private struct Item {
        var content: Entry.Content
        var planned: RelativePath

        var isFolder: Bool { if case .folder = content { true } else { false } }
    }

    private func items(of layer: ImagePlan.Layer) throws -> [RelativePath: Item] {
        var items: [RelativePath: Item] = [:]
        for entry in layer.entries {
            // Where the base has a link, a folder is what that leads to, for in its place it would hide all of that.
            let place = entry.isFolder ? try base.followed(entry.path.components.map(String.init)) : nil
            if entry.isFolder, place == nil { continue }
            let path = try place ?? base.resolved(entry.path)
            guard items[path] == nil || entry.isFolder else {
                throw RelctlError(
                    "`/\(entry.path)` and another file are both `/\(path)` in the base image",
                    hints: Self.hints(of: entry.path, at: path)
                )
            }
            items[path] = Item(content: content(of: entry, at: path), planned: entry.path)
        }
        for (path, item) in items.sorted(by: { $0.key < $1.key }) {
            var parent = path.parent
            while let folder = parent, items[folder] == nil {
                items[folder] = Item(
                    content: .folder(base.folder(at: folder) ?? FolderAttributes()),
                    planned: item.planned
                )
                parent = folder.parent
            }
            guard let parent, items[parent]?.isFolder == false else { continue }
            throw RelctlError(
                "`/\(item.planned)` would lie below `/\(parent)`, which is another file of this image",
                hints: Self.hints(of: item.planned, at: path)
            )
        }
        return items
    }

    private func content(of entry: ImagePlan.Entry, at path: RelativePath) -> Entry.Content {
        switch entry.content {
        case .folder(let mode, let owner):
            .folder(base.folder(at: path) ?? FolderAttributes(mode: mode, owner: owner, group: owner))
        case .link(let target): .link(target)
        case .file(let source, let mode): .file(source, mode: mode)
        }
    }

    /// Proves that nothing of the base is lost: no folder hides a file, and no file a folder with all that is in it.
    private func check(_ path: RelativePath, _ item: Item) throws {
        if item.isFolder {
            guard base.hasFile(at: path) else { return }
            throw RelctlError(
                "`/\(path)` is a file in the base image, and `/\(item.planned)` would lie below it",
                hints: Self.hints(of: item.planned, at: path) + ["`to` names the folder that files go to"]
            )
        }
        let isLink = base.leadsToFolder(at: path)
        guard isLink || base.folder(at: path) != nil else { return }
        throw RelctlError(
            "`/\(path)` is a \(isLink ? "link to a " : "")folder in the base image, and a file of this image would take "
                + "its place",
            hints: Self.hints(of: item.planned, at: path) + ["`to` names the folder that files go to"]
        )
    }

    /// Says that links of the base lie between what the plan says and what it comes to.
    private static func hints(of planned: RelativePath, at path: RelativePath) -> [String] {
        planned.isInside(path) ? [] : ["a link of the base image leads there from the way to `/\(planned)`"]
    }
}
