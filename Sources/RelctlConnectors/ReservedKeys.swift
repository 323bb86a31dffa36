/// Names of keys that stand beside a connector's own and are read by relctl, by the kind of the connector.
package enum ReservedKeys {
    package static let ofBuilds: Set = [
        "with", "command", "output", "environment", "directory", "timeout", "passEnvironment", "before", "after",
    ]
    package static let ofDistributions: Set = ["with", "url"]
    package static let ofNotes: Set = [
        "with", "template", "unknownNames", "groups", "titles", "forge", "mentions", "markup", "squashedEntries",
        "contributors", "quickStart", "requirements", "paths",
    ]
    package static let ofPublications: Set = ["to", "name", "after"]
    package static let ofSignatures: Set = ["with"]
}
