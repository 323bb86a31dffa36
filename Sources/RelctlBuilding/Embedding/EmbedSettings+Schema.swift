/// The key `version.embed`.
extension EmbedSettings {
    private typealias Key = ConfigurationKeyShape

    /// The key of all embedded files.
    package static let key = ConfigurationKeyShape(
        "embed",
        "Source files that relctl writes before a build, with version, tag, commit, date and whether the tree is dirty.",
        .list(
            .object(
                ObjectShape(
                    Key("language", "The language it is written in.", languages).required(),
                    Key("file", "The file, below the project's folder; git had better ignore it.", .text(.path))
                        .required(),
                    Key(
                        "name",
                        "What the constants are named after: Swift's type, Go's package, the beginning of C's macros.",
                        .text(.identifier)
                    )
                )
            ),
            isUnique: true
        )
    ).standard(.list([])).example(
        .list([.object(["language": .text("c"), "file": .text("src/build-facts.h"), "name": .text("TOOL")])])
    )

    private static let languages: ConfigurationShape = .choice(EmbedLanguage.allCases.map(\.rawValue), kind: "language")

    /// Reads an embedded file from a completed text.
    package init?(reading node: JSONNode) {
        guard let language = node["language"]?.text.flatMap(EmbedLanguage.init), let file = node["file"]?.path else {
            return nil
        }
        self.init(language: language, file: file, name: node["name"]?.text, place: node.place)
    }

    /// What relctl writes before a build is a file of its own, and lies where nothing else replaces it.
    ///
    /// - Parameters:
    ///   - embeds: The embedded files.
    ///   - name: The project's name.
    ///   - manifests: The files that say the version.
    ///   - report: Gets the problems.
    package static func check(
        _ embeds: [Self],
        of name: String,
        beside manifests: Set<RelativePath>,
        _ report: inout ConfigurationReport
    ) {
        var files: Set<RelativePath> = []
        for (index, embed) in embeds.enumerated() {
            let entry = ConfigurationPath().key("version").key("embed").index(index)
            let path = entry.key("file")
            let constants = embed.name(project: name)
            if let problem = embed.language.problem(withName: constants) {
                let origin = embed.name == nil ? ", after its folder," : ""
                report.add(
                    "`\(embed.name == nil ? path : entry.key("name"))`: `\(constants)`\(origin) \(problem)",
                    embed.name == nil ? path : entry.key("name"),
                    hints: ["say what it is called: `name: \"buildfacts\"`"]
                )
            }
            if !files.insert(embed.file).inserted { report.add("`\(path)`: `\(embed.file)` is there twice", path) }
            if manifests.contains(embed.file) {
                report.add(
                    "`\(path)`: `\(embed.file)` is a manifest, which is changed, never replaced",
                    path,
                    hints: ["name another file, which git ignores"]
                )
            }
            if let folder = embed.file.components.first.map(String.init),
                [ReleaseLayout.distName, ".git"].contains(folder)
            {
                report.add("`\(path)`: `\(embed.file)` lies in `\(folder)`, which is no place for sources", path)
            }
        }
    }
}
