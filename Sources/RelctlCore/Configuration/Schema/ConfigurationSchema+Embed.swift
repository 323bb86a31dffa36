/// The key `version.embed`.
extension ConfigurationSchema {
    static let embed = Key(
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
}
