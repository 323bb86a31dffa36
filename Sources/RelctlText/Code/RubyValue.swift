/// What an expression of a Ruby program is, as far as a version can be found by it.
package enum RubyValue: Sendable {
    /// A plain string.
    case text(CodeToken)
    /// A constant, by the names that lead to it.
    case constant([String])
    /// A local variable, or a method without arguments.
    case variable(String)
    /// What is read from a file that may lie at these paths; with something cut out of it or as it is.
    case file([RelativePath], isCut: Bool)
    /// Anything that would have to be run.
    case computed
}

extension RubyScript {
    /// What the expression of these tokens is.
    package func value(of range: Range<Int>) -> RubyValue {
        let range = withoutCalls(withoutModifier(range))
        guard let first = token(range.lowerBound), !range.isEmpty else { return .computed }
        if range.count == 1 {
            if plainString(first) != nil { return .text(first) }
            if first.kind == .word, let byte = first.text.utf8.first, byte == 0x5F || (0x61...0x7A).contains(byte) {
                return .variable(first.text)
            }
        }
        let made = ["Gem", ":", ":", "Version", ".", "new"]
        if isNext(made, at: range.lowerBound) {
            return value(of: inBrackets(range.lowerBound + made.count..<range.upperBound))
        }
        if let names = constant(in: range) { return .constant(names) }
        return fileRead(in: range) ?? .computed
    }

    /// The names of `A::B`, if the expression is no more than that.
    private func constant(in range: Range<Int>) -> [String]? {
        var names: [String] = []
        var index = range.lowerBound
        if isNext([":", ":"], at: index) { index += 2 }
        while index < range.upperBound {
            let token = tokens[index]
            guard token.kind == .word, let byte = token.text.utf8.first, (0x41...0x5A).contains(byte) else {
                return nil
            }
            names.append(token.text)
            index += 1
            if index == range.upperBound { return names }
            guard isNext([":", ":"], at: index) else { return nil }
            index += 2
        }
        return nil
    }

    /// Without `if …` and `unless …` at the end, which leave the value as it is.
    private func withoutModifier(_ range: Range<Int>) -> Range<Int> {
        guard let modifier = range.dropFirst().first(where: { tokens[$0].isWord("if") || tokens[$0].isWord("unless") })
        else { return range }
        return range.lowerBound..<modifier
    }

    /// Without brackets round it, and without calls at the end that leave a version as it is.
    private func withoutCalls(_ range: Range<Int>) -> Range<Int> {
        var range = range
        while range.count > 2 {
            var end = range.upperBound
            if isNext(["(", ")"], at: end - 2) { end -= 2 }
            let calls = ["freeze", "dup", "to_s", "strip", "chomp", "clone", "rstrip"]
            if end - 2 > range.lowerBound, tokens[end - 2].isMark("."), calls.contains(tokens[end - 1].text) {
                range = range.lowerBound..<(end - 2)
            } else {
                let inner = inBrackets(range)
                guard inner.count < range.count else { break }
                range = inner
            }
        }
        return range
    }

    /// What stands between `(` and `)` if they are the first and the last token and belong together.
    private func inBrackets(_ range: Range<Int>) -> Range<Int> {
        guard range.count > 2, tokens[range.lowerBound].isMark("("), tokens[range.upperBound - 1].isMark(")") else {
            return range
        }
        let inner = range.lowerBound + 1..<range.upperBound - 1
        return expression(from: inner.lowerBound).upperBound == inner.upperBound ? inner : range
    }

    /// `File.read("VERSION")`, `Pathname.new(__dir__).join("VERSION").read` and their like.
    private func fileRead(in range: Range<Int>) -> RubyValue? {
        let readers = ["read", "binread"]
        guard ["File", "IO", "Pathname", "::"].contains(where: { tokens[range.lowerBound].isWord($0) }),
            let call = range.first(where: { index in readers.contains { tokens[index].isWord($0) } }),
            tokens[call - 1].isMark(".")
        else { return nil }
        var argument = range.lowerBound..<call
        var end = call + 1
        if token(call + 1)?.isMark("(") == true {
            argument = expression(from: call + 2, endsAtComma: true)
            end = expression(from: call + 2).upperBound + 1
        } else if call == range.lowerBound + 2, call + 1 < range.upperBound {
            argument = call + 1..<range.upperBound
            end = range.upperBound
        }
        let paths = paths(in: argument).compactMap { path($0) }
        return paths.isEmpty ? nil : .file(paths, isCut: end < range.upperBound)
    }
}
