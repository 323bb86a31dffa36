import Synchronization

/// The steps of a release, each of which can run alone: it reads what the step before left in the folder.
package struct ReleaseSteps: Sendable {
    /// What is done.
    package let plan: ReleasePlan
    /// Where the project keeps things.
    package let layout: ReleaseLayout
    /// The project's repository.
    package let repository: GitRepository
    /// The folder that the release is made in.
    package let folder: ReleaseFolder
    /// The connectors.
    package let extensions: Extensions
    /// The world.
    package let effects: Effects
    /// How much is done at once.
    package let limits: Limits

    /// How much is done at once, and what happens when something fails.
    package struct Limits: Sendable {
        /// Builds at a time.
        package var builds: Int
        /// Archives at a time.
        package var archives: Int
        /// Whether the other builds go on when one fails.
        package var keepsGoing: Bool
        /// What compresses, for all archives of the run; whoever made it closes it after the last.
        package var engine: ArchiveEngine

        /// Sets limits; without an engine, pieces are compressed one at a time.
        package init(
            builds: Int,
            archives: Int,
            keepsGoing: Bool = false,
            engine: ArchiveEngine = ArchiveEngine(threads: 1, cache: nil)
        ) {
            self.builds = builds
            self.archives = archives
            self.keepsGoing = keepsGoing
            self.engine = engine
        }
    }

    /// Prepares steps that make the release of a plan in `folder`, for the project in `layout`.
    package init(
        _ plan: ReleasePlan,
        in folder: ReleaseFolder,
        of layout: ReleaseLayout,
        _ repository: GitRepository,
        extensions: Extensions,
        effects: Effects,
        limits: Limits
    ) {
        self.plan = plan
        self.layout = layout
        self.repository = repository
        self.folder = folder
        self.extensions = extensions
        self.effects = effects
        self.limits = limits
    }

    var files: any FileSystem { effects.files }

    var scope: TemplateScope { plan.project.scope(of: plan.release) }

    /// Runs a step, shown as such.
    func during<Value>(_ step: ReleaseStep, _ body: () async throws -> Value) async throws -> Value {
        try await effects.events.during(Activity(id: step.rawValue, title: step.title, isStep: true), body)
    }

    /// Runs a step of so many items, shown as such; `body` is handed what to call whenever one is done.
    func during<Value>(
        _ step: ReleaseStep,
        items: Int,
        _ body: (@escaping @Sendable () -> Void) async throws -> Value
    ) async throws -> Value {
        let activity = Activity(id: step.rawValue, title: step.title, isStep: true, total: Int64(items))
        let (events, progress) = (effects.events, StepProgress())
        return try await events.during(activity) {
            try await body { events.send(.advanced(activity.id, completed: progress.next())) }
        }
    }

    /// The record of what is packed.
    ///
    /// - Throws: ``RelctlError`` if nothing is, or if it is another release.
    package func manifest() throws -> Manifest {
        let manifest = try folder.record(files)
        guard manifest.release == plan.release else {
            let (made, wanted) = (manifest.release, plan.release)
            guard made.tag != wanted.tag || made.commit != wanted.commit else {
                throw RelctlError(
                    "cannot go on with `\(folder.manifest)`: the configuration says something else of the project now",
                    hints: ["run `relctl package \(ShellWord.quoted(wanted.tag))` again"]
                )
            }
            throw RelctlError(
                "cannot go on with `\(folder.manifest)`: it is of \(manifest.release.tag) at "
                    + "\(manifest.release.commit.prefix(12)), not of \(plan.release.tag) at "
                    + "\(plan.release.commit.prefix(12))",
                // Packing what is checked out would make another release than the tag's.
                hints: plan.misplacedTag?.hints ?? ["run `relctl package \(ShellWord.posix(plan.release.tag))` first"]
            )
        }
        return manifest
    }
}

/// How many items of a step are done, counted from several tasks.
final class StepProgress: Sendable {
    private let done = Atomic<Int64>(0)

    /// The number after one more.
    func next() -> Int64 { done.add(1, ordering: .relaxed).newValue }
}
