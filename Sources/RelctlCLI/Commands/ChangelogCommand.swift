import RelctlCore

/// `relctl changelog [TAG]`.
enum ChangelogCommand: Command {
    struct Options: Sendable, Equatable {
        var tag: String?
        var isAll = false
        var isDryRun = false
        var isCheck = false
        var replaces = false
        var file = "CHANGELOG.md"
        var output: String?
    }

    static let name = "changelog"
    static let summary = "Put the section of a release into CHANGELOG.md"
    static let discussion = """
        The section goes where its version belongs by the file's own order, in the file's own form: that of Keep a \
        Changelog or relctl's. All else in the file stays as it is, byte for byte. A section that is there already is \
        written anew if every line of it is one that relctl writes; one that somebody changed by hand is refused, unless \
        --replace is given. Doing it twice changes nothing more.

        The tag need not be there yet: then what HEAD has is told under its name.
        """
    static let examples = [
        Example("relctl changelog v1.2.0", "Write the section of v1.2.0"),
        Example("relctl changelog v1.2.0 --dry-run", "Print the difference, and change nothing"),
        Example("relctl changelog --all", "Write the sections of all releases"),
        Example("relctl changelog --check", "Exit with 2 if the section is missing or not up to date"),
    ]
    static let exitCodes: [ExitCode] = [.done, .failed, .problemsFound, .usage, .configurationInvalid, .interrupted]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] = [
        .flag("all", \.isAll, "The sections of all releases"),
        .dryRun(\.isDryRun),
        .check(\.isCheck),
        .flag("replace", \.replaces, "Write sections anew that somebody changed by hand"),
        .value("file", "FILE", \.file, "The changelog (default: CHANGELOG.md)").completing(.file),
        .value("output", "FILE", \.output, "Write the whole to this file instead; `-` prints").completing(.file)
            .short("o"),
    ]
    static let positionals: [PositionalSpec<Options>] = [.optionalTag(\.tag)]

    static func check(_ options: Options) throws(UsageError) {
        guard options.tag == nil || !options.isAll else { throw UsageError("TAG and `--all` exclude each other") }
        guard !options.isCheck || options.output == nil else {
            throw UsageError("`--check` and `--output` exclude each other")
        }
    }

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let project = try await Project(session)
        let files = session.effects.files
        let path = try session.folder().appending(options.file)
        let plan: ChangelogPlan
        do {
            plan = try await self.plan(options, project, old: try read(path, options.file, files))
        } catch let error as RelctlError where options.isCheck && error.code == .changelogForeign {
            try session.render(Outcome(file: options.file, changed: true)) { _ in [Self.outdated(options.file)] }
            session.warn(of: [Finding(error.message, code: error.code.name, place: error.place, hints: error.hints)])
            return .problemsFound
        }
        if options.isCheck {
            try session.render(Outcome(file: options.file, changed: plan.isChange)) { _ in
                [plan.isChange ? Self.outdated(options.file) : TerminalText.escaped(options.file) + ": up to date"]
            }
            return plan.isChange ? .problemsFound : .done
        }
        if options.isDryRun {
            try session.render(Outcome(file: options.file, changed: plan.isChange)) { _ in [] }
            if !session.globals.isJSON { try session.write(plan.difference(of: options.file)) }
            return .done
        }
        if options.output == "-" {
            try session.write(String(decoding: plan.new, as: UTF8.self))
            return .done
        }
        let target = options.output ?? options.file
        if plan.isChange || options.output != nil {
            do {
                try write(plan.new, to: try session.folder().appending(target), files)
            } catch {
                throw RelctlError("cannot write the changelog to `\(target)`", causes: [error])
            }
        }
        try session.render(Outcome(file: target, changed: plan.isChange)) { _ in
            [TerminalText.escaped(target) + (plan.isChange ? "" : ": nothing to do")]
        }
        return .done
    }

    private static func outdated(_ file: String) -> String { TerminalText.escaped(file) + ": not up to date" }

    /// What is in the changelog; nothing where there is none.
    private static func read(_ path: FilePath, _ name: String, _ files: any FileSystem) throws -> [UInt8]? {
        do {
            return try files.resolvedStatus(of: path).map { _ in try files.contents(of: path) }
        } catch {
            throw RelctlError("cannot read the changelog `\(name)`", code: .configurationInvalid, causes: [error])
        }
    }

    /// Writes the file that a link leads to, with the permissions that it has.
    private static func write(_ text: [UInt8], to path: FilePath, _ files: any FileSystem) throws {
        guard let status = try files.resolvedStatus(of: path) else { return try files.write(text, to: path) }
        try files.write(text, to: files.canonicalPath(of: path), permissions: status.permissions & 0o777)
    }

    private static func plan(_ options: Options, _ project: Project, old: [UInt8]?) async throws -> ChangelogPlan {
        let repository = try await project.observer.repository()
        let observer = project.observer.notesObserver(of: repository)
        let planner = try await observer.changelogPlanner(replaces: options.replaces)
        // Sections go where they belong one after the other: oldest first is the order in which they came to be.
        if options.isAll {
            return try planner.plan(try await observer.history().all().reversed(), file: options.file, old: old)
        }
        let release = try await project.observer.release(ReleaseRequest(tag: options.tag))
        if options.tag != nil, try await repository.hash(of: .tag(release.tag)) == nil {
            try await project.observer.tell(ofMissingTag: release.tag, in: repository)
        }
        let changes = try await observer.changes(of: release.tag, as: release.version)
        return try planner.plan([changes], file: options.file, old: old)
    }

    /// What `--json` gives.
    private struct Outcome: Encodable {
        var file: String
        var changed: Bool
    }
}
