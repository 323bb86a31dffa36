// One sort for all lists that are in the order of some text: a sort by a closure is compiled anew for each closure.

extension Sequence<String> {
    /// Returns the texts in the order of their bytes.
    package func sortedBytewise() -> [String] {
        let texts = Array(self)
        return BytewiseOrder.permutation(of: texts).map { texts[$0] }
    }
}

extension Sequence {
    /// Returns the elements in the order of the bytes of a text of each; those with the same text keep their order.
    package func sortedBytewise(by text: (Element) -> String) -> [Element] {
        let elements = Array(self)
        return BytewiseOrder.permutation(of: elements.map(text)).map { elements[$0] }
    }
}

private enum BytewiseOrder {
    /// The indices of texts in the order of the texts.
    static func permutation(of texts: [String]) -> [Int] {
        texts.indices.sorted { one, other in
            texts[one].precedesBytewise(texts[other]) || (one < other && texts[one].equalsBytewise(texts[other]))
        }
    }
}
