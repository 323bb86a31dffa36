/// A value of a TOML text, with the place where it stands.
package struct TOMLNode: Sendable, Equatable {
    /// What it is.
    package var value: Value
    /// Where it begins; a table of a header begins at its first header.
    package var place: SourcePlace
    /// The bytes of the text that it covers; for a table of a header, those of the header.
    package var range: Range<Int>

    /// What a node is.
    package enum Value: Sendable, Equatable {
        /// Members in the text's order.
        case table([Member])
        case array([TOMLNode])
        case string(String)
        case integer(Int64)
        case float(Double)
        case flag(Bool)
        /// A date, a time or both, checked and as they are written.
        case dateTime(String)
    }

    /// A key and its value.
    package typealias Member = KeyedMember<TOMLNode>

    /// Creates a node.
    package init(value: Value, place: SourcePlace, range: Range<Int>) {
        self.value = value
        self.place = place
        self.range = range
    }

    /// The member of this key, if this is a table that has it.
    package subscript(_ key: String) -> TOMLNode? {
        guard case .table(let members) = value else { return nil }
        return members.node(key)
    }

    /// What a person calls a value of this kind.
    package var kind: String {
        switch value {
        case .table: "a table"
        case .array: "an array"
        case .string: "a text"
        case .integer, .float: "a number"
        case .flag: "a truth value"
        case .dateTime: "a date or time"
        }
    }
}
