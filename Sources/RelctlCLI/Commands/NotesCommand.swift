import RelctlCore

/// `relctl notes [TAG]`.
enum NotesCommand: Command {
    struct Options: StepOptions {
        var tag: String?
        var targets: [String] = []
        var isSnapshot = false
        var isDryRun = false
        var isUnreleased = false
        var isAll = false
        var from: String?
        var to: String?
        var paths: [String] = []
        var output: String?
        var format = Format.markdown
        var isBody = false
    }

    /// What notes are printed as.
    enum Format: String, CaseIterable, Sendable {
        case markdown, text, json
    }

    static let name = "notes"
    static let summary = "Write the release notes, dist/NOTES.md, or print those of other releases"
    static let discussion = """
        What changed since the previous release that can be reached from here, what to download and how to install and \
        verify it on each platform. Downloads are listed once `relctl package` has made them.

        The notes of the release that is checked out are written to dist/NOTES.md. Those of another tag, of what is not \
        released yet, of the commits between two revisions and of all releases tell of changes alone, and are printed. \
        --output writes to another file, --dry-run prints, and --json prints all that the notes tell as JSON, whose form \
        `relctl schema notes` says.
        """
    static let examples = [
        Example("relctl notes", "Write dist/NOTES.md"),
        Example("relctl notes v1.1.0 --dry-run", "Print them"),
        Example("relctl notes --unreleased --format text", "Print what is not released yet, as plain text"),
        Example("relctl notes --from v1.0.0 --to HEAD --json", "Print what changed since, as JSON"),
        Example("relctl notes --all --output HISTORY.md", "Write the notes of all releases to a file"),
    ]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] =
        OptionSpec.ofEveryStep + [
            .dryRun(\.isDryRun),
            .flag("unreleased", \.isUnreleased, "What HEAD has and no release does"),
            .flag("all", \.isAll, "All releases, the newest first"),
            .value("from", "REV", \.from, "What came after this tag or commit").completing(.tag),
            .value("to", "REV", \.to, "The tag or commit that --from is compared with (default: HEAD)")
                .completing(.tag),
            .values("paths", "PATH", \.paths, "Only changes of this file or folder; may be repeated")
                .completing(.file),
            .value("output", "FILE", \.output, "Write to this file; `-` prints").completing(.file).short("o"),
            .choice("format", \.format, "What to write"),
            .flag("body", \.isBody, "No more than a forge takes as a release's body: the rest is in NOTES.md"),
        ]
    static let positionals: [PositionalSpec<Options>] = [.optionalTag(\.tag)]

    static func check(_ options: Options) throws(UsageError) {
        let chosen = [
            options.tag.map { _ in "TAG" }, options.isUnreleased ? "`--unreleased`" : nil,
            options.isAll ? "`--all`" : nil, options.from.map { _ in "`--from`" },
            options.isSnapshot ? "`--snapshot`" : nil,
        ].compactMap(\.self)
        let isPair = chosen == ["TAG", "`--snapshot`"]
        guard chosen.count < 2 || isPair else {
            throw UsageError("\(chosen[0]) and \(chosen[1]) exclude each other")
        }
        guard options.to == nil || options.from != nil else { throw UsageError("`--to` needs `--from`") }
        guard !options.isBody || options.format == .markdown, !options.isBody || !options.isAll else {
            throw UsageError("`--body` is of one release's Markdown")
        }
    }

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        var session = session
        if options.format == .json { session.globals.isJSON = true }
        let project = try await Project(session)
        try await project.observer.tell(ofUnknownPaths: try options.folders)
        if let page = try await OtherNotes(options: options, project: project).page() {
            try session.emit(page, options, standard: nil)
            return .done
        }
        var request = options.request
        request.wantsTargets = false
        let paths = try options.folders
        guard options.writesFile else {
            let observation = try await project.observe(request)
            let steps = try project.steps(for: request, observation)
            let notes = try await project.observer.notes(of: observation, paths: paths)
            try session.emit(try .plan(steps.plannedNotes(of: notes, as: options.pageFormat)), options, standard: nil)
            return .done
        }
        let limits = ReleaseSteps.Limits(jobs: 1, effects: session.effects)
        let plan = try await project.runStep(request, limits) { steps, observation in
            try await steps.notes(of: try await project.observer.notes(of: observation, paths: paths))
        }
        try session.emit(.plan(plan), options, standard: "dist/\(ReleaseFolder.notesName)")
        return .done
    }
}

extension NotesCommand.Options {
    /// Whether the notes of a release go to where the release's other files are.
    fileprivate var writesFile: Bool {
        !isDryRun && output == nil && format != .text && !isBody && paths.isEmpty
    }

    /// What the page is written as; JSON holds the same as Markdown does.
    fileprivate var pageFormat: NotesMarkup.Format { format == .text ? .text : .markdown }

