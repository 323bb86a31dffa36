/// A value of the configuration file that a connector of its own kind gives meaning to.
public enum ConfigurationValue: Sendable, Hashable, Codable {
    /// `null`.
    case null
    /// `true` or `false`.
    case flag(Bool)
    /// A number without fraction.
    case integer(Int)
    /// A text.
    case text(String)
    /// A list.
    case list([ConfigurationValue])
    /// Keys and values.
    case object([String: ConfigurationValue])

    /// Reads any JSON value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let integer = try? container.decode(Int.self) {
            self = .integer(integer)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([ConfigurationValue].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: ConfigurationValue].self))
        }
    }

    /// Writes the JSON value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .integer(let integer): try container.encode(integer)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        }
    }
}

/// A key that a connector takes in its part of the configuration file.
public struct ConfigurationKey: Sendable, Hashable {
    /// The key.
    public var name: String
    /// What it is for, one line.
    public var summary: String
    /// What values it takes.
    public var shape: Shape
    /// Whether it must be there.
    public var isRequired: Bool
    /// Names that its templates may use beside the project's, for what the connector alone knows, such as a file's name.
    ///
    /// The connector is handed a template in which these names stand as they were, `{{file}}`, and all others are filled
    /// in; it fills in the rest itself.
    public var ownNames: [String]

    /// What values a key takes.
    public enum Shape: Sendable, Hashable {
        /// A text, with templates filled in before the connector sees it.
        case template
        /// A text as it stands; one that is required says something.
        case text
        /// The name of an environment variable.
        case environmentName
        /// `true` or `false`.
        case flag
        /// A whole number.
        case integer
        /// A list of texts.
        case texts
        /// A list of at least one text that chooses some of what there is, where without the key all is meant.
        case selection
        /// One of these texts.
        case choice([String])
        /// Texts by names of the user's own, with templates filled in before the connector sees them.
        case templatesByName
    }

    /// Describes a key.
    public init(
        _ name: String,
        _ summary: String,
        shape: Shape,
        isRequired: Bool = false,
        ownNames: [String] = []
    ) {
        self.name = name
        self.summary = summary
        self.shape = shape
        self.isRequired = isRequired
        self.ownNames = ownNames
    }

    /// What stands for ``ownNames`` while the other names are filled in: the tags themselves.
    package var ownTags: [String: String] { ownNames.reduce(into: [:]) { $0[$1] = "{{\($1)}}" } }

    /// A value of this key with its templates filled in.
    ///
    /// - Throws: What is wrong with a template.
    package func filled(_ value: ConfigurationValue, in scope: TemplateScope) throws -> ConfigurationValue {
        let scope = scope.adding(texts: ownTags)
        switch (shape, value) {
        case (.template, .text(let text)): return .text(try Template(text).render(scope))
        case (.templatesByName, .object(let texts)):
            return .object(
                try texts.mapValues { value in
                    guard case .text(let text) = value else { return value }
                    return .text(try Template(text).render(scope))
                }
            )
        default: return value
        }
    }
}

extension [ConfigurationKey] {
    /// Why no connector can have these keys where `reserved` are not its own; nothing if one can.
    package func problem(reserved: Set<String>) -> String? {
        var names: Set<String> = []
        for key in self {
            let name = HTTPResponse.line(key.name)
            if reserved.contains(key.name) { return "it describes the key `\(name)`, which no connector can have" }
            if !names.insert(key.name).inserted { return "it describes the key `\(name)` twice" }
        }
        return nil
    }
}

extension ConfigurationValue {
    /// The text, if it is one.
    public var asText: String? { if case .text(let text) = self { text } else { nil } }
    /// The flag, if it is one.
    public var asFlag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
    /// The number, if it is one.
    public var asInteger: Int? { if case .integer(let integer) = self { integer } else { nil } }
    /// The texts of a list, if it is one.
    public var asTexts: [String]? { if case .list(let list) = self { list.compactMap(\.asText) } else { nil } }
}
