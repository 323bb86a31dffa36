/// The key `distribution`.
extension DistributionSettings {
    private typealias Key = ConfigurationKeyShape

    /// The key of all distribution targets.
    package static func key(_ known: Registry<any DistributionTarget>) -> ConfigurationKeyShape {
        let selection = Key("with", "The distribution target's id.", .text(.nonEmpty)).required()
        let targets = known.all.map { id, target in
            TaggedShape(id: id, keys: target.keys.map { Key.of($0) } + [url])
        }
        return Key(
            "distribution",
            "By what else users take the whole release: package managers and the like.",
            .list(.tagged(by: selection, kind: known.kind, targets))
        ).standard(.list([]))
    }

    private static let url = Key(
        "url",
        "Where an artifact is downloaded; by default from the release at the repository's forge.",
        .text(.template(.connector(names: ["artifact"])))
    ).example(.text("https://example.org/{{tag}}/{{artifact}}"))

    /// Reads a distribution target from a completed text.
    package init?(reading node: JSONNode) {
        guard let target = node["with"]?.text else { return nil }
        self.init(
            target: target,
            url: node["url"]?.template,
            options: node.connectorOptions(without: ReservedKeys.ofDistributions),
            place: node.place
        )
    }

    /// Checks that users can be told where to download the release.
    ///
    /// - Parameters:
    ///   - all: The distribution targets.
    ///   - hasAddresses: Whether the forge tells where the files of a release are.
    ///   - report: Gets the problems.
    package static func check(_ all: [Self], hasAddresses: Bool, _ report: inout ConfigurationReport) {
        for (index, settings) in all.enumerated() where settings.url == nil && !hasAddresses {
            let path = ConfigurationPath().key("distribution").index(index)
            report.add(
                "`\(path)`: users could not be told where to download the release",
                path,
                hints: [
                    "set `repository` to one at GitHub or Gitea, or `\(path.key("url"))` to an address such as "
                        + "`https://example.org/{{tag}}/{{artifact}}`"
                ]
            )
        }
    }
}
