/// The key `version.bump`.
extension BumpSettings {
    private typealias Key = ConfigurationKeyShape

    /// The keys of `version.bump`.
    package static let shape = ObjectShape(
        Key("preid", "What a pre-release is called where `--preid` does not say it.", .text(.prereleaseIdentifier))
            .standard(.text("rc")),
        Key("branch", "The branch that versions are changed on; without it, `version.branch`.", .text(.nonEmpty))
            .example(.text("main")),
        Key(
            "commitMessage",
            "What the commit of `--commit` says; in scope are the names of the version, the project's `name` and "
                + "`variables`.",
            .text(.template(.version))
        ).standard(.text("Release {{version}}")),
        Key("tagMessage", "What the tag of `--tag` says; the same names are in scope.", .text(.template(.version)))
            .standard(.text("{{name}} {{version}}")),
        Key(
            "changelog",
            "The changelog that gets the section of the version together with the manifests, as `changelog` writes it.",
            .text(.path)
        ).example(.text("CHANGELOG.md")),
        Key(
            "types",
            "What commits of these types raise with `bump auto`, beside the usual ones: feat raises minor; fix, perf, "
                + "revert and deps raise patch.",
            .map(keys: .nonEmpty, values: .choice(levels + [noLevel], kind: "level"))
        ).standard(.object([:])).example(.object(["docs": .text("patch")])),
        Key(
            "zeroMajor",
            "What changes raise before 1.0.0.",
            .object(
                ObjectShape(
                    Key("breaking", "What a breaking change raises.", .choice(levels, kind: "level"))
                        .standard(.text(ReleaseLevel.minor.rawValue)),
                    Key("features", "What a feature raises.", .choice(levels, kind: "level"))
                        .standard(.text(ReleaseLevel.minor.rawValue))
                )
            )
        ).standard(.object([:]))
    )

    private static let levels = ReleaseLevel.allCases.map(\.rawValue)
}
