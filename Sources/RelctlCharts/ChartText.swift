/// A YAML text of a chart in which values are changed where they stand, so that comments and order stay as they are.
struct ChartText {
    /// The file, as the user knows it.
    let file: String
    /// The text as it is now.
    private(set) var text: String

    /// Lets a scalar say `value`.
    ///
    /// - Throws: ``RelctlError`` with a place if there is none at `path`, or it cannot be changed without changing more.
    mutating func set(_ path: SourcePath, to value: String) throws {
        let root = try ChartYAML.node(of: text, file: file)
        let node = try ChartPathWalk(file: file).node(at: path, in: root)
        switch node.content {
        case .text, .other: break
        case .table, .list:
            let message = "`\(path.text)` is \(node.kind), not a text"
            throw RelctlError(message, code: .configurationInvalid, place: node.place)
        }
        if node.text?.utf8.elementsEqual(value.utf8) == true, isText(node) { return }
        try replace(node.range, by: quoted(value, for: node.range), saying: value, at: path, in: root)
    }

    /// Adds a key of the top mapping after another one of its keys.
    ///
    /// - Throws: ``RelctlError`` with a place if the mapping is not written in lines of its own.
    mutating func add(_ key: String, saying value: String, after other: String) throws {
        let root = try ChartYAML.node(of: text, file: file)
        let bytes = Array(text.utf8)
        guard let node = root[other], !"{[".utf8.contains(bytes[root.range.lowerBound]) else {
            let hint = "add `\(key)` to it"
            let message = "there is no `\(key)`, and no line after which it could be added"
            throw RelctlError(message, code: .configurationInvalid, place: root.place, hints: [hint])
        }
        let end = bytes[node.range.upperBound...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        let isCarriageReturn = end > 0 && bytes[end - 1] == UInt8(ascii: "\r")
        let indentation = String(repeating: " ", count: root.place.column - 1)
        let line = indentation + key + ": " + quoted(value, for: end..<end)
        // At the end of the line, before its break: a last line may have none.
        let at = isCarriageReturn ? end - 1 : end
        let insertion = (isCarriageReturn ? "\r\n" : "\n") + line
        try replace(at..<at, by: insertion, saying: value, at: SourcePath([.key(key)]), in: root)
    }

    /// Whether a scalar that says what is wanted is a text to everybody, not a number to some.
    private func isText(_ node: SourceNode) -> Bool {
        let bytes = Array(text.utf8)
        return Self.quote(round: node.range, in: bytes) != nil || Self.isPlainText(node.text ?? "")
    }

    /// Whether a version needs no quotes: with two dots and no blank nobody takes it for anything but a text.
    private static func isPlainText(_ text: String) -> Bool {
        (try? Version(text.utf8.first == UInt8(ascii: "v") ? text.dropFirst() : Substring(text))) != nil
    }

    /// The quotes that a scalar stands in, if it stands in some.
    private static func quote(round range: Range<Int>, in bytes: [UInt8]) -> UInt8? {
        guard range.lowerBound > 0, range.upperBound < bytes.count else { return nil }
        let quote = bytes[range.lowerBound - 1]
        guard quote == bytes[range.upperBound], "\"'".utf8.contains(quote) else { return nil }
        return quote
    }

    /// A value as it stands in the place of a scalar: in its quotes, or in quotes of its own where it needs some.
    private func quoted(_ value: String, for range: Range<Int>) -> String {
        let bytes = Array(text.utf8)
        switch Self.quote(round: range, in: bytes) {
        case UInt8(ascii: "'")?:
            // The only character that needs an escape there.
            return value.unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined()
        case .some: return String(value.quotedAsJSON.dropFirst().dropLast())
        case nil:
            let text = Self.isPlainText(value) ? value : value.quotedAsJSON
            // Nothing may stand there yet, right after the colon or before a comment.
            let isAfterColon = range.lowerBound > 0 && bytes[range.lowerBound - 1] == UInt8(ascii: ":")
            let isBeforeComment = range.upperBound < bytes.count && bytes[range.upperBound] == UInt8(ascii: "#")
            return (isAfterColon ? " " : "") + text + (isBeforeComment ? " " : "")
        }
    }

    /// Replaces bytes, and proves that this changes what it shall and nothing else.
    private mutating func replace(
        _ range: Range<Int>,
        by replacement: String,
        saying value: String,
        at path: SourcePath,
        in root: SourceNode
    ) throws {
        var bytes = Array(text.utf8)
        bytes.replaceSubrange(range, with: Array(replacement.utf8))
        let changed = String(decoding: bytes, as: UTF8.self)
        let after = try? ChartYAML.node(of: changed, file: file)
        let others = { (root: SourceNode) in root.values.filter { $0.path != path.text }.map { [$0.path, $0.text] } }
        guard let after, path.value(in: after)?.text?.utf8.elementsEqual(value.utf8) == true,
            others(after) == others(root)
        else {
            throw RelctlError(
                "cannot set `\(path.text)` in `\(file)` without changing anything else",
                code: .configurationInvalid,
                place: path.value(in: root)?.place ?? root.place,
                hints: ["write it on a line of its own, as `key: \"value\"`"]
            )
        }
        text = changed
    }
}

/// Follows paths in a YAML text, and says where one that leads nowhere ends.
struct ChartPathWalk {
    /// The file, as the user knows it.
    let file: String

    /// What the path leads to.
    ///
    /// - Throws: ``RelctlError`` with a place and what there is instead.
    func node(at path: SourcePath, in root: SourceNode) throws(RelctlError) -> SourceNode {
        var node = root
        for (index, step) in path.steps.enumerated() {
            guard let next = SourcePath([step]).value(in: node) else {
                throw absent(path, after: index, at: node)
            }
            node = next
        }
        return node
    }

    private func absent(_ path: SourcePath, after count: Int, at node: SourceNode) -> RelctlError {
        let reached = count == 0 ? "the top" : "`\(SourcePath(Array(path.steps[..<count])).text)`"
        var hints: [String] = []
        switch (node.content, path.steps[count]) {
        case (.table(let members), .key(let key)) where !members.isEmpty:
            let known = members.map(\.key)
            hints += Nearest.to(key, among: known).map { ["did you mean `\($0)`?"] } ?? []
            let shown = known.prefix(12).map(SourcePath.component).joined(separator: ", ")
            hints.append("\(reached) has: \(shown)\(known.count > 12 ? ", …" : "")")
        case (.list(let items), _): hints.append("\(reached) is a list of \(items.count)")
        default: hints.append("add it to `\(file)`: what users may set had better stand there")
        }
        return RelctlError(
            "there is no `\(path.text)` in `\(file)`",
            code: .configurationInvalid,
            place: node.place,
            hints: hints
        )
    }
}
