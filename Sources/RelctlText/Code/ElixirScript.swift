/// An Elixir program as version sources look at it: its tokens with their brackets and `do … end` blocks.
package struct ElixirScript: Sendable {
    /// Its tokens.
    package let code: CodeText
    /// For every bracket the one that belongs to it.
    private let partners: [Int?]
    /// For every token the `do` or `fn` of the innermost block that it lies in.
    package let blocks: [Int?]
    /// For every `do` and `fn` its `end`.
    package let ends: [Int: Int]

    /// Takes a program apart.
    ///
    /// - Throws: ``RelctlError`` with the place of a literal, a bracket or a block that does not end.
    package init(_ text: String, file: RelativePath) throws(RelctlError) {
        code = try CodeText(text, file: file, language: .elixir)
        partners = try code.partners()
        var open: [Int] = []
        var blocks: [Int?] = []
        var ends: [Int: Int] = [:]
        for index in code.tokens.indices {
            let isClosing = Self.isKeyword("end", at: index, in: code.tokens)
            if isClosing {
                guard let last = open.popLast() else {
                    throw code.problem("this `end` closes nothing", at: code.tokens[index])
                }
                ends[last] = index
            }
            blocks.append(open.last)
            if Self.opensBlock(index, in: code.tokens) { open.append(index) }
        }
        if let last = open.last {
            throw code.problem("this `\(code.tokens[last].text)` has no `end`", at: code.tokens[last])
        }
        self.blocks = blocks
        self.ends = ends
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

    private static func opensBlock(_ index: Int, in tokens: [CodeToken]) -> Bool {
        isKeyword("do", at: index, in: tokens) || isKeyword("fn", at: index, in: tokens)
    }

    /// Whether a word is neither a key (`do:`) nor a field (`a.end`) nor an atom (`:end`).
    private static func isKeyword(_ word: String, at index: Int, in tokens: [CodeToken]) -> Bool {
        let token = tokens[index]
        guard token.isWord(word) else { return false }
        if index > 0 {
            let last = tokens[index - 1]
            if last.isMark(".") { return false }
            if last.isMark(":"), last.range.upperBound == token.range.lowerBound { return false }
        }
        guard index + 1 < tokens.count, tokens[index + 1].isMark(":") else { return true }
        return tokens[index + 1].range.lowerBound != token.range.upperBound
    }

    /// Whether a key such as `version:` stands here.
    package func isKey(_ word: String, at index: Int) -> Bool {
        guard tokens[index].isWord(word), let colon = token(index + 1), colon.isMark(":") else { return false }
        return colon.range.lowerBound == tokens[index].range.upperBound && token(index + 2)?.isMark(":") != true
    }

    /// The token after the bracket that belongs to an opening one; the next one for any other token.
    func next(after index: Int) -> Int {
        guard let partner = partners[index], partner > index else { return index + 1 }
        return partner + 1
    }

    /// The expression from a token to the comma or the bracket that ends it, or to the end of its statement.
    package func expression(from start: Int) -> Range<Int> {
        var index = start
        while index < tokens.count {
            let token = tokens[index]
            if [",", ";", ")", "]", "}"].contains(where: { token.isMark($0) }) { break }
            if index > start, token.startsLine, tokens[index - 1].kind != .mark || isClosing(index - 1),
                !token.isMark("|")
            {
                break
            }
            index = next(after: index)
        }
        return start..<index
    }

    private func isClosing(_ index: Int) -> Bool { partners[index].map { $0 < index } ?? false }

    /// The text of a string in double quotes that has no escapes and no values put in.
    package func plainString(_ token: CodeToken) -> String? {
        code.bytes[token.range.lowerBound] == UInt8(ascii: "\"") ? token.plainString : nil
    }
}
