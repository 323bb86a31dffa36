/// Takes the text of a program apart into tokens, by what ``CodeLanguage`` says of its language; comments and white
/// space are dropped.
package struct CodeLexer {
    let language: CodeLanguage
    let file: String
    let bytes: [UInt8]
    /// The byte that is read next.
    var position = 0
    /// What was found so far.
    private(set) var tokens: [CodeToken] = []
    /// Whether a line break lies between the last token and ``position``.
    private(set) var isAtLineStart = true
    /// Here documents that were announced on this line and begin after it.
    var documents: [HereDocument] = []
    private let forms: [(open: [UInt8], close: [UInt8], form: CodeLanguage.StringForm)]
    private var depth = 0

    /// Interpolations in interpolations, beyond which a text is taken for hostile.
    private static let deepest = 32

    init(_ text: String, file: String, language: CodeLanguage) {
        self.file = file
        self.language = language
        bytes = Array(text.utf8)
        forms = language.strings.map { (Array($0.open.utf8), Array($0.close.utf8), $0) }
            .sorted { $0.open.count > $1.open.count }
        if bytes.starts(with: SourcePlaces.byteOrderMark) { position = SourcePlaces.byteOrderMark.count }
        if isNext("#!") { skipLine() }
    }

    /// All tokens up to the end.
    mutating func allTokens() throws(RelctlError) -> [CodeToken] {
        while try next() {}
        if let document = documents.first { throw problem("the here document is not closed", at: document.start) }
        return tokens
    }

    /// Reads one token or what lies before it; false at the end.
    private mutating func next() throws(RelctlError) -> Bool {
        try skipBlanks()
        guard position < bytes.count else { return false }
        if try language.special(&self) { return true }
        if let form = forms.first(where: { isNext($0.open) && (!$0.form.isOnlyValue || isValueExpected) }) {
            try readString(form.form)
            return true
        }
        readWordNumberOrMark()
        return true
    }

    /// Reads what is neither blank nor a string.
    mutating func readWordNumberOrMark() {
        let start = position
        let byte = bytes[position]
        if Self.isDigit(byte) {
            position += 1
            while position < bytes.count, isNumberGoingOn { position += 1 }
            append(.number, from: start)
        } else if Self.isWordStart(byte) {
            position += 1
            while position < bytes.count, isInWord(bytes[position]) { position += 1 }
            append(.word, from: start)
        } else {
            position += 1
            append(.mark, from: start)
        }
    }

    /// Adds a token that begins at `start` and ends at ``position``, with `content` between its quotes if it has some.
    mutating func append(_ kind: CodeToken.Kind, from start: Int, content: Range<Int>? = nil) {
        let content = content ?? start..<position
        let text = String(decoding: bytes[content], as: UTF8.self)
        tokens.append(
            CodeToken(kind: kind, text: text, range: start..<position, content: content, startsLine: isAtLineStart)
        )
        isAtLineStart = false
    }

    /// Whether a value may begin here, and no operator: after an operator, an opening bracket or a keyword.
    var isValueExpected: Bool {
        guard let last = tokens.last else { return true }
        switch last.kind {
        case .number, .string: return false
        case .word: return language.wordsBeforeValues.contains { last.isWord($0) }
        case .mark: return ![")", "]", "}"].contains(last.text)
        }
    }

    /// Whether the text goes on with `text`.
    func isNext(_ text: String) -> Bool { isNext(text.utf8) }

    private func isNext(_ text: some Sequence<UInt8>) -> Bool {
        var index = position
        for byte in text {
            guard index < bytes.count, bytes[index] == byte else { return false }
            index += 1
        }
        return true
    }

    /// Whether the byte can stand in a word after its first.
    func isInWord(_ byte: UInt8) -> Bool {
        Self.isWordStart(byte) || Self.isDigit(byte) || language.wordBytes.contains(byte)
    }

    /// A failure to read the text at a byte.
    func problem(_ message: String, at offset: Int, hints: [String] = []) -> RelctlError {
        var places = SourcePlaces(file: file, bytes: bytes)
        return RelctlError(message, code: .configurationInvalid, place: places.place(at: offset), hints: hints)
    }

    private var isNumberGoingOn: Bool {
        let byte = bytes[position]
        if byte == UInt8(ascii: ".") { return position + 1 < bytes.count && Self.isDigit(bytes[position + 1]) }
        return Self.isWordStart(byte) || Self.isDigit(byte)
    }

    package static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Letters, `_` and all that is not ASCII.
    package static func isWordStart(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F || byte >= 0x80
    }
}

