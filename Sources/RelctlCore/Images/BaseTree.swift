/// The folders and links of an image that others are put on: what decides where a path of theirs really is.
///
/// Programs of a base are reached by links as often as not, such as from `/bin` to `/usr/bin`; a layer that had a folder
/// in place of the link would hide all that it leads to. Files of the base are not kept, so that a large one does no
/// harm.
package struct BaseTree: Sendable {
    private var entries: [RelativePath: Entry] = [:]

    enum Entry: Sendable, Hashable {
        case folder(FolderAttributes)
        case link(String)
    }

    /// A tree of nothing.
    package init() {}

    /// How many links may lead from one to the other, as Linux has it.
    private static let linkLimit = 40

    /// Puts a layer over what there is (image-spec, layers, "Applying Changesets").
    mutating func apply(_ layer: BaseLayer) {
        entries = entries.filter { !layer.hides($0.key) }
        for (path, entry) in layer.entries { entries[path] = entry }
    }

    /// What is known of the folder at a path.
    func folder(at path: RelativePath) -> FolderAttributes? {
        if case .folder(let attributes) = entries[path] { attributes } else { nil }
    }

    /// Where a path is when the links on the way to it are followed; the last component itself is not.
    ///
    /// - Throws: ``RelctlError`` for links in a circle.
    func resolved(_ path: RelativePath) throws -> RelativePath {
        guard let parent = path.parent else { return path }
        var open = parent.components.map(String.init)[...]
        var (done, links): ([String], Int) = ([], 0)
        while let component = open.popFirst() {
            if component.utf8.elementsEqual(".".utf8) { continue }
            if component.utf8.elementsEqual("..".utf8) {
                _ = done.popLast()
                continue
            }
            let here = try RelativePath((done + [component]).joined(separator: "/"))
            guard case .link(let target) = entries[here] else {
                done.append(component)
                continue
            }
            links += 1
            guard links <= Self.linkLimit else {
                throw RelctlError("cannot put `/\(path)` into the image: links of the base lead in a circle")
            }
            if target.utf8.first == UInt8(ascii: "/") { done = [] }
            open = (target.splitAtSlashes().map(String.init) + open)[...]
        }
        return try RelativePath((done + [path.lastComponent]).joined(separator: "/"))
    }
}

/// What a layer of a base image changes about folders and links.
struct BaseLayer {
    /// Its own folders and links.
    private(set) var entries: [RelativePath: BaseTree.Entry] = [:]
    /// What it takes away, or has something else than a folder in the place of.
    private var hidden: Set<RelativePath> = []
    /// Folders whose contents it takes away.
    private var opaque: Set<RelativePath> = []
    private var isRootOpaque = false

    /// Takes in an entry of its tar.
    mutating func take(_ member: ArchiveMember) {
        guard let path = Self.path(member.name) else { return }
        let name = path.lastComponent
        if name.utf8.elementsEqual(".wh..wh..opq".utf8) {
            if let folder = path.parent { opaque.insert(folder) } else { isRootOpaque = true }
        } else if name.utf8.starts(with: ".wh.".utf8) {
            let taken = String(decoding: name.utf8.dropFirst(4), as: UTF8.self)
            if let below = try? RelativePath(taken) { hidden.insert(path.parent?.appending(below) ?? below) }
        } else if member.kind == .folder {
            let attributes = FolderAttributes(mode: member.mode, owner: member.owner, group: member.group)
            entries[path] = .folder(attributes)
        } else {
            hidden.insert(path)
            entries[path] =
                member.kind == .link ? .link(String(decoding: member.linkTarget ?? [], as: UTF8.self)) : nil
        }
    }

    /// Whether it takes away what lower layers have at a path.
    func hides(_ path: RelativePath) -> Bool {
        if isRootOpaque || hidden.contains(path) { return true }
        var parent = path.parent
        while let folder = parent {
            if hidden.contains(folder) || opaque.contains(folder) { return true }
            parent = folder.parent
        }
        return false
    }

    /// A name of a tar as a path: without `./` in front and a slash at its end; nothing for the root and for what leads
    /// out.
    private static func path(_ name: [UInt8]) -> RelativePath? {
        let parts = name.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
        return try? RelativePath(parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/"))
    }
}
