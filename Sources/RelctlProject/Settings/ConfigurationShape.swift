/// What a place in the configuration may hold.
///
/// Values of this type, put together by ``ConfigurationSchema``, are all that relctl knows about the form of its
/// configuration: checking, defaults and the published JSON Schema come from them.
package indirect enum ConfigurationShape: Sendable {
    /// A text of some form.
    case text(TextForm)
    /// `true` or `false`.
    case flag
    /// A whole number, within bounds if there are any.
    case integer(ClosedRange<Int>? = nil)
    /// One of these texts; `kind` is what they are, as in "unknown packager".
    case choice([String], kind: String)
    /// `false` alone, where it means "none".
    case off
    /// Items of one shape.
    case list(ConfigurationShape, minimum: Int = 0, isUnique: Bool = false)
    /// A program that is not nothing, and its arguments: templates.
    case command(TemplateReach)
    /// Keys of the user's own, of one form, with values of one shape.
    case map(keys: TextForm, values: ConfigurationShape)
    /// Known keys.
    case object(ObjectShape)
    /// Shapes of different types: the value's type says which one is meant.
    case either([ConfigurationShape])
    /// Objects that are told apart by the first of their keys, which no other has.
    case marked([ObjectShape])
    /// Objects that are told apart by the text of the key `by`, which is the id of a connector; one without that key is
    /// `untagged`, if there may be such.
    case tagged(by: ConfigurationKeyShape, kind: String, [TaggedShape], untagged: ObjectShape? = nil)
}

/// One object of ``ConfigurationShape/tagged(by:kind:_:)``.
package struct TaggedShape: Sendable {
    /// The text that stands for it.
    package let id: String
    /// The keys that it takes, beside the one that holds the id.
    package let keys: [ConfigurationKeyShape]

    /// Describes the keys of one connector.
    package init(id: String, keys: [ConfigurationKeyShape]) {
        self.id = id
        self.keys = keys
    }
}

/// The known keys of an object.
package struct ObjectShape: Sendable {
    /// The keys, in the order in which they are explained.
    let keys: [ConfigurationKeyShape]
    /// Keys of which an object must not have all.
    package var exclusions: [[String]] = []
    /// Keys that are only allowed beside another one, which is not empty.
    package var needs: [(key: String, needed: String)] = []
    /// JSON Schemas for what ``ConfigurationChecks`` and ``TemplateChecks`` prove of such an object beyond its shape, as
    /// far as schemas can say it.
    package var rules: [ConfigurationValue] = []

    package init(_ keys: ConfigurationKeyShape...) { self.keys = keys }

    package init(keys: [ConfigurationKeyShape]) { self.keys = keys }

    /// What a key may hold.
    subscript(_ name: String) -> ConfigurationKeyShape? { keys.first { $0.name == name } }
}

/// A known key.
package struct ConfigurationKeyShape: Sendable {
    /// The key.
    package let name: String
    /// What it is for.
    let summary: String
    /// What it may hold.
    let shape: ConfigurationShape
    /// Whether it must be there.
    var isRequired = false
    /// What it holds where it is not there.
    var standard: ConfigurationValue?
    /// What it may hold, to show.
    var example: ConfigurationValue?

    package init(_ name: String, _ summary: String, _ shape: ConfigurationShape) {
        self.name = name
        self.summary = summary
        self.shape = shape
    }

    /// The same key, which must be there.
    package func required() -> Self {
        var key = self
        key.isRequired = true
        return key
    }

    /// The same key, which may be left out.
    package func optional() -> Self {
        var key = self
        key.isRequired = false
        return key
    }

    /// The same key, which holds `value` where it is not there.
    package func standard(_ value: ConfigurationValue) -> Self {
        var key = self
        key.standard = value
        return key
    }

    /// The same key with something to show.
    package func example(_ value: ConfigurationValue) -> Self {
        var key = self
        key.example = value
        return key
    }
}

extension ConfigurationShape {
    /// What it takes, for "must be …".
    var phrase: String {
        switch self {
        case .text, .choice: "a text"
        case .flag: "`true` or `false`"
        case .integer: "a whole number"
        case .off: "`false`"
        case .list, .command: "a list"
        case .map, .object, .marked, .tagged: "an object"
        case .either(let shapes): shapes.map(\.phrase).joined(separator: " or ")
        }
    }

    /// Whether a value is of the type that this shape takes, whatever is in it.
    func takes(_ value: JSONNode.Value) -> Bool {
        switch (self, value) {
        case (.text, .string), (.choice, .string), (.flag, .flag), (.off, .flag(false)), (.list, .array): true
        case (.command, .array): true
        case (.map, .object), (.object, .object), (.marked, .object), (.tagged, .object): true
        case (.integer, .number(let text)): JSONNode.integer(text) != nil
        case (.either(let shapes), _): shapes.contains { $0.takes(value) }
        default: false
        }
    }

    /// The one shape that is meant by `node`; nothing if none is.
    func meant(by node: JSONNode) -> ConfigurationShape? {
        switch self {
        case .either(let shapes): shapes.first { $0.takes(node.value) }?.meant(by: node)
        case .marked(let shapes):
            shapes.first { $0.keys.first.map { node[$0.name] != nil } ?? false }.map { .object($0) }
        case .tagged(let by, _, let shapes, let untagged):
            if let id = node[by.name] {
                shapes.first { .string($0.id) == id.value }.map { .object(ObjectShape(keys: [by] + $0.keys)) }
            } else {
                // The key is known there too, for whoever misspells it.
                untagged.map { .object(ObjectShape(keys: $0.keys + [by.optional()])) }
            }
        default: self
        }
    }
}
