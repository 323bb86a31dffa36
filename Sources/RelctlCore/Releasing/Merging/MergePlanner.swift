/// Decides how shards become one release, or says everything that forbids it.
package struct MergePlanner: Sendable {
    /// Needs nothing.
    package init() {}

    /// What is to be joined, and into what.
    package struct Request: Sendable {
        /// The folders, in the order in which the user names them.
        package var shards: [ShardObservation]
        /// The release of all targets as the project would make it.
        package var plan: ReleasePlan
        /// The digest of the project's configuration.
        package var configuration: Digest?
        /// What the project's own folder holds, unless it is a shard.
        package var present: Manifest?

        /// Describes what is to be joined.
        package init(
            shards: [ShardObservation],
            plan: ReleasePlan,
            configuration: Digest?,
            present: Manifest? = nil
        ) {
            self.shards = shards
            self.plan = plan
            self.configuration = configuration
            self.present = present
        }
    }

    /// The release of all targets that a shard with this record is a part of.
    package static func releaseRequest(for manifest: Manifest) -> ReleaseRequest {
        let release = manifest.release
        var request = ReleaseRequest(tag: release.isSnapshot ? nil : release.tag, isSnapshot: release.isSnapshot)
        // What archives are compressed by is said on the command line of each machine, not in the configuration.
        let engines = manifest.artifactsWithoutFlake.filter { $0.format == "tar.gz" || $0.format == "zip" }
            .compactMap(\.compression?.engine)
        if let engine = engines.first, DeflateEngines.ids.contains(engine) { request.deflateEngine = engine }
        return request
    }

    /// Plans the merge.
    ///
    /// - Throws: ``RelctlError`` with everything that forbids it: shards that are damaged, that are not of one release
    ///   made by one configuration, that disagree on a file, or that have what the project does not make.
    package func plan(_ request: Request) throws -> MergePlan {
        var problems = request.shards.flatMap(\.problems)
        let shards = request.shards.compactMap(\.shard)
        problems += Self.strangers(among: shards, request)
        var taken = Taken()
        for shard in shards {
            // A flake is of all targets: it is made anew of what is joined, by `relctl nix`.
            for artifact in shard.manifest.artifactsWithoutFlake {
                problems += taken.take(artifact, of: shard.name).map { [$0] } ?? []
            }
        }
        // Of what was made otherwise, nobody knows how it should be.
        if problems.isEmpty { problems = taken.deviations(from: request.plan) + Self.losses(taken, request) }
        guard problems.isEmpty, let first = shards.first else {
            try RelctlError.throwAll(problems, "cannot merge: \(problems.count) problems")
            throw RelctlError("cannot merge: there are no folders")
        }
        let artifacts = taken.all
        let targets = Set(artifacts.compactMap(\.artifact.target))
        return MergePlan(
            manifest: Manifest(
                release: first.manifest.release,
                checksums: first.manifest.checksums,
                configuration: first.manifest.configuration,
                artifacts: artifacts.map(\.artifact)
            ),
            origins: artifacts.map { MergePlan.Origin(name: $0.artifact.name, shard: $0.shard) },
            binaries: Self.binaries(of: shards),
            missing: request.plan.targets.filter { !targets.contains($0) },
            writesChecksums: request.plan.checksums.combined != nil && shards.contains(where: \.hasChecksums),
            writesNotes: shards.contains(where: \.hasNotes)
        )
    }

    /// Shards of another release than the first, and a first that is not of the project's.
    private static func strangers(among shards: [Shard], _ request: Request) -> [RelctlError] {
        guard let first = shards.first else { return [] }
        let own = Manifest(
            release: request.plan.release,
            // With `--skip checksum` none is named, whatever the configuration says.
            checksums: first.manifest.checksums == nil ? nil : request.plan.checksums.combined,
            configuration: request.configuration,
            artifacts: []
        )
        return differences(of: first.manifest, from: own, first.name, "the project")
            + shards.dropFirst().flatMap {
                differences(of: $0.manifest, from: first.manifest, $0.name, "`\(first.name)`")
            }
    }

    private static func differences(
        of one: Manifest,
        from other: Manifest,
        _ shard: String,
        _ reference: String
    ) -> [RelctlError] {
        let facts: [(String, (Manifest) -> String?)] = [
            ("name", { $0.release.name }), ("version", { "\($0.release.version)" }), ("tag", { $0.release.tag }),
            ("commit", { $0.release.commit }), ("time", { "\($0.release.timestamp)" }),
            ("mark of a snapshot", { "\($0.release.isSnapshot)" }), ("description", { $0.release.description }),
            ("homepage", { $0.release.homepage }), ("license", { $0.release.license }),
            ("repository", { $0.release.repository }), ("list of checksums", { $0.checksums }),
        ]
        var problems = facts.compactMap { fact, value -> RelctlError? in
            let (found, wanted) = (value(one), value(other))
            guard !(found ?? "").utf8.elementsEqual((wanted ?? "").utf8) else { return nil }
            let texts = [found, wanted].map { $0.map { "`\($0)`" } ?? "none" }
            return RelctlError(
                "cannot merge `\(shard)`: its \(fact) is \(texts[0]), and that of \(reference) is \(texts[1])",
                hints: fact == "time" ? ["set SOURCE_DATE_EPOCH on all machines, or on none"] : []
            )
        }
        if one.configuration != other.configuration {
            let message = "cannot merge `\(shard)`: it was made by another configuration than that of \(reference)"
            let hints = one.configuration == nil ? ["make it again: its record does not say by which"] : []
            problems.append(RelctlError(message, hints: hints))
        }
        return problems
    }

    /// What the project's own folder has of this release, and would lose.
    private static func losses(_ taken: Taken, _ request: Request) -> [RelctlError] {
        guard let present = request.present, present.release == request.plan.release else { return [] }
        let lost = present.downloads.filter { $0.kind != .flake && taken[$0.name] == nil }.map(\.name)
        guard !lost.isEmpty else { return [] }
        let names = lost.map { "`\($0)`" }.joined(separator: ", ")
        let dist = ReleaseLayout.distName
        return [
            RelctlError(
                "cannot merge into `\(dist)`: it has \(names) of the same release, which no other folder has",
                hints: ["name `\(dist)` among the folders too, or delete it"]
            )
        ]
    }

    private static func binaries(of shards: [Shard]) -> [MergePlan.Binaries] {
        var found: [String: MergePlan.Binaries] = [:]
        for shard in shards {
            for binaries in shard.binaries where found[binaries.target.text] == nil {
                found[binaries.target.text] = MergePlan.Binaries(shard: shard.name, binaries: binaries)
            }
        }
        return found.values.sortedBytewise(by: \.binaries.target.text)
    }
}

