/// The key `images`.
extension ImageSettings {
    private typealias Key = ConfigurationKeyShape

    /// The key of all images.
    package static let key: ConfigurationKeyShape = {
        var image = ObjectShape(
            keys: [
                Key("name", "The repository it goes to, without tag.", .text(.imageName))
                    .example(.text("ghcr.io/example/tool")),
                Key(
                    "names",
                    "The repositories it goes to, where there are several; the first is the one that people are told.",
                    .list(.text(.imageName), minimum: 1, isUnique: true)
                ),
            ] + imageKeys + [
                Key(
                    "variants",
                    "The same image once more under other tags, by name, each with what differs.",
                    .map(keys: .tagPart, values: .object(variant))
                ).standard(.object([:])).example(
                    .object(["alpine": .object(["from": .text("docker.io/library/alpine:3.20")])])
                )
            ]
        )
        image.exclusions = [["name", "names"]]
        return Key("images", "Container images that are made of the release's archives.", .list(.object(image)))
            .standard(.list([]))
    }()

    private static let variant = ObjectShape(
        keys: imageKeys + [Key("tagSuffix", "What its tags end in; by default `-` and its name.", .text(.tagSuffix))]
    )

    /// The levels of all formats of layers together.
    static let levels = 1...22

    /// What an image and its variants take.
    ///
    /// None has a default here: what a variant leaves out is as its image has it.
    private static let imageKeys = contentKeys + processKeys + recordKeys

    private static let contentKeys = [
        Key(
            "from",
            "What it stands on: `scratch` (the default), an image at a registry, or `oci:` and the path of a layout.",
            .text(.imageBase)
        ).example(.text("docker.io/library/alpine:3.20")),
        Key(
            "platforms",
            "What it is for, as `linux/arm64` or by target; by default all Linux targets that images have a name for.",
            .list(.text(.imagePlatform), minimum: 1, isUnique: true)
        ),
        Key(
            "files",
            "Files of the target's archive, or else of the project.",
            .list(.object(fileRule))
        ),
        Key(
            "binaries",
            "The programs that go to /usr/bin; by default all.",
            .list(.text(.binaryName), isUnique: true)
        ),
        Key("certificates", "A file of trusted certificates, in PEM.", .text(.path)),
    ]

    private static let fileRule = ObjectShape(
        Key(
            "files",
            "Globs below the archive's top folder, or where those match nothing, the project's.",
            .list(.text(.glob), minimum: 1)
        )
        .required().example(.list([.text("config/**")])),
        Key("except", "Globs of what is left out.", .list(.text(.glob))).standard(.list([])),
        Key("from", "The folder that the globs start in and that is stripped.", .text(.path)),
        Key("to", "The folder in the image that they go to.", .text(.absolutePath)).standard(.text("/")),
        Key("mode", "Permission bits of the files, in octal digits.", .text(.fileMode)).example(.text("0755"))
    )

    private static let processKeys = [
        Key(
            "entrypoint",
            "What is always run; by default the only or first program.",
            .list(.text(.any))
        ),
        Key("command", "The arguments where the user says nothing else.", .list(.text(.any))),
        Key(
            "environment",
            "Variables of its processes.",
            .map(keys: .environmentName, values: .text(.template(.project)))
        ),
        Key(
            "user",
            "Whom the process runs as; by default 65532:65532 on `scratch`, else as the base has it.",
            .text(.imageUser)
        ),
        Key("workingDirectory", "The folder it begins in.", .text(.absolutePath)),
        Key("ports", "Ports that it listens on, such as `8080` or `53/udp`.", .list(.text(.port), isUnique: true)),
        Key("volumes", "Folders that data is kept in.", .list(.text(.absolutePath), isUnique: true)),
        Key("stopSignal", "The signal that ends it.", .text(.signal)).example(.text("SIGINT")),
    ]

    private static let recordKeys = [
        Key("labels", "What its configuration says of it.", .map(keys: .nonEmpty, values: .text(.template(.project)))),
        Key(
            "annotations",
            "What its manifests and index say of it.",
            .map(keys: .nonEmpty, values: .text(.template(.project)))
        ),
        Key(
            "tags",
            "Its tags; by default those that follow from the version.",
            .list(.text(.template(.project)), minimum: 1, isUnique: true)
        ),
        Key(
            "compression",
            "How layers are compressed; by default `gzip`.",
            .choice(ImageCompression.Format.allCases.map(\.rawValue), kind: "compression")
        ),
        Key("level", "How hard layers are compressed, on the format's own scale.", .integer(levels)),
        Key.budget("What a pull for one platform may take at most."),
        Key(
            "attestations",
            "What is attached to it.",
            .object(
                ObjectShape(
                    Key("provenance", "Whether what made it is told, as SLSA has it.", .flag).standard(.flag(true)),
                    Key("sbom", "Whether what is in it is told, as SPDX has it.", .flag).standard(.flag(true))
                )
            )
        ),
    ]
}
