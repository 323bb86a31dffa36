extension Template {
    /// Whether a name is used anywhere in it.
    func mentions(_ name: String) -> Bool { Self.mentions(name, in: pieces) }

    private static func mentions(_ name: String, in pieces: [Piece]) -> Bool {
        pieces.contains { piece in
            switch piece {
            case .text: false
            case .variable(let used): used == name
            case .section(let used, _, let inner): used == name || mentions(name, in: inner)
            }
        }
    }
}