    /// The files and folders to which the changes are narrowed.
    fileprivate var folders: [HistoryPath] {
        get throws {
            try paths.map { text in
                var trimmed = text[...]
                while trimmed.utf8.count > 1, trimmed.utf8.last == UInt8(ascii: "/") { trimmed.removeLast() }
                while trimmed.utf8.count > 2, trimmed.utf8.starts(with: "./".utf8) { trimmed.removeFirst(2) }
                do {
                    return try HistoryPath(String(trimmed))
                } catch {
                    throw RelctlError("cannot tell what changed in `\(text)`", code: .usage, causes: [error])
                }
            }
        }
    }
}

/// What is printed, before it is known in which form.
private enum NotesPage {
    case plan(NotesPlan)
    case digest(text: String, notes: () -> [ReleaseNotes])
}

/// Notes of other changes than those of the release that is checked out: these tell of changes alone.
private struct OtherNotes {
    let options: NotesCommand.Options
    let project: Project

    /// The page; nothing if the release is meant that is checked out, or that is yet to be tagged.
    func page() async throws -> NotesPage? {
        guard options.isUnreleased || options.isAll || options.from != nil || namedTag != nil else { return nil }
        let repository = try await project.observer.repository(listsReferences: true)
        let observer = project.observer.notesObserver(of: repository)
        let history = try observer.history(
            paths: try options.folders,
            seeksNewcomers: true,
            // Whoever reads a long history as a page has no use for what is not told.
            listsOthers: !options.isAll || options.format == .json
        )
        if options.isAll { return try await digest(history, observer) }
        // Asked at the same time, because each question takes git as long as the answer.
        async let origin = repository.origin()
        guard let changes = try await changes(in: history, repository) else { return nil }
        let observation = try await observer.observation(of: changes, in: history, try await origin)
        let configuration = project.configuration
        let scope = TemplateScopes.project(changes, name: configuration.name, variables: configuration.variables)
        var request = try observer.request(observation, scope: scope)
        request.format = options.pageFormat
        request.quickStart = nil
        request.settings.requirements = []
        return .plan(try NotesPlanner(renderers: project.extensions.notesRenderers).plan(request))
    }

    /// The tag whose notes are wanted, which may be the one of the release that is checked out.
    private var namedTag: String? {
        options.tag.flatMap { !options.isSnapshot && GitReferenceName.isValid($0) ? $0 : nil }
    }

    private func changes(in history: ReleaseHistory, _ repository: GitRepository) async throws -> ReleaseChanges? {
        if options.isUnreleased { return try await history.unreleased() }
        if let from = options.from {
            let start = try await repository.revision(named: from)
            let end = try await repository.revision(named: options.to ?? "HEAD")
            return try await history.changes(from: start, to: end)
        }
        guard let tag = namedTag else { return nil }
        let references = try await repository.references()
        // A tag that is yet to be made is the release's that is checked out.
        guard let target = references.target(ofTag: tag) else {
            try await project.observer.tell(ofMissingTag: tag, in: repository)
            return nil
        }
        guard target != references.head else { return nil }
        do {
            return try await history.changes(of: tag)
        } catch {
            guard try await repository.hash(of: .tag(tag)) == nil else { throw error }
            try await project.observer.tell(ofMissingTag: tag, in: repository)
            return nil
        }
    }

    private func digest(_ history: ReleaseHistory, _ observer: NotesObserver) async throws -> NotesPage {
        async let forge = observer.forge()
        let timeline = try await history.all()
        let digest = NotesDigest(project.configuration.notes, format: options.pageFormat, forge: try await forge)
        // Whoever wants values has no use for the text.
        let isText = options.format != .json
        let cores = project.effects.processes.availableCores
        return .digest(
            text: isText ? try await digest.text(of: timeline, project: project.configuration.name, width: cores) : "",
            notes: { timeline.map(digest.notes) }
        )
    }
}

extension Session {
    /// Prints notes, or writes them to the file that was asked for; `standard` is the file that holds them already.
    fileprivate func emit(_ page: NotesPage, _ options: NotesCommand.Options, standard: String?) throws {
        let text: String
        switch page {
        case .plan(let plan) where globals.isJSON:
            text = String(decoding: try JSONText.pretty(plan.notes), as: UTF8.self)
        case .plan(let plan):
            text = options.isBody ? plan.body(whole: ReleaseFolder.notesName) : plan.text
        case .digest(_, let notes) where globals.isJSON:
            text = String(decoding: try JSONText.pretty(["releases": notes()]), as: UTF8.self)
        case .digest(let all, _): text = all
        }
        if let output = options.output, output != "-", !options.isDryRun {
            let path = try folder().appending(output)
            do {
                try effects.files.write(text.utf8, to: path)
            } catch {
                throw RelctlError("cannot write the release notes to `\(output)`", causes: [error])
            }
            if !globals.isJSON { try render(["file": output]) { _ in [TerminalText.escaped(output)] } }
        } else if let standard, !globals.isJSON {
            try render(["file": standard]) { _ in [standard] }
        } else {
            try write(text)
        }
    }
}
