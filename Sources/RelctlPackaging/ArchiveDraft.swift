/// An archive while its rules are applied one after the other: what stands under each path, and who put it there.
struct ArchiveDraft {
    /// The folder that all entries lie in.
    let top: RelativePath
    private(set) var items: [RelativePath: Item]

    struct Item: Equatable {
        var content: PlannedEntry.Content
        /// Where the configuration has the rule that put it there.
        var place: SourcePlace
    }

    init(top: RelativePath, place: SourcePlace) {
        self.top = top
        items = [top: Item(content: .folder, place: place)]
    }

    /// Puts something under a path, and folders where its parents are missing.
    ///
    /// Two rules may agree on one thing; they may not put two things under one path.
    ///
    /// - Throws: ``RelctlError`` that names both things.
    mutating func add(_ content: PlannedEntry.Content, at path: RelativePath, place: SourcePlace) throws(RelctlError) {
        if let parent = path.parent, items[parent]?.content != .folder {
            try add(.folder, at: parent, place: place)
        }
        guard let present = items[path] else {
            items[path] = Item(content: content, place: place)
            return
        }
        // Texts that are equal to `String` may still be other bytes.
        let isSame = present.content == content && present.content.phrase.equalsBytewise(content.phrase)
        guard !isSame else { return }
        throw RelctlError(
            "cannot put \(content.phrase) at `\(shown(path))` in the archive: \(present.content.phrase) is there already",
            code: .configurationInvalid,
            place: place,
            hints: ["the other one comes from \(present.place)"]
        )
    }

    /// A path as the configuration would say it, below the top.
    func shown(_ path: RelativePath) -> String {
        path == top ? "." : String(decoding: path.string.utf8.dropFirst(top.string.utf8.count + 1), as: UTF8.self)
    }

    /// The links' way of seeing the archive.
    var resolver: LinkResolver {
        LinkResolver(
            items.mapValues { item in
                switch item.content {
                case .folder: .folder
                case .file: .file
                case .link(let target): .link(target: target)
                }
            },
            top: top
        )
    }

    /// What is planned, sorted bytewise by path, so that a folder stands before what is in it.
    var entries: [PlannedEntry] {
        items.map { PlannedEntry(path: $0.key, content: $0.value.content) }.sorted { $0.path < $1.path }
    }
}

extension PlannedEntry.Content {
    /// What it is, for messages.
    var phrase: String {
        switch self {
        case .folder: "a folder"
        case .file(.project(let path), _): "the file `\(path)`"
        case .file(.binary(let name), _): "the program `\(name)`"
        case .file(.text, _): "a generated file"
        case .link(let target): "a link to `\(target)`"
        }
    }
}
