/// Looks, when a release is done, through what was released for pins that still name versions which it replaced.
///
/// Of each repository that needs others, all text files of the released commit are searched by one process, and those that
/// hold an old version are read by another.
struct StalePinScan: Sendable {
    private let plan: WorkspacePlan
    private let surroundings: WorkspaceSurroundings

    init(_ plan: WorkspacePlan, in surroundings: WorkspaceSurroundings) {
        (self.plan, self.surroundings) = (plan, surroundings)
    }

    /// Looks for pins.
    ///
    /// - Parameter commits: What was released of each repository.
    /// - Returns: Those that were found, as warnings, in the order of release, and the repositories that could not be
    ///   looked through.
    /// - Throws: `CancellationError`.
    func findings(_ commits: [String: String]) async throws -> [Finding] {
        let replaced = try await replaced(commits)
        guard !replaced.isEmpty else { return [] }
        let found = try await mapConcurrently(plan.repositories, width: plan.jobs) { repository -> [Finding] in
            let needed = plan.allNeeds(of: repository)
            let versions = replaced.filter { needed.contains($0.repository) }
            guard !versions.isEmpty, let commit = commits[repository.name] else { return [] }
            do {
                return try await findings(in: repository, at: commit, versions)
            } catch let error as CancellationError {
                throw error
            } catch {
                return [
                    Finding(
                        "`\(repository.name)` was not looked through for old versions: \(error)",
                        code: "pin.unread",
                        severity: .warning
                    )
                ]
            }
        }
        return found.flatMap(\.self)
    }

    // MARK: What is looked for

    private func replaced(_ commits: [String: String]) async throws -> [ReplacedVersion] {
        let needed = Set(plan.repositories.flatMap(\.needs))
        return try await mapConcurrently(plan.repositories, width: plan.jobs) { repository -> ReplacedVersion? in
            guard needed.contains(repository.name), var version = ReplacedVersion(repository, in: plan) else {
                return nil
            }
            if let commit = commits[repository.name] {
                version.add(names: try await packages(of: repository, at: commit))
            }
            return version
        }
        .compactMap(\.self)
    }

    /// Manifests that name packages, and where.
    private static let manifests: [(file: String, format: SourceFormat, path: [String])] = [
        ("package.json", .json, ["name"]), ("composer.json", .json, ["name"]),
        ("Cargo.toml", .toml, ["package", "name"]), ("pyproject.toml", .toml, ["project", "name"]),
        ("pyproject.toml", .toml, ["tool", "poetry", "name"]), ("Chart.yaml", .yaml, ["name"]),
        ("pubspec.yaml", .yaml, ["name"]), ("pom.xml", .xml, ["project", "artifactId"]),
    ]

    /// What the manifests at a repository's top call its packages; one that cannot be read names none.
    private func packages(of repository: PlannedRepository, at commit: String) async throws -> [String] {
        do {
            let mirror = try await mirror(of: repository, with: commit)
            let objects = try await mirror.objects(at: Set(Self.manifests.map(\.file)), of: commit)
            return Self.manifests.compactMap { manifest in
                guard case .file(let bytes)?? = objects[manifest.file], bytes.count <= PinnedFiles.sizeLimit,
                    let file = try? RelativePath(manifest.file)
                else { return nil }
                let path = ManifestPath(format: manifest.format, path: SourcePath(manifest.path.map { .key($0) }))
                let document = VersionDocument(
                    file: file,
                    text: String(decoding: bytes, as: UTF8.self),
                    read: { _ in nil },
                    names: { _ in [] }
                )
                return try? PathVersionSource(path).texts(in: document).first?.text
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            // The repository's own name is known all the same.
            return []
        }
    }

    // MARK: Looking

    private func mirror(of repository: PlannedRepository, with commit: String) async throws -> GitMirror {
        let mirror = try await surroundings.mirrors.mirror(of: repository.url)
        if try await !mirror.has(commit) { try await mirror.fetch([commit], depth: 1) }
        return mirror
    }

    private func findings(
        in repository: PlannedRepository,
        at commit: String,
        _ versions: [ReplacedVersion]
    ) async throws -> [Finding] {
        let mirror = try await mirror(of: repository, with: commit)
        let named = try await mirror.files(holding: Set(versions.map(\.old)), at: commit)
            .filter { !PinnedFiles.isLeftOut($0) }
        let few = named.prefix(PinnedFiles.countLimit)
        let small = try await mirror.files(few, upTo: PinnedFiles.sizeLimit, at: commit)
        let objects = try await mirror.objects(at: small, of: commit)
        let reader = PinReader(versions, others: plan.repositories.flatMap(ReplacedVersion.names(of:)))
        var findings: [Finding] = []
        for file in small {
            guard case .file(let text)?? = objects[file] else { continue }
            var places = SourcePlaces(file: "\(repository.name)/\(file)", bytes: text)
            findings += reader.pins(in: text).map { Self.finding($0, repository.name, places.place(at: $0.offset)) }
        }
        guard named.count > PinnedFiles.countLimit || findings.count > Self.limit else { return findings }
        let rest = Finding(
            "`\(repository.name)` has more places that may name old versions than are told of",
            code: "pin.stale",
            severity: .warning
        )
        return findings.prefix(Self.limit) + [rest]
    }

    /// So many places of a repository are told of.
    private static let limit = 50

    private static func finding(_ pin: PinReader.Pin, _ repository: String, _ place: SourcePlace) -> Finding {
        Finding(
            "`\(repository)` still names `\(pin.version.repository)` \(pin.version.old), which is \(pin.version.new) now",
            code: "pin.stale",
            severity: .warning,
            place: place,
            hints: ["an edit in the workspace's file changes it with the next release"]
        )
    }
}

extension WorkspacePlan {
    /// What a repository needs, and what those need in turn.
    fileprivate func allNeeds(of repository: PlannedRepository) -> Set<String> {
        var needs: Set<String> = []
        var left = repository.needs
        while let name = left.popLast() {
            if needs.insert(name).inserted { left += self[name]?.needs ?? [] }
        }
        return needs
    }
}
