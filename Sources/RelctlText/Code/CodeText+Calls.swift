/// Calls with named arguments, as build files are made of.
extension CodeText {
    /// The calls of a function outside all brackets, where a statement begins; each by its opening parenthesis.
    package func calls(of name: String, _ partners: [Int?]) -> [Int] {
        var calls: [Int] = []
        var index = 0
        while index < tokens.count {
            let isCall = tokens[index].isWord(name) && index + 1 < tokens.count && tokens[index + 1].isMark("(")
            let isFirst = tokens[index].startsLine || index == 0 || tokens[index - 1].isMark(";")
            if isCall, isFirst { calls.append(index + 1) }
            index = (partners[index].flatMap { $0 > index ? $0 : nil } ?? index) + 1
        }
        return calls
    }

    /// The text that a name stands for at `end`: that of the only statement outside all brackets that gives it one,
    /// `NAME = "text"`; nothing if there is none before, another one anywhere, or it gives anything else.
    package func constant(_ name: String, before end: Int, _ partners: [Int?]) -> CodeToken? {
        var found: CodeToken?
        var index = 0
        while index < tokens.count {
            let isFirst = tokens[index].startsLine || index == 0 || tokens[index - 1].isMark(";")
            if isFirst, tokens[index].isWord(name) {
                let isPlain = index + 2 < tokens.count && tokens[index + 1].isMark("=")
                guard found == nil, isPlain, index + 2 < end, tokens[index + 2].plainString != nil,
                    index + 3 == tokens.count || tokens[index + 3].startsLine || tokens[index + 3].isMark(";")
                else { return nil }
                found = tokens[index + 2]
            }
            index = (partners[index].flatMap { $0 > index ? $0 : nil } ?? index) + 1
        }
        return found
    }

    /// The tokens of each argument of the call whose parenthesis opens at `open`.
    func arguments(from open: Int, _ partners: [Int?]) -> [Range<Int>] {
        guard let close = partners[open] else { return [] }
        var arguments: [Range<Int>] = []
        var (first, index) = (open + 1, open + 1)
        while index < close {
            if tokens[index].isMark(",") {
                arguments.append(first..<index)
                first = index + 1
            }
            index = (partners[index].flatMap { $0 > index ? $0 : nil } ?? index) + 1
        }
        return (arguments + [first..<close]).filter { !$0.isEmpty }
    }

    /// The tokens of the value that a call gives an argument by its name, as in `version = …`.
    ///
    /// - Throws: ``RelctlError`` with the place of the second one if there are several.
    package func argument(
        _ name: String,
        _ separator: String,
        from open: Int,
        _ partners: [Int?]
    ) throws(RelctlError) -> Range<Int>? {
        let named = arguments(from: open, partners).filter {
            $0.count > 1 && tokens[$0.lowerBound].isWord(name) && tokens[$0.lowerBound + 1].isMark(separator)
        }
        guard let first = named.first else { return nil }
        guard named.count == 1 else {
            throw problem("`\(name)` is given twice", at: tokens[named[1].lowerBound])
        }
        return first.lowerBound + 2..<first.upperBound
    }
}
