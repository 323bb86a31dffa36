/// The key `notes`.
extension ConfigurationSchema {
    static let notes = ObjectShape(
        Key(
            "groups",
            "How changes are grouped: by the type of Conventional Commits, or not at all.",
            .choice(NotesSettings.Grouping.allCases.map(\.rawValue), kind: "grouping")
        ).standard(.text(NotesSettings.Grouping.conventional.rawValue)),
        Key("template", "A template of the project's own for the notes.", .text(.path))
    )
}
