/// Packs planned charts, and has them signed.
package struct ChartExecutor: Sendable {
    /// Needs nothing.
    package init() {}

    /// What is to be packed, from where to where.
    package struct Request: Sendable {
        /// The charts.
        package var plans: [ChartPlan]
        /// The project's folder.
        package var project: FilePath
        /// The folder that packed charts and what belongs to them are written to; it must be there.
        package var output: FilePath
        /// Whether each packed chart gets a `.sha256` beside it.
        package var writesSidecars: Bool
        /// What compresses.
        package var engine: ArchiveEngine

        /// Describes what is to be packed.
        package init(
            plans: [ChartPlan],
            project: FilePath,
            output: FilePath,
            writesSidecars: Bool,
            engine: ArchiveEngine = ArchiveEngine(threads: 1)
        ) {
            self.plans = plans
            self.project = project
            self.output = output
            self.writesSidecars = writesSidecars
            self.engine = engine
        }
    }

    /// Packs, and writes each file whole or not at all: none before all charts are packed and signed.
    ///
    /// The same plan and the same files give the same bytes.
    ///
    /// - Returns: The packed charts, each followed by its sidecar and its signature.
    /// - Throws: ``RelctlError`` with a cause for each chart that cannot be packed or signed; `CancellationError`.
    @concurrent
    package func execute(_ request: Request, with effects: Effects) async throws -> [Artifact] {
        var (packed, problems): ([PackedFiles], [any Error]) = ([], [])
        defer { for chart in packed { chart.archive.discard() } }
        for plan in request.plans {
            do {
                packed.append(try await pack(plan, request, effects))
            } catch let error as CancellationError {
                throw error
            } catch {
                problems.append(RelctlError("cannot pack `\(plan.name)`", causes: [error]))
            }
        }
        try RelctlError.throwAll(problems, "cannot pack the charts")
        var artifacts: [Artifact] = []
        while let chart = packed.first {
            try chart.archive.commit()
            packed.removeFirst()
            for (artifact, bytes) in chart.others {
                try effects.files.write(bytes, to: request.output.appending(artifact.name))
            }
            artifacts += [chart.artifact] + chart.others.map(\.artifact)
        }
        return artifacts
    }

    /// A chart before it appears, and what belongs beside it.
    private struct PackedFiles {
        let artifact: Artifact
        /// Its archive, which is written and neither committed nor discarded.
        let archive: FileReplacement
        /// Its sidecar and its signature.
        var others: [(artifact: Artifact, bytes: [UInt8])] = []
    }

    private func pack(_ plan: ChartPlan, _ request: Request, _ effects: Effects) async throws -> PackedFiles {
        try Task.checkCancellation()
        for remark in plan.remarks { effects.events.send(.message(.warning, "\(plan.name): \(remark)")) }
        let archive = try effects.files.replacement(of: request.output.appending(plan.name))
        do {
            let chart = try await write(plan, to: archive, request, effects)
            var packed = PackedFiles(artifact: chart, archive: archive)
            if request.writesSidecars { packed.others.append(try chart.sidecar()) }
            if let signing = plan.signing {
                let provenance = try ChartProvenance(plan: plan, sha256: chart.sha256)
                let text = try await provenance.signed(by: signing, in: request.output, effects)
                let name = plan.name + ChartPlan.provenanceExtension
                let (size, sha256) = (UInt64(text.count), Digest(of: text))
                packed.others.append((try Artifact(name: name, kind: .signature, size: size, sha256: sha256), text))
            }
            return packed
        } catch {
            archive.discard()
            throw error
        }
    }

    private func write(
        _ plan: ChartPlan,
        to archive: FileReplacement,
        _ request: Request,
        _ effects: Effects
    ) async throws -> Artifact {
        let writer = TarGzipFiles(
            timestamp: plan.timestamp,
            compression: plan.compression,
            engine: request.engine,
            files: effects.files
        )
        let packed = try await effects.events.during(
            Activity(id: "package/\(plan.name)", title: "packing \(plan.name)")
        ) {
            var reader = ChartContentReader(project: request.project, files: effects.files)
            // No file is larger than Helm takes.
            return try await writer.write(plan.entries.map(\.path), to: archive) { index in
                try reader.bytes(of: plan.entries[index])
            }
        }
        return try Artifact(
            name: plan.name,
            kind: .chart,
            format: "tar.gz",
            compression: plan.compression,
            size: packed.size,
            sha256: packed.sha256,
            contents: packed.contents
        )
    }
}

/// Reads the contents of a chart's members; the last packed chart that was read stays in memory.
private struct ChartContentReader {
    let project: FilePath
    let files: any FileSystem
    private var archive: (path: RelativePath, members: [String: [UInt8]])?

    init(project: FilePath, files: any FileSystem) {
        self.project = project
        self.files = files
    }

    mutating func bytes(of entry: ChartPlan.Entry) throws -> [UInt8] {
        switch entry.content {
        case .text(let text): return Array(text.utf8)
        case .project(let path):
            return ChartBytes.withoutMark(
                try files.contents(of: project.appending(path), limit: Int(ChartLimits.file))
            )
        case .member(let path, let name):
            guard let bytes = try members(of: path)[name] else {
                throw RelctlError("`\(path)` has changed: there is no `\(name)` in it any more")
            }
            return bytes
        }
    }

    private mutating func members(of path: RelativePath) throws -> [String: [UInt8]] {
        if let archive, archive.path == path { return archive.members }
        let members = try ChartArchive.members(of: project.appending(path), files)
        let byName = Dictionary(members.map { ($0.name, $0.bytes) }) { _, last in last }
        archive = (path, byName)
        return byName
    }
}
