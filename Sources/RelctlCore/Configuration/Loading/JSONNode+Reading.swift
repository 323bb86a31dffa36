/// What a node holds, if it is of the type that is asked for.
extension JSONNode {
    var text: String? {
        guard case .string(let text) = value else { return nil }
        return text
    }

    var flag: Bool? {
        guard case .flag(let flag) = value else { return nil }
        return flag
    }

    var integer: Int? {
        guard case .number(let text) = value else { return nil }
        return ConfigurationShape.integer(text)
    }

    /// The items of a list.
    var items: [JSONNode] {
        guard case .array(let items) = value else { return [] }
        return items
    }

    /// The members of an object.
    var members: [Member] {
        guard case .object(let members) = value else { return [] }
        return members
    }

    var texts: [String] { items.compactMap(\.text) }

    var textMap: [String: String] { map { $0.text } }

    var integerMap: [String: Int] { map { $0.integer } }

    var template: Template? { text.flatMap { try? Template($0) } }

    var templates: [Template] { items.compactMap(\.template) }

    var templateMap: [String: Template] { map { $0.template } }

    var path: RelativePath? { text.flatMap { try? RelativePath($0) } }

    var duration: Duration? { text.flatMap(DurationText.parse) }

    var byteCount: ByteCount? { text.flatMap { ByteCount($0) } }

    /// The value for a connector, without places.
    var configurationValue: ConfigurationValue {
        switch value {
        case .object: .object(map { $0.configurationValue })
        case .array(let items): .list(items.map(\.configurationValue))
        case .string(let text): .text(text)
        case .number(let text): ConfigurationShape.integer(text).map { .integer($0) } ?? .text(text)
        case .flag(let flag): .flag(flag)
        case .null: .null
        }
    }

    private func map<Value>(_ value: (JSONNode) -> Value?) -> [String: Value] {
        var map: [String: Value] = [:]
        for member in members { map[member.key] = value(member.node) }
        return map
    }

    /// The value at `path`; nothing where there is none.
    func node(at path: ConfigurationPath) -> JSONNode? {
        path.steps.reduce(self as JSONNode?) { node, step in
            switch step {
            case .key(let key): node?[key]
            case .index(let index): node.flatMap { $0.items.indices.contains(index) ? $0.items[index] : nil }
            }
        }
    }

    /// Where the value at `path` stands: the key that names it, or the item, or the nearest thing round it.
    func place(at path: ConfigurationPath) -> SourcePlace {
        var node = self
        var place = self.place
        for step in path.steps {
            switch step {
            case .key(let key):
                guard let member = node.members.first(where: { $0.key == key }) else { return place }
                (node, place) = (member.node, member.keyPlace)
            case .index(let index):
                guard node.items.indices.contains(index) else { return place }
                node = node.items[index]
                place = node.place
            }
        }
        return place
    }
}
