/// A content rule with the files that it takes, which are the same for every target.
struct ResolvedRule {
    let rule: ContentRule
    /// For `files`: what goes where, below the archive's top, sorted by path.
    let files: [(entry: SourceEntry, path: RelativePath)]

    init(_ rule: ContentRule, in tree: SourceTree, problems: inout PlanningProblems) {
        self.rule = rule
        guard case .files(let selection) = rule.content else {
            files = []
            return
        }
        var walk = SelectionWalk(selection, place: rule.place)
        var tree = tree
        files =
            problems.catching {
                try walk.run(in: &tree)
                return try walk.taken.values.sorted { $0.path < $1.path }.map { entry in
                    (entry, try SelectionWalk.destination(of: entry, for: selection))
                }
            } ?? []
        for fault in walk.faults { problems.add(fault) }
        for missing in walk.missing where !tree.awaits(missing) { problems.add(tree.error(of: missing)) }
    }
}

/// Applies the content rules to one target's archive.
struct ArchiveComposer {
    private(set) var draft: ArchiveDraft
    let target: TargetContext
    private(set) var problems: PlanningProblems
    /// The folder that the programs go to, from the archive's top; `.some(nil)` for the top itself.
    private var binariesFolder: RelativePath??
    /// Scripts that put the programs' folder on PATH; written when it is known what the archive holds.
    private var environments: [(name: String, place: SourcePlace)] = []

    init(draft: ArchiveDraft, target: TargetContext, problems: PlanningProblems) {
        self.draft = draft
        self.target = target
        self.problems = problems
    }

    private var suffix: String { target.target.triple.executableSuffix }

    mutating func apply(_ resolved: ResolvedRule) {
        let place = resolved.rule.place
        switch resolved.rule.content {
        case .binaries(let folder):
            if binariesFolder == nil { binariesFolder = .some(folder) }
            for name in target.binaries { addBinary(name + suffix, in: folder, place) }
        case .link(let path, let to):
            addLinks(path, to, place)
        case .files:
            for (entry, path) in resolved.files { add(entry, at: path, place) }
        case .environment(let name):
            environments.append((name, place))
        }
    }

    private mutating func addBinary(_ name: String, in folder: RelativePath?, _ place: SourcePlace) {
        attempt {
            let file = try RelativePath(name)
            try $0.add(
                .file(source: .binary(name: name), isExecutable: true),
                at: $0.top.appending(folder?.appending(file) ?? file),
                place: place
            )
        }
    }

    /// One link for each program, or a single one where no program is named.
    private mutating func addLinks(_ path: Template, _ to: Template, _ place: SourcePlace) {
        let isPerBinary = path.names("binary") || to.names("binary")
        let scopes = isPerBinary ? target.binaries.map { target.scope(ofBinary: $0) } : [target.scope]
        for scope in scopes {
            attempt { draft in
                let link = draft.top.appending(try Self.path(path, scope, place))
                let end = draft.top.appending(try Self.path(to, scope, place))
                try draft.add(.link(target: RelativeLink.text(from: link, to: end)), at: link, place: place)
            }
        }
    }

    private static func path(_ template: Template, _ scope: TemplateScope, _ place: SourcePlace) throws -> RelativePath
    {
        do {
            return try RelativePath(template.render(scope))
        } catch {
            throw RelctlError(
                "cannot make a link with the path `\(template.source)`",
                code: .configurationInvalid,
                place: place,
                hints: ["both ends of a link are paths from the archive's top"],
                causes: [error]
            )
        }
    }

    private mutating func add(_ entry: SourceEntry, at path: RelativePath, _ place: SourcePlace) {
        attempt { draft in
            let content: PlannedEntry.Content
            switch (entry.kind, entry.linkTarget) {
            case (.folder, _): content = .folder
            case (.file, _): content = .file(source: .project(path: entry.path), isExecutable: entry.isExecutable)
            case (.link, let text?): content = .link(target: text)
            default:
                throw RelctlError(
                    "cannot pack `\(entry.path)`: it is a \(entry.kind.rawValue)",
                    place: place,
                    hints: ["`except` leaves it out"]
                )
            }
            try draft.add(content, at: draft.top.appending(path), place: place)
        }
    }

    /// Writes what depends on all else, and checks the whole; what links of an open archive lead to may still be made.
    mutating func finish(windowsLinks: ArchiveSettings.WindowsLinks, isOpen: Bool) {
        for (name, place) in environments { addEnvironment(name, place) }
        let resolver = draft.resolver
        var areLinksSound = true
        for resolution in resolver.resolutions() {
            guard case .failure(let problem) = resolution.outcome, let item = draft.items[resolution.link],
                case .link(let end) = item.content
            else { continue }
            areLinksSound = false
            if isOpen, problem == .dangling { continue }
            let link = draft.shown(resolution.link)
            problems.add("cannot pack the link `\(link)` to `\(end)`: it \(problem)", at: item.place)
        }
        guard target.target.triple.isWindows else { return }
        if areLinksSound {
            var form = WindowsForm(of: draft, resolver: resolver, links: windowsLinks, problems: problems)
            form.run()
            (draft, problems) = (form.result, form.problems)
        }
        for problem in WindowsNames.problems(in: draft) { problems.add(problem) }
    }

    private mutating func addEnvironment(_ name: String, _ place: SourcePlace) {
        let folder = binariesFolder ?? (try? RelativePath("bin"))
        let first = target.binaries.first.map { $0 + suffix }
        let isWindows = target.target.triple.isWindows
        attempt { draft in
            if let folder, draft.items[draft.top.appending(folder)]?.content != .folder {
                throw RelctlError(
                    "cannot put `\(folder)` on PATH by `\(name)`: the archive has no such folder",
                    code: .configurationInvalid,
                    place: place,
                    hints: ["`{ binaries: \"bin\" }` puts the programs there"]
                )
            }
            let script = EnvironmentScript(name: name, folder: folder, program: first)
            let file = isWindows ? name + ".bat" : name + ".sh"
            let text = isWindows ? try script.batchText(place: place) : script.shellText
            try draft.add(
                .file(source: .text(text), isExecutable: false),
                at: draft.top.appending(RelativePath(file)),
                place: place
            )
        }
    }

    private mutating func attempt(_ body: (inout ArchiveDraft) throws -> Void) {
        do {
            try body(&draft)
        } catch {
            problems.add(caught: error)
        }
    }
}
