extension SourceNode {
    /// Makes a node of one of JSON.
    ///
    /// The range of a text lies inside its quotes; numbers, truth values and `null` are no texts.
    package init(_ node: JSONNode) {
        var range = node.range
        let content: Content
        switch node.value {
        case .object(let members):
            content = .table(members.map { Member(key: $0.key, node: SourceNode($0.node)) })
        case .array(let items): content = .list(items.map { SourceNode($0) })
        case .string(let text):
            content = .text(text)
            range = range.lowerBound + 1..<range.upperBound - 1
        case .number(let digits): content = .other(digits)
        case .flag(let flag): content = .other(flag ? "true" : "false")
        case .null: content = .other("null")
        }
        self.init(content: content, place: node.place, range: range)
    }

    /// Parses a whole JSON text; keys that are there twice are kept, so that ``only(_:)`` can speak of them.
    ///
    /// - Throws: ``RelctlError`` with the place of the first thing that is wrong.
    package static func json(
        _ text: String,
        file: RelativePath,
        dialect: JSONParser.Dialect = .json
    ) throws -> SourceNode {
        SourceNode(try JSONParser.parseKeepingDuplicateKeys(text, file: file.string, dialect: dialect))
    }

    /// The member of this key; nothing where there is none.
    ///
    /// - Throws: ``RelctlError`` with a place if it is there twice: most programs take the last one, and people read the
    ///   first.
    package func only(_ key: String) throws(RelctlError) -> SourceNode? {
        let found = members.filter { $0.key.equalsBytewise(key) }
        guard let first = found.first else { return nil }
        guard found.count == 1 else {
            throw RelctlError(
                "the key `\(key)` is there twice; the first value is at \(first.node.place)",
                code: .configurationInvalid,
                place: found[1].node.place,
                hints: ["take one of them out"]
            )
        }
        return first.node
    }
}

extension SourceNode {
    /// What makes this text say `text`; nothing if it says so already or is no text.
    ///
    /// `text` must be one that stands in the file as it is, without escapes.
    package func edit(saying text: String, in file: RelativePath, key: String) -> VersionEdit? {
        guard let old = self.text, !old.equalsBytewise(text) else { return nil }
        return VersionEdit(file: file, range: range, replacement: text, key: key)
    }
}
