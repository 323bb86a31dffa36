/// An element of an XML text, with the place where it stands.
///
/// Names are kept as they are written, with their prefix: relctl does not resolve namespaces.
package struct XMLElement: Sendable, Equatable {
    /// The name, such as `version` or `x:version`.
    package var name: String
    /// Where its start tag begins.
    package var place: SourcePlace
    /// The bytes between its tags; of an empty-element tag (`<a/>`) the place after it.
    package var range: Range<Int>
    /// Whether it is written `<a/>`, so that there is no place for a text in it.
    package var isEmptyTag: Bool
    /// The attributes in the text's order.
    package var attributes: [Attribute] = []
    /// The elements directly inside, in the text's order.
    package var children: [XMLElement] = []
    /// The texts directly inside that are not blank, cut where other markup stands between them.
    package var runs: [Run] = []

    /// A name and its value.
    package struct Attribute: Sendable, Equatable {
        /// The name as it is written.
        package var name: String
        /// The value, with references replaced.
        package var value: String
        /// Where the value begins.
        package var place: SourcePlace
        /// The bytes between the quotes.
        package var range: Range<Int>
    }

    /// Text between two pieces of markup, or in a CDATA section.
    package struct Run: Sendable, Equatable {
        /// The text without the white space round it, with references replaced.
        package var text: String
        /// Where the trimmed text begins.
        package var place: SourcePlace
        /// The bytes of the trimmed text.
        package var range: Range<Int>
    }

    /// The elements of this name directly inside, in the text's order.
    package func children(_ name: String) -> [XMLElement] {
        children.filter { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// The elements at the end of this path of names, in the text's order.
    package func descendants(_ names: String...) -> [XMLElement] {
        names.reduce([self]) { elements, name in elements.flatMap { $0.children(name) } }
    }

    /// The text that is all the element holds; an empty one for none.
    ///
    /// - Throws: ``RelctlError`` if elements are in it, or the text is cut by comments or other markup.
    package func text() throws(RelctlError) -> Run {
        guard children.isEmpty, runs.count < 2 else {
            let what = children.isEmpty ? "a text that other markup cuts" : "more than a text"
            throw RelctlError(
                "`<\(name)>` holds \(what), where a plain text is expected",
                code: .configurationInvalid,
                place: place
            )
        }
        let start = range.lowerBound
        return runs.first ?? Run(text: "", place: place, range: start..<start)
    }

    /// The value of the attribute of this name.
    package subscript(attribute name: String) -> Attribute? {
        attributes.first { $0.name.utf8.elementsEqual(name.utf8) }
    }
}

extension SourceNode {
    /// The table whose only member is the root element of a document, by its name.
    package init(document root: XMLElement) {
        let node = SourceNode(root)
        self.init(
            content: .table([Member(key: root.name, node: node)]),
            place: root.place,
            range: node.range
        )
    }

    /// An element as all formats have it.
    ///
    /// One that holds a text alone is that text; an unbroken one can be replaced, one that is cut by comments or other
    /// markup is ``Content/other(_:)``. Any other is a table: of its attributes as `@name`, its elements by name (those
    /// that share a name as a list), and the texts between them as `#text`.
    package init(_ element: XMLElement) {
        if element.attributes.isEmpty, element.children.isEmpty, !element.isEmptyTag {
            self = Self.text(of: element)
            return
        }
        var names: [String] = []
        var nodes: [[UInt8]: [SourceNode]] = [:]
        let attributes = element.attributes.map {
            ("@" + $0.name, SourceNode(content: .text($0.value), place: $0.place, range: $0.range))
        }
        let children = element.children.map { ($0.name, SourceNode($0)) }
        let texts = element.runs.map { ("#text", SourceNode(run: $0)) }
        for (name, node) in attributes + children + texts {
            if nodes[Array(name.utf8), default: []].isEmpty { names.append(name) }
            nodes[Array(name.utf8), default: []].append(node)
        }
        let members = names.map { name in
            let all = nodes[Array(name.utf8)] ?? []
            return Member(key: name, node: all.count == 1 ? all[0] : Self.list(all))
        }
        self.init(content: .table(members), place: element.place, range: element.range)
    }

    private init(run: XMLElement.Run) {
        self.init(content: .text(run.text), place: run.place, range: run.range)
    }

    private static func text(of element: XMLElement) -> SourceNode {
        guard let first = element.runs.first, let last = element.runs.last else {
            let start = element.range.lowerBound
            return SourceNode(content: .text(""), place: element.place, range: start..<start)
        }
        guard element.runs.count > 1 else { return SourceNode(run: first) }
        return SourceNode(
            content: .other(element.runs.map(\.text).joined(separator: "<…>")),
            place: first.place,
            range: first.range.lowerBound..<last.range.upperBound
        )
    }

    private static func list(_ nodes: [SourceNode]) -> SourceNode {
        let end = nodes[nodes.count - 1].range.upperBound
        return SourceNode(content: .list(nodes), place: nodes[0].place, range: nodes[0].range.lowerBound..<end)
    }
}
