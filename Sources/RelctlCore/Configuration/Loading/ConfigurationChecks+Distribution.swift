/// What would keep a release from those who distribute it, told before anything is built.
extension ConfigurationChecks {
    mutating func checkDistribution() {
        for (index, settings) in configuration.distribution.enumerated() where settings.url == nil && !hasAddresses {
            let path = ConfigurationPath().key("distribution").index(index)
            report(
                "`\(path)`: users could not be told where to download the release",
                path,
                hints: [
                    "set `repository` to one at GitHub or Gitea, or `\(path.key("url"))` to an address such as "
                        + "`https://example.org/{{tag}}/{{artifact}}`"
                ]
            )
        }
    }

    /// Whether the forge tells where the files of a release are.
    var hasAddresses: Bool {
        let forge = configuration.repository
            .flatMap { ForgeAddress(repository: $0, kind: configuration.notes.forge) }
        return forge?.download("file", tag: "tag") != nil
    }
}
