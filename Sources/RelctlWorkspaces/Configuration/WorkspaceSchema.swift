/// Every key of `relctl-workspace.json`: what it is for, what it may hold, what it holds where it is not there.
package struct WorkspaceSchema: Sendable {
    let root: ObjectShape

    typealias Key = ConfigurationKeyShape

    /// Describes the workspaces of a relctl that knows these version sources.
    package init(extensions: Extensions) {
        root = ObjectShape(
            Key("$schema", "The address of this schema, for editors; relctl does not use it.", .text(.any)),
            Key("name", "The workspace's name, in messages and templates.", .text(.fileName))
                .required().example(.text("flovyn")),
            Key("version", "How tags are made of the version, unless a repository says otherwise.", .object(Self.tags))
                .standard(.object([:])),
            Key("author", "Who commits and tags; without it, whom git knows.", .object(Self.author)),
            Key("commitMessage", "What commits say. " + Self.scope, .text(.template(.version)))
                .standard(.text("Release {{version}}")),
            Key("tagMessage", "What tags say. " + Self.scope, .text(.template(.version)))
                .standard(.text("{{repository}} {{version}}")),
            Key("sign", "Whether commits and tags are signed with the key that git is configured to use.", .flag)
                .standard(.flag(false)),
            Key("jobs", "How many repositories are worked on at the same time.", .integer(1...64))
                .standard(.integer(8)),
            Key(
                "forge",
                "What holds for all forges but those whose repository names another kind, or says otherwise.",
                .object(Self.forge)
            ),
            Key("ci", "How the workspace is released by continuous integration.", .object(Self.integration)),
            Key(
                "repositories",
                "The repositories by the names that the workspace gives them.",
                .map(keys: .fileName, values: .object(Self.repository(extensions)))
            ).required()
        )
    }

    /// The table as JSON Schema, draft 2020-12, for editors.
    package var document: ConfigurationValue {
        root.document(
            titled: WorkspaceLoader.fileName,
            "Which repositories relctl releases together, and how."
        )
    }

    private static let scope =
        "In scope are the names of the version, `name` of the workspace, and `repository`."

    private static let tags = ObjectShape(
        Key("tag", "How a tag is made of `version`.", .text(.template(.tag))).standard(.text("v{{version}}"))
    )

    private static let author = ObjectShape(
        Key("name", "The name.", .text(.nonEmpty)).required().example(.text("Release Bot")),
        Key("email", "The address.", .text(.nonEmpty)).required().example(.text("release@example.org"))
    )

    private static let integration = ObjectShape(
        keys: IntegrationSettings.machines(running: "it", for: "`runner`") + [
            IntegrationSettings.deployment("each run waits for and takes its secrets from"),
            Key(
                "timeout",
                "How long a run may take; without it, as long as all that is awaited may take, one after the other.",
                .text(.duration)
            ).example(.text("5h")),
        ]
    )

    private static let forge = ObjectShape(
        Key(
            "kind",
            "Whose API it speaks; without it, what the repository's address says.",
            .choice(ForgeAddress.Kind.allCases.map(\.rawValue), kind: "forge")
        ),
        Key("repository", "OWNER/NAME there; without it, what the repository's address says.", .text(.nonEmpty)),
        Key("api", "Where the API answers; without it, where the forge's own does.", .text(.nonEmpty))
            .example(.text("https://github.example.org/api/v3")),
        Key("tokenFrom", "The variables that the token is read from.", .list(.text(.environmentName)))
    )

    private static func repository(_ extensions: Extensions) -> ObjectShape {
        ObjectShape(
            keys: place + [
                Key(
                    "needs",
                    "The repositories that must be ready before this one.",
                    .list(.text(.nonEmpty), isUnique: true)
                )
                .standard(.list([])).example(.list([.text("core")])),
                Key(
                    "manifests",
                    "Files that say the version; without this key, those found at the repository's top; none if empty.",
                    VersionShapes.manifests(extensions.versionSources)
                ),
                Key("edits", "What else is changed, such as pins of other repositories.", .list(.object(edit)))
                    .standard(.list([])),
                Key("follow", "The repository whose version it takes.", .text(.nonEmpty)),
                Key(
                    "bump",
                    "For a version line of its own: what each release raises.",
                    .choice(ReleaseLevel.allCases.map(\.rawValue), kind: "level")
                ),
            ] + release
        ).excluding(["follow", "bump"])
    }

    private static let place = [
        Key("url", "Where it is pushed to.", .text(.remote)).example(.text("git@example.org:flovyn/server.git"))
            .required(),
        Key("path", "A working copy of it, which must be clean, and is left alone.", .text(.nonEmpty)),
        Key("branch", "The branch that is released; without it, the remote's own.", .text(.branch))
            .example(.text("main")),
    ]

    private static let release = [
        Key("tag", "How a tag is made of `version`; without it, as in the workspace.", .text(.template(.tag))),
        Key("commitMessage", "What its commit says; without it, as in the workspace.", .text(.template(.version))),
        Key("tagMessage", "What its tag says; without it, as in the workspace.", .text(.template(.version))),
        Key("sign", "Whether commit and tag are signed; without it, as in the workspace.", .flag),
        Key(
            "via",
            "How the commit gets onto the branch.",
            .choice(ChangePath.allCases.map(\.rawValue), kind: "way")
        ).standard(.text(ChangePath.push.rawValue)),
        Key(
            "ready",
            "What must hold of its release before those that need it begin; without it, the push is enough.",
            .either([.marked(readiness), .list(.marked(readiness))])
        ),
        Key(
            "checks",
            "What is asked of the branch's head before anything is changed: what the forge says of it, or a command.",
            .either([.choice(["forge", "none"], kind: "check"), .command(.version)])
        ).standard(.text("forge")),
        Key("forge", "The forge that it lies at.", .object(forge)),
        Key("skipUnchanged", "Whether it is left out where nothing was committed since its last tag.", .flag)
            .standard(.flag(false)),
    ]

    private static let edit: ObjectShape = {
        var edit = ObjectShape(
            keys: [Key("file", "The file, below the repository's top.", .text(.path)).required()]
                + VersionShapes.places + [
                    Key(
                        "of",
                        "The repository whose version it names; without it, the repository's own.",
                        .text(.nonEmpty)
                    ),
                    Key("value", "What shall stand there.", .text(.template(.version))).required()
                        .example(.text("{{version}}")),
                ]
        )
        edit.exclusions = VersionShapes.exclusions(VersionShapes.ways.filter { $0 != "source" })
        edit.needs = [("count", "pattern")]
        return edit
    }()

    // MARK: Readiness

    private static let readiness = [
        ObjectShape(keys: [Key("run", "The tag's workflow run must succeed.", .object(run))]),
        ObjectShape(keys: [Key("release", "The forge must show a published release.", .object(shownRelease))]),
        ObjectShape(
            keys: [Key("url", "A GET of this address must succeed.", .text(.template(.version)))] + patience
        ),
        ObjectShape(keys: [Key("registry", "A registry of packages must have the version.", registry)]),
        ObjectShape(
            keys: [Key("command", "This command must end with code 0.", .command(.version))] + patience
        ),
    ]

    private static let patience = [
        Key("timeout", "How long it may take.", .text(.duration)).standard(.text("60m")),
        Key("interval", "How often it is looked for, at first.", .text(.duration)).standard(.text("5s")),
    ]

    private static let run = ObjectShape(
        keys: [
            Key(
                "workflow",
                "The file of the workflow that counts; without it, all that the tag starts.",
                .text(.nonEmpty)
            )
            .example(.text("release.yml"))
        ] + patience
    )

    private static let shownRelease = ObjectShape(
        keys: [
            Key("assets", "Patterns of files, each of which must be there.", .list(.text(.glob)))
                .standard(.list([])).example(.list([.text("*.tar.gz"), .text("SHA256SUMS")]))
        ] + patience
    )

    /// Public registries have addresses that nobody has to look up but once; an image's name says where it lies.
    private static let registry = ConfigurationShape.tagged(
        by: Key(
            "kind",
            "Which registry's form the answer has.",
            .choice(PackageRegistry.Kind.allCases.map(\.rawValue), kind: "registry")
        ).required(),
        kind: "registry",
        PackageRegistry.Kind.allCases.map { kind in
            TaggedShape(
                id: kind.rawValue,
                keys: [
                    Key("package", "The package's name there.", .text(.nonEmpty)).required()
                        .example(.text(package(kind))),
                    Key("version", "The version as the registry writes it.", .text(.template(.version)))
                        .standard(.text("{{version}}")),
                ] + (address(kind).map { [$0] } ?? []) + patience
            )
        }
    )

    private static func package(_ kind: PackageRegistry.Kind) -> String {
        switch kind {
        case .npm: "@flovyn/sdk"
        case .pypi, .crates: "flovyn-sdk"
        case .maven: "org.example:flovyn-sdk"
        case .oci: "registry.example.org/flovyn/server"
        }
    }

    /// Where a registry tells of the version.
    private static func address(_ kind: PackageRegistry.Kind) -> Key? {
        let (summary, example): (String, String)
        switch kind {
        case .npm: (summary, example) = ("the package's JSON, or the version's", "@flovyn/sdk/{{version}}")
        case .pypi: (summary, example) = ("the project's JSON, or the version's", "pypi/flovyn-sdk/{{version}}/json")
        case .crates:
            (summary, example) = ("the version's JSON, or the crate's file in a sparse index", "fl/ov/flovyn-sdk")
        case .maven:
            (summary, example) = (
                "`maven-metadata.xml`, or the version's pom", "org/example/flovyn-sdk/maven-metadata.xml"
            )
        case .oci: return nil
        }
        return Key("url", "The address that tells of it: \(summary).", .text(.template(.version))).required()
            .example(.text("https://registry.example.org/\(example)"))
    }
}

extension ObjectShape {
    /// The same keys, of which an object must not have all of these.
    fileprivate func excluding(_ keys: [String]) -> ObjectShape {
        var object = self
        object.exclusions.append(keys)
        return object
    }
}
