/// The bindings of one name in a Nix expression, with what they are part of.
package struct NixBindings {
    private let code: CodeText
    private let partners: [Int?]

    /// A binding.
    package struct Binding {
        /// The token of its name.
        package var name: Int
        /// The only token of its value, if it is a plain string.
        package var text: CodeToken?
        /// Whether its value is made of another binding of the same name.
        package var isOfItself: Bool
        /// What it is part of.
        package var holder: Holder
    }

    /// What a binding is part of.
    package enum Holder: Equatable {
        /// A `let`.
        case letIn
        /// The attributes that a derivation is built of, between these tokens.
        case derivation(Range<Int>)
        /// Attributes of their own, which nothing is called with, between these tokens.
        case attributes(Range<Int>)
        /// Attributes that something else is called with.
        case other
    }

    /// Beyond this many, what looks alike is not looked at any closer.
    static let mostCandidates = 16

    /// Looks at a program.
    ///
    /// - Throws: ``RelctlError`` with the place of a bracket that has no partner.
    package init(_ code: CodeText) throws(RelctlError) {
        self.code = code
        partners = try code.partners()
    }

    private var tokens: [CodeToken] { code.tokens }
    private func token(_ index: Int) -> CodeToken? { tokens.indices.contains(index) ? tokens[index] : nil }

    /// All bindings of a name, in the text's order.
    package func bindings(of name: String) -> [Binding] {
        var found: [Binding] = []
        // What is open: the token of a bracket or of a `let`.
        var open: [Int] = []
        var tried = 0
        for (index, token) in tokens.enumerated() where tried <= Self.mostCandidates {
            if let partner = partners[index] {
                if partner > index {
                    open.append(index)
                } else {
                    while let last = open.popLast(), last != partner {}
                }
            } else if isKeyword("let", at: index) {
                open.append(index)
            } else if isKeyword("in", at: index), let last = open.last, tokens[last].isWord("let") {
                open.removeLast()
            } else if token.isWord(name) || token.plainString == name, isBinding(index) {
                tried += 1
                guard let value = value(ofBindingAt: index) else { continue }
                let holder = open.last.map { self.holder(at: $0, in: open.dropLast().last) } ?? Holder.other
                let isText = value.count == 1 && tokens[value.lowerBound].plainString != nil
                let text = isText ? tokens[value.lowerBound] : nil
                let isOfItself = value.contains { refers($0, to: name) }
                found.append(Binding(name: index, text: text, isOfItself: isOfItself, holder: holder))
            }
        }
        return found
    }

    /// Whether a binding begins at the token.
    private func isBinding(_ index: Int) -> Bool {
        let isFirst = index == 0 || tokens[index - 1].isMark("{") || tokens[index - 1].isMark(";")
        guard isFirst || isKeyword("let", at: index - 1) else { return false }
        return token(index + 1)?.isMark("=") == true && token(index + 2)?.isMark("=") == false
    }

    /// The tokens of the value of the binding at the token; nothing if it does not end.
    private func value(ofBindingAt index: Int) -> Range<Int>? {
        var end = index + 2
        while let token = token(end), !token.isMark(";") {
            if let partner = partners[end] {
                guard partner > end else { return nil }
                end = partner
            }
            end += 1
        }
        return end > index + 2 && end < tokens.count ? index + 2..<end : nil
    }

    /// Whether a token of a value is the name itself, or a string that it is put into.
    private func refers(_ index: Int, to name: String) -> Bool {
        let token = tokens[index]
        if token.isString { return token.text.contains("${\(name)}") }
        return token.isWord(name) && !(self.token(index - 1)?.isMark(".") ?? false)
    }

    private func isKeyword(_ word: String, at index: Int) -> Bool {
        tokens[index].isWord(word) && !(token(index - 1)?.isMark(".") ?? false)
            && !(token(index + 1)?.isMark("=") ?? false)
    }

    private func holder(at open: Int, in outer: Int?) -> Holder {
        guard tokens[open].isMark("{"), let close = partners[open] else {
            return tokens[open].isWord("let") ? .letIn : .other
        }
        guard let function = function(calledWith: open, in: outer) else { return .attributes(open..<close) }
        return NixBuilders.isBuilder(function) ? .derivation(open..<close) : .other
    }

    /// The name of the function that is called with the attributes that begin here, as in `pkgs.mkDerivation rec {`,
    /// `mkDerivation (final: {` and `mkDerivation (common // {`; nothing if none is.
    private func function(calledWith open: Int, in outer: Int?) -> String? {
        var last = open - 1
        if token(last)?.isWord("rec") == true { last -= 1 }
        if token(last)?.isMark("/") == true {
            guard let outer, tokens[outer].isMark("(") else { return nil }
            last = outer
        }
        while let token = token(last) {
            if token.isMark("(") {
                last -= 1
            } else if token.isMark(":") {
                guard let before = beforeParameter(endingAt: last - 1) else { return nil }
                last = before
            } else {
                break
            }
        }
        return head(ofCallEndingAt: last)
    }

    /// The token before a function's parameter: `name:`, `{ … }:`, `name @ { … }:` or `{ … } @ name:`.
    private func beforeParameter(endingAt end: Int) -> Int? {
        guard var first = operand(endingAt: end) else { return nil }
        if token(first - 1)?.isMark("@") == true {
            guard let other = operand(endingAt: first - 2) else { return nil }
            first = other
        }
        return first - 1
    }

    /// Where the word or the brackets begin that end at a token.
    private func operand(endingAt end: Int) -> Int? {
        guard let token = token(end) else { return nil }
        if let partner = partners[end] { return partner < end ? partner : nil }
        return token.kind == .mark ? nil : end
    }

    /// The name of the function of a call whose arguments end at a token.
    private func head(ofCallEndingAt end: Int) -> String? {
        let keywords = ["in", "let", "then", "else", "with", "assert", "inherit", "if", "rec"]
        var first = end + 1
        while let token = token(first - 1), !keywords.contains(where: { token.isWord($0) }) {
            if token.isMark(".") {
                first -= 1
            } else if let start = operand(endingAt: first - 1) {
                first = start
            } else {
                break
            }
        }
        guard first <= end else { return nil }
        // What `(builder.override { … })` gives is a builder, too; its own attributes are no derivation's.
        let isMade = token(first)?.isMark("(") == true
        while token(first)?.isMark("(") == true { first += 1 }
        var names: [String] = []
        while let token = token(first), token.kind == .word {
            names.append(token.text)
            guard self.token(first + 1)?.isMark(".") == true else { break }
            first += 2
        }
        if isMade, names.last == "override" { names.removeLast() }
        return names.last ?? ""
    }

    /// Whether attributes have one of this name beside the one that was found.
    package func has(_ name: String, in attributes: Range<Int>) -> Bool {
        var index = attributes.lowerBound + 1
        var isInherit = false
        while index < attributes.upperBound {
            let token = tokens[index]
            if token.isMark(";") { isInherit = false }
            if token.isWord("inherit") { isInherit = true }
            if token.isWord(name), isInherit || self.token(index + 1)?.isMark("=") == true { return true }
            index = max(index, partners[index] ?? index) + 1
        }
        return false
    }
}

/// The functions of Nixpkgs and its like that make a derivation of attributes, by their names.
private enum NixBuilders {
    private static let others = [
        "derivation", "runCommand", "runCommandLocal", "symlinkJoin", "mixRelease", "rebar3Relx", "bundlerApp",
        "bundlerEnv", "wrapType1", "wrapType2",
    ]
    /// Functions for modules, options and shells, whose names begin as those of builders do.
    private static let exceptions = [
        "mkShell", "mkOption", "mkEnableOption", "mkPackageOption", "mkIf", "mkMerge", "mkForce", "mkDefault",
        "mkOverride", "mkBefore", "mkAfter", "mkOrder", "mkFlake", "makeScope", "makeOverridable", "makeExtensible",
    ]

    /// Whether a function of this name makes a derivation.
    static func isBuilder(_ name: String) -> Bool {
        if others.contains(name) { return true }
        guard !exceptions.contains(name), !name.hasPrefix("mkShell") else { return false }
        return ["mk", "build", "make"].contains { prefix in
            let rest = name.utf8.dropFirst(prefix.utf8.count)
            return name.hasPrefix(prefix) && rest.first.map { (0x41...0x5A).contains($0) } ?? false
        }
    }
}
