/// Builds a release's targets in its work folder and packs their archives.
///
/// The archives of a target that is built are packed while others still build. Builds may write to files of the project
/// that ship: what was packed before the last build ended is therefore looked at again after it, and packed anew where
/// it is not what would have been packed then. So the archives are the same, however building and packing came to lie.
struct ReleaseAssembly: Sendable {
    private let steps: ReleaseSteps
    private let finished: FinishedWork
    private let stopwatch: Stopwatch

    /// Assembles in the folder of `steps`, which is not `dist/`.
    init(_ steps: ReleaseSteps, stopwatch: Stopwatch) {
        self.steps = steps
        self.stopwatch = stopwatch
        finished = FinishedWork(files: steps.files, folder: steps.folder)
    }

    /// What packing waits for.
    private enum Arrival: Sendable {
        /// The binaries of a target, while others still build.
        case built(TargetTriple)
        /// All that was not told of before.
        case allBuilt
    }

    /// What keeps archives from being packed although everything is built.
    struct PackingFailure: Error {
        let cause: any Error
    }

    /// What came of an archive.
    private struct Packed: Sendable {
        let archive: ArchivePlan
        /// Whether it was begun while targets were still building.
        let isAhead: Bool
        let outcome: PackagingExecutor.Outcome
    }

    /// Builds, and packs nothing.
    ///
    /// - Throws: ``RelctlError`` for everything that failed; `CancellationError`.
    func buildAll() async throws {
        try steps.writeEmbedded()
        try await stopwatch.time(.build) { try await build { _ in } }
    }

