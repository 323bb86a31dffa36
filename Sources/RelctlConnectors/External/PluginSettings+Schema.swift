extension PluginSettings {
    /// The keys of `plugins`.
    package static let shape = ObjectShape(
        ConfigurationKeyShape(
            "directory",
            "The folder of programs such as `relctl-publish-NAME`, looked for here before `PATH`, and of libraries, `relctl-NAME.so`.",
            .text(.nonEmpty)
        ).example(.text("tools/relctl")),
        ConfigurationKeyShape(
            "allow",
            "The digests of those that may be used, by their files' names; without it, any program may, and no library.",
            .map(keys: .fileName, values: .text(.digest))
        ),
        ConfigurationKeyShape("timeout", "How long a program or library may take to answer.", .text(.duration)).example(
            .text("10m")
        )
    )
}
