/// The key `distribution`.
extension ConfigurationSchema {
    static func distribution(_ extensions: Extensions) -> Key {
        let selection = Key("with", "The distribution target's id.", .text(.nonEmpty)).required()
        let targets = extensions.distributionTargets.all.map { id, target in
            TaggedShape(id: id, keys: target.keys.map { key(of: $0) } + [url])
        }
        return Key(
            "distribution",
            "By what else users take the whole release: package managers and the like.",
            .list(.tagged(by: selection, kind: extensions.distributionTargets.kind, targets))
        ).standard(.list([]))
    }

    private static let url = Key(
        "url",
        "Where an artifact is downloaded; by default from the release at the repository's forge.",
        .text(.template(.connector(names: ["artifact"])))
    ).example(.text("https://example.org/{{tag}}/{{artifact}}"))
}
