extension JSONNode {
    /// Every key and text in this value, with its place.
    package var allTexts: [(text: String, place: SourcePlace)] {
        (text.map { [($0, place)] } ?? [])
            + members.flatMap { [($0.key, $0.node.place)] + $0.node.allTexts }
            + items.flatMap(\.allTexts)
    }
}
