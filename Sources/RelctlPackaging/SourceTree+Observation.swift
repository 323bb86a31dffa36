extension SourceTree {
    /// Looks at as much of the working tree as the `files` rules ask about; never follows a link, never writes.
    ///
    /// A pattern that matches nothing is not a failure here: the planner, which asks the same questions of the result,
    /// reports it with all else.
    ///
    /// - Parameters:
    ///   - rules: The content of archives.
    ///   - project: The project's folder.
    ///   - excluded: Folders below it that are never packed, such as `dist`; `.git` is one anyway, at any depth.
    ///   - generated: Files below it that will be there when archives are packed, whether they are now or not.
    ///   - files: The disk.
    /// - Returns: What was seen.
    /// - Throws: ``RelctlError`` with one cause for each rule that cannot be answered: a folder that cannot be read or
    ///   holds a name that is not UTF-8.
    @concurrent
    package static func observe(
        for rules: [ContentRule],
        in project: FilePath,
        excluding excluded: Set<RelativePath>,
        generating generated: [RelativePath] = [],
        files: any FileSystem
    ) async throws -> SourceTree {
        var recorder = SourceTreeRecorder(files: files, project: project, excluded: excluded)
        for file in generated { recorder.expect(file) }
        var failures: [any Error] = []
        for rule in rules {
            guard case .files(let selection) = rule.content else { continue }
            do {
                var walk = SelectionWalk(selection, place: rule.place)
                try walk.run(in: &recorder)
            } catch let error as CancellationError {
                throw error
            } catch {
                failures.append(error)
            }
        }
        guard failures.isEmpty else {
            throw RelctlError("cannot look at the files in `\(project)`", causes: failures)
        }
        return recorder.tree
    }
}

/// Asks the disk, and keeps each answer.
private struct SourceTreeRecorder: TreeListing {
    let files: any FileSystem
    let project: FilePath
    let excluded: Set<RelativePath>
    var tree = SourceTree()
    /// Files that will be there, and the folders that they will be in, by the folder that they are in.
    private var expected: [RelativePath?: Set<RelativePath>] = [:]
    private var expectedFiles: Set<RelativePath> = []

    init(files: any FileSystem, project: FilePath, excluded: Set<RelativePath>) {
        self.files = files
        self.project = project
        self.excluded = excluded
    }

    /// Takes a file, and the folders that it is in, for there.
    mutating func expect(_ file: RelativePath) {
        expectedFiles.insert(file)
        var path: RelativePath? = file
        while let here = path {
            expected[here.parent, default: []].insert(here)
            path = here.parent
        }
    }

    mutating func entry(at path: RelativePath) throws -> SourceEntry? {
        if let entry = tree.entry(at: path) { return entry }
        guard let entry = try look(at: path) else { return nil }
        tree.record(entry)
        return entry
    }

    mutating func entries(in folder: RelativePath?) throws -> [SourceEntry] {
        if tree.hasListed(folder) { return tree.entries(in: folder) }
        try Task.checkCancellation()
        let location = folder.map { project.appending($0) } ?? project
        var entries: [SourceEntry] = []
        for path in try paths(in: folder, at: location) {
            guard !isExcluded(path) else { continue }
            guard let entry = try look(at: path) else {
                throw RelctlError(
                    "cannot look at `\(path)`: it vanished while its folder was read",
                    hints: ["run again when nothing else writes to the project's folder"]
                )
            }
            entries.append(entry)
        }
        tree.record(entries, in: folder)
        return entries
    }

    private func paths(in folder: RelativePath?, at location: FilePath) throws -> [RelativePath] {
        let expected = expected[folder] ?? []
        // Only a folder that is made for what is expected in it may be missing yet.
        guard try expected.isEmpty || files.status(of: location) != nil else { return expected.sorted() }
        let found = try files.names(in: location).map { name in
            let name = try RelativePath(name)
            return folder?.appending(name) ?? name
        }
        return expected.isEmpty ? found : Set(found).union(expected).sorted()
    }

    private func look(at path: RelativePath) throws -> SourceEntry? {
        if expectedFiles.contains(path) { return SourceEntry(path: path, kind: .file) }
        if expected[path] != nil, try files.status(of: project.appending(path)) == nil {
            return SourceEntry(path: path, kind: .folder)
        }
        let location = project.appending(path)
        guard !isExcluded(path), let status = try files.status(of: location) else { return nil }
        return SourceEntry(
            path: path,
            kind: status.kind,
            isExecutable: status.kind == .file && status.isExecutable,
            size: status.kind == .file ? status.size : 0,
            linkTarget: status.kind == .link ? try files.destination(ofLink: location) : nil
        )
    }

    private func isExcluded(_ path: RelativePath) -> Bool {
        path.lastComponent == ".git" || excluded.contains(path)
    }
}

extension SourceTree {
    /// The files and links that the `files` rules take from the tree; what is wrong with a rule is the planner's to tell.
    package func taken(by rules: [ContentRule]) throws -> Set<RelativePath> {
        var taken: Set<RelativePath> = []
        for rule in rules {
            guard case .files(let selection) = rule.content else { continue }
            var (walk, tree) = (SelectionWalk(selection, place: rule.place), self)
            try walk.run(in: &tree)
            taken.formUnion(walk.taken.values.filter { $0.kind != .folder }.map(\.path))
        }
        return taken
    }
}

/// What a build that is still to come may make.
extension SourceTree {
    /// Whether what a rule lacks may still be made.
    package func awaits(_ missing: SelectionWalk.Missing) -> Bool { awaited?.contains(missing.path) ?? false }

    /// What the `files` rules name and nothing stands for.
    package func missing(by rules: [ContentRule]) throws -> [SelectionWalk.Missing] {
        try rules.flatMap { rule -> [SelectionWalk.Missing] in
            guard case .files(let selection) = rule.content else { return [] }
            var (walk, tree) = (SelectionWalk(selection, place: rule.place), self)
            try walk.run(in: &tree)
            return walk.missing
        }
    }

    /// Why a rule that lacks something is wrong, with the way out for files that a build makes.
    package func error(of missing: SelectionWalk.Missing) -> RelctlError {
        var error = missing.error
        if awaited != nil { error.hints.append("if the build makes it, have git ignore it") }
        return error
    }

    /// What is said of rules that lack what may still be made.
    package func awaitedFindings(by rules: [ContentRule]) throws -> [Finding] {
        try missing(by: rules).filter(awaits).map { missing in
            Finding(
                "nothing matches `\(missing.path)` yet: the build must make it",
                code: "files.awaited",
                severity: .warning,
                place: missing.error.place
            )
        }
    }
}
