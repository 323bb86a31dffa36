/// The tokens of a program's text, its brackets, and the places of both.
package struct CodeText: Sendable {
    /// The file, below the project's folder.
    package let file: RelativePath
    /// The text's bytes.
    package let bytes: [UInt8]
    /// The tokens in the text's order.
    package let tokens: [CodeToken]

    /// Takes a text apart.
    ///
    /// - Throws: ``RelctlError`` with the place of a string or a comment that does not end.
    package init(_ text: String, file: RelativePath, language: CodeLanguage) throws(RelctlError) {
        var lexer = CodeLexer(text, file: file.string, language: language)
        tokens = try lexer.allTokens()
        bytes = lexer.bytes
        self.file = file
    }

    /// For every token the bracket that belongs to it, if it is one of `()[]{}`; nothing for the others.
    ///
    /// - Throws: ``RelctlError`` with the place of a bracket that has no partner.
    package func partners() throws(RelctlError) -> [Int?] {
        var partners = [Int?](repeating: nil, count: tokens.count)
        var open: [Int] = []
        let closing = ["(": ")", "[": "]", "{": "}"]
        for (index, token) in tokens.enumerated() where token.kind == .mark {
            if closing[token.text] != nil {
                open.append(index)
            } else if closing.values.contains(token.text) {
                guard let last = open.popLast(), closing[tokens[last].text] == token.text else {
                    throw problem("this `\(token.text)` closes nothing", at: token)
                }
                (partners[last], partners[index]) = (index, last)
            }
        }
        if let last = open.last { throw problem("this `\(tokens[last].text)` is not closed", at: tokens[last]) }
        return partners
    }

    /// The tokens as values, told apart by their number: texts whose tokens are the same mean the same.
    package var values: [SourceValue] {
        tokens.enumerated().map { index, token in
            let quotes = bytes[token.range.lowerBound..<token.content.lowerBound]
            let text = String(decoding: quotes, as: UTF8.self) + token.text
            return SourceValue(path: "token \(index + 1)", text: text, range: token.content)
        }
    }

    /// Where a token's text begins; a string's opening quote.
    package func place(of token: CodeToken) -> SourcePlace {
        var places = SourcePlaces(file: file.string, bytes: bytes)
        return places.place(at: token.range.lowerBound)
    }

    /// What the text says at a token, as a find.
    package func located(_ token: CodeToken) -> LocatedVersion {
        LocatedVersion(text: token.text, place: place(of: token))
    }

    /// Something about a token that keeps a version from being read.
    package func problem(_ message: String, at token: CodeToken, hints: [String] = []) -> RelctlError {
        RelctlError(message, code: .configurationInvalid, place: place(of: token), hints: hints)
    }
}
