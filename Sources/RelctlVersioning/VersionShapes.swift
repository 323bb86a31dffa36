/// The shapes of settings that say where versions are.
package enum VersionShapes {
    private typealias Key = ConfigurationKeyShape

    /// Files that say a version, each by its name or with how it is read.
    package static func manifests(_ sources: Registry<any VersionSource>) -> ConfigurationShape {
        let fileNames = sources.all.flatMap(\.connector.fileNames)
        var manifest = ObjectShape(
            keys: [
                Key("file", "The file, below the project's folder.", .text(.path)).required(),
                Key("source", "What reads it; without it, what the file's name says.", choice(sources)),
            ] + places
        )
        manifest.exclusions = exclusions(ways)
        manifest.needs = [("count", "pattern")]
        manifest.rules = manifestRules(fileNames)
        return .list(.either([.text(.manifest(fileNames)), .object(manifest)]))
    }

    /// The keys that say where in a file a version stands.
    package static let places: [ConfigurationKeyShape] = [
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
    package static func exclusions(_ keys: [String]) -> [[String]] {
        keys.indices.flatMap { first in keys[(first + 1)...].map { [keys[first], $0] } }
    }

    /// The keys of which each is a way to say how a file is read.
    package static let ways = ["source", "pattern"] + SourceFormat.allCases.map(\.rawValue)

    private static func choice(_ sources: Registry<any VersionSource>) -> ConfigurationShape {
        .choice(sources.ids, kind: sources.kind)
    }

    /// A file that no version source knows by its name needs to be told how it is read.
    private static func manifestRules(_ fileNames: [String]) -> [ConfigurationValue] {
        let known = properties(["file": .object(["pattern": .text(TextForm.manifest(fileNames).pattern)])])
        return [.object(["anyOf": .list(ways.map(required) + [known])])]
    }

    private static func required(_ key: String) -> ConfigurationValue {
        .object(["required": .list([.text(key)])])
    }

    private static func properties(_ schemas: [String: ConfigurationValue]) -> ConfigurationValue {
        .object(["properties": .object(schemas)])
    }
}
