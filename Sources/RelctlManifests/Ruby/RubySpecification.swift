/// A gem's or a pod's specification: a block that gives attributes to a variable
/// (https://docs.ruby-lang.org/en/3.4/Gem/Specification.html, https://guides.cocoapods.org/syntax/podspec.html).
struct RubySpecification: Sendable {
    /// The program that it is.
    let script: RubyScript
    /// The variables that are it: the block's, and one that it is assigned to.
    private let variables: [String]
    /// The arguments of its `new`.
    private let arguments: [Range<Int>]

    /// Finds the only specification of a program.
    ///
    /// - Parameters:
    ///   - script: The program.
    ///   - names: What it is a new one of, such as `Specification` of `Gem::Specification.new`.
    /// - Throws: ``RelctlError`` if there is none, or are several.
    init(_ script: RubyScript, names: [String]) throws(RelctlError) {
        let tokens = script.tokens
        let calls = tokens.indices.filter { index in
            guard tokens[index].isWord("new"), index >= 2, tokens[index - 1].isMark(".") else { return false }
            return names.contains { tokens[index - 2].isWord($0) }
        }
        guard let call = calls.first else {
            throw VersionSourceError.absent("\(names[0]).new", in: script.file.string, at: nil)
        }
        guard calls.count == 1 else {
            let places = script.code.places(of: calls.prefix(RubyScript.mostCandidates).map { tokens[$0] })
            throw VersionSourceError.several("\(names[0]).new", in: script.file.string, at: places)
        }
        self.script = script
        let (arguments, end) = Self.arguments(after: call, in: script)
        self.arguments = arguments
        var variables: [String] = []
        if let open = script.token(end), open.isWord("do") || open.isMark("{"),
            script.token(end + 1)?.isMark("|") == true, let name = script.token(end + 2), name.kind == .word
        {
            variables.append(name.text)
        }
        var start = call - 2
        while start >= 3, script.isNext([":", ":"], at: start - 2), tokens[start - 3].kind == .word { start -= 3 }
        if start >= 2, tokens[start - 1].isMark("="), tokens[start - 2].kind == .word {
            variables.append(tokens[start - 2].text)
        }
        self.variables = variables
    }

    private static func arguments(after call: Int, in script: RubyScript) -> (arguments: [Range<Int>], end: Int) {
        var arguments: [Range<Int>] = []
        var index = call + 1
        if script.token(index)?.isMark("(") == true {
            repeat {
                let argument = script.expression(from: index + 1, endsAtComma: true)
                arguments.append(argument)
                index = argument.upperBound
            } while script.token(index)?.isMark(",") == true
            return (arguments, index + 1)
        }
        var start = index
        while let token = script.token(index), !token.isWord("do"), !token.isMark("{"),
            !token.startsLine || script.isContinued(at: index)
        {
            if token.isMark(",") {
                arguments.append(start..<index)
                start = index + 1
            }
            index += 1
        }
        if start < index { arguments.append(start..<index) }
        return (arguments, index)
    }

    /// The expressions that an attribute is given, in the text's order.
    func values(of attribute: String) -> [Range<Int>] {
        variables.flatMap { script.assignments(to: attribute, of: $0) }.sorted()
            .prefix(RubyScript.mostCandidates + 1).map { script.expression(from: $0) }
    }

    /// The plain text that an attribute is given, if it is given one.
    func text(of attribute: String) -> String? {
        guard let value = values(of: attribute).first ?? (attribute == "name" ? arguments.first : nil),
            case .text(let token) = script.value(of: value)
        else { return nil }
        return token.text
    }

    /// Where its version stands, wherever that leads.
    ///
    /// - Throws: ``RelctlError`` if it has none, several, or one that is computed.
    func version(by search: RubyVersionSearch) throws -> RubyVersionSearch.Find {
        let all = values(of: "version")
        // `s.version = "#{s.version}.dev" if …` makes another version of the one it has.
        let values = all.count > RubyScript.mostCandidates ? all : all.filter { !isOfItself($0) }
        guard let value = values.first ?? (arguments.count > 1 ? arguments[1] : nil) else {
            let places = script.code.places(of: Array(script.tokens.prefix(1)))
            throw VersionSourceError.absent("version", in: script.file.string, at: places.first)
        }
        guard values.count < 2 else { throw search.several("version", values.map(\.lowerBound), in: script) }
        return try search.find(value, key: "version", in: script)
    }

    private func isOfItself(_ range: Range<Int>) -> Bool {
        variables.contains { name in
            range.contains { index in
                let token = script.tokens[index]
                if token.isString { return token.text.contains("#{\(name).version") }
                return token.isWord(name) && script.isNext([".", "version"], at: index + 1)
            }
        }
    }
}
