/// The form of ``ReleaseNotes`` as JSON, for whoever reads them: JSON Schema, draft 2020-12
/// (https://json-schema.org/draft/2020-12).
package enum ReleaseNotesSchema {
    /// The whole schema: of one release's notes, or of those of all.
    package static let document = ConfigurationValue.object([
        "$schema": .text("https://json-schema.org/draft/2020-12/schema"),
        "title": .text("relctl notes --json"),
        "description": .text("What changed in a release, or with `--all` in every release."),
        "oneOf": .list([
            reference("release"),
            object(["releases": described("All releases, the newest first.", list(reference("release")))]),
        ]),
        "$defs": .object([
            "release": release, "group": group, "change": change, "commit": commit, "entry": entry, "person": person,
        ]),
    ])

    private static let release = object([
        "version": described("The version; null for what is in no release.", nullable("string")),
        "tag": described("The tag; null for what is in no release.", nullable("string")),
        "commit": described("The commit that is released.", hash),
        "date": described("The day in UTC, YYYY-MM-DD.", type("string")),
        "timestamp": described("The time in seconds since 1970.", type("integer")),
        "previous": described(
            "The release before; null for the first.",
            .object(["anyOf": .list([type("null"), object(["tag": type("string"), "commit": hash])])])
        ),
        "comparison": described("The page that compares the two; null where it is not known.", nullable("string")),
        "groups": described("What changed: groups that have changes, breaking ones first.", list(reference("group"))),
        "contributors": described("Who wrote it; empty with `--all`.", list(reference("person"))),
        "commits": described("Every commit of the range, newest first.", list(reference("commit"))),
    ])

    private static let group = object([
        "title": described("The heading; empty where nothing is grouped.", type("string")),
        "breaking": described("Whether these changes break something.", type("boolean")),
        "changes": list(reference("change")),
    ])

    private static let change = object([
        "commit": hash,
        "type": described("The type in lower case; null where the commit has none.", nullable("string")),
        "scope": nullable("string"),
        "breaking": type("boolean"),
        "text": described("What was changed, one line.", type("string")),
        "migration": described("What `BREAKING CHANGE` footers say, whole.", list(type("string"))),
        "closes": described(
            "The issues that it closes: numbers, or `OWNER/NAME#12` for those of other repositories.",
            list(type("string"))
        ),
        "author": type("string"),
    ])

    private static let commit = object([
        "id": hash,
        "type": described("The type in lower case; null where the commit has none.", nullable("string")),
        "scope": nullable("string"),
        "breaking": described("Whether it breaks something, by itself or by an entry.", type("boolean")),
        "subject": described("What follows the type and the colon, or the first line.", type("string")),
        "header": described("The whole first line.", type("string")),
        "entries": described(
            "The changes that the body of a squashed commit lists, beside the first line; empty for others.",
            list(reference("entry"))
        ),
        "hidden": described(
            "Why it is not told; null if it is.",
            .object(["enum": .list(ReleaseChanges.HiddenReason.allCases.map { .text($0.rawValue) } + [.null])])
        ),
    ])

    private static let entry = object([
        "type": described("The type in lower case.", nullable("string")),
        "scope": nullable("string"),
        "breaking": type("boolean"),
        "subject": described("What follows the type and the colon.", type("string")),
    ])

    private static let person = object(
        [
            "name": type("string"),
            "login": described("The name at GitHub, where the address tells it.", type("string")),
            "bot": type("boolean"),
            "new": described("Whether no earlier release has a commit of theirs.", type("boolean")),
            "commits": described("How many commits they wrote, alone or with others.", type("integer")),
        ],
        optional: ["login"]
    )

    private static let hash = ConfigurationValue.object([
        "type": .text("string"), "pattern": .text("^[0-9a-f]{40}([0-9a-f]{24})?$"),
    ])

    private static func type(_ name: String) -> ConfigurationValue { .object(["type": .text(name)]) }

    private static func nullable(_ name: String) -> ConfigurationValue {
        .object(["type": .list([.text(name), .text("null")])])
    }

    private static func list(_ items: ConfigurationValue) -> ConfigurationValue {
        .object(["type": .text("array"), "items": items])
    }

    private static func reference(_ name: String) -> ConfigurationValue { .object(["$ref": .text("#/$defs/\(name)")]) }

    private static func described(_ text: String, _ schema: ConfigurationValue) -> ConfigurationValue {
        guard case .object(var members) = schema else { return schema }
        members["description"] = .text(text)
        return .object(members)
    }

    private static func object(
        _ properties: [String: ConfigurationValue],
        optional: Set<String> = []
    ) -> ConfigurationValue {
        let required = properties.keys.filter { !optional.contains($0) }.sortedBytewise()
        return .object([
            "type": .text("object"),
            "properties": .object(properties),
            "required": .list(required.map { .text($0) }),
            "additionalProperties": .flag(false),
        ])
    }
}