/// White space and comments.
extension CodeLexer {
    private mutating func skipBlanks() throws(RelctlError) {
        while position < bytes.count {
            switch bytes[position] {
            case 0x0A, 0x0D:
                position += isNext("\r\n") ? 2 : 1
                try readDocuments()
                isAtLineStart = true
            case 0x09, 0x0B, 0x0C, 0x20: position += 1
            case 0x5C where isLineBreak(at: position + 1):
                // A backslash joins lines in all these languages; the break after it begins no line.
                position += isNext("\\\r\n") ? 3 : 2
                try readDocuments()
            default:
                if let comment = language.blockComments.first(where: { isNext($0.open) }) {
                    try skip(comment)
                } else if language.lineComments.contains(where: { isNext($0) }) {
                    skipLine()
                } else {
                    return
                }
            }
        }
    }

    /// Moves to the end of the line, before its break.
    mutating func skipLine() {
        while position < bytes.count, !isLineBreak(at: position) { position += 1 }
    }

    private func isLineBreak(at index: Int) -> Bool {
        index < bytes.count && (bytes[index] == 0x0A || bytes[index] == 0x0D)
    }

    private mutating func skip(_ comment: CodeLanguage.BlockComment) throws(RelctlError) {
        let start = position
        var open = 1
        position += comment.open.utf8.count
        while open > 0 {
            guard position < bytes.count else { throw problem("the comment is not closed", at: start) }
            if isNext(comment.close) {
                open -= 1
                position += comment.close.utf8.count
            } else if comment.nests, isNext(comment.open) {
                open += 1
                position += comment.open.utf8.count
            } else {
                if isLineBreak(at: position) { isAtLineStart = true }
                position += 1
            }
        }
    }
}

/// Strings and what is put into them.
extension CodeLexer {
    /// Reads a string from its opening on, and adds it.
    mutating func readString(_ form: CodeLanguage.StringForm) throws(RelctlError) {
        let start = position
        var traits = CodeToken.StringTraits()
        position += form.open.utf8.count
        let first = position
        var nested = 0
        while true {
            guard position < bytes.count else { throw problem("the string is not closed", at: start) }
            if let literal = form.literals.first(where: { isNext($0) }) {
                traits.hasEscapes = true
                position += literal.utf8.count
            } else if isNext(form.close) {
                guard nested > 0 else { break }
                nested -= 1
                position += form.close.utf8.count
            } else if let open = form.nestedOpen, isNext(open) {
                nested += 1
                position += open.utf8.count
            } else if form.hasEscapes, bytes[position] == 0x5C {
                traits.hasEscapes = true
                position = min(bytes.count, position + (isNext("\\\r\n") ? 3 : 2))
            } else if try skipInterpolation(of: form) {
                traits.hasInterpolation = true
            } else {
                guard form.isMultiline || !isLineBreak(at: position) else {
                    throw problem("the string is not closed on its line", at: start)
                }
                position += 1
            }
        }
        let length = form.close.utf8.count
        while form.endsWithLastQuotes, position + length < bytes.count, bytes[position + length] == bytes[position] {
            position += 1
        }
        let content = first..<position
        position += length
        append(.string(traits), from: start, content: content)
    }

    /// Moves past a value that is put in here, if one is.
    private mutating func skipInterpolation(of form: CodeLanguage.StringForm) throws(RelctlError) -> Bool {
        for interpolation in form.interpolations {
            switch interpolation {
            case .code(let open) where isNext(open):
                try skipCode(after: open)
                return true
            case .name(let mark) where isNext(mark):
                let name = position + mark.utf8.count
                guard name < bytes.count, Self.isWordStart(bytes[name]) else { continue }
                position = name + 1
                return true
            default: continue
            }
        }
        return false
    }

    /// Moves past `${`, the code after it and its `}`; that code may hold braces and strings of its own.
    private mutating func skipCode(after open: String) throws(RelctlError) {
        let start = position
        guard depth < Self.deepest else { throw problem("strings lie in strings too deep to be read", at: start) }
        var inner = self
        inner.depth += 1
        inner.tokens = []
        inner.position += open.utf8.count
        var braces = 1
        while braces > 0 {
            let known = inner.tokens.count
            guard try inner.next() else { throw problem("`\(open)` in a string is not closed", at: start) }
            for token in inner.tokens[known...] {
                if token.isMark("{") { braces += 1 }
                if token.isMark("}") { braces -= 1 }
            }
        }
        position = inner.position
        documents = inner.documents
    }
}
