/// What release notes and changelogs say, and how.
package struct NotesSettings: Sendable, Hashable, Codable {
    /// Who writes the page; nobody for relctl's own page, or the template's.
    package var renderer: Renderer?
    /// How the changes are grouped.
    package var groups = Grouping.conventional
    /// The headings of groups that have none of their own.
    package var titles = Titles()
    /// A template of the user's own.
    package var template: RelativePath?
    /// Whether a name that a template has and relctl does not is an error; else it stands for nothing.
    package var unknownNames = UnknownNames.error
    /// The forge, where its address does not say which it is.
    package var forge: ForgeAddress.Kind?
    /// Whether a squashed commit's list of the commits that went into it is read as changes of their own.
    package var readsSquashedEntries = true
    /// What becomes of `@name` in what people wrote.
    package var mentions = Markdown.Mentions.neutralize
    /// What becomes of Markdown in what people wrote.
    package var markup = Markdown.Markup.escape
    /// Whether those who wrote the changes are named.
    package var contributors = true
    /// A file of the project that tells how to begin.
    package var quickStart: RelativePath?
    /// What a user's system must have, one line each.
    package var requirements: [String] = []
    /// The files and folders whose changes are told; empty for the whole project.
    package var paths: [HistoryPath] = []

    /// Those of a project that says nothing.
    package init() {}

    /// Who writes the page.
    package struct Renderer: Sendable, Hashable, Codable {
        /// The renderer's id.
        package var id: String
        /// Its own keys, as they stand.
        package var options: [String: ConfigurationValue]

        /// Names a notes renderer.
        package init(id: String, options: [String: ConfigurationValue]) {
            self.id = id
            self.options = options
        }
    }

    /// How changes are grouped.
    package enum Grouping: Sendable, Hashable {
        /// By the types that Conventional Commits 1.0.0 and its users know.
        case conventional
        /// Not at all.
        case none
        /// In groups of the project's own, in this order.
        case custom([Group])
    }

    /// Changes of some types.
    package struct Group: Sendable, Hashable, Codable {
        /// The heading.
        package var title: String
        /// The types in lower case; `*` for all that are left.
        package var types: [String]
        /// The scopes, where not all of these types are meant; compared without regard to case.
        package var scopes: [String]?
        /// Whether the changes are left out; those that break something never are.
        package var isHidden: Bool

        /// Describes a group.
        package init(title: String, types: [String], scopes: [String]? = nil, isHidden: Bool = false) {
            self.title = title
            self.types = types
            self.scopes = scopes
            self.isHidden = isHidden
        }

        private enum CodingKeys: String, CodingKey {
            case title, types, scopes
            case isHidden = "hidden"
        }
    }

    /// Headings.
    package struct Titles: Sendable, Hashable, Codable {
        /// Of the changes that break something.
        package var breaking = "Breaking changes"
        /// Of the changes that no group wants.
        package var other = "Other changes"

        /// Describes the headings.
        package init(breaking: String = "Breaking changes", other: String = "Other changes") {
            self.breaking = breaking
            self.other = other
        }
    }

    /// What to do about names that are not in scope.
    package enum UnknownNames: String, Sendable, Hashable, Codable, CaseIterable {
        case error, empty
    }
}

extension NotesSettings.Grouping: Codable {
    /// The ways that have a name.
    package static let names = ["conventional", "none"]

    /// Reads a name or a list of groups.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let name = try? container.decode(String.self) {
            self = name == "none" ? .none : .conventional
        } else {
            self = .custom(try container.decode([NotesSettings.Group].self))
        }
    }

    /// Writes a name or a list of groups.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .conventional: try container.encode("conventional")
        case .none: try container.encode("none")
        case .custom(let groups): try container.encode(groups)
        }
    }
}
