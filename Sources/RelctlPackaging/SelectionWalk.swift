/// Finds the files that one `files` rule takes.
///
/// The same walk is made twice: over the disk, to learn what the planner must know, and over what was learnt, by the
/// planner. So the planner misses nothing, and nothing is looked at that no pattern asks about: a pattern's fixed
/// beginning is gone down name by name, and a folder that `except` names is not entered.
///
/// What is taken:
/// - a pattern that is, byte for byte, the path of something that is there takes that, whatever its characters mean;
/// - a file or link that a pattern matches;
/// - a folder whose name ends a pattern, as in `demo` or `*/configs`, with all that is in it;
/// - with `**` at the end, folders too, so that empty ones are kept; `*` takes files and links alone.
package struct SelectionWalk {
    /// What is taken.
    package private(set) var taken: [RelativePath: SourceEntry] = [:]
    /// What the rule names and nothing in the tree stands for.
    package private(set) var missing: [Missing] = []
    /// What is wrong with the rule, given the files that are there.
    package var problems: [RelctlError] { faults + missing.map(\.error) }

    /// A pattern that takes nothing; the first where the folder of all of them is not there.
    package struct Missing {
        /// The pattern, from the project's folder on.
        package let path: String
        let error: RelctlError
    }

    /// What is wrong with the rule whatever is there.
    package private(set) var faults: [RelctlError] = []
    private let selection: FileSelection
    private var from: RelativePath? { selection.from }
    private let place: SourcePlace
    private var globs: [Glob] = []
    private var exceptions: [Glob] = []
    private var hasExcepted = false
    private var hasPassedFolder = false

    package init(_ selection: FileSelection, place: SourcePlace) {
        self.selection = selection
        self.place = place
        globs = compile(selection.patterns)
        exceptions = compile(selection.except)
    }

    private mutating func compile(_ patterns: [String]) -> [Glob] {
        patterns.compactMap { pattern in
            do throws(Glob.Problem) {
                return try Glob(pattern)
            } catch {
                faults.append(
                    RelctlError(
                        "cannot take files by the pattern `\(pattern)`: \(error)",
                        code: .configurationInvalid,
                        place: place
                    )
                )
                return nil
            }
        }
    }

    /// Walks; what is wrong with the rule comes into ``problems``.
    ///
    /// - Throws: What `listing` throws.
    package mutating func run(in listing: inout some TreeListing) throws {
        if let from, try reach(from, in: &listing)?.kind != .folder {
            let message = "cannot take files from `\(from)`: it is not a folder"
            let path = selection.paths.first ?? from.string
            missing.append(Missing(path: path, error: try error(about: from, message, in: &listing)))
            return
        }
        for glob in globs {
            (hasExcepted, hasPassedFolder) = (false, false)
            var count = 0
            if let path = try? RelativePath(glob.pattern), let entry = try reach(below(path), in: &listing) {
                count = try take(entry, in: &listing)
            } else {
                for path in glob.alternatives {
                    count += try visit(from, path.start, of: path, in: &listing)
                }
            }
            if count == 0 {
                missing.append(
                    Missing(path: selection.path(of: glob.pattern), error: try matchesNothing(glob, in: &listing))
                )
            }
        }
    }

    private func below(_ path: RelativePath) -> RelativePath { from?.appending(path) ?? path }

    /// What stands under a path, if no link is on the way to it.
    private func reach(_ path: RelativePath, in listing: inout some TreeListing) throws -> SourceEntry? {
        if let parent = path.parent, try reach(parent, in: &listing)?.kind != .folder { return nil }
        return try listing.entry(at: path)
    }

    /// Looks at what stands in a folder, and returns how many entries were taken.
    private mutating func visit(
        _ folder: RelativePath?,
        _ positions: Set<Int>,
        of path: GlobPath,
        in listing: inout some TreeListing
    ) throws -> Int {
        guard let name = path.onlyName(at: positions) else {
            return try listing.entries(in: folder).reduce(0) { count, entry in
                try count + consider(entry, positions, of: path, in: &listing)
            }
        }
        let step = try RelativePath(name)
        guard let entry = try listing.entry(at: folder?.appending(step) ?? step) else { return 0 }
        return try consider(entry, positions, of: path, in: &listing)
    }

    private mutating func consider(
        _ entry: SourceEntry,
        _ positions: Set<Int>,
        of path: GlobPath,
        in listing: inout some TreeListing
    ) throws -> Int {
        let positions = path.step(from: positions, over: Substring(entry.path.lastComponent))
        guard !positions.isEmpty, !isExcepted(entry) else { return 0 }
        let isFolder = entry.kind == .folder
        var count = 0
        if path.accepts(positions, isFolder: isFolder) {
            if !isFolder || path.endsInAnyDepth {
                taken[entry.path] = entry
                count = 1
            } else if path.endsInName {
                return try take(entry, in: &listing)
            } else {
                hasPassedFolder = true
            }
        }
        guard isFolder, path.continues(from: positions) else { return count }
        return try count + visit(entry.path, positions, of: path, in: &listing)
    }

    /// Takes an entry and, if it is a folder, all below it.
    private mutating func take(_ entry: SourceEntry, in listing: inout some TreeListing) throws -> Int {
        guard !isExcepted(entry) else { return 0 }
        taken[entry.path] = entry
        guard entry.kind == .folder else { return 1 }
        return try listing.entries(in: entry.path).reduce(1) { try $0 + take($1, in: &listing) }
    }

    private mutating func isExcepted(_ entry: SourceEntry) -> Bool {
        let components = entry.path.components.dropFirst(from?.components.count ?? 0)
        guard exceptions.contains(where: { $0.matches(components, isFolder: entry.kind == .folder) }) else {
            return false
        }
        hasExcepted = true
        return true
    }
}

