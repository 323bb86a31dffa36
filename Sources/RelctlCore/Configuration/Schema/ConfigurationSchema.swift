/// Every key of `relctl.json`: what it is for, what it may hold, what it holds where it is not there.
///
/// The one table from which checking, defaults and the JSON Schema come, so that they cannot differ. Connectors bring
/// their ids and keys from their registries.
package struct ConfigurationSchema: Sendable {
    let root: ObjectShape

    /// Describes the configuration of a relctl that knows these connectors.
    package init(extensions: Extensions) {
        var root = ObjectShape(
            keys: Self.projectKeys + [
                Key(
                    "version",
                    "Where the version stands, and how tags are made of it.",
                    VersionSettings.shape(extensions.versionSources, embed: EmbedSettings.key)
                )
                .standard(.object([:])),
                Key(
                    "binaries",
                    "The programs that a release consists of, without `.exe`, each by its name or with a `budget` too.",
                    .list(.either([.text(.binaryName), .object(SizeBudgets.binaryShape)]), isUnique: true)
                ).standard(.list([])).example(.list([.text("tool"), .text("tool-server")])),
                Key(
                    "build",
                    "How the binaries are built; without it, nothing is.",
                    BuildSettings.shape(extensions.builders)
                ),
                Key(
                    "targets",
                    "The platforms by their triples, ARCH-VENDOR-OS[-ENV], and what is special about each.",
                    .map(keys: .triple, values: .object(TargetSettings.shape(extensions.builders)))
                ).standard(.object([:])).example(.object(["x86_64-unknown-linux-musl": .object([:])])),
                Key("archive", "What goes into the archives.", .object(ArchiveSettings.shape(extensions.packagers)))
                    .standard(.object([:])),
                Key("checksums", "Which checksum files are written.", .object(ChecksumSettings.shape)).standard(
                    .object([:])
                ),
                SigningSettings.key(extensions.signers),
                Key("notes", "What the release notes look like.", NotesSettings.shape(extensions.notesRenderers))
                    .standard(.object([:])),
                ImageSettings.key,
                ChartSettings.key,
                Key("nix", "What becomes of the release for users of Nix.", .object(NixSettings.shape)),
                DistributionSettings.key(extensions.distributionTargets),
                Key("ci", "How releases are made by continuous integration.", .object(IntegrationSettings.shape)),
                PublicationSettings.key(extensions.publishers),
                Key("plugins", "Connectors that are found when relctl runs.", .object(PluginSettings.shape)),
            ]
        )
        root.needs = [("build", "binaries")]
        root.rules = Self.projectRules
        self.root = root
    }

    /// The table as JSON Schema.
    package var document: ConfigurationValue { root.document(titled: "relctl.json", "What relctl releases, and how.") }

    typealias Key = ConfigurationKeyShape

    private static let projectKeys = [
        Key("$schema", "The address of this schema, for editors; relctl does not use it.", .text(.any)),
        Key("name", "The project's name, in archive names and templates.", .text(.fileName))
            .required().example(.text("tool")),
        Key("description", "What the project is, in a sentence.", .text(.nonEmpty)),
        Key("homepage", "The project's page.", .text(.nonEmpty)),
        Key("license", "The SPDX expression of the licence.", .text(.nonEmpty)).example(.text("Apache-2.0")),
        Key("repository", "OWNER/NAME at the forge, or the repository's address.", .text(.nonEmpty))
            .example(.text("example/tool")),
        Key(
            "variables",
            "Names of the project's own for templates.",
            .map(keys: .variableName, values: .text(.constant))
        ).standard(.object([:])),
    ]
}
