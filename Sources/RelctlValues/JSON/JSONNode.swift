/// A value of a JSON or JSON5 text, with the place where it stands.
package struct JSONNode: Sendable, Equatable {
    /// What it is.
    package var value: Value
    /// Where it begins.
    package var place: SourcePlace
    /// The bytes of the text that it covers.
    package var range: Range<Int>

    /// What a node is.
    package enum Value: Sendable, Equatable {
        /// Members in the text's order.
        case object([Member])
        case array([JSONNode])
        case string(String)
        /// The number as it is written.
        case number(String)
        case flag(Bool)
        case null
    }

    /// A key and its value.
    package typealias Member = KeyedMember<JSONNode>

    /// Creates a node.
    package init(value: Value, place: SourcePlace, range: Range<Int>) {
        self.value = value
        self.place = place
        self.range = range
    }

    /// The member of this key, if this is an object that has it.
    package subscript(_ key: String) -> JSONNode? {
        guard case .object(let members) = value else { return nil }
        return members.node(key)
    }
}
