/// The folders and links of an image that others are put on: what decides where a path of theirs really is.
///
/// Programs of a base are reached by links as often as not, such as from `/bin` to `/usr/bin`; a layer that had a folder
/// in place of the link would hide all that it leads to. Files of the base are not kept, so that a large one does no
/// harm, but for those that somebody asks for.
package struct BaseTree: Sendable {
    private var entries: [RelativePath: Entry] = [:]

    enum Entry: Sendable, Hashable {
        case folder(FolderAttributes)
        case link(String)
        /// Anything else, as far as it is one that matters; with its content, where that is asked for and small.
        case file([UInt8]?)
    }

    /// The files that matter.
    struct Wanted: Sendable, Hashable {
        /// The names of those that it matters of where they are.
        var names: Set<String> = []
        /// The paths of those that it matters of what is in them.
        var contents: Set<RelativePath> = []
    }

    /// A tree of nothing.
    package init() {}

    /// Has a file stand at a path, whose content is known elsewhere.
    mutating func putFile(at path: RelativePath) { entries[path] = .file(nil) }

    /// Has a link stand at a path.
    mutating func putLink(to target: String, at path: RelativePath) { entries[path] = .link(target) }

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

    /// Whether something that is no folder and no link stands at a path.
    func hasFile(at path: RelativePath) -> Bool { if case .file = entries[path] { true } else { false } }

    /// What is in the file at a path, as far as that is known.
    func content(at path: RelativePath) -> [UInt8]? {
        if case .file(let content) = entries[path] { content } else { nil }
    }

    /// Whether a link stands at a path and leads to a folder.
    func leadsToFolder(at path: RelativePath) -> Bool {
        guard case .link = entries[path] else { return false }
        do {
            // The root is a folder.
            guard let end = try followed(path.components.map(String.init)) else { return true }
            return folder(at: end) != nil
        } catch {
            // One that leads in a circle leads nowhere.
            return false
        }
    }

    /// Where a path is when the links on the way to it are followed; the last component itself is not.
    ///
    /// - Throws: ``RelctlError`` for links in a circle.
    func resolved(_ path: RelativePath) throws -> RelativePath {
        guard let parent = path.parent else { return path }
        let folder = try followed(parent.components.map(String.init))
        return try folder?.appending(RelativePath(path.lastComponent)) ?? RelativePath(path.lastComponent)
    }

    /// Where these names, gone down one after the other from the root, lead when all links are followed; nothing for
    /// the root.
    ///
    /// - Throws: ``RelctlError`` for links in a circle.
    func followed(_ components: [String]) throws -> RelativePath? {
        var open = components[...]
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
                let path = components.joined(separator: "/")
                throw RelctlError("cannot find `/\(path)` in the image: links lead in a circle")
            }
            if target.utf8.first == UInt8(ascii: "/") { done = [] }
            open = (target.splitAtSlashes().map(String.init) + open)[...]
        }
        return done.isEmpty ? nil : try RelativePath(done.joined(separator: "/"))
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
    private let wanted: BaseTree.Wanted

    /// Changes nothing yet; of files only those that are `wanted` are kept.
    init(keeping wanted: BaseTree.Wanted = BaseTree.Wanted()) { self.wanted = wanted }

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
            if member.kind == .link {
                entries[path] = .link(String(decoding: member.linkTarget ?? [], as: UTF8.self))
            } else {
                entries[path] = file(member, at: path)
            }
        }
    }

    /// A file, if it matters.
    private func file(_ member: ArchiveMember, at path: RelativePath) -> BaseTree.Entry? {
        guard wanted.contents.contains(path) else {
            return wanted.names.contains(path.lastComponent) ? .file(nil) : nil
        }
        let isWhole = member.kind == .file && member.size == UInt64(member.head.count)
        return .file(isWhole ? member.head : nil)
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
