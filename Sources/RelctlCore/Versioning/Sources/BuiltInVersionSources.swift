extension Extensions {
    /// Makes the version sources known that relctl has built in.
    ///
    /// - Throws: ``RelctlError`` if one of their ids is taken.
    package mutating func registerBuiltInVersionSources() throws {
        try versionSources.register(BazelVersionSource(), id: "bazel")
        try versionSources.register(CargoVersionSource(), id: "cargo")
        try versionSources.register(CMakeVersionSource(), id: "cmake")
        try versionSources.register(CocoaPodsVersionSource(), id: "cocoapods")
        try versionSources.register(ComposerVersionSource(), id: "composer")
        try versionSources.register(GradleVersionSource(), id: "gradle")
        try versionSources.register(GradlePropertiesVersionSource(), id: "gradle-properties")
        try versionSources.register(HelmVersionSource(), id: "helm")
        try versionSources.register(MavenVersionSource(), id: "maven")
        try versionSources.register(MesonVersionSource(), id: "meson")
        try versionSources.register(MixVersionSource(), id: "mix")
        try versionSources.register(MSBuildVersionSource(), id: "msbuild")
        try versionSources.register(NixVersionSource(), id: "nix")
        try versionSources.register(NPMVersionSource(), id: "npm")
        try versionSources.register(PubspecVersionSource(), id: "pubspec")
        try versionSources.register(PythonVersionSource(), id: "python")
        try versionSources.register(RubyGemsVersionSource(), id: "rubygems")
        try versionSources.register(SetupConfigurationSource(), id: "setup-cfg")
        try versionSources.register(VersionFileSource(), id: "version-file")
    }
}

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