/// The artifacts of all shards, each once.
private struct Taken {
    typealias Entry = (artifact: Artifact, shard: String)
    /// By path, because paths are compared by their bytes.
    private var entries: [FilePath: Entry] = [:]

    /// All of them, sorted bytewise by name.
    var all: [Entry] { entries.values.sortedBytewise(by: \.artifact.name) }

    subscript(name: String) -> Entry? { entries[FilePath(name)] }

    /// Takes an artifact; says why not if there is another of its name.
    mutating func take(_ artifact: Artifact, of shard: String) -> RelctlError? {
        guard let other = entries.updateValue((artifact, shard), forKey: FilePath(artifact.name)) else { return nil }
        guard other.artifact != artifact else { return nil }
        return RelctlError(
            "cannot merge `\(shard)`: its `\(artifact.name)` is not the same as that of `\(other.shard)`",
            details: ["sha256": artifact.sha256.hexadecimal, "other": other.artifact.sha256.hexadecimal]
        )
    }

    /// What the plan does not make, makes otherwise, or makes and is not there for a target that has something.
    func deviations(from plan: ReleasePlan) -> [RelctlError] {
        let archives = Dictionary(plan.archives.map { (FilePath($0.name), $0) }) { first, _ in first }
        let charts = plan.charts
        let sidecars = Set(
            (plan.archives.map(\.name) + charts.map(\.name)).map { FilePath(ChecksumFile.sidecar(of: $0)) }
        )
        let others = Set(charts.flatMap(\.files).map(FilePath.init))
        var problems: [RelctlError] = []
        for (artifact, shard) in all {
            let path = FilePath(artifact.name)
            let isPlanned =
                switch artifact.kind {
                case .checksum: sidecars.contains(path)
                case .chart, .signature: others.contains(path)
                case .archive, .binary: archives[path].map { $0.target == artifact.target } ?? false
                case .flake: false
                }
            if !isPlanned {
                let message = "cannot merge `\(shard)`: the configuration does not make its `\(artifact.name)`"
                problems.append(RelctlError(message))
            } else if let archive = archives[path], archive.compression != artifact.compression {
                let message = "cannot merge `\(shard)`: its `\(artifact.name)` was compressed otherwise than planned"
                let hint = "use one version of relctl, and one `--engine`, on all machines and here"
                problems.append(RelctlError(message, hints: [hint]))
            }
        }
        let targets = Set(all.compactMap(\.artifact.target))
        for archive in plan.archives where targets.contains(archive.target) {
            let names = [archive.name] + (plan.checksums.sidecars ? [ChecksumFile.sidecar(of: archive.name)] : [])
            for name in names where entries[FilePath(name)] == nil {
                let message = "cannot merge: no folder has `\(name)`, but others of \(archive.target)"
                problems.append(RelctlError(message, hints: ["run `relctl package --target \(archive.target)` again"]))
            }
        }
        return problems
    }
}
