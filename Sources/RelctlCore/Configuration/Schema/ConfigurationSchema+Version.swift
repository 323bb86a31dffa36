/// The key `version`.
extension ConfigurationSchema {
    static func version(_ extensions: Extensions) -> ConfigurationShape {
        var version = ObjectShape(
            Key(
                "manifests",
                "Files that say the version; without this key, those found at the project's top; if empty, tags "
                    + "alone say it.",
                manifests(extensions)
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

    /// Files that say a version, each by its name or with how it is read.
    static func manifests(_ extensions: Extensions) -> ConfigurationShape {
        let fileNames = extensions.versionSources.all.flatMap(\.connector.fileNames)
        var manifest = ObjectShape(
            keys: [
                Key("file", "The file, below the project's folder.", .text(.path)).required(),
                Key("source", "What reads it; without it, what the file's name says.", sources(extensions)),
            ] + places
        )
        manifest.exclusions = exclusions(ways)
        manifest.needs = [("count", "pattern")]
        manifest.rules = manifestRules(fileNames)
        return .list(.either([.text(.manifest(fileNames)), .object(manifest)]))
    }

    /// The keys that say where in a file a version stands.
    static let places = [
        Key("pattern", "A regular expression whose only group is the version.", .text(.regularExpression))
            .example(.text("#define VERSION \"([^\"]+)\"")),
        Key("count", "How often the pattern matches, 1 without it.", .integer(1...Int(Int32.max))),
        Key("json", "The path of the version in a JSON file, comments welcome.", .text(.sourcePath))
            .example(.text("packages[0].version")),
        Key("toml", "The path of the version in a TOML file.", .text(.sourcePath))
            .example(.text("tool.app.version")),
        Key("yaml", "The path of the version in a YAML file.", .text(.sourcePath)).example(.text("image.tag")),
        Key("xml", "The path of the version in an XML file.", .text(.sourcePath))
            .example(.text("widget.@version")),
    ]

    /// Each two of these keys, which exclude each other.
    static func exclusions(_ keys: [String]) -> [[String]] {
        keys.indices.flatMap { first in keys[(first + 1)...].map { [keys[first], $0] } }
    }

    /// The keys of which each is a way to say how a file is read.
    static let ways = ["source", "pattern"] + SourceFormat.allCases.map(\.rawValue)

    private static func sources(_ extensions: Extensions) -> ConfigurationShape {
        .choice(extensions.versionSources.ids, kind: extensions.versionSources.kind)
    }
}
