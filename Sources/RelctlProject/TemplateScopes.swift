/// How far a template sees: which names it may use.
package enum TemplateReach: Sendable, Hashable {
    /// `version`, the project's name and variables.
    case tag
    /// The names of a version, the project's name and variables.
    case version
    /// The names of the release, and the project's variables.
    case project
    /// Those, and names that a connector itself fills in.
    case connector(names: [String])
    /// Those of the release, and the names and variables of a target.
    case target
    /// Those, and for a file that is a single program its name.
    case file
    /// The names and variables of a target, and the name of a binary.
    case binary
}

/// Builds the scopes that templates of the configuration are filled in with.
///
/// Validation asks the same functions as rendering, so that what is accepted can be rendered.
package enum TemplateScopes {
    /// What is in scope everywhere.
    ///
    /// `date` is the day of the release's timestamp in UTC, `YYYY-MM-DD`; `shortCommit` the first 12 digits of `commit`.
    package static func project(release: ReleaseIdentity, variables: [String: String]) -> TemplateScope {
        var names = Self.names(of: release.version, release.tag, commit: release.commit, timestamp: release.timestamp)
        names["name"] = release.name
        return TemplateScope(texts: variables).adding(texts: names)
    }

    /// The names that a version and its tag give, before it is known which commit they stand for.
    package static func names(of version: Version, tag: String) -> [String: String] {
        [
            "tag": tag, "version": version.description, "major": version.major.digits, "minor": version.minor.digits,
            "patch": version.patch.digits, "prerelease": version.prereleaseText,
        ]
    }

    /// The names of what may be in no release; what is not known is empty.
    package static func names(
        of version: Version?,
        _ tag: String,
        commit: String,
        timestamp: Int64
    ) -> [String: String] {
        var names = ["tag", "version", "major", "minor", "patch", "prerelease"].reduce(into: [:]) { $0[$1] = "" }
        if let version { names = Self.names(of: version, tag: tag) }
        return names.merging([
            "commit": commit,
            "shortCommit": String(commit.prefix(12)),
            "date": UTCTime.date(ofTimestamp: timestamp),
            "timestamp": String(timestamp),
        ]) { $1 }
    }

    /// What a target adds: its names and its variables.
    package static func target(_ target: TargetSettings) -> TemplateScope {
        TemplateScope(texts: target.variables).adding(texts: names(of: target.triple))
    }

    /// What a binary adds.
    package static func binary(_ name: String) -> TemplateScope { TemplateScope(texts: ["binary": name]) }

    /// The names that relctl gives a meaning; variables must not have them.
    static let reservedNames: [String] = [
        "name", "version", "tag", "major", "minor", "patch", "prerelease", "commit", "shortCommit", "date",
        "timestamp", "target", "os", "arch", "exe", "libc", "binary",
    ]

    private static func names(of triple: TargetTriple) -> [String: String] {
        [
            "target": triple.text,
            "os": triple.system.templateName,
            "arch": triple.architecture.rawValue,
            "exe": triple.executableSuffix,
            "libc": triple.environment?.libc.rawValue ?? "",
        ]
    }
}

extension TargetTriple.System {
    /// The system's name in templates and in `archive.formats`.
    package var templateName: String { self == .macOS ? "macos" : rawValue }
}

extension ProjectSettings {
    /// The binaries of a target.
    package func binaries(of target: TargetSettings) -> [String] { target.binaries ?? binaries }

    /// The names that stand for the same text in every release.
    package var constants: [String: String] { variables.merging(["name": name]) { _, name in name } }

    /// What is in scope for texts about a version, before there is a commit that is released.
    package func scope(of version: Version, tag: String) -> TemplateScope {
        TemplateScope(texts: constants).adding(texts: TemplateScopes.names(of: version, tag: tag))
    }

    /// What is in scope everywhere in a release.
    package func scope(of release: ReleaseIdentity) -> TemplateScope {
        TemplateScopes.project(release: release, variables: variables)
    }

    /// What is in scope for a target of a release.
    package func scope(of release: ReleaseIdentity, target: TargetSettings) -> TemplateScope {
        scope(of: release).adding(TemplateScopes.target(target))
    }

    /// What is in scope for a binary of a target of a release.
    package func scope(of release: ReleaseIdentity, target: TargetSettings, binary: String) -> TemplateScope {
        scope(of: release, target: target).adding(TemplateScopes.binary(binary))
    }
}
