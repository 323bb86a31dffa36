/// The key `charts`.
extension ChartSettings {
    private typealias Key = ConfigurationKeyShape

    /// The key of all charts.
    package static let key = ConfigurationKeyShape(
        "charts",
        "Helm charts that are packed with the release.",
        .list(.object(chart), isUnique: true)
    ).standard(.list([])).example(
        .list([
            .object([
                "path": .text("helm/tool"),
                "values": .object(["image.tag": .text("{{version}}")]),
            ])
        ])
    )

    private static let chart = ObjectShape(
        Key("path", "The folder that holds Chart.yaml, below the project's.", .text(.path)).required()
            .example(.text("helm/tool")),
        Key(
            "version",
            "The version in the packed Chart.yaml; `false` for the one that stands there.",
            .either([.text(.template(.project)), .off])
        ).standard(.text("{{version}}")),
        Key(
            "appVersion",
            "The version of what it installs, in the packed Chart.yaml; `false` for what stands there.",
            .either([.text(.template(.project)), .off])
        ).standard(.text("{{version}}")),
        Key(
            "values",
            "What the packed values.yaml says, by paths in it.",
            .map(keys: .sourcePath, values: .text(.template(.project)))
        ).standard(.object([:])).example(.object(["image.tag": .text("{{version}}")])),
        Key("sign", "Who signs the packed chart, by gpg, in a provenance file.", .object(signing)),
        Key(
            "repository",
            "The OCI repository that `relctl chart push` pushes it to; the chart's name is appended.",
            .text(.template(.project))
        ).example(.text("oci://ghcr.io/example/charts"))
    )

    private static let signing = ObjectShape(
        Key("key", "The key, as gpg's `--local-user` takes it.", .text(.nonEmpty)).required()
            .example(.text("releases@example.org")),
        Key(
            "passphrase",
            "The environment variable that holds the key's passphrase; without it, gpg's agent is asked.",
            .text(.environmentName)
        ).example(.text("CHART_PASSPHRASE"))
    )
}
