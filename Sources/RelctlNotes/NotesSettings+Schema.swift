/// The key `notes`.
extension NotesSettings {
    private typealias Key = ConfigurationKeyShape

    /// The shape of `notes`: a renderer's id and its keys, or else a template or none; and what the notes say.
    package static func shape(_ known: Registry<any NotesRenderer>) -> ConfigurationShape {
        let with = Key("with", "The notes renderer's id, in place of a template.", .text(.nonEmpty)).required()
        let renderers = known.all.map { id, renderer in
            TaggedShape(id: id, keys: renderer.keys.map { Key.of($0) } + ofEveryPage)
        }
        return .tagged(
            by: with,
            kind: known.kind,
            renderers,
            untagged: ObjectShape(keys: ofTemplates + ofEveryPage)
        )
    }

    private static let ofTemplates = [
        Key("template", "A template of the project's own for the notes.", .text(.path)),
        Key(
            "unknownNames",
            "Whether a name in the template that is not in scope is an error, or stands for nothing.",
            choice(NotesSettings.UnknownNames.self)
        ).standard(.text(NotesSettings.UnknownNames.error.rawValue)),
    ]

    /// What is told, whoever writes the page.
    private static let ofEveryPage = [
        Key(
            "groups",
            "How changes are grouped: by the types of Conventional Commits, not at all, or in groups of one's own.",
            .either([.choice(NotesSettings.Grouping.names, kind: "grouping"), .list(.object(group), minimum: 1)])
        ).standard(.text("conventional")),
        Key("titles", "The headings of groups that have none of their own.", .object(titlesShape)).standard(
            .object([:])
        ),
        Key(
            "forge",
            "What lays the repository's web pages out, where its address does not say.",
            choice(ForgeAddress.Kind.self)
        ),
        Key(
            "mentions",
            "What becomes of `@name` in commits: code that notifies nobody, or what it is.",
            choice(Markdown.Mentions.self)
        ).standard(.text(Markdown.Mentions.neutralize.rawValue)),
        Key(
            "markup",
            "What becomes of Markdown in commits: all but code spans is escaped, or emphasis and links stay.",
            choice(Markdown.Markup.self)
        ).standard(.text(Markdown.Markup.escape.rawValue)),
        Key(
            "squashedEntries",
            "Whether the list of commits that a squashed one holds is told, and counted, as changes of their own.",
            .flag
        ).standard(.flag(true)),
        Key("contributors", "Whether those who wrote the changes are named.", .flag).standard(.flag(true)),
        Key("quickStart", "A file of the project that tells how to begin.", .text(.path)),
        Key("requirements", "What a user's system must have, a line each.", .list(.text(.nonEmpty)))
            .standard(.list([])).example(.list([.text("glibc 2.31 or later")])),
        Key(
            "paths",
            "The files and folders whose changes are told; `.` for the project's folder, `../shared` beside it.",
            .list(.text(.historyPath), isUnique: true)
        )
        .standard(.list([])).example(.list([.text("packages/tool")])),
    ]

    private static let group = ObjectShape(
        Key("title", "The heading.", .text(.nonEmpty)).required().example(.text("New")),
        Key("types", "The types of the commits; `*` for all that are left.", .list(.text(.nonEmpty), minimum: 1))
            .required().example(.list([.text("feat")])),
        Key("scopes", "The scopes, where not all of these types are meant.", .list(.text(.nonEmpty), minimum: 1)),
        Key("hidden", "Whether the changes are left out, unless they break something.", .flag).standard(.flag(false))
    )

    private static let titlesShape = ObjectShape(
        Key("breaking", "Of the changes that break something.", .text(.nonEmpty))
            .standard(.text(NotesSettings.Titles().breaking)),
        Key("other", "Of the changes that no group wants.", .text(.nonEmpty))
            .standard(.text(NotesSettings.Titles().other))
    )

    private static func choice<Choice>(_ type: Choice.Type) -> ConfigurationShape
    where Choice: RawRepresentable<String> & CaseIterable {
        .choice(Choice.allCases.map(\.rawValue), kind: "value")
    }
}
