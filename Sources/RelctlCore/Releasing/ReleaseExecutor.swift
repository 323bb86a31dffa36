/// Makes a release of a plan, from the builds to the publications.
///
/// Everything is made in a work folder that belongs to this plan alone, proven there, and then put in the place of the
/// older release. Cut off at any moment and run again, it goes on with what was finished and ends in the same files.
package struct ReleaseExecutor: Sendable {
    private let plan: ReleasePlan
    private let phases: ReleasePhases
    private let extensions: Extensions
    private let effects: Effects
    private let limits: ReleaseSteps.Limits

    /// Prepares the release of a plan.
    ///
    /// - Parameters:
    ///   - plan: What is done.
    ///   - phases: What plans the release again when everything is built.
    ///   - extensions: The connectors.
    ///   - effects: The system.
    ///   - limits: How much is done at once.
    package init(
        _ plan: ReleasePlan,
        _ phases: ReleasePhases,
        extensions: Extensions,
        effects: Effects,
        limits: ReleaseSteps.Limits
    ) {
        self.plan = plan
        self.phases = phases
        self.extensions = extensions
        self.effects = effects
        self.limits = limits
    }

    private var layout: ReleaseLayout { phases.layout }

    /// Makes the release; only within ``ReleaseLayout/exclusively(for:_:_:)``.
    ///
    /// - Throws: ``RelctlError`` for what failed; what was finished is used when the release is run again.
    package func execute() async throws -> ReleaseSummary {
        let work = layout.work(for: try plan.digest())
        if plan.distributes { try DistributionExecutor(effects).requireNoCheckout(in: layout.dist) }
        try sweep(keeping: work)
        let stopwatch = Stopwatch(effects.clock)
        var last = plan
        if try await isInPlace() {
            effects.events.send(.message(.notice, "the release is in `\(layout.dist.path)` already, as planned"))
        } else {
            last = try await make(in: work, stopwatch)
        }
        let publications = try await stopwatch.time(.publish) { try await publish(last) }
        try effects.files.removeTree(work.path)
        return try summary(of: last, stopwatch, publications)
    }

    private func steps(_ plan: ReleasePlan, in folder: ReleaseFolder) -> ReleaseSteps {
        ReleaseSteps(
            plan,
            in: folder,
            of: layout,
            phases.repository,
            extensions: extensions,
            effects: effects,
            limits: limits
        )
    }

    /// Makes all that ships in the work folder, proves it, tags it and puts it in place.
    ///
    /// - Returns: The plan of what was made.
    private func make(in work: ReleaseFolder, _ stopwatch: Stopwatch) async throws -> ReleasePlan {
        try effects.files.createFolders(work.path)
        try effects.files.write(plan.text(), to: work.plan)
        let steps = try await assembled(in: work, stopwatch)
        let plan = steps.plan
        if plan.makesImages {
            try await stopwatch.time(.images) { try await steps.during(.images) { _ = try await steps.images() } }
        }
        if plan.distributes { try await stopwatch.time(.distribution) { try await steps.distribute() } }
        if plan.does(.checksum) { try await stopwatch.time(.checksum) { _ = try await steps.checksum() } }
        if plan.does(.notes) {
            try await stopwatch.time(.notes) { _ = try await steps.notes(of: try await phases.notes()) }
        }
        if plan.does(.verify) { try await stopwatch.time(.verify) { try await steps.proveAll() } }
        // Something else that is published already forbids the release before a tag says that it was made.
        if Self.publishes(plan) {
            let left = try await steps.plannedPublications()
            if plan.request.createsTag { try left.requireObserved() }
        }
        if plan.request.createsTag { try await stopwatch.time(.tag) { try await tag() } }
        try await stopwatch.time(.promote) { try promote(plan, from: work) }
        return plan
    }

    /// Builds and packs.
    ///
    /// Which files archives hold is decided when all is built: then the plan is the one that a release of the tree as it
    /// is now would have. Where builds are known to make some, nothing is packed before.
    private func assembled(in work: ReleaseFolder, _ stopwatch: Stopwatch) async throws -> ReleaseSteps {
        let steps = steps(plan, in: work)
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
        let left = self.steps(whole, in: work)
        do {
            try await ReleaseAssembly(left, stopwatch: stopwatch).execute(isBuilt: true)
        } catch let error as ReleaseAssembly.PackingFailure {
            throw error.cause
        }
        return left
    }

    /// The plan of the tree as the builds left it; nil if the archives hold what was planned before.
    private func planOfTheBuilt() async throws -> ReleasePlan? {
        guard plan.awaited != nil || plan.build != nil && plan.does(.build) else { return nil }
        let whole = try await phases.planOfTheBuilt()
        return plan.awaited == nil && whole.archives == plan.archives ? nil : whole
    }

    /// Makes the tag at the commit that all was made from.
    private func tag() async throws {
        let release = plan.release
        if let existing = try await phases.repository.tags().first(where: { $0.name == release.tag }) {
            guard existing.commit == release.commit else {
                throw RelctlError("cannot create the tag `\(release.tag)`: it is there, at another commit")
            }
            return
        }
        try await phases.repository.createAnnotatedTag(
            release.tag,
            message: "\(release.name) \(release.version)",
            at: release.commit
        )
        effects.events.send(.message(.notice, "created the tag `\(release.tag)`"))
    }

    private func promote(_ plan: ReleasePlan, from work: ReleaseFolder) throws {
        let old = ReleaseParts.found(in: layout.dist, files: effects.files)
        try ReleasePromotion(files: effects.files, dist: layout.dist).promote(plan.parts, from: work, replacing: old)
    }

    private static func publishes(_ plan: ReleasePlan) -> Bool { plan.does(.publish) && !plan.publications.isEmpty }

    private func publish(_ plan: ReleasePlan) async throws -> [PublicationOutcome] {
        Self.publishes(plan) ? try await steps(plan, in: layout.dist).publish() : []
    }

    /// Whether `dist/` holds this very release already, whole and of the files as they are now.
    ///
    /// Only for a clean tree: of any other nobody can say whether it would be built the same.
    private func isInPlace() async throws -> Bool {
        let (files, dist) = (effects.files, layout.dist)
        guard plan.isFromCleanTree, plan.does(.verify),
            let text = try? files.contents(of: dist.plan), try text == plan.text()
        else { return false }
        let steps = steps(plan, in: dist)
        guard let manifest = try? steps.manifest(), manifest.configuration == plan.configuration else {
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
                try await finished.holds(artifact, what: archive, project: layout.project)
            else { return false }
        }
        return true
    }

    /// Removes what runs of other plans left, and what a run of a tree that was not clean, or of a plan that waited for
    /// the build, left: none of it is used again.
    private func sweep(keeping work: ReleaseFolder) throws {
        let isKept = plan.isFromCleanTree && plan.awaited == nil
        let kept = [layout.lock, layout.children, layout.digests] + (isKept ? [work.path] : [])
        for path in try effects.files.names(in: layout.work).map(layout.work.appending) where !kept.contains(path) {
            try effects.files.removeTree(path)
        }
    }

    private func summary(
        of plan: ReleasePlan,
        _ stopwatch: Stopwatch,
        _ publications: [PublicationOutcome]
    ) throws -> ReleaseSummary {
        let dist = layout.dist
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
