/// The key `version`.
extension ConfigurationSchema {
    static func version(_ extensions: Extensions) -> ConfigurationShape {
        var version = ObjectShape(
            Key(
                "manifests",
                "Files that say the version; without this key, those found at the project's top; if empty, tags "
                    + "alone say it.",
                VersionShapes.manifests(extensions.versionSources)
            ).example(.list([.text("Cargo.toml")])),
            Key(
                "tag",
                "How a tag is made of `version`; the project's `name` and `variables` may stand in it too.",
                .text(.template(.tag))
            ).standard(.text("v{{version}}")),
            Key("branch", "The branch from which tags must be reachable.", .text(.nonEmpty))
                .example(.text("main")),
            Key("bump", "How the next version is decided and recorded.", .object(bump)).standard(.object([:])),
            embed
        )
        version.rules = versionRules
        return .object(version)
    }
}
