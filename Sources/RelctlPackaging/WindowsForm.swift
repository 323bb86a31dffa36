/// An archive as Windows can unpack it: without links.
///
/// A link to a file becomes a copy of it, a link to a folder a copy of all that is in it; with
/// ``ArchiveSettings/WindowsLinks/launcher`` a link to a program becomes a small `.cmd` that runs it. The result is what
/// somebody sees who walks through the archive and follows every link.
struct WindowsForm {
    private(set) var result: ArchiveDraft
    private(set) var problems: PlanningProblems
    private let draft: ArchiveDraft
    private let resolver: LinkResolver
    private let links: ArchiveSettings.WindowsLinks
    private let children: [RelativePath: [RelativePath]]
    private let entryLimit: Int

    /// Prepares the walk.
    ///
    /// `entryLimit` is more than anybody packs: links to folders of links to folders multiply.
    init(
        of draft: ArchiveDraft,
        resolver: LinkResolver,
        links: ArchiveSettings.WindowsLinks,
        problems: PlanningProblems,
        entryLimit: Int = 1_000_000
    ) {
        self.entryLimit = entryLimit
        self.draft = draft
        self.resolver = resolver
        self.links = links
        self.problems = problems
        result = draft
        let paths = draft.items.keys.filter { $0 != draft.top }.sorted()
        children = Dictionary(grouping: paths) { $0.parent ?? draft.top }
    }

    /// Walks; the archive comes into ``result``, what cannot be copied into ``problems``.
    mutating func run() {
        guard let top = draft.items[draft.top] else { return }
        result = ArchiveDraft(top: draft.top, place: top.place)
        copy(draft.top, to: draft.top, within: [draft.top])
    }

    /// Copies what is in a folder; `within` are the folders that the walk is in, by their own paths.
    private mutating func copy(_ folder: RelativePath, to output: RelativePath, within: [RelativePath]) {
        for path in children[folder] ?? [] {
            guard let item = draft.items[path], result.items.count < entryLimit else { return tooMany() }
            do {
                let place = try output.appending(RelativePath(path.lastComponent))
                switch item.content {
                case .file: try result.add(item.content, at: place, place: item.place)
                case .folder:
                    try result.add(.folder, at: place, place: item.place)
                    copy(path, to: place, within: within + [path])
                case .link(let text):
                    try follow(path, text, item, to: place, within: within)
                }
            } catch {
                problems.add(caught: error)
            }
        }
    }

    private mutating func follow(
        _ link: RelativePath,
        _ text: String,
        _ item: ArchiveDraft.Item,
        to output: RelativePath,
        within: [RelativePath]
    ) throws {
        let end = try resolver.resolve(link)
        guard let content = draft.items[end]?.content else { return }
        guard content == .folder else {
            if links == .launcher, case .file(.binary, _) = content,
                let launcher = CommandLauncher(at: output, for: end)
            {
                try result.add(launcher.content, at: launcher.path, place: item.place)
            } else {
                try result.add(content, at: output, place: item.place)
            }
            return
        }
        // A folder that the walk is in, or that holds one it is in, would be copied into itself without end; the
        // second kind is found one round later, when the walk comes through it to where it is now.
        guard !within.contains(end) else {
            throw RelctlError(
                "cannot copy what the link `\(draft.shown(link))` to `\(text)` leads to for Windows: "
                    + "the link is in that folder itself",
                place: item.place
            )
        }
        try result.add(.folder, at: output, place: item.place)
        copy(end, to: output, within: within + [end])
    }

    private mutating func tooMany() {
        problems.add(
            RelctlError("cannot copy what links lead to for Windows: it is more than \(entryLimit) files")
        )
    }
}