    /// Builds, unless that is done, and packs; the record comes last.
    ///
    /// The first build that fails stops packing too, unless the other builds are to go on; no build is stopped by an
    /// archive that cannot be packed.
    ///
    /// - Throws: ``PackingFailure`` if all is built and not all is packed; ``RelctlError`` for everything that failed
    ///   otherwise; `CancellationError`.
    func execute(isBuilt: Bool = false) async throws {
        try steps.writeEmbedded()
        let (arrivals, arrival) = AsyncStream.makeStream(of: Arrival.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await package(arrivals) }
            var failure: (any Error)?
            do {
                if !isBuilt { try await stopwatch.time(.build) { try await build { arrival.yield(.built($0)) } } }
                arrival.yield(.allBuilt)
            } catch {
                failure = error
                if !steps.limits.keepsGoing { group.cancelAll() }
            }
            arrival.finish()
            let packing = await group.nextResult()
            guard let failure else {
                guard case .failure(let cause)? = packing, !(cause is CancellationError) else {
                    return try packing?.get() ?? ()
                }
                throw PackingFailure(cause: cause)
            }
            try Task.checkCancellation()
            guard case .failure(let other)? = packing, !(other is CancellationError) else { throw failure }
            try RelctlError.throwAll([failure, other], "cannot build and pack the release")
        }
    }

    // MARK: Building

    /// Builds what is not finished, or takes the binaries of an earlier `relctl build`.
    ///
    /// `didBuild` is told of targets that can be packed while others still build.
    private func build(_ didBuild: @escaping @Sendable (TargetTriple) -> Void) async throws {
        guard let build = steps.plan.build else { return }
        guard steps.plan.does(.build) else { return try adoptBuilds(build) }
        var done: Set<TargetTriple> = []
        if steps.plan.isFromCleanTree {
            for target in build.targets {
                let names = target.outputs.map(\.name.string)
                if try await finished.hasBinaries(of: target.target, named: names) { done.insert(target.target) }
            }
        }
        let left = build.targets.count - done.count
        // What is run after all targets may have a hand in what ships: no target is done before it is.
        guard left > 0, build.after.isEmpty else { return try await steps.build(except: done) }
        for target in build.targets where done.contains(target.target) { didBuild(target.target) }
        let built = StepProgress()
        try await steps.build(except: done) { target in
            // Nothing builds beside the last one any more.
            if built.next() < left { didBuild(target) }
        }
    }

    /// With `--skip build`, the binaries are those in `dist/build`, which another machine may have brought.
    private func adoptBuilds(_ build: BuildPlan) throws {
        let (files, dist) = (steps.files, steps.layout.dist)
        for target in build.targets {
            let folder = steps.folder.binaries(of: target.target)
            try files.removeTree(folder)
            try files.createFolders(folder)
            for output in target.outputs {
                let source = dist.binaries(of: target.target).appending(output.name)
                guard try files.resolvedStatus(of: source)?.kind == .file else {
                    throw RelctlError(
                        "cannot find `\(output.name)` for \(target.target) at `\(source)`",
                        hints: ["run `relctl build` first, or do not skip it"]
                    )
                }
                try files.copyFile(source, to: folder.appending(output.name), permissions: 0o755)
            }
        }
    }

    // MARK: Packing

    /// The whole step, from the first archive that can be packed to the record of all.
    private func package(_ arrivals: AsyncStream<Arrival>) async throws {
        for await first in arrivals {
            return try await stopwatch.time(.package) {
                try await steps.during(.package, items: steps.plan.archives.count) { didPackOne in
                    try await package(first, arrivals, request(didPackOne))
                }
            }
        }
    }

    private func request(_ didPackOne: @escaping @Sendable () -> Void) -> PackagingExecutor.Request {
        var request = steps.packagingRequest
        let (finished, project) = (finished, request.project)
        request.finished = { try await finished.artifact(of: $0, project: project) }
        request.didPack = { archive, artifact in
            try finished.finish(archive, as: artifact)
            didPackOne()
        }
        return request
    }

    private func package(
        _ first: Arrival,
        _ arrivals: AsyncStream<Arrival>,
        _ request: PackagingExecutor.Request
    ) async throws {
        let (packed, isAllBuilt) = try await pack(first, arrivals, request)
        if isAllBuilt { try Task.checkCancellation() }
        var outcomes = Dictionary(packed.map { ($0.archive.name, $0.outcome) }) { first, _ in first }
        guard isAllBuilt else {
            try PackagingExecutor.throwFailures(of: packed.map(\.outcome))
            // It was given up for the build that failed.
            throw CancellationError()
        }
        let outdated = try await outdated(among: packed, request)
        let again = try await mapConcurrently(outdated, width: request.width) { archive in
            (archive.name, try await outcome(of: archive, request))
        }
        outcomes.merge(again) { _, later in later }
        // No record may leave out an archive, whatever a packager takes for a reason to stop.
        guard outcomes.count == request.plans.count else { throw CancellationError() }
        // Builds may write to charts too.
        var request = request
        request.kept += try await steps.charts()
        _ = try PackagingExecutor()
            .record(request.plans.compactMap { outcomes[$0.name] }, for: request, files: steps.files)
    }

    /// Packs what arrives, in that order, and says whether all has.
    private func pack(
        _ first: Arrival,
        _ arrivals: AsyncStream<Arrival>,
        _ request: PackagingExecutor.Request
    ) async throws -> (packed: [Packed], isAllBuilt: Bool) {
        try await withThrowingTaskGroup(of: Packed?.self) { group in
            var (arrived, running) = (Set<TargetTriple>(), 0)
            var packed: [Packed?] = []
            var isAllBuilt = false
            var rest = arrivals.makeAsyncIterator()
            var next: Arrival? = first
            while let arrival = next {
                let archives: [ArchivePlan]
                switch arrival {
                case .built(let target):
                    archives = request.plans.filter { $0.target == target }
                    arrived.insert(target)
                case .allBuilt:
                    isAllBuilt = true
                    archives = request.plans.filter { !arrived.contains($0.target) }
                    try PackagingExecutor().checkBinaries(of: archives, for: request, files: steps.files)
                }
                for archive in archives {
                    if running >= max(1, request.width), let one = try await group.next() {
                        packed.append(one)
                        running -= 1
                    }
                    let isAhead = !isAllBuilt
                    group.addTask { await self.packed(archive, request, isAhead: isAhead) }
                    running += 1
                }
                next = await rest.next()
            }
            for try await one in group { packed.append(one) }
            return (packed.compactMap(\.self), isAllBuilt)
        }
    }

    /// Packs one archive; nothing if that was stopped, so that it does not hide what failed before.
    private func packed(
        _ archive: ArchivePlan,
        _ request: PackagingExecutor.Request,
        isAhead: Bool
    ) async -> Packed? {
        guard let outcome = try? await outcome(of: archive, request) else { return nil }
        if isAhead, case .failure(let error) = outcome {
            let message = "\(error)\nIt is packed again when all targets are built"
            steps.effects.events.send(.message(.notice, message))
        }
        return Packed(archive: archive, isAhead: isAhead, outcome: outcome)
    }

    private func outcome(
        of archive: ArchivePlan,
        _ request: PackagingExecutor.Request
    ) async throws -> PackagingExecutor.Outcome {
        try await PackagingExecutor()
            .outcome(of: archive, for: request, packagers: steps.extensions.packagers, with: steps.effects)
    }

    /// The archives that came out otherwise than they would have after the last build, which may have been writing to
    /// what goes into them; also those that could not be packed.
    private func outdated(
        among packed: [Packed],
        _ request: PackagingExecutor.Request
    ) async throws -> [ArchivePlan] {
        let ahead = packed.filter(\.isAhead)
        let artifacts = ahead.compactMap { one in
            (try? one.outcome.get().first).map { (plan: one.archive, artifact: $0) }
        }
        let current = try await finished.current(artifacts, project: request.project, width: request.width)
        let outdated = ahead.map(\.archive).filter { !current.contains($0.name) }
        for archive in outdated where artifacts.contains(where: { $0.plan.name == archive.name }) {
            let message = "packing `\(archive.name)` again: files in it changed while targets were built"
            steps.effects.events.send(.message(.notice, message))
        }
        return outdated
    }
}
