/// The key `version`.
extension ConfigurationSchema {
    static func version(_ extensions: Extensions) -> ConfigurationShape {
        var manifest = ObjectShape(
            Key("file", "The file, below the project's folder.", .text(.path)).required(),
            Key("source", "What reads it; without it, what the file's name says.", sources(extensions)),
            Key("pattern", "A regular expression whose only group is the version.", .text(.regularExpression))
                .example(.text("#define VERSION \"([^\"]+)\""))
        )
        let fileNames = extensions.versionSources.all.flatMap(\.connector.fileNames)
        manifest.exclusions = [["source", "pattern"]]
        manifest.rules = manifestRules(fileNames)
        var version = ObjectShape(
            Key(
                "manifests",
                "Files that say the version; without this key, those found at the project's top; if empty, tags "
                    + "alone say it.",
                .list(.either([.text(.manifest(fileNames)), .object(manifest)]))
            ).example(.list([.text("Cargo.toml")])),
            Key(
                "tag",
                "How a tag is made of `version`; the project's `name` and `variables` may stand in it too.",
                .text(.template(.tag))
            ).standard(.text("v{{version}}")),
            Key("branch", "The branch from which tags must be reachable.", .text(.nonEmpty))
                .example(.text("main")),
            embed
        )
        version.rules = versionRules
        return .object(version)
    }

    private static func sources(_ extensions: Extensions) -> ConfigurationShape {
        .choice(extensions.versionSources.ids, kind: extensions.versionSources.kind)
    }
}
