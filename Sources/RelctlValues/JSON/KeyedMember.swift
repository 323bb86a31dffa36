/// A key and its value, in a parsed text whose values are `Node`s.
package struct KeyedMember<Node: Sendable & Equatable>: Sendable, Equatable {
    /// The key's text, without quotes.
    package var key: String
    /// Where the key begins.
    package var keyPlace: SourcePlace
    /// The value.
    package var node: Node

    /// Creates a member.
    package init(key: String, keyPlace: SourcePlace, node: Node) {
        self.key = key
        self.keyPlace = keyPlace
        self.node = node
    }
}

extension Sequence {
    /// The value of this key; of several, the first.
    ///
    /// Keys are compared by bytes: `String` comparison takes canonically equivalent texts for equal.
    package func node<Node>(_ key: String) -> Node? where Element == KeyedMember<Node> {
        first { $0.key.utf8.elementsEqual(key.utf8) }?.node
    }
}
