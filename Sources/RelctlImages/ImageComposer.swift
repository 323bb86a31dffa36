/// Applies an image's rules to what one target has and what the project has.
struct ImageComposer {
    private let image: ImageSettings
    private let sources: ImageSources
    private let tree: SourceTree
    /// Whether the archive will hold more than the sources say.
    private let isOpen: Bool

    init(_ image: ImageSettings, sources: ImageSources, tree: SourceTree, isOpen: Bool = false) {
        (self.image, self.sources, self.tree, self.isOpen) = (image, sources, tree, isOpen)
    }

    // MARK: Files

    /// The rules with one pattern each that match nothing in the archive, and ask for the project's files.
    func projectRules() -> [ContentRule] {
        (image.files + [certificates].compactMap(\.self)).flatMap { rule in
            patterns(of: rule).compactMap { selection in
                guard taken(by: selection, in: sources.tree, rule.place) == nil else { return nil }
                return ContentRule(content: .files(selection), place: rule.place)
            }
        }
    }

    /// The image's own files.
    ///
    /// - Throws: ``RelctlError`` for a pattern that matches nothing anywhere, and for what cannot be in an image.
    func files() throws -> [ImagePlan.Entry] {
        var entries: [RelativePath: ImagePlan.Entry] = [:]
        var problems: [any Error] = []
        for rule in image.files {
            for selection in patterns(of: rule) {
                do {
                    for entry in try self.entries(of: selection, rule) {
                        try Self.add(entry, to: &entries)
                    }
                } catch {
                    problems.append(error)
                }
            }
        }
        try RelctlError.throwAll(problems, "cannot choose the image's files")
        return Array(entries.values)
    }

    private static func add(_ entry: ImagePlan.Entry, to entries: inout [RelativePath: ImagePlan.Entry]) throws {
        if let there = entries[entry.path], there.content != entry.content {
            throw RelctlError("`/\(entry.path)` would be two different things")
        }
        entries[entry.path] = entry
    }

    private func entries(of selection: FileSelection, _ rule: ImageFileRule) throws -> [ImagePlan.Entry] {
        if let taken = taken(by: selection, in: sources.tree, rule.place) {
            return try taken.map { entry in
                try self.entry(entry, selection, rule) { path in
                    guard let source = sources.source(at: path) else {
                        throw RelctlError("`\(path)` of the archive has no digest in the manifest")
                    }
                    return source
                }
            }
        }
        var (walk, tree) = (SelectionWalk(selection, place: rule.place), tree)
        try walk.run(in: &tree)
        if let fault = walk.faults.first { throw fault }
        if let missing = walk.missing.first {
            // A build that is still to come may make it.
            if isOpen || tree.awaits(missing) { return [] }
            throw tree.error(of: missing)
        }
        return try walk.taken.values.map { try entry($0, selection, rule) { .project($0) } }
    }

    /// What a pattern takes of a tree; nothing if it takes nothing.
    private func taken(
        by selection: FileSelection,
        in tree: SourceTree,
        _ place: SourcePlace
    ) -> [SourceEntry]? {
        var (walk, tree) = (SelectionWalk(selection, place: place), tree)
        guard (try? walk.run(in: &tree)) != nil, walk.problems.isEmpty else { return nil }
        return Array(walk.taken.values)
    }

    private func patterns(of rule: ImageFileRule) -> [FileSelection] {
        rule.selection.patterns.map { pattern in
            var selection = rule.selection
            selection.patterns = [pattern]
            return selection
        }
    }

    private func entry(
        _ entry: SourceEntry,
        _ selection: FileSelection,
        _ rule: ImageFileRule,
        _ source: (RelativePath) throws -> ImagePlan.Source
    ) throws -> ImagePlan.Entry {
        let path = try SelectionWalk.destination(of: entry, for: selection)
        switch entry.kind {
        case .folder: return ImagePlan.Entry(path: path, content: .folder(mode: 0o755, owner: 0))
        case .link: return ImagePlan.Entry(path: path, content: .link(target: entry.linkTarget ?? ""))
        case .file:
            let mode = rule.mode ?? (entry.isExecutable ? 0o755 : 0o644)
            return ImagePlan.Entry(path: path, content: .file(try source(entry.path), mode: mode))
        default: throw RelctlError("cannot put `\(entry.path)` into an image: it is a \(entry.kind.rawValue)")
        }
    }

    // MARK: System