extension SelectionWalk {
    /// The path that an entry gets in the archive, below its top: without `from`, with `to` in front; nothing for the
    /// top itself.
    package static func destination(of entry: SourceEntry, for selection: FileSelection) throws -> RelativePath {
        let kept = entry.path.components.dropFirst(selection.from?.components.count ?? 0)
        let path = try RelativePath(kept.joined(separator: "/"))
        return selection.to?.appending(path) ?? path
    }

    private func matchesNothing(_ glob: Glob, in listing: inout some TreeListing) throws -> RelctlError {
        let message =
            "cannot find anything that the pattern `\(glob.pattern)` matches" + (from.map { " in `\($0)`" } ?? "")
        var error = RelctlError(message, code: .configurationInvalid, place: place)
        if hasExcepted { error.hints.append("`except` takes away what it matches") }
        if hasPassedFolder { error.hints.append("it matches folders; `**` at the end takes what is in them") }
        let names = glob.alternatives.first.map { path in
            path.components.prefix { if case .name = $0 { true } else { false } }.compactMap { component in
                if case .name(let name) = component { name } else { nil }
            }
        }
        guard error.hints.isEmpty, let names, !names.isEmpty else { return error }
        return try self.error(about: below(RelativePath(names.joined(separator: "/"))), message, in: &listing)
    }

    /// An error about a path that leads nowhere, with a hint at the name on the way to it that is not there.
    private func error(
        about path: RelativePath,
        _ message: String,
        in listing: inout some TreeListing
    ) throws -> RelctlError {
        var error = RelctlError(message, code: .configurationInvalid, place: place)
        var folder: RelativePath?
        for name in path.components {
            let step = try RelativePath(name)
            let next = folder?.appending(step) ?? step
            guard let entry = try listing.entry(at: next) else {
                // For the hint alone; where the folder cannot be listed there is no hint.
                let names = (try? listing.entries(in: folder))?.map(\.path.lastComponent) ?? []
                if name == ".git" || name == "dist" { error.hints.append("`\(name)` is never packed") }
                if let nearest = Nearest.to(String(name), among: names) {
                    error.hints.append("did you mean `\(folder.map { "\($0)/" } ?? "")\(nearest)`?")
                }
                return error
            }
            if entry.kind == .link {
                error.hints.append("`\(next)` is a link, and links are not followed")
                return error
            }
            guard entry.kind == .folder else { return error }
            folder = next
        }
        return error
    }
}

extension FileSelection {
    /// The patterns from the project's folder on.
    var paths: [String] { patterns.map(path) }

    /// One of the patterns, from the project's folder on.
    func path(of pattern: String) -> String { (from.map { "\($0)/" } ?? "") + pattern }
}

extension ContentRule {
    /// The patterns of the files that it takes, from the project's folder on.
    package var paths: [String] { if case .files(let selection) = content { selection.paths } else { [] } }
}
