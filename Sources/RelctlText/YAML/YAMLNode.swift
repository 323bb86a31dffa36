/// A value of a YAML text, with the place where it stands.
package struct YAMLNode: Sendable, Equatable {
    /// What it is.
    package var value: Value
    /// Where it begins; what is absent stands where it would.
    package var place: SourcePlace
    /// The bytes of the text that it covers: those between the quotes of a quoted scalar, and the lines of a block
    /// scalar without the first one's indentation, so that they can be replaced by another plain text.
    package var range: Range<Int>

    /// What a node is.
    package enum Value: Sendable, Equatable {
        /// Members in the text's order.
        case mapping([Member])
        case sequence([YAMLNode])
        /// A text, a number or a truth value: YAML's schemas tell them apart, relctl takes the text.
        case scalar(String)
        /// Nothing after a key or a dash.
        case absent
    }

    /// A key and its value.
    package typealias Member = KeyedMember<YAMLNode>

    /// Creates a node.
    package init(value: Value, place: SourcePlace, range: Range<Int>) {
        self.value = value
        self.place = place
        self.range = range
    }

    /// The member of this key, if this is a mapping that has it.
    package subscript(_ key: String) -> YAMLNode? {
        guard case .mapping(let members) = value else { return nil }
        return members.node(key)
    }
}

extension SourceNode {
    /// The value as all formats have it; every scalar is a text, because only its reader knows whether it is more.
    package init(_ node: YAMLNode) {
        let content: Content =
            switch node.value {
            case .mapping(let members): .table(members.map { Member(key: $0.key, node: SourceNode($0.node)) })
            case .sequence(let elements): .list(elements.map { SourceNode($0) })
            case .scalar(let text): .text(text)
            case .absent: .other("null")
            }
        self.init(content: content, place: node.place, range: node.range)
    }
}
