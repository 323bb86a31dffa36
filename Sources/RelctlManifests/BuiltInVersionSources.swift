/// The version sources that relctl has built in, with their ids.
package enum BuiltInVersionSources {
    /// The source for CMake, which a project is known by.
    package static let cmake: any VersionSource = CMakeVersionSource()

    /// All of them, sorted by id.
    package static let all: [(id: String, source: any VersionSource)] = [
        ("bazel", BazelVersionSource()),
        ("cargo", CargoVersionSource()),
        ("cmake", cmake),
        ("cocoapods", CocoaPodsVersionSource()),
        ("composer", ComposerVersionSource()),
        ("gradle", GradleVersionSource()),
        ("gradle-properties", GradlePropertiesVersionSource()),
        ("helm", HelmVersionSource()),
        ("maven", MavenVersionSource()),
        ("meson", MesonVersionSource()),
        ("mix", MixVersionSource()),
        ("msbuild", MSBuildVersionSource()),
        ("nix", NixVersionSource()),
        ("npm", NPMVersionSource()),
        ("pubspec", PubspecVersionSource()),
        ("python", PythonVersionSource()),
        ("rubygems", RubyGemsVersionSource()),
        ("setup-cfg", SetupConfigurationSource()),
        ("version-file", VersionFileSource()),
    ]
}
