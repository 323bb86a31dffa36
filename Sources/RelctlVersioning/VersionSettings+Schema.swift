/// The key `version`.
extension VersionSettings {
    private typealias Key = ConfigurationKeyShape

    /// The shape of `version`.
    ///
    /// - Parameters:
    ///   - sources: The version sources.
    ///   - embed: The key of files that are embedded.
    /// - Returns: The shape.
    package static func shape(
        _ sources: Registry<any VersionSource>,
        embed: ConfigurationKeyShape
    ) -> ConfigurationShape {
        var version = ObjectShape(
            Key(
                "manifests",
                "Files that say the version; without this key, those found at the project's top; if empty, tags "
                    + "alone say it.",
                VersionShapes.manifests(sources)
            ).example(.list([.text("Cargo.toml")])),
            Key(
                "tag",
                "How a tag is made of `version`; the project's `name` and `variables` may stand in it too.",
                .text(.template(.tag))
            ).standard(.text("v{{version}}")),
            Key("branch", "The branch from which tags must be reachable.", .text(.nonEmpty))
                .example(.text("main")),
            Key("bump", "How the next version is decided and recorded.", .object(BumpSettings.shape)).standard(
                .object([:])
            ),
            embed
        )
        // No file says the version twice.
        version.rules = [
            .object(["properties": .object(["manifests": .object(["uniqueItems": .flag(true)])])])
        ]
        return .object(version)
    }

    /// Reads `version` from a completed text.
    package init(reading node: JSONNode?) {
        self.init(
            manifests: node?["manifests"]?.items.compactMap(ManifestReference.init(reading:)),
            branch: node?["branch"]?.text,
            bump: BumpSettings(node?["bump"])
        )
    }
}
