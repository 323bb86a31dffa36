/// A value of a structured text (TOML, JSON, YAML, XML) with the bytes that say it: what version sources look at, so
/// that one way of looking serves all formats.
package struct SourceNode: Sendable, Equatable {
    /// What it is.
    package var content: Content
    /// Where it begins.
    package var place: SourcePlace
    /// The bytes of the text that it covers; those between the quotes for a text that has some, so that they can be
    /// replaced by another plain text.
    package var range: Range<Int>

    /// What a node is.
    package enum Content: Sendable, Equatable {
        /// Members in the text's order.
        case table([Member])
        /// Items in the text's order.
        case list([SourceNode])
        /// A text, without quotes and escapes.
        case text(String)
        /// Anything else, such as a number or a truth value, as it is written.
        case other(String)
    }

    /// A key and its value.
    package struct Member: Sendable, Equatable {
        /// The key's text, without quotes.
        package var key: String
        /// The value.
        package var node: SourceNode

        /// Creates a member.
        package init(key: String, node: SourceNode) {
            self.key = key
            self.node = node
        }
    }

    /// Creates a node.
    package init(content: Content, place: SourcePlace, range: Range<Int>) {
        self.content = content
        self.place = place
        self.range = range
    }

    /// The member of this key, if this is a table that has it.
    package subscript(_ key: String) -> SourceNode? {
        // Compared by bytes: `String` comparison takes canonically equivalent texts for equal.
        members.first { $0.key.utf8.elementsEqual(key.utf8) }?.node
    }

    /// The members of a table; none of anything else.
    package var members: [Member] {
        guard case .table(let members) = content else { return [] }
        return members
    }

    /// The items of a list; none of anything else.
    package var items: [SourceNode] {
        guard case .list(let items) = content else { return [] }
        return items
    }

    /// The text, if this is one.
    package var text: String? {
        guard case .text(let text) = content else { return nil }
        return text
    }

    /// What a person calls a value of this kind.
    package var kind: String {
        switch content {
        case .table: "a table"
        case .list: "a list"
        case .text: "a text"
        case .other(let text): "`\(text)`"
        }
    }

    /// All texts and other plain values below this node, in the text's order, by paths such as `a.b[0].c`.
    package var values: [SourceValue] {
        var values: [SourceValue] = []
        collect(into: &values, path: "")
        return values
    }

    private func collect(into values: inout [SourceValue], path: String) {
        switch content {
        case .table(let members):
            // An empty table is a value too: it must not vanish.
            if members.isEmpty { values.append(SourceValue(path: path, text: "{}", range: range)) }
            for member in members {
                let key = SourcePath.component(member.key)
                member.node.collect(into: &values, path: path.isEmpty ? key : path + "." + key)
            }
        case .list(let items):
            if items.isEmpty { values.append(SourceValue(path: path, text: "[]", range: range)) }
            for (index, item) in items.enumerated() { item.collect(into: &values, path: path + "[\(index)]") }
        case .text(let text): values.append(SourceValue(path: path, text: "\"" + text, range: range))
        case .other(let text): values.append(SourceValue(path: path, text: text, range: range))
        }
    }
}
