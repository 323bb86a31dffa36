/// What a node holds, if it is of the type that is asked for.
extension JSONNode {
    package var text: String? {
        guard case .string(let text) = value else { return nil }
        return text
    }

    package var flag: Bool? {
        guard case .flag(let flag) = value else { return nil }
        return flag
    }

    package var integer: Int? {
        guard case .number(let text) = value else { return nil }
        return JSONNode.integer(text)
    }

    /// The items of a list.
    package var items: [JSONNode] {
        guard case .array(let items) = value else { return [] }
        return items
    }

    /// The members of an object.
    package var members: [Member] {
        guard case .object(let members) = value else { return [] }
        return members
    }

    package var texts: [String] { items.compactMap(\.text) }

    package var textMap: [String: String] { map { $0.text } }

    package var integerMap: [String: Int] { map { $0.integer } }

    package var template: Template? { text.flatMap { try? Template($0) } }

    package var templates: [Template] { items.compactMap(\.template) }

    package var templateMap: [String: Template] { map { $0.template } }

    package var path: RelativePath? { text.flatMap { try? RelativePath($0) } }

    package var duration: Duration? { text.flatMap(DurationText.parse) }

    package var byteCount: ByteCount? { text.flatMap { ByteCount($0) } }

    /// The value for a connector, without places.
    package var configurationValue: ConfigurationValue {
        switch value {
        case .object: .object(map { $0.configurationValue })
        case .array(let items): .list(items.map(\.configurationValue))
        case .string(let text): .text(text)
        case .number(let text): JSONNode.integer(text).map { .integer($0) } ?? .text(text)
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
    package func node(at path: ConfigurationPath) -> JSONNode? {
        path.steps.reduce(self as JSONNode?) { node, step in
            switch step {
            case .key(let key): node?[key]
            case .index(let index): node.flatMap { $0.items.indices.contains(index) ? $0.items[index] : nil }
            }
        }
    }

    /// Where the value at `path` stands: the key that names it, or the item, or the nearest thing round it.
    package func place(at path: ConfigurationPath) -> SourcePlace {
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

extension JSONNode {
    /// Returns the whole number that is written so, in JSON5's forms; nil if it is none or too large.
    ///
    /// `6.0` and `6e0` are 6, as to JSON Schema (draft 2020-12, section 4.2.3).
    package static func integer(_ text: String) -> Int? {
        let digits = text.drop { $0 == "+" || $0 == "-" }
        guard digits.hasPrefix("0x") || digits.hasPrefix("0X") else {
            return Int(text) ?? Double(text).flatMap { abs($0) < 0x1p53 ? Int(exactly: $0) : nil }
        }
        return Int((text.hasPrefix("-") ? "-" : "") + digits.dropFirst(2), radix: 16)
    }
}
