import RelctlCore

/// `relctl notes [TAG]`.
enum NotesCommand: Command {
    struct Options: StepOptions {
        var tag: String?
        var targets: [String] = []
        var isSnapshot = false
        var isDryRun = false
    }

    static let name = "notes"
    static let summary = "Write the release notes, dist/NOTES.md"
    static let discussion = """
        What changed since the previous release that can be reached from here, what to download and how to install and \
        verify it on each platform. Downloads are listed once `relctl package` has made them.
        """
    static let examples = [
        Example("relctl notes", "Write dist/NOTES.md"),
        Example("relctl notes v1.1.0 --dry-run", "Print them"),
    ]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] = OptionSpec.ofEveryStep + [.dryRun(\.isDryRun)]
    static let positionals: [PositionalSpec<Options>] = [.optionalTag(\.tag)]

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let project = try Project(session)
        var request = options.request
        request.wantsTargets = false
        let limits = ReleaseSteps.Limits(jobs: 1, effects: session.effects)
        guard !options.isDryRun else {
            let observation = try await project.observe(request)
            let steps = try project.steps(for: request, observation)
            let notes = try steps.plannedNotes(history: try await project.observer.history(of: observation))
            try session.render(notes) { _ in [String(notes.markdown.dropLast())] }
            return .done
        }
        let path = try await project.runStep(request, limits) { steps, observation in
            try await steps.notes(history: try await project.observer.history(of: observation))
            return "dist/\(ReleaseFolder.notesName)"
        }
        try session.render(["file": path]) { _ in [path] }
        return .done
    }
}
