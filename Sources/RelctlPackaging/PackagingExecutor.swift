/// Packs planned archives and writes the record of them.
package struct PackagingExecutor: Sendable {
    /// Needs nothing.
    package init() {}

    /// What is to be packed, from where to where.
    package struct Request: Sendable {
        /// The archives.
        package var plans: [ArchivePlan]
        /// What is released.
        package var release: ReleaseIdentity
        /// The project's folder.
        package var project: FilePath
        /// The folder that holds a folder of binaries for each target, by the target's triple.
        package var builds: FilePath
        /// The folder that archives, sidecars and `manifest.json` are written to; it must be there.
        package var output: FilePath
        /// Whether each archive gets a `.sha256` beside it.
        package var writesSidecars: Bool
        /// How many archives are packed at a time.
        package var width: Int
        /// What compresses, for all archives.
        package var engine = ArchiveEngine(threads: 1)
        /// Finds an archive that is in `output` already and need not be packed again.
        package var finished: @Sendable (ArchivePlan) async throws -> Artifact? = { _ in nil }
        /// The name of the file that will list all checksums.
        package var combinedChecksums: String?
        /// The digest of the configuration that says what is packed.
        package var configuration: Digest?
        /// Artifacts of other archives that the record shall go on to name.
        package var kept: [Artifact] = []
        /// What archives and programs may have.
        package var budgets = SizeBudgets()
        /// The record of an earlier release, to tell what grew where a budget is exceeded.
        package var previous: Manifest?
        /// Is told of every archive that is there, packed now or finished before, as soon as it is.
        package var didPack: @Sendable (ArchivePlan, Artifact) throws -> Void = { _, _ in }

        /// Describes what is to be packed.
        package init(
            plans: [ArchivePlan],
            release: ReleaseIdentity,
            project: FilePath,
            builds: FilePath,
            output: FilePath,
            writesSidecars: Bool,
            width: Int
        ) {
            self.plans = plans
            self.release = release
            self.project = project
            self.builds = builds
            self.output = output
            self.writesSidecars = writesSidecars
            self.width = min(width, Self.largestWidth)
        }

        /// Each archive that is being packed has pieces in memory for every thread, and one alone keeps all threads busy
        /// but at its ends: more of them at a time would need more memory and be no faster.
        private static let largestWidth = 4
    }

    /// An archive with its sidecar, or why it cannot be packed.
    package typealias Outcome = Result<[Artifact], any Error>

    /// Packs, and writes each file whole or not at all; the record comes last.
    ///
    /// The other archives are still packed when one cannot be; then all that failed is told at once, and no record is
    /// written.
    ///
    /// - Throws: ``RelctlError`` with a cause for each binary that is missing, before anything is written, or for each
    ///   archive that cannot be packed; `CancellationError`.
    @concurrent
    package func execute(
        _ request: Request,
        packagers: Registry<any Packager>,
        with effects: Effects
    ) async throws -> Manifest {
        try checkBinaries(of: request.plans, for: request, files: effects.files)
        let outcomes = try await mapConcurrently(request.plans, width: request.width) { plan in
            try await outcome(of: plan, for: request, packagers: packagers, with: effects)
        }
        return try record(outcomes, for: request, files: effects.files)
    }

    /// Packs one archive of a request, unless it is finished, and writes its sidecar.
    ///
    /// - Throws: `CancellationError` alone.
    @concurrent
    package func outcome(
        of plan: ArchivePlan,
        for request: Request,
        packagers: Registry<any Packager>,
        with effects: Effects
    ) async throws -> Outcome {
        try Task.checkCancellation()
        request.engine.keepPieces(in: request.output, files: effects.files)
        do {
            let packager = try packagers.connector(plan.format)
            let archive: Artifact
            if let finished = try await request.finished(plan) {
                archive = finished
            } else {
                archive = try await pack(plan, by: packager, for: request, with: effects)
            }
            try request.didPack(plan, archive)
            guard request.writesSidecars else { return .success([archive]) }
            return .success([archive, try archive.writeSidecar(in: request.output, files: effects.files)])
        } catch let error as CancellationError {
            throw error
        } catch {
            try Task.checkCancellation()
            return .failure(RelctlError("cannot pack `\(plan.name)`", causes: [error]))
        }
    }

    /// Writes the record of a request whose archives are all packed, in the order of `outcomes`.
    ///
    /// - Throws: ``RelctlError`` with a cause for each archive that could not be packed or exceeds its budget; no record is
    ///   written then.
    package func record(_ outcomes: [Outcome], for request: Request, files: any FileSystem) throws -> Manifest {
        try Self.throwFailures(of: outcomes)
        let artifacts = try outcomes.flatMap { try $0.get() }
        let manifest = Manifest(
            release: request.release,
            checksums: request.combinedChecksums,
            configuration: request.configuration,
            artifacts: artifacts + request.kept
        )
        let packed = zip(request.plans, try outcomes.compactMap { try $0.get().first }).map { (plan: $0, artifact: $1) }
        try SizeBudgets.check(request.budgets.limited(packed, in: manifest, comparedWith: request.previous))
        try files.write(JSONText.pretty(manifest), to: request.output.appending(Manifest.fileName))
        return manifest
    }

    /// Throws all failures among `outcomes` as one.
    package static func throwFailures(of outcomes: [Outcome]) throws {
        let failures = outcomes.compactMap { outcome in
            if case .failure(let error) = outcome { error } else { nil }
        }
        try RelctlError.throwAll(failures, "cannot pack \(failures.count) of \(outcomes.count) archives")
    }

    /// Packs one archive.
    private func pack(
        _ plan: ArchivePlan,
        by packager: any Packager,
        for request: Request,
        with effects: Effects
    ) async throws -> Artifact {
        let replacement = try effects.files.replacement(
            of: request.output.appending(plan.name),
            permissions: packager.kind == .binary ? 0o755 : 0o644
        )
        var wanted = PackageRequest(
            archive: plan,
            project: request.project,
            binaries: request.builds.appending(plan.target.text),
            engine: request.engine
        )
        // What is needed while packing may be as large as the archive, and has its room where that goes.
        wanted.scratch = request.output.appending(".\(plan.name).work")
        let packed: PackagedArchive
        do {
            packed = try await packager.package(wanted, to: replacement.file, with: effects)
            try Task.checkCancellation()
            try replacement.commit()
            effects.digests?.note(packed.sha256, ofWritten: request.output.appending(plan.name))
        } catch {
            replacement.discard()
            throw error
        }
        return try Artifact(
            name: plan.name,
            kind: packager.kind,
            target: plan.target,
            format: plan.format,
            compression: plan.compression,
            size: packed.size,
            sha256: packed.sha256,
            contents: packed.contents
        )
    }

    /// Looks for all binaries that any of these archives of a request needs.
    ///
    /// - Throws: ``RelctlError`` with a cause for each that is missing.
    package func checkBinaries(of plans: [ArchivePlan], for request: Request, files: any FileSystem) throws {
        var checked: Set<FilePath> = []
        var problems: [any Error] = []
        for plan in plans {
            for case .file(.binary(let name), _) in plan.entries.map(\.content) {
                let path = request.builds.appending(plan.target.text).appending(name)
                guard checked.insert(path).inserted else { continue }
                let status = try files.resolvedStatus(of: path)
                switch (status?.kind, status?.size ?? 0) {
                case (nil, _): problems.append(RelctlError("cannot find `\(name)` for \(plan.target) at `\(path)`"))
                case (.file?, 0): problems.append(RelctlError("cannot pack `\(path)`: it is empty"))
                case (.file?, _): continue
                case (let kind?, _): problems.append(RelctlError("cannot pack `\(path)`: it is a \(kind.rawValue)"))
                }
            }
        }
        guard problems.isEmpty else {
            throw RelctlError(
                "cannot pack the archives: binaries are missing",
                hints: ["run `relctl build` first"],
                causes: problems
            )
        }
    }
}
