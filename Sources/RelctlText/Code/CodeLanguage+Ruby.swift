/// Ruby, as gem and pod specifications are written (https://docs.ruby-lang.org/en/3.4/syntax_rdoc.html).
///
/// Whether `/`, `%`, `<<` and `?` begin a literal or are operators is decided as Ruby does for names that it does not
/// know to be variables: after a name a literal begins where a blank stands before and none behind.
extension CodeLanguage {
    static let ruby = CodeLanguage(
        lineComments: ["#"],
        strings: [
            StringForm(open: "\"", close: "\"", isMultiline: true, interpolations: rubyInterpolations),
            StringForm(open: "`", close: "`", isMultiline: true, interpolations: rubyInterpolations),
            StringForm(open: "'", close: "'", isMultiline: true),
        ],
        wordsBeforeValues: [
            "if", "elsif", "unless", "while", "until", "and", "or", "not", "return", "case", "when", "in", "then", "do",
            "else", "puts", "print", "yield", "raise", "begin", "rescue",
        ],
        special: { lexer throws(RelctlError) in try lexer.readRuby() }
    )

    fileprivate static let rubyInterpolations: [Interpolation] = [.code("#{"), .name("#@"), .name("#@@"), .name("#$")]
}

extension CodeLexer {
    fileprivate mutating func readRuby() throws(RelctlError) -> Bool {
        if isAtColumnOne, try skipRubyDocumentation() { return true }
        if isNamingMethod, Array("/%<`?".utf8).contains(bytes[position]) {
            position += 1
            append(.mark, from: position - 1)
            return true
        }
        switch bytes[position] {
        case UInt8(ascii: "<"): return readAnnouncement()
        case UInt8(ascii: "%"): return try readPercentLiteral()
        case UInt8(ascii: "/"): return try readPattern()
        case UInt8(ascii: "?"): return isValueHere && readCharacter()
        case UInt8(ascii: ":"): return readOperatorSymbol()
        case UInt8(ascii: "$"), UInt8(ascii: "@"): return readVariable()
        default: return readWordWithSuffix()
        }
    }

    /// `=begin` to `=end`, and what follows `__END__`.
    private mutating func skipRubyDocumentation() throws(RelctlError) -> Bool {
        let start = position
        if isNext("__END__\n") || isNext("__END__\r") || bytes[position...].elementsEqual("__END__".utf8) {
            position = bytes.count
            return true
        }
        guard isNext("=begin"), position + 6 == bytes.count || isBlank(at: position + 6) else { return false }
        while position < bytes.count {
            skipLine()
            while position < bytes.count, bytes[position] == 0x0A || bytes[position] == 0x0D { position += 1 }
            if isNext("=end"), position + 4 == bytes.count || isBlank(at: position + 4) {
                skipLine()
                return true
            }
        }
        throw problem("`=begin` has no `=end`", at: start)
    }

    /// `<<~TEXT`, `<<-'TEXT'`, `<<TEXT`: a here document that begins after this line.
    private mutating func readAnnouncement() -> Bool {
        guard isNext("<<") else { return false }
        let start = position
        var name = start + 2
        let mayBeIndented = isNext("<<~") || isNext("<<-")
        if mayBeIndented { name += 1 }
        guard name < bytes.count else { return false }
        let isQuoted = Array("'\"`".utf8).contains(bytes[name])
        let isCapital = (0x41...0x5A).contains(bytes[name])
        let mayBeArgument = isArgumentHere && (mayBeIndented || isQuoted || isCapital)
        guard isValueHere || mayBeArgument, isQuoted || Self.isWordStart(bytes[name]) else { return false }
        var end = name + 1
        let quote = bytes[name]
        while end < bytes.count, isQuoted ? bytes[end] != quote && !isLineBreak(bytes[end]) : isInWord(bytes[end]) {
            end += 1
        }
        if isQuoted {
            guard end < bytes.count, bytes[end] == quote else { return false }
            name += 1
        }
        documents.append(
            HereDocument(terminator: Array(bytes[name..<end]), mayBeIndented: mayBeIndented, start: start)
        )
        position = isQuoted ? end + 1 : end
        append(.string(.init(hasInterpolation: true)), from: start)
        return true
    }

