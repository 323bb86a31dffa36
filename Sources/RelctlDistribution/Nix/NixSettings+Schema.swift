/// The key `nix`.
extension NixSettings {
    private typealias Key = ConfigurationKeyShape

    /// The keys of `nix`.
    package static let shape = ObjectShape(
        Key("name", "The package's name; by default the project's in lower case.", .text(.nonEmpty)),
        Key(
            "kind",
            "What the release is: programs to run, or a plugin for Grafana.",
            .choice(NixSettings.Kind.allCases.map(\.rawValue), kind: "value")
        ).standard(.text(NixSettings.Kind.program.rawValue)),
        Key(
            "url",
            "Where an artifact is downloaded; by default from the release at the repository's forge.",
            .text(.template(.connector(names: ["artifact"])))
        ).example(.text("https://example.org/{{tag}}/{{artifact}}")),
        Key("mainProgram", "The program that `nix run` starts.", .text(.binaryName)),
        Key("maintainers", "Names from the list of maintainers in nixpkgs.", .list(.text(.nonEmpty), isUnique: true))
            .standard(.list([])),
        Key(
            "libraries",
            "The packages whose libraries dynamically linked programs need beside the C library.",
            .list(.text(.nonEmpty), isUnique: true)
        ).standard(.list([])).example(.list([.text("openssl")])),
        Key(
            "share",
            "What is installed below share/NAME: files and folders of the archives.",
            .list(.text(.path), isUnique: true)
        ).standard(.list([])),
        Key("checkVersion", "Whether building the package tries the main program's `--version`.", .flag)
            .standard(.flag(false)),
        Key("nixpkgs", "The flake's nixpkgs.", .text(.nonEmpty)).standard(.text(NixSettings.usualNixpkgs)),
        Key(
            "flake",
            "Where in the project the flake is written too, with `package.nix` beside it.",
            .text(.path)
        ).example(.text("flake.nix")),
        Key("flakeHub", "How the flake is published to FlakeHub; without it, it is not.", .object(flakeHubShape))
    )

    private static let flakeHubShape = ObjectShape(
        Key(
            "visibility",
            "Who sees the flake.",
            .choice(NixSettings.FlakeHub.Visibility.allCases.map(\.rawValue), kind: "value")
        ).required().example(.text("public")),
        Key("name", "OWNER/NAME at FlakeHub; by default the repository's.", .text(.nonEmpty)),
        Key("rolling", "Whether versions count commits, and are not those of releases.", .flag)
            .standard(.flag(false)),
        Key("rollingMinor", "The minor number of rolling versions.", .integer(0...1_000_000)),
        Key(
            "labels",
            "Words to find the flake by: small letters, digits and dashes.",
            .list(.text(.nonEmpty), isUnique: true)
        ).standard(.list([])),
        Key("includeOutputPaths", "Whether the places in the store are told too.", .flag).standard(.flag(false)),
        Key("errorOnConflict", "Whether a version that is there already is an error.", .flag).standard(.flag(false)),
        Key("runner", "The machine that publishes.", .text(.nonEmpty))
            .standard(.text(NixSettings.FlakeHub.usualRunner))
    )
}
