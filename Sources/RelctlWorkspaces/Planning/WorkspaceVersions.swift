/// Which version each repository of a workspace would get; pure.
struct WorkspaceVersions {
    /// The versions by repository; none where it cannot be told.
    private(set) var versions: [String: Version] = [:]
    /// What is wrong with the wish.
    private(set) var findings: [Finding] = []

    init(_ configuration: WorkspaceConfiguration, _ request: WorkspaceRequest, _ observation: WorkspaceObservation) {
        for name in request.overrides.keys.sortedBytewise() {
            if let finding = Self.refusal(ofOverride: name, configuration) { findings.append(finding) }
        }
        for repository in configuration.repositories {
            switch repository.line {
            case .shared: versions[repository.name] = request.version
            case .follows: continue
            case .own(let level):
                guard let observed = observation[repository.name], observed.failure == nil else { continue }
                do {
                    versions[repository.name] =
                        try request.overrides[repository.name]
                        ?? Self.next(level, after: observed.releases(repository.tag).last?.version, request.version)
                } catch {
                    findings.append(Finding(error, of: repository))
                }
            }
        }
        // Nobody follows in a circle, as reading the configuration made sure.
        for repository in configuration.repositories {
            var leader = repository
            for _ in configuration.repositories {
                guard case .follows(let name) = leader.line, let next = configuration[name] else { break }
                leader = next
            }
            versions[repository.name] = versions[leader.name]
        }
    }

    /// The next version of a line: a pre-release where the workspace's is one, which is called the same.
    private static func next(_ level: ReleaseLevel, after last: Version?, _ shared: Version) throws -> Version {
        var identifier: String?
        if shared.isPrerelease {
            let words = shared.prerelease.prefix { part in
                if case .numeric = part { false } else { true }
            }
            identifier = words.isEmpty ? "rc" : words.map(\.description).joined(separator: ".")
        }
        return try VersionIncrement.part(level).next(after: last ?? .zero, identifier: identifier)
    }

    private static func refusal(ofOverride name: String, _ configuration: WorkspaceConfiguration) -> Finding? {
        guard let repository = configuration[name] else {
            let known = configuration.repositories.map(\.name)
            let nearest = Nearest.to(name, among: known).map { ["did you mean `\($0)`?"] } ?? []
            return Finding(
                "`\(name)` is no repository of the workspace, and cannot get a version",
                code: "workspace.unknown_repository",
                hints: nearest + ["repositories: " + known.joined(separator: ", ")]
            )
        }
        switch repository.line {
        case .own: return nil
        case .shared:
            return Finding(
                "`\(name)` takes the workspace's version, and cannot get one of its own",
                code: "workspace.shared_version",
                place: repository.place,
                hints: ["`bump` in its configuration gives it a line of its own"]
            )
        case .follows(let leader):
            return Finding(
                "`\(name)` takes its version from `\(leader)`, and cannot get one of its own",
                code: "workspace.shared_version",
                place: repository.place
            )
        }
    }
}

extension Finding {
    /// What an error says of a repository, whose files its place is in unless it is in the workspace's.
    init(_ error: any Error, of repository: WorkspaceRepository) {
        self.init(error, of: repository.name, in: repository.place.file)
    }

    /// What an error says of a repository, by its name; `file` is the workspace's.
    init(_ error: any Error, of repository: String, in file: String? = nil) {
        guard let error = error as? RelctlError else {
            self.init("`\(repository)`: \(error)", code: RelctlError.Code.failed.name)
            return
        }
        let causes = error.causes.map { ": \($0)" }.joined()
        self.init(
            "`\(repository)`: \(error.message)\(causes)",
            code: error.code.name,
            place: Self.place(error.place, of: repository, in: file),
            hints: error.hints.map(Self.hint)
        )
    }

    /// The same, said of a repository.
    func said(of repository: WorkspaceRepository) -> Finding {
        var finding = self
        finding.message = "`\(repository.name)`: " + message
        finding.place = Self.place(place, of: repository.name, in: repository.place.file)
        finding.hints = hints.map(Self.hint)
        return finding
    }

    private static func place(_ place: SourcePlace?, of repository: String, in file: String?) -> SourcePlace? {
        guard let place, place.file != file else { return place }
        return SourcePlace(file: "\(repository)/\(place.file)", line: place.line, column: place.column)
    }

    /// The key stands elsewhere in the file of a workspace.
    private static func hint(_ hint: String) -> String { hint.replacing("`version.manifests`", with: "`manifests`") }
}
