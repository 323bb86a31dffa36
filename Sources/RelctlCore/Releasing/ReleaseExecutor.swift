/// Makes a release of a plan, from the builds to the publications.
///
/// Everything is made in a work folder that belongs to this plan alone, proven there, and then put in the place of the
/// older release. Cut off at any moment and run again, it goes on with what was finished and ends in the same files.
package struct ReleaseExecutor: Sendable {
    private let observation: ReleaseObservation
    private let plan: ReleasePlan
    private let request: ReleaseRequest
    private let extensions: Extensions
    private let effects: Effects
    private let options: Options

    /// How a release is made.
    package struct Options: Sendable {
        /// How much is done at once.
        package var limits: ReleaseSteps.Limits
        /// Whether the tag is made where it is missing.
        package var createsTag: Bool
        /// Whether a different release that is published already may be replaced.
        package var replaces: Bool
        /// Globs of targets that may be missing from what is published.
        package var allowedMissing: [String]

        /// Decides how.
        package init(
            limits: ReleaseSteps.Limits,
            createsTag: Bool,
            replaces: Bool,
            allowedMissing: [String] = []
        ) {
            self.limits = limits
            self.createsTag = createsTag
            self.replaces = replaces
            self.allowedMissing = allowedMissing
        }
    }

    /// Prepares a release of what was observed and planned.
    package init(
        _ plan: ReleasePlan,
        of request: ReleaseRequest,
        observation: ReleaseObservation,
        extensions: Extensions,
        effects: Effects,
        options: Options
    ) {
        self.plan = plan
        self.request = request
        self.observation = observation
        self.extensions = extensions
        self.effects = effects
        self.options = options
    }

    /// Makes the release; only within ``ReleaseLayout/exclusively(for:_:_:)``.
    ///
    /// - Throws: ``RelctlError`` for what failed; what was finished is used when the release is run again.
    package func execute() async throws -> ReleaseSummary {
        let layout = observation.layout
        let work = layout.work(for: try plan.digest())
        if plan.distributes { try DistributionExecutor(effects).requireNoCheckout(in: layout.dist) }
        try sweep(keeping: work)
        let stopwatch = Stopwatch(effects.clock)
        if try await isInPlace() {
            effects.events.send(.message(.notice, "the release is in `\(layout.dist.path)` already, as planned"))
        } else {
            try await make(in: work, stopwatch)
        }
        let publications = try await stopwatch.time(.publish) { try await publish() }
        try effects.files.removeTree(work.path)
        return try summary(stopwatch, publications)
    }

    private func steps(in folder: ReleaseFolder, of plan: ReleasePlan? = nil) -> ReleaseSteps {
        ReleaseSteps(
            plan: plan ?? self.plan,
            observation: observation,
            folder: folder,
            extensions: extensions,
            effects: effects,
            limits: options.limits
        )
    }

    /// Makes all that ships in the work folder, proves it, tags it and puts it in place.
    private func make(in work: ReleaseFolder, _ stopwatch: Stopwatch) async throws {
        let files = effects.files
        try files.createFolders(work.path)
        try files.write(plan.text(), to: work.plan)
        let steps = try await assembled(in: work, stopwatch)
        if plan.makesImages {
            try await stopwatch.time(.images) { try await steps.during(.images) { _ = try await steps.images() } }
        }
        if plan.distributes { try await stopwatch.time(.distribution) { try await steps.distribute() } }
        if plan.does(.checksum) { try await stopwatch.time(.checksum) { _ = try await steps.checksum() } }
        if plan.does(.notes) {
            try await stopwatch.time(.notes) {
                _ = try await steps.notes(of: try await observer.notes(of: observation))
            }
        }
        if plan.does(.verify) { try await stopwatch.time(.verify) { try await steps.proveAll() } }
        // Something else that is published already forbids the release before a tag says that it was made.
        if publishes {
            let left =
                try await steps
                .plannedPublications(replacing: options.replaces, allowingMissing: options.allowedMissing)
            if options.createsTag { try left.requireObserved() }
        }
        if options.createsTag { try await stopwatch.time(.tag) { try await tag() } }
        try await stopwatch.time(.promote) { try promote(work) }
    }

    /// Builds and packs.
    ///
    /// Which files archives hold is decided when all is built: then the plan is the one that a release of the tree as it
    /// is now would have. Where builds are known to make some, nothing is packed before.
    private func assembled(in work: ReleaseFolder, _ stopwatch: Stopwatch) async throws -> ReleaseSteps {
        let steps = steps(in: work)
        let assembly = ReleaseAssembly(steps, stopwatch: stopwatch)
        var failure: (any Error)?
        if plan.awaited == nil {
            do { try await assembly.execute() } catch let error as ReleaseAssembly.PackingFailure {
                failure = error.cause
            }
        } else {
            try await assembly.buildAll()
        }
        guard let whole = try await planOfTheBuilt() else {
            if let failure { throw failure }
            return steps
        }
        if plan.awaited == nil {
            let message = "files that ship came or went while targets were built: what that changes is packed again"
            effects.events.send(.message(.notice, message))
        }
        try effects.files.write(whole.text(), to: work.plan)
        let left = self.steps(in: work, of: whole)
        do {
            try await ReleaseAssembly(left, stopwatch: stopwatch).execute(isBuilt: true)
        } catch let error as ReleaseAssembly.PackingFailure {
            throw error.cause
        }
        return left
    }

    /// The plan of the tree as the builds left it; nothing if archives hold what was planned before.
    private func planOfTheBuilt() async throws -> ReleasePlan? {
        guard plan.awaited != nil || plan.build != nil && plan.does(.build) else { return nil }
        var observation = observation
        observation.tree = try await observer.tree()
        let whole = try ReleasePreflight.plan(observation, request, extensions)
        return plan.awaited == nil && whole.archives == plan.archives ? nil : whole
    }

    private var observer: ReleaseObserver {
        ReleaseObserver(
            layout: observation.layout,
            configuration: observation.configuration,
            extensions: extensions,
            effects: effects
        )
    }

    /// Makes the tag at the commit that all was made from.
    private func tag() async throws {
        let release = plan.release
        if let existing = try await observation.repository.tags().first(where: { $0.name == release.tag }) {
            guard existing.commit == release.commit else {
                throw RelctlError("cannot create the tag `\(release.tag)`: it is there, at another commit")
            }
            return
        }
        try await observation.repository.createAnnotatedTag(
            release.tag,
            message: "\(release.name) \(release.version)",
            at: release.commit
        )
        effects.events.send(.message(.notice, "created the tag `\(release.tag)`"))
    }

    private func promote(_ work: ReleaseFolder) throws {
        let dist = observation.layout.dist
        let old = ReleaseParts.found(in: dist, files: effects.files)
        try ReleasePromotion(files: effects.files, dist: dist).promote(plan.parts, from: work, replacing: old)
    }

    private var publishes: Bool { plan.does(.publish) && !plan.publications.isEmpty }

    private func publish() async throws -> [PublicationOutcome] {
        guard publishes else { return [] }
        return try await steps(in: observation.layout.dist)
            .publish(replacing: options.replaces, allowingMissing: options.allowedMissing)
    }

    /// Whether `dist/` holds this very release already, whole and of the files as they are now.
    ///
    /// Only for a clean tree: of any other nobody can say whether it would be built the same.
    private func isInPlace() async throws -> Bool {
        let (files, dist) = (effects.files, observation.layout.dist)
        guard plan.isFromCleanTree, plan.does(.verify),
            let text = try? files.contents(of: dist.plan), try text == plan.text()
        else { return false }
        let steps = steps(in: dist)
        guard let manifest = try? steps.manifest(), manifest.configuration == observation.configuration.digest else {
            return false
        }
        let found = ReleaseParts.found(in: dist, files: files)
        // What is said of the signature of a trial, or of one whose key has expired since, made again would be no other.
        guard found == plan.parts,
            try await steps.findings().allSatisfy({ $0.severity == .warning && $0.code.hasPrefix("signature.") }),
            try steps.isDistributed(manifest)
        else { return false }
        let artifacts = Dictionary(manifest.artifacts.map { ($0.name, $0) }) { first, _ in first }
        let finished = FinishedWork(files: files, folder: dist)
        for archive in plan.archives {
            guard let artifact = artifacts[archive.name],
                try await finished.holds(artifact, what: archive, project: observation.layout.project)
            else { return false }
        }
        return true
    }

    /// Removes what runs of other plans left, and what a run of a tree that was not clean, or of a plan that waited for
    /// the build, left: none of it is used again.
    private func sweep(keeping work: ReleaseFolder) throws {
        let layout = observation.layout
        let isKept = plan.isFromCleanTree && plan.awaited == nil
        let kept = [layout.lock, layout.children, layout.digests] + (isKept ? [work.path] : [])
        for path in try effects.files.names(in: layout.work).map(layout.work.appending) where !kept.contains(path) {
            try effects.files.removeTree(path)
        }
    }

    private func summary(_ stopwatch: Stopwatch, _ publications: [PublicationOutcome]) throws -> ReleaseSummary {
        let dist = observation.layout.dist
        let names = plan.parts.files.filter { $0 != ReleaseFolder.planName }
        return ReleaseSummary(
            release: plan.release,
            folder: dist.path.string,
            files: try names.map { name in
                ReleaseSummary.File(name: name, size: try effects.files.status(of: dist.file(name))?.size ?? 0)
            },
            steps: stopwatch.times,
            publications: publications
        )
    }
}
