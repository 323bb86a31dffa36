/// A Ruby program as version sources look at it: its tokens, and the expressions and assignments that they form.
package struct RubyScript: Sendable {
    /// Its tokens.
    package let code: CodeText

    /// Takes a program apart.
    ///
    /// - Throws: ``RelctlError`` with the place of a literal that does not end.
    package init(_ text: String, file: RelativePath) throws(RelctlError) {
        code = try CodeText(text, file: file, language: .ruby)
    }

    /// The file, below the project's folder.
    package var file: RelativePath { code.file }
    /// Its tokens in their order.
    package var tokens: [CodeToken] { code.tokens }

    /// The token of this number, if there is one.
    package func token(_ index: Int) -> CodeToken? { tokens.indices.contains(index) ? tokens[index] : nil }

    /// Whether the tokens from `index` on are these words and marks.
    package func isNext(_ texts: [String], at index: Int) -> Bool {
        texts.enumerated().allSatisfy { offset, text in
            token(index + offset).map { !$0.isString && $0.text.utf8.elementsEqual(text.utf8) } ?? false
        }
    }

    /// The expression that begins at a token: up to the end of its statement, or the bracket that closes round it.
    ///
    /// - Parameters:
    ///   - start: The number of its first token.
    ///   - endsAtComma: Whether it is one of several, as the arguments of a call are.
    /// - Returns: The numbers of its tokens; none where no expression begins.
    package func expression(from start: Int, endsAtComma: Bool = false) -> Range<Int> {
        var depth = 0
        var index = start
        while index < tokens.count {
            let token = tokens[index]
            if depth == 0, index > start, token.isWord("end") || (token.startsLine && !isContinued(at: index)) { break }
            if token.kind == .mark {
                if depth == 0, token.isMark(";") || (endsAtComma && token.isMark(",")) { break }
                if ["(", "[", "{"].contains(token.text) { depth += 1 }
                if [")", "]", "}"].contains(token.text) {
                    guard depth > 0 else { break }
                    depth -= 1
                }
            }
            index += 1
        }
        return start..<index
    }

    /// Whether the token, which is the first of its line, goes on with the statement before: after an operator or a
    /// comma, or with a call on what came before.
    package func isContinued(at index: Int) -> Bool {
        guard index > 0 else { return false }
        let (last, next) = (tokens[index - 1], tokens[index])
        if last.kind == .mark, ![")", "]", "}", "|", ";"].contains(last.text) { return true }
        return next.isMark(".") || (next.isMark("&") && token(index + 1)?.isMark(".") == true)
    }

    /// Where the values begin that are assigned to `name` alone, as in `name = value` and `name ||= value`; never
    /// to `x.name`.
    package func assignments(to name: String) -> [Int] {
        tokens.indices.compactMap { index in
            guard tokens[index].isWord(name), !(token(index - 1)?.isMark(".") ?? false) else { return nil }
            return assignedValue(after: index)
        }
    }

    /// Where the values begin that are assigned to an attribute, as in `name.attribute = value`.
    package func assignments(to attribute: String, of name: String) -> [Int] {
        tokens.indices.compactMap { index in
            guard tokens[index].isWord(name), isNext([".", attribute], at: index + 1),
                !(token(index - 1)?.isMark(".") ?? false)
            else { return nil }
            return assignedValue(after: index + 2)
        }
    }

    /// Where the value begins, if `=` or `||=` follows a token and neither `==`, `=~` nor `=>`.
    private func assignedValue(after index: Int) -> Int? {
        var next = index + 1
        if isNext(["|", "|"], at: next) { next += 2 }
        guard token(next)?.isMark("=") == true, let value = token(next + 1) else { return nil }
        let isOperator =
            value.range.lowerBound == tokens[next].range.upperBound
            && ["=", "~", ">"].contains { value.isMark($0) }
        return isOperator ? nil : next + 1
    }

    /// The files that it requires, each with the paths at which it may lie, nearest first.
    package func requiredFiles() -> [[RelativePath]] {
        let calls = tokens.indices.filter { index in
            ["require", "require_relative", "load"].contains { tokens[index].isWord($0) }
                && !(token(index - 1)?.isMark(".") ?? false)
        }
        return calls.prefix(Self.mostCandidates).compactMap { call in
            let paths = paths(in: expression(from: call + 1)).flatMap { path in
                let isRelative = tokens[call].isWord("require_relative")
                return (isRelative ? [path] : [path, ["lib"] + path]).compactMap { path -> RelativePath? in
                    guard let last = path.last else { return nil }
                    let name = last.hasSuffix(".rb") ? last : last + ".rb"
                    return self.path(path.dropLast() + [name])
                }
            }
            return paths.isEmpty ? nil : paths
        }
    }

    /// Beyond this many, what looks alike is not looked at any closer.
    package static let mostCandidates = 16

    /// What the plain strings of an expression say if they are put together as a path; `..` in front goes away with
    /// the file's own name where the path begins with that.
    func paths(in range: Range<Int>) -> [[String]] {
        let words = tokens[range].filter { $0.kind == .word }
        let parts = tokens[range].compactMap { plainString($0) }.flatMap { $0.splitAtSlashes().map(String.init) }
            .filter { $0 != "." }
        guard !parts.isEmpty, tokens[range].allSatisfy({ !$0.isString || plainString($0) != nil }) else { return [] }
        let isFromFile = words.contains { $0.isWord("__FILE__") } && !words.contains { $0.isWord("dirname") }
        return isFromFile && parts.first == ".." ? [Array(parts.dropFirst())] : [parts]
    }

    /// The text of a string in quotes, or of `%q(…)`, `%Q(…)` or `%(…)`, that has no escapes and no values put in.
    package func plainString(_ token: CodeToken) -> String? {
        guard let text = token.plainString else { return nil }
        let quote = code.bytes[token.range.lowerBound..<token.content.lowerBound]
        guard quote.first == UInt8(ascii: "%") else {
            return quote.first == UInt8(ascii: "\"") || quote.first == UInt8(ascii: "'") ? text : nil
        }
        // Other letters make lists, symbols, patterns and commands.
        return quote.count == 2 || "qQ".utf8.contains(quote[quote.startIndex + 1]) ? text : nil
    }

    /// A path from the file's folder on.
    func path(_ components: [String]) -> RelativePath? {
        file.sibling(components.joined(separator: "/"))
    }
}