    /// What programs expect of a system, and the trusted certificates.
    func system() throws -> [ImagePlan.Entry] {
        var entries = image.base == .scratch ? try SystemSkeleton.entries() : []
        if let certificates, let selection = patterns(of: certificates).first {
            let found = try self.entries(of: selection, certificates)
            guard !found.isEmpty else { return entries }
            guard found.count == 1, let file = found.first, case .file(let source, _) = file.content else {
                throw noCertificates(found, at: certificates.place)
            }
            let path = try RelativePath(SystemSkeleton.certificates)
            entries.append(ImagePlan.Entry(path: path, content: .file(source, mode: 0o644)))
        }
        return entries
    }

    /// Why what `certificates` names cannot be taken for a file.
    private func noCertificates(_ found: [ImagePlan.Entry], at place: SourcePlace) -> RelctlError {
        let name = image.certificates.map { "`\($0)`" } ?? ""
        guard found.count == 1, case .link(let target)? = found.first?.content else {
            return RelctlError(
                "`certificates` names \(name), which is a folder",
                code: .configurationInvalid,
                place: place,
                hints: ["name a file of certificates in PEM"]
            )
        }
        return RelctlError(
            "`certificates` names \(name), which is a link to `\(target)`, and links are not followed",
            code: .configurationInvalid,
            place: place,
            hints: ["name the file itself, or have a hook of the build copy it into the project"]
        )
    }

    /// The file of certificates as a rule.
    private var certificates: ImageFileRule? {
        image.certificates.map { path in
            ImageFileRule(
                selection: FileSelection(patterns: [path.string], except: [], from: nil, to: nil),
                place: image.place(of: "certificates")
            )
        }
    }

    /// The same layers, where each also has the folders that a lower one declares and that it puts something into: a
    /// runtime takes a folder's attributes from the highest layer that has it.
    static func repeatingFolders(in layers: [ImagePlan.Layer]) -> [ImagePlan.Layer] {
        var declared: [RelativePath: ImagePlan.Entry] = [:]
        return layers.map { layer in
            var paths = Set(layer.entries.map(\.path))
            var entries = layer.entries
            for entry in layer.entries {
                var parent = entry.path.parent
                while let folder = parent, paths.insert(folder).inserted {
                    if let known = declared[folder] { entries.append(known) }
                    parent = folder.parent
                }
            }
            for entry in entries where entry.isFolder { declared[entry.path] = entry }
            return ImagePlan.Layer(purpose: layer.purpose, entries: entries.sorted { $0.path < $1.path })
        }
    }

    // MARK: What cannot be

    /// Proves that layers can lie over each other: nothing stands twice, nothing lies below what is no folder, no name
    /// means something else to a runtime, and no link leads above the root.
    ///
    /// - Throws: ``RelctlError`` with everything that is wrong as its causes.
    static func check(_ layers: [ImagePlan.Layer]) throws {
        var problems: [any Error] = []
        var contents: [RelativePath: ImagePlan.Content] = [:]
        for entry in layers.flatMap(\.entries) {
            if let there = contents[entry.path], there != entry.content || !entry.isFolder {
                problems.append(RelctlError("`/\(entry.path)` would stand in the image twice"))
            }
            contents[entry.path] = entry.content
            if let problem = problem(with: entry) { problems.append(problem) }
        }
        for path in contents.keys.sorted() {
            var parent = path.parent
            while let here = parent {
                if let content = contents[here], !content.isFolder {
                    problems.append(RelctlError("`/\(path)` would lie below `/\(here)`, which is no folder"))
                    break
                }
                parent = here.parent
            }
        }
        try RelctlError.throwAll(problems, "cannot make an image of these files")
    }

    private static func problem(with entry: ImagePlan.Entry) -> RelctlError? {
        // Image-spec, layers, "Whiteouts": a name that takes away what a lower layer has.
        if let name = entry.path.components.first(where: { $0.utf8.starts(with: ".wh.".utf8) }) {
            return RelctlError("cannot put `/\(entry.path)` into an image: `\(name)` would take files away")
        }
        guard case .link(let target) = entry.content, target.utf8.first != UInt8(ascii: "/") else { return nil }
        var depth = entry.path.components.count - 1
        for component in target.splitAtSlashes() where !component.utf8.elementsEqual(".".utf8) {
            depth += component.utf8.elementsEqual("..".utf8) ? -1 : 1
            guard depth >= 0 else {
                return RelctlError("cannot put `/\(entry.path)` into an image: it leads above the root, to `\(target)`")
            }
        }
        return nil
    }
}

extension ImagePlan.Entry {
    var isFolder: Bool { content.isFolder }
}

extension ImagePlan.Content {
    var isFolder: Bool { if case .folder = self { true } else { false } }
}
