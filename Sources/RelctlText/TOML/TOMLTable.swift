/// A table while it grows: in TOML, the parts of one table may stand far from one another.
final class TOMLTable {
    /// What made the table, which decides what may still be added to it.
    var origin: Origin
    let place: SourcePlace
    let range: Range<Int>
    private(set) var members: [Member] = []
    private var indices: [[UInt8]: Int] = [:]

    /// What makes a table.
    enum Origin: Equatable {
        /// The header of a table below it; it may get a header of its own, once.
        case implied
        /// A header, or the text's own start.
        case header
        /// A dotted key in the section (or inline table) of this number; open until that section ends.
        case dotted(Int)
        /// Braces; nothing may be added.
        case inline
    }

    /// A key, and what stands for it.
    struct Member {
        let key: TOMLKey
        var slot: Slot
    }

    /// What may stand for a key.
    enum Slot {
        case value(SourceNode)
        case table(TOMLTable)
        /// The tables of `[[headers]]`.
        case tables(TOMLTables)
    }

    init(_ origin: Origin, place: SourcePlace, range: Range<Int>) {
        self.origin = origin
        self.place = place
        self.range = range
    }

    subscript(_ key: TOMLKey) -> Member? { indices[Array(key.text.utf8)].map { members[$0] } }

    /// Puts `slot` in the place of what stands for `key`, or at the end.
    func set(_ slot: Slot, for key: TOMLKey) {
        let bytes = Array(key.text.utf8)
        if let index = indices[bytes] {
            members[index].slot = slot
        } else {
            indices[bytes] = members.count
            members.append(Member(key: key, slot: slot))
        }
    }

    /// The table as it is now, with all that is in it.
    var node: SourceNode {
        let members = members.map { member in
            let node: SourceNode =
                switch member.slot {
                case .value(let node): node
                case .table(let table): table.node
                case .tables(let tables):
                    SourceNode(
                        content: .list(tables.list.map(\.node)),
                        place: tables.list.first?.place ?? member.key.place,
                        range: tables.list.first?.range ?? member.key.range
                    )
                }
            return SourceNode.Member(key: member.key.text, node: node)
        }
        return SourceNode(content: .table(members), place: place, range: range)
    }
}

/// The tables of `[[headers]]` of one name, which grow without being copied.
final class TOMLTables {
    var list: [TOMLTable]

    init(_ list: [TOMLTable]) { self.list = list }
}

/// One part of a dotted key.
struct TOMLKey {
    let text: String
    let place: SourcePlace
    let range: Range<Int>
}
