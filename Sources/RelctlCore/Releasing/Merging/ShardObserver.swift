/// Looks at folders that other machines left, and proves what is in them; never writes.
package struct ShardObserver: Sendable {
    private let effects: Effects
    private let dist: FilePath
    private let width: Int
    private var files: any FileSystem { effects.files }

    /// Looks for the project whose own folder of releases is `dist`, reading `width` files at a time.
    package init(dist: FilePath, width: Int, effects: Effects) {
        self.dist = dist
        self.width = width
        self.effects = effects
    }

    /// Whether any of the folders is the project's own.
    package func includeDist(_ names: [String], in base: FilePath) throws -> Bool {
        guard let own = try files.status(of: dist)?.identity else { return false }
        return try names.contains { try files.status(of: folder($0, in: base))?.identity == own }
    }

    /// Looks at the folders that the user names, as seen from `base`, in their order.
    ///
    /// - Throws: `CancellationError` alone.
    package func observe(_ names: [String], in base: FilePath) async throws -> [ShardObservation] {
        var observations: [ShardObservation] = []
        for name in names {
            do {
                observations.append(try await observe(name, at: folder(name, in: base)))
            } catch let error as CancellationError {
                throw error
            } catch let error as RelctlError {
                observations.append(ShardObservation(shard: nil, problems: [error]))
            } catch {
                let problem = RelctlError("cannot read `\(name)`", causes: [error])
                observations.append(ShardObservation(shard: nil, problems: [problem]))
            }
        }
        return observations
    }

    /// The folder of a name; a slash at its end, which shells add, would lead through a link.
    private func folder(_ name: String, in base: FilePath) -> FilePath {
        let bare = name.utf8.lastIndex { $0 != UInt8(ascii: "/") }.map { String(Substring(name.utf8[...$0])) }
        return base.appending(bare ?? name)
    }

    private func observe(_ name: String, at folder: FilePath) async throws -> ShardObservation {
        let status = try files.status(of: folder)
        guard status?.kind == .folder else {
            let reason = status.map { "it is a \($0.kind.rawValue), not a folder" } ?? "there is no such folder"
            throw RelctlError("cannot merge `\(name)`: \(reason)", code: .configurationInvalid)
        }
        let manifest = try manifest(of: name, in: folder)
        var problems: [RelctlError] = []
        if try isBusy(folder, status) {
            problems.append(RelctlError("cannot merge `\(name)`: another run of relctl is at work there"))
        }
        problems += try await damages(of: manifest.artifacts, name, in: folder)
        let (binaries, strangers) = try await self.binaries(of: manifest, name, in: folder)
        return ShardObservation(
            shard: Shard(
                name: name,
                manifest: manifest,
                binaries: binaries,
                hasChecksums: try manifest.checksums.map { try isFile(folder.appending($0)) } ?? false,
                hasNotes: try isFile(folder.appending(ReleaseFolder.notesName))
            ),
            problems: problems + strangers
        )
    }

    private func isFile(_ path: FilePath) throws -> Bool { try files.status(of: path)?.kind == .file }

    /// Whether a run holds the lock there; the project's own folder is locked by whoever merges into it.
    private func isBusy(_ folder: FilePath, _ status: FileStatus?) throws -> Bool {
        guard try files.status(of: dist)?.identity != status?.identity else { return false }
        let lock = ReleaseFolder(folder).lock
        guard try isFile(lock) else { return false }
        do {
            guard let held = try files.lock(lock) else { return true }
            withExtendedLifetime(held) {}
            return false
        } catch is FileSystemError {
            // Where no lock can be taken, as on a disk that can only be read, nobody is at work.
            return false
        }
    }

    private func manifest(of name: String, in folder: FilePath) throws -> Manifest {
        let record = ReleaseFolder(folder)
        guard try files.status(of: record.manifest) != nil else {
            let inner = ReleaseLayout.distName
            let hint =
                if try files.status(of: record.builds) != nil {
                    "it holds binaries that are not packed: run `relctl package --target TARGET` where they were built"
                } else if try isFile(folder.appending("\(inner)/\(ReleaseFolder.manifestName)")) {
                    "name `\(FilePath(name).appending(inner))`, which has one"
                } else {
                    "name a folder that `relctl package` or `relctl release` wrote to the end"
                }
            throw RelctlError(
                "cannot merge `\(name)`: it is not finished, for there is no `\(ReleaseFolder.manifestName)` in it",
                code: .configurationInvalid,
                hints: [hint]
            )
        }
        guard try isFile(record.manifest) else {
            throw RelctlError("cannot merge `\(name)`: its `\(ReleaseFolder.manifestName)` is not a file")
        }
        let bytes = try files.contents(of: record.manifest)
        let manifest = try JSONText.decode(Manifest.self, from: bytes, file: record.manifest)
        guard manifest.format == Manifest.currentFormat else {
            throw RelctlError(
                "cannot merge `\(name)`: its `\(ReleaseFolder.manifestName)` has the form \(manifest.format), and this "
                    + "relctl reads \(Manifest.currentFormat)",
                code: .configurationInvalid
            )
        }
        if let list = manifest.checksums { _ = try Artifact.validated(list) }
        return manifest
    }

    /// What is not as the record says.
    private func damages(of artifacts: [Artifact], _ name: String, in folder: FilePath) async throws -> [RelctlError] {
        try await mapConcurrently(artifacts, width: width) { artifact -> RelctlError? in
            switch try await summary(of: folder.appending(artifact.name), named: artifact.name) {
            case .failure(let reason): RelctlError("cannot merge `\(name)`: \(reason.message)")
            case .success(let found) where found.size == artifact.size && found.sha256 == artifact.sha256: nil
            case .success:
                RelctlError(
                    "cannot merge `\(name)`: `\(artifact.name)` is not what its `\(ReleaseFolder.manifestName)` says",
                    hints: ["bring it here again, or make it again by `relctl package`"]
                )
            }
        }.compactMap(\.self)
    }

    /// The binaries that lie there, each of which must be in an archive of its target, and what is wrong with others.
    private func binaries(
        of manifest: Manifest,
        _ name: String,
        in folder: FilePath
    ) async throws -> ([Shard.Binaries], [RelctlError]) {
        let builds = ReleaseFolder(folder).builds
        guard try files.status(of: builds)?.kind == .folder else { return ([], []) }
        var (found, problems): ([Shard.Binaries], [RelctlError]) = ([], [])
        for target in try files.names(in: builds).compactMap({ try? TargetTriple($0) }) {
            let path = builds.appending(target.text)
            guard try files.status(of: path)?.kind == .folder else { continue }
            let packed = Set(
                manifest.artifacts.filter { $0.target == target }.flatMap { $0.contents ?? [] }.compactMap(\.sha256)
            )
            let names = try files.names(in: path)
            let outcomes = try await mapConcurrently(names, width: width) {
                try await summary(of: path.appending($0), named: $0)
            }
            var binaries = Shard.Binaries(target: target, files: [])
            for (binary, outcome) in zip(names, outcomes) {
                guard case .success(let summary) = outcome, packed.contains(summary.sha256) else {
                    problems.append(
                        RelctlError(
                            "cannot merge `\(name)`: it is not finished, for no archive of it has `\(binary)` for \(target)",
                            hints: ["run `relctl package --target \(target)` where it was built"]
                        )
                    )
                    continue
                }
                binaries.files.append(Shard.File(name: binary, size: summary.size, sha256: summary.sha256))
            }
            found.append(binaries)
        }
        return (found, problems)
    }

    /// What a file holds, or why nobody can say.
    private func summary(of path: FilePath, named name: String) async throws -> Result<FileHasher.Summary, RelctlError>
    {
        do {
            guard let status = try files.status(of: path) else {
                return .failure(RelctlError("there is no `\(name)`, which it lists"))
            }
            guard status.kind == .file else {
                return .failure(RelctlError("`\(name)` is a \(status.kind.rawValue), not a file"))
            }
            return .success(try await ObservedHashing(effects).summary(of: path, name: name).get())
        } catch let error as CancellationError {
            throw error
        } catch {
            return .failure(RelctlError("\(error)"))
        }
    }
}
