extension PublicationSettings {
    private typealias Key = ConfigurationKeyShape

    /// The key of all publications.
    package static func key(_ known: Registry<any Publisher>) -> ConfigurationKeyShape {
        let destination = Key("to", "The publisher's id.", .text(.nonEmpty)).required()
        let publishers = known.all.map { id, publisher in
            TaggedShape(id: id, keys: publisher.keys.map { Key.of($0) } + ofEveryPublication)
        }
        return Key(
            "publish",
            "Where releases go, in this order.",
            .list(.tagged(by: destination, kind: known.kind, publishers))
        ).standard(.list([]))
    }

    /// What every publication takes, whoever publishes.
    private static let ofEveryPublication = [
        Key("name", "What `after` calls it; by default what `to` says.", .text(.nonEmpty)),
        Key(
            "after",
            "The names of the publications that must be done before this one begins.",
            .list(.text(.nonEmpty), isUnique: true)
        ),
    ]

    /// Reads a publication from a completed text.
    package init?(reading node: JSONNode) {
        guard let publisher = node["to"]?.text else { return nil }
        self.init(
            name: node["name"]?.text,
            after: node["after"]?.texts ?? [],
            publisher: publisher,
            options: node.connectorOptions(without: ReservedKeys.ofPublications),
            place: node.place
        )
    }
}
