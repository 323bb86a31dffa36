/// Fills in what a configuration leaves out.
package enum DefaultValues {
    /// The same value with every key that has a default; what is filled in stands where its object begins.
    package static func completed(_ node: JSONNode, _ shape: ConfigurationShape) -> JSONNode {
        var result = node
        switch (shape.meant(by: node), node.value) {
        case (.list(let item, _, _), .array(let nodes)):
            result.value = .array(nodes.map { completed($0, item) })
        case (.map(_, let values), .object(let members)):
            result.value = .object(members.map { member(completing: $0, values) })
        case (.object(let object), .object(let members)):
            let missing = object.keys.filter { key in !members.contains { $0.key == key.name } }
            let present = members.map { member in
                object[member.key].map { Self.member(completing: member, $0.shape) } ?? member
            }
            let added = missing.compactMap { key in
                key.standard.map {
                    let added = JSONNode($0, place: node.place, range: node.range)
                    return JSONNode.Member(
                        key: key.name,
                        keyPlace: node.place,
                        node: completed(added, key.shape)
                    )
                }
            }
            result.value = .object(present + added)
        default: break
        }
        return result
    }

    private static func member(completing member: JSONNode.Member, _ shape: ConfigurationShape) -> JSONNode.Member {
        JSONNode.Member(key: member.key, keyPlace: member.keyPlace, node: completed(member.node, shape))
    }
}

extension JSONNode {
    /// A value that stands in no text, as if it stood at `place`.
    init(_ value: ConfigurationValue, place: SourcePlace, range: Range<Int>) {
        let node: Value =
            switch value {
            case .null: .null
            case .flag(let flag): .flag(flag)
            case .integer(let number): .number(String(number))
            case .text(let text): .string(text)
            case .list(let items): .array(items.map { JSONNode($0, place: place, range: range) })
            case .object(let members):
                .object(
                    members.sortedBytewise(by: \.key).map {
                        Member(key: $0.key, keyPlace: place, node: JSONNode($0.value, place: place, range: range))
                    }
                )
            }
        self.init(value: node, place: place, range: range)
    }
}
