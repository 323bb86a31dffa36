/// The keys of `build` and `targets`.
extension BuildSettings {
    private typealias Key = ConfigurationKeyShape

    /// The shape of `build`: with a builder's id and its keys, or else with a command and where its binaries are.
    package static func shape(_ builders: Registry<any Builder>) -> ConfigurationShape {
        let command = [
            Key("command", "What builds one target: the program and its arguments.", .command(.target))
                .required().example(cargo),
            Key(
                "output",
                "Where a binary is found afterwards, below the project's folder.",
                .text(.pathTemplate(.binary))
            )
            .required().example(.text("target/{{target}}/release/{{binary}}{{exe}}")),
        ]
        return built(builders, otherwise: command, ofEveryBuild)
    }

    /// The shape of what a target's build does differently.
    static func overrideShape(_ builders: Registry<any Builder>) -> ConfigurationShape {
        let command = [
            Key("command", "Another command.", .command(.target)).example(cargo),
            Key("output", "Another place for its binaries.", .text(.pathTemplate(.binary))),
        ]
        // What a builder must be told may stand in `build`.
        return built(builders, otherwise: command, ofEveryOverride) { $0.optional() }
    }

    private static func built(
        _ known: Registry<any Builder>,
        otherwise command: [Key],
        _ common: [Key],
        _ own: (ConfigurationKeyShape) -> ConfigurationKeyShape = { $0 }
    ) -> ConfigurationShape {
        let with = Key("with", "The builder's id, in place of `command` and `output`.", .text(.nonEmpty))
            .required().example(.text("cargo"))
        let builders = known.all.map { id, builder in
            TaggedShape(id: id, keys: builder.keys.map { own(Key.of($0, reaching: .target)) } + common)
        }
        return .tagged(
            by: with,
            kind: known.kind,
            builders,
            untagged: ObjectShape(keys: command + common)
        )
    }

    /// What `build` takes however it is built.
    private static let ofEveryBuild =
        execution(.target) + [
            Key(
                "passEnvironment",
                "Variables that builds get from relctl's own environment, beside the usual ones.",
                .list(.text(.environmentName), isUnique: true)
            ).standard(.list([])).example(.list([.text("SCCACHE_DIR")])),
            hooks("before", "What is run once, before any target is built.", .project),
            hooks("after", "What is run once, after all targets are built.", .project),
        ]

    private static let ofEveryOverride =
        execution(.target) + [
            hooks("before", "What is run before this target's command.", .target),
            hooks("after", "What is run after this target's command.", .target),
        ]

    private static let cargo = ConfigurationValue.list(
        ["cargo", "build", "--release", "--locked", "--target", "{{target}}"].map { .text($0) }
    )

    fileprivate static func environment(_ reach: TemplateReach) -> ConfigurationKeyShape {
        Key(
            "environment",
            "Variables added to the environment of what is run.",
            .map(keys: .environmentName, values: .text(.template(reach)))
        ).standard(.object([:]))
    }

    /// The keys that say how a command is run.
    private static func execution(_ reach: TemplateReach) -> [Key] {
        [
            environment(reach),
            Key("directory", "The folder it runs in, below the project's.", .text(.path)),
            Key("timeout", "How long it may take.", .text(.duration)).example(.text("45m")),
        ]
    }

    private static func hooks(_ name: String, _ summary: String, _ reach: TemplateReach) -> Key {
        let long = ObjectShape(
            keys: [Key("command", "The program and its arguments.", .command(reach)).required()] + execution(reach)
        )
        return Key(name, summary, .list(.either([.command(reach), .object(long)]))).standard(.list([]))
            .example(.list([.list([.text("npm"), .text("ci")])]))
    }
}

extension TargetSettings {
    private typealias Key = ConfigurationKeyShape

    /// The keys of one of the `targets`.
    package static func shape(_ builders: Registry<any Builder>) -> ObjectShape {
        ObjectShape(
            Key("runner", "The CI runner that builds it.", .text(.nonEmpty)).example(.text("ubuntu-latest")),
            Key(
                "variables",
                "Names for templates that differ by target.",
                .map(keys: .variableName, values: .text(.constant))
            ).standard(.object([:])),
            BuildSettings.environment(.target),
            Key(
                "binaries",
                "The binaries that it has, where it has not all.",
                .list(.text(.binaryName), isUnique: true)
            ),
            Key("build", "What its build does differently.", BuildSettings.overrideShape(builders))
        )
    }
}
