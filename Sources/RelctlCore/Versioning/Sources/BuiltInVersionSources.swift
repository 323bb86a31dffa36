extension Extensions {
    /// Makes the version sources known that relctl has built in.
    ///
    /// - Throws: ``RelctlError`` if one of their ids is taken.
    package mutating func registerBuiltInVersionSources() throws {
        try versionSources.register(CargoVersionSource(), id: "cargo")
        try versionSources.register(NPMVersionSource(), id: "npm")
        try versionSources.register(PythonVersionSource(), id: "python")
        try versionSources.register(HelmVersionSource(), id: "helm")
        try versionSources.register(VersionFileSource(), id: "version-file")
    }
}

extension RelctlError.Code {
    /// A manifest that can be read says no version.
    package static let versionAbsent = RelctlError.Code(name: "version.absent", exitCode: 65)
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
