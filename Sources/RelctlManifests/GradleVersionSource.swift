/// Reads and changes the version in build.gradle and build.gradle.kts
/// (https://docs.gradle.org/current/userguide/writing_build_scripts.html): `version = "1.2.3"`, `version '1.2.3'` or
/// `setVersion("1.2.3")` outside all blocks, or in `allprojects {}` or `subprojects {}`.
///
/// In place of a text they may name a variable that the script makes outside all blocks, or a property of `ext`, if it is
/// given a plain text and nothing else. Where several of these are plain texts they have to say the same, and change together. An Android app has
/// `versionName` in `android { defaultConfig {} }`, which counts where the script sets no `version`. The versions of
/// plugins, dependencies, tasks, publications and of conditional statements are none of the project's.
struct GradleVersionSource: TokenVersionSource {
    let fileNames = ["build.gradle", "build.gradle.kts"]

    func language(of file: RelativePath) -> CodeLanguage { Self.isKotlin(file) ? .kotlin : .groovy }

    private static func isKotlin(_ file: RelativePath) -> Bool { file.string.hasSuffix(".kts") }

    /// Where the project's version is set, by the names of the blocks and of the property; the second where the first
    /// is not.
    private static let places: [[[String]]] = [
        [
            ["version"], ["project", "version"], ["allprojects", "version"], ["subprojects", "version"],
            ["allprojects", "project", "version"], ["subprojects", "project", "version"],
        ],
        [["android", "defaultConfig", "versionName"]],
    ]

    func versions(in text: CodeText) throws -> [CodeToken] {
        let script = try GradleScript(text, hasCommands: !Self.isKotlin(text.file))
        for places in Self.places {
            let found = script.settings.filter { setting in places.contains { $0.elementsEqual(setting.path) } }
            guard let first = found.first else { continue }
            var plain: [CodeToken] = []
            // Several may name one variable.
            for token in found.compactMap(script.text) where !plain.contains(token) { plain.append(token) }
            guard plain.isEmpty else { return plain }
            throw text.computed(
                first.path.last ?? "version",
                at: first.name,
                hints: ["write it as a text without `$`, or keep it in `gradle.properties`"]
            )
        }
        throw VersionSourceError.absent("version", in: text.file.string, at: nil)
    }
}
