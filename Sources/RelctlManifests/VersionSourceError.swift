extension RelctlError.Code {
    /// A manifest that can be read says no version.
    package static let versionAbsent = RelctlError.Code(name: "version.absent", exitCode: 65)
    /// A manifest has a version, but only running a program would tell which.
    package static let versionComputed = RelctlError.Code(name: "version.computed", exitCode: 65)
}

/// Why a manifest gives no version, in the words that all sources use.
enum VersionSourceError {
    static func absent(_ key: String, in file: String, at place: SourcePlace?, hints: [String] = []) -> RelctlError {
        RelctlError("`\(file)` says no version: there is no `\(key)`", code: .versionAbsent, place: place, hints: hints)
    }

    static func notText(_ key: String, _ kind: String, at place: SourcePlace) -> RelctlError {
        RelctlError("`\(key)` is \(kind), not a text with a version", code: .configurationInvalid, place: place)
    }
}
