/// What ``ConfigurationChecks`` and ``TemplateChecks`` prove of the whole configuration, for the schema.
extension ConfigurationSchema {
    /// Targets that change `build` want one, binaries in an archive want some, and no release goes to one place twice.
    static let projectRules: [ConfigurationValue] = [
        .object([
            "anyOf": .list([
                required("build"),
                properties(["targets": .object(["additionalProperties": .object(["not": required("build")])])]),
            ])
        ]),
        .object([
            "anyOf": .list([
                .object([
                    "required": .list([.text("binaries")]),
                    "properties": .object(["binaries": .object(["minItems": .integer(1)])]),
                ]),
                properties([
                    "archive": properties([
                        "contents": .object(["items": .object(["not": required("binaries")])])
                    ])
                ]),
            ])
        ]),
        properties(["publish": .object(["uniqueItems": .flag(true)])]),
    ]

    private static func required(_ key: String) -> ConfigurationValue {
        .object(["required": .list([.text(key)])])
    }

    private static func properties(_ schemas: [String: ConfigurationValue]) -> ConfigurationValue {
        .object(["properties": .object(schemas)])
    }
}
