/// The constants that a Ruby program defines, with the modules that they lie in.
extension RubyScript {
    /// A constant, and where its value begins.
    package struct Constant: Sendable {
        /// The names that lead to it, such as `["Foo", "VERSION"]`.
        package var path: [String]
        /// The token that its value begins with.
        package var value: Int
    }

    /// All definitions of constants of this name.
    package func constants(named name: String) -> [Constant] {
        let values = Set(assignments(to: name))
        guard !values.isEmpty else { return [] }
        var blocks = RubyBlocks()
        var constants: [Constant] = []
        for index in tokens.indices {
            blocks.pass(index, of: self)
            guard tokens[index].isWord(name),
                let value = [index + 2, index + 4].first(where: { values.contains($0) })
            else { continue }
            var prefix: [String] = []
            var start = index
            while start >= 3, isNext([":", ":"], at: start - 2), tokens[start - 3].kind == .word {
                start -= 3
                prefix.insert(tokens[start].text, at: 0)
            }
            constants.append(Constant(path: blocks.modules + prefix + [name], value: value))
            if constants.count > Self.mostCandidates { break }
        }
        return constants
    }
}

/// Which modules a place of a Ruby program lies in: follows what opens a block up to its `end`.
private struct RubyBlocks {
    /// The names that each open block adds; none for those that are no modules.
    private var open: [[String]] = []
    /// Whether the line's `while`, `until` or `for` may still have a `do` of its own.
    private var isLoopOpen = false

    /// The modules, outermost first.
    var modules: [String] { open.flatMap { $0 } }

    /// Goes past a token.
    mutating func pass(_ index: Int, of script: RubyScript) {
        let token = script.tokens[index]
        if token.startsLine { isLoopOpen = false }
        guard token.kind == .word, Self.isKeyword(index, of: script) else { return }
        switch token.text {
        case "module", "class": open.append(Self.names(after: index, of: script))
        case "begin", "case": open.append([])
        case "def":
            if !Self.isEndless(index, of: script) { open.append([]) }
        case "do":
            if !isLoopOpen { open.append([]) }
            isLoopOpen = false
        case "if", "unless":
            if Self.beginsStatement(index, of: script) { open.append([]) }
        case "while", "until", "for":
            guard Self.beginsStatement(index, of: script) else { return }
            open.append([])
            isLoopOpen = true
        case "end": _ = open.popLast()
        default: break
        }
    }

    /// Whether a word is no method's name (`a.class`), symbol (`:if`) or label (`if:`).
    private static func isKeyword(_ index: Int, of script: RubyScript) -> Bool {
        let token = script.tokens[index]
        if let last = script.token(index - 1) {
            if last.isMark(".") || last.isWord("def") { return false }
            if last.isMark(":"), last.range.upperBound == token.range.lowerBound { return false }
        }
        guard let next = script.token(index + 1), next.isMark(":") else { return true }
        return next.range.lowerBound != token.range.upperBound || script.token(index + 2)?.isMark(":") == true
    }

    /// The names of the module; none for `class << self`.
    private static func names(after index: Int, of script: RubyScript) -> [String] {
        var names: [String] = []
        var next = index + 1
        while let token = script.token(next), token.kind == .word {
            names.append(token.text)
            guard script.isNext([":", ":"], at: next + 1) else { break }
            next += 3
        }
        return names
    }

    /// `def a = 1` and `def a(b) = 1` have no `end`; `def a=(b)` has.
    private static func isEndless(_ index: Int, of script: RubyScript) -> Bool {
        var name = index + 1
        if script.isNext(["self", "."], at: name) { name += 2 }
        guard let token = script.token(name), token.kind == .word, let next = script.token(name + 1) else {
            return false
        }
        if next.isMark("=") { return next.range.lowerBound > token.range.upperBound }
        guard next.isMark("("), next.range.lowerBound == token.range.upperBound else { return false }
        let close = script.expression(from: name + 2).upperBound
        return script.token(close)?.isMark(")") == true && script.token(close + 1)?.isMark("=") == true
    }

    /// Whether an `if` begins a statement or a value, and does not follow one as a condition.
    private static func beginsStatement(_ index: Int, of script: RubyScript) -> Bool {
        guard let last = script.token(index - 1), !script.tokens[index].startsLine else { return true }
        switch last.kind {
        case .mark: return ![")", "]", "}"].contains(last.text)
        case .word: return ["then", "else", "do", "return", "begin", "and", "or", "not"].contains { last.isWord($0) }
        case .number, .string: return false
        }
    }
}