    /// `%q(a (b))`, `%w[a b]`, `%(a)` and their like.
    private mutating func readPercentLiteral() throws(RelctlError) -> Bool {
        var open = position + 1
        guard open < bytes.count else { return false }
        let letter = bytes[open]
        let isLettered = Array("qQwWiIrsx".utf8).contains(letter)
        if isLettered { open += 1 }
        guard open < bytes.count, (0x21..<0x7F).contains(bytes[open]), !isInWord(bytes[open]) else { return false }
        let mayBeArgument = isArgumentHere && (isLettered || Array("([{|".utf8).contains(bytes[open]))
        guard isValueHere || mayBeArgument else { return false }
        let delimiter = String(decoding: [bytes[open]], as: UTF8.self)
        let closing = ["(": ")", "[": "]", "{": "}", "<": ">"][delimiter]
        let isRaw = isLettered && Array("qwis".utf8).contains(letter)
        try readString(
            CodeLanguage.StringForm(
                open: String(decoding: bytes[position...open], as: UTF8.self),
                close: closing ?? delimiter,
                isMultiline: true,
                interpolations: isRaw ? [] : CodeLanguage.rubyInterpolations,
                nestedOpen: closing == nil ? nil : delimiter
            )
        )
        return true
    }

    private mutating func readPattern() throws(RelctlError) -> Bool {
        guard isValueHere || (isArgumentHere && isClosedOnLine) else { return false }
        let form = CodeLanguage.StringForm(
            open: "/",
            close: "/",
            isMultiline: true,
            interpolations: CodeLanguage.rubyInterpolations
        )
        try readString(form)
        return true
    }

    private var isClosedOnLine: Bool {
        let next = bytes[(position + 1)...].first { $0 == bytes[position] || isLineBreak($0) }
        return next == bytes[position]
    }

    /// `:/` and the other symbols whose operators would open something.
    private mutating func readOperatorSymbol() -> Bool {
        guard isValueHere, [":/", ":%", ":<", ":`"].contains(where: { isNext($0) }) else { return false }
        let start = position
        position += 2
        while position < bytes.count, bytes[position] == UInt8(ascii: "<") { position += 1 }
        append(.word, from: start)
        return true
    }

    /// `$name`, `@name`, `@@name` and `$;`: one word, so that none is taken for a local variable.
    private mutating func readVariable() -> Bool {
        let start = position
        let isGlobal = bytes[start] == UInt8(ascii: "$")
        position += isNext("@@") ? 2 : 1
        let name = position
        while position < bytes.count, isInWord(bytes[position]) { position += 1 }
        if isGlobal, position == name, position < bytes.count, (0x21..<0x7F).contains(bytes[position]) { position += 1 }
        append(.word, from: start)
        return true
    }

    /// Whether a value begins here; a new line begins a statement in Ruby.
    private var isValueHere: Bool { isValueExpected || isAtLineStart }

    /// Whether the first argument of a call without brackets may begin here.
    private var isArgumentHere: Bool {
        guard let last = tokens.last, last.kind == .word, !last.isWord("class"), !last.isWord("self") else {
            return false
        }
        return isBlank(at: position - 1) && !isBlank(at: position + 1) && !isNext("/=") && !isNext("%=")
    }

    /// Whether the name of a method stands here, which may be an operator.
    private var isNamingMethod: Bool { tokens.last.map { $0.isWord("def") || $0.isMark(".") } ?? false }

    private var isAtColumnOne: Bool {
        position == 0 || isLineBreak(bytes[position - 1])
            || bytes[..<position].elementsEqual(SourcePlaces.byteOrderMark)
    }

    private func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    private func isBlank(at index: Int) -> Bool {
        guard bytes.indices.contains(index) else { return false }
        return bytes[index] == 0x20 || bytes[index] == 0x09 || isLineBreak(bytes[index])
    }
}

/// What Ruby and Elixir have in common.
extension CodeLexer {
    /// A word with the `?` or `!` that belongs to it, as in `empty?`.
    mutating func readWordWithSuffix() -> Bool {
        let start = position
        guard Self.isWordStart(bytes[start]) else { return false }
        while position < bytes.count, isInWord(bytes[position]) { position += 1 }
        let isMarked = isNext("?") || isNext("!")
        if isMarked, position + 1 == bytes.count || bytes[position + 1] != UInt8(ascii: "=") { position += 1 }
        append(.word, from: start)
        return true
    }

    /// `?a` and `?\n`: a character, which may be one that opens a string elsewhere.
    mutating func readCharacter() -> Bool {
        guard position + 1 < bytes.count, bytes[position + 1] > 0x20 else { return false }
        let start = position
        position += 2
        if bytes[start + 1] == 0x5C, position < bytes.count { position += 1 }
        while position < bytes.count, bytes[position] & 0xC0 == 0x80 { position += 1 }
        append(.number, from: start)
        return true
    }
}
