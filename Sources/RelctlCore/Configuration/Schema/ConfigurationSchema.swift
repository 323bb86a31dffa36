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
                Key("version", "Where the version stands, and how tags are made of it.", Self.version(extensions))
                    .standard(.object([:])),
                Key(
                    "binaries",
                    "The programs that a release consists of, without `.exe`, each by its name or with a `budget` too.",
                    .list(.either([.text(.binaryName), .object(Self.binary)]), isUnique: true)
                ).standard(.list([])).example(.list([.text("tool"), .text("tool-server")])),
                Key("build", "How the binaries are built; without it, nothing is.", Self.build(extensions)),
                Key(
                    "targets",
                    "The platforms by their triples, ARCH-VENDOR-OS[-ENV], and what is special about each.",
                    .map(keys: .triple, values: .object(Self.targetKeys(extensions)))
                ).standard(.object([:])).example(.object(["x86_64-unknown-linux-musl": .object([:])])),
                Key("archive", "What goes into the archives.", .object(Self.archive(extensions)))
                    .standard(.object([:])),
                Key("checksums", "Which checksum files are written.", .object(Self.checksums)).standard(.object([:])),
                Self.signing(extensions),
                Key("notes", "What the release notes look like.", Self.notes(extensions)).standard(.object([:])),
                Self.images,
                Self.charts,
                Key("nix", "What becomes of the release for users of Nix.", .object(Self.nix)),
                Self.distribution(extensions),
                Key("ci", "How releases are made by continuous integration.", .object(IntegrationSettings.shape)),
                Self.publish(extensions),
                Key("plugins", "Connectors that are found when relctl runs.", .object(Self.plugins)),
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

    private static let binary = ObjectShape(
        Key("name", "The program's name.", .text(.binaryName)).required().example(.text("tool")),
        budget("What it may have on each platform; without it, any size.")
    )

    private static let checksums = ObjectShape(
        Key("sidecars", "Whether each archive gets a `.sha256` beside it.", .flag).standard(.flag(true)),
        Key(
            "combined",
            "The name of the file that lists all checksums; `false` for none.",
            .either([.text(.checksumListName), .off])
        ).standard(.text("SHA256SUMS"))
    )

    private static let plugins = ObjectShape(
        Key(
            "directory",
            "The folder of programs such as `relctl-publish-NAME`, looked for here before `PATH`, and of libraries, `relctl-NAME.so`.",
            .text(.nonEmpty)
        ).example(.text("tools/relctl")),
        Key(
            "allow",
            "The digests of those that may be used, by their files' names; without it, any program may, and no library.",
            .map(keys: .fileName, values: .text(.digest))
        ),
        Key("timeout", "How long a program or library may take to answer.", .text(.duration)).example(.text("10m"))
    )

    private static func signing(_ extensions: Extensions) -> Key {
        let signer = Key("with", "The signer's id.", .text(.nonEmpty)).required()
        let signers = extensions.signers.all.map { id, signer in
            TaggedShape(id: id, keys: signer.keys.map { key(of: $0) })
        }
        return Key(
            "signing",
            "Who signs the list of all checksums, each in a file of its own.",
            .list(.tagged(by: signer, kind: extensions.signers.kind, signers))
        ).standard(.list([]))
    }

    private static func publish(_ extensions: Extensions) -> Key {
        let destination = Key("to", "The publisher's id.", .text(.nonEmpty)).required()
        let publishers = extensions.publishers.all.map { id, publisher in
            TaggedShape(id: id, keys: publisher.keys.map { key(of: $0) } + ofEveryPublication)
        }
        return Key(
            "publish",
            "Where releases go, in this order.",
            .list(.tagged(by: destination, kind: extensions.publishers.kind, publishers))
        ).standard(.list([]))
    }

    /// What every publication takes, whoever publishes.
    private static let ofEveryPublication = [
        Key("name", "What `after` calls it; by default what `to` says.", .text(.nonEmpty)),
        Key(
            "after",
            "The names of the publications that must be done before this one begins.",
            .list(.text(.nonEmpty), isUnique: true)
        ),
    ]

    /// A connector's own key as one of the table.
    static func key(of key: ConfigurationKey, reaching common: TemplateReach = .project) -> Key {
        let reach = key.ownNames.isEmpty ? common : .connector(names: key.ownNames)
        let shape: ConfigurationShape =
            switch key.shape {
            case .template: .text(.template(reach))
            case .text: .text(key.isRequired ? .nonEmpty : .any)
            case .environmentName: .text(.environmentName)
            case .flag: .flag
            case .integer: .integer()
            case .texts: .list(.text(.any))
            case .selection: .list(.text(.any), minimum: 1)
            case .choice(let choices): .choice(choices, kind: "value")
            case .templatesByName: .map(keys: .nonEmpty, values: .text(.template(reach)))
            }
        let described = Key(key.name, key.summary, shape)
        return key.isRequired ? described.required() : described
    }
}
