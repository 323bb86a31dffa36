/// Decides from commits how much the version goes up.
package struct BumpRules: Sendable {
    private let settings: BumpSettings

    /// Decides by these settings.
    package init(_ settings: BumpSettings) { self.settings = settings }

    /// What commits ask for.
    package struct Demand: Sendable, Hashable {
        /// The highest level that one of them raises; nothing if none is worth a release.
        package var level: ReleaseLevel?
        /// The version that the newest `Release-As` footer names.
        package var requested: Version?
    }

    /// What the commits of a release, newest first, ask for.
    ///
    /// Merges, commits that wait to be folded into others, and those that take each other back ask for nothing. What the
    /// notes leave out counts all the same: it is released.
    ///
    /// - Throws: ``RelctlError`` for a `Release-As` footer that names no version.
    package func demand(of commits: [ReleaseChanges.Commit]) throws -> Demand {
        var demand = Demand()
        for commit in commits {
            // A commit that only releases says of no change, but may say as what.
            guard commit.hidden == nil || commit.hidden == .excluded || commit.hidden == .release else { continue }
            if commit.hidden != .release { demand.level = max(demand.level, level(of: commit.message)) }
            if demand.requested == nil { demand.requested = try Self.requested(by: commit) }
        }
        return demand
    }

    private func max(_ left: ReleaseLevel?, _ right: ReleaseLevel?) -> ReleaseLevel? {
        guard let left, let right else { return left ?? right }
        return Swift.max(left, right)
    }

    private func level(of message: CommitMessage) -> ReleaseLevel? {
        message.changes.map { change -> ReleaseLevel? in
            if change.isBreaking { return .major }
            return change.type.flatMap { settings.types[$0] }
        }
        .reduce(nil, max)
    }

    private static func requested(by commit: ReleaseChanges.Commit) throws -> Version? {
        guard let footer = commit.message.footers.first(where: { $0.token.lowercased() == "release-as" }) else {
            return nil
        }
        let text = footer.value.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
        do {
            return try Version(text.hasPrefix("v") ? String(text.dropFirst()) : text)
        } catch {
            throw RelctlError(
                "cannot release the version that the commit `\(commit.record.shortHash)` asks for: `\(text)` is not a "
                    + "version: \(error)",
                hints: ["name the version: `relctl bump VERSION`"]
            )
        }
    }

    /// The final version that follows `base` when `level` is raised, by the rules for versions before 1.0.0.
    package func version(after base: Version, raising level: ReleaseLevel) -> Version {
        let raised: ReleaseLevel =
            switch level {
            case .major where base.major == .zero: settings.breakingBeforeStable
            case .minor where base.major == .zero: settings.featuresBeforeStable
            default: level
            }
        return switch raised {
        case .major: base.nextMajor
        case .minor: base.nextMinor
        case .patch: base.nextPatch
        }
    }
}

/// What there is to decide from for `bump auto`.
package struct BumpEvidence: Sendable, Hashable {
    /// The nearest final release that can be reached; nothing before the first.
    package var lastFinal: Version?
    /// The nearest release of any kind that can be reached.
    package var nearest: Version?
    /// The commits since the last final release, newest first; all of them before the first.
    package var commits: [ReleaseChanges.Commit]
    /// The hashes of those among them that came after the nearest release of any kind, candidates too.
    package var unreleased: Set<String>

    /// Gathers evidence.
    package init(
        lastFinal: Version?,
        nearest: Version? = nil,
        commits: [ReleaseChanges.Commit],
        unreleased: Set<String>
    ) {
        self.lastFinal = lastFinal
        self.nearest = nearest
        self.commits = commits
        self.unreleased = unreleased
    }
}

extension BumpRules {
    /// The next version by what was committed since the last final release.
    ///
    /// What candidates of a version brought is counted again, so that a breaking change after `1.1.0-rc.1` leads to
    /// 2.0.0, and a fix to 1.1.0. Where nothing final was released yet, a candidate leads to its own version, and a final
    /// version in the manifests is counted up from.
    ///
    /// - Returns: The version, which may be one that is not greater than `current` where the manifests are ahead.
    /// - Throws: ``RelctlError`` with the code ``RelctlError/Code/nothingToRelease`` if no commit is worth a release.
    package func version(
        after current: Version,
        _ evidence: BumpEvidence,
        identifier: String?
    ) throws -> Version {
        let demand = try demand(of: evidence.commits)
        if let requested = demand.requested {
            let target = identifier == nil ? requested : requested.core
            return try finish(target, after: current, evidence, identifier: identifier)
        }
        guard let level = demand.level else { throw Self.nothing(since: evidence.lastFinal) }
        var target =
            evidence.lastFinal.map { version(after: $0, raising: level) }
            ?? (current.isPrerelease ? current.core : version(after: current.core, raising: level))
        // What was announced by candidates is not taken back.
        if current.isPrerelease, Version.precedes(target, current.core) { target = current.core }
        return try finish(target, after: current, evidence, identifier: identifier)
    }

    private func finish(
        _ target: Version,
        after current: Version,
        _ evidence: BumpEvidence,
        identifier: String?
    ) throws -> Version {
        guard let identifier else { return target }
        let recent = evidence.commits.filter { evidence.unreleased.contains($0.record.hash) }
        let demand = try demand(of: recent)
        guard demand.level != nil || demand.requested != nil else { throw Self.nothing(since: current) }
        return try VersionIncrement.candidate(towards: target, after: current, identifier: identifier)
    }

    private static func nothing(since version: Version?) -> RelctlError {
        RelctlError(
            "cannot decide on a version: nothing to release" + (version.map { " since \($0)" } ?? ""),
            code: .nothingToRelease,
            hints: [
                "features, fixes and breaking changes count, by their Conventional Commits; `version.bump.types` adds more",
                "to release all the same, say how: `relctl bump patch`",
            ]
        )
    }
}

extension RelctlError.Code {
    /// No commit since the last release is worth another.
    package static let nothingToRelease = RelctlError.Code(name: "bump.nothing_to_release", exitCode: 1)
}
