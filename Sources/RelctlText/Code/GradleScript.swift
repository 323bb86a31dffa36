/// The statements of a Gradle build script that set something, wherever their blocks lie.
package struct GradleScript {
    /// In the script's order.
    package let settings: [Setting]

    /// A statement such as `version = "1.2.3"`.
    package struct Setting {
        /// The names of the blocks round it and of what it sets, such as `allprojects`, `version`.
        package var path: [String]
        /// What it sets.
        package var name: CodeToken
        /// The text that it sets it to; nothing if it is computed.
        var value: CodeToken?
        /// The name that it sets it to in place of a text.
        var reference: String?
    }

    /// A variable that is made outside all blocks, such as `def release = '1.2.3'` or `val release = "1.2.3"`.
    private struct Variable {
        var name: String
        /// The text that it is made with; nothing if that is computed.
        var value: CodeToken?
    }

    private let variables: [Variable]
    private let tokens: [CodeToken]

    /// Names beyond which nothing is looked for.
    private static let deepest = 8

    /// Reads a script; one in Groovy has commands such as `version '1.2.3'`, one in Kotlin has not.
    package init(_ text: CodeText, hasCommands: Bool) throws(RelctlError) {
        let partners = try text.partners()
        let tokens = text.tokens
        var settings: [Setting] = []
        var variables: [Variable] = []
        // The names of the blocks that are open; nothing for brackets in which there are no statements.
        var blocks: [[String]?] = [[]]
        for (index, token) in tokens.enumerated() {
            if token.kind == .mark, let partner = partners[index] {
                if partner < index {
                    blocks.removeLast()
                } else {
                    let names = token.isMark("{") ? Self.name(before: index, in: tokens) : nil
                    let path = names.flatMap { names in (blocks.last ?? nil).map { $0 + names } }
                    blocks.append(path.flatMap { $0.count > Self.deepest ? nil : $0 })
                }
            } else if let block = blocks.last ?? nil, Self.isStatement(index, in: tokens) {
                if block.isEmpty, let variable = Self.variable(from: index, in: tokens) { variables.append(variable) }
                guard var setting = Self.setting(from: index, in: tokens, hasCommands: hasCommands) else { continue }
                setting.path = block + setting.path
                settings.append(setting)
            }
        }
        self.variables = variables
        self.tokens = tokens
        self.settings = settings
    }

    /// The text that a setting has in the end: its own, or that of the variable that it names.
    ///
    /// A variable, or property of `ext`, that is given a value in more than one place is none that can be read.
    package func text(of setting: Setting) -> CodeToken? {
        guard let name = setting.reference else { return setting.value }
        let made = variables.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
        let extra = settings.filter { $0.path == ["ext", name] }.map(\.value)
        guard made.count + extra.count == 1, assignments(to: name) == 1 else { return nil }
        return (made + extra).first ?? nil
    }

    /// The words with dots between them that stand before a block; nothing where there is anything else, such as a
    /// call's arguments, since `project(":a") {}` is another project.
    private static func name(before open: Int, in tokens: [CodeToken]) -> [String]? {
        var names: [String] = []
        var index = open - 1
        while index >= 0, tokens[index].kind == .word {
            names.append(tokens[index].text)
            guard index > 1, tokens[index - 1].isMark(".") else { break }
            index -= 2
        }
        guard !names.isEmpty, isStatement(index, in: tokens) else { return nil }
        return names.reversed()
    }

    /// Whether a statement begins at a token: on a new line, unless the line before goes on, or behind `;`, `{`, `->`.
    private static func isStatement(_ index: Int, in tokens: [CodeToken]) -> Bool {
        guard index > 0 else { return index == 0 }
        let last = tokens[index - 1]
        if last.isMark(";") || last.isMark("{") { return true }
        if last.isMark(">"), index > 1, tokens[index - 2].isMark("-") { return true }
        guard tokens[index].startsLine else { return false }
        return !(last.kind == .mark && ["=", ",", ".", ":", "?", "&", "|", "<", "+", "-"].contains(last.text))
    }

    /// The variable that a statement makes: words such as `final String`, its name, in Kotlin perhaps its type, and `=`.
    private static func variable(from start: Int, in tokens: [CodeToken]) -> Variable? {
        let makers = ["def", "val", "var", "const", "final", "static", "private", "String", "Object", "CharSequence"]
        guard makers.contains(where: { tokens[start].isWord($0) }) else { return nil }
        var index = start + 1
        while index + 1 < tokens.count, tokens[index].kind == .word, tokens[index + 1].kind == .word { index += 1 }
        guard index + 1 < tokens.count, tokens[index].kind == .word else { return nil }
        let name = tokens[index].text
        index += 1
        if index + 2 < tokens.count, tokens[index].isMark(":"), tokens[index + 1].isWord("String") { index += 2 }
        guard tokens[index].isMark("=") else { return Variable(name: name, value: nil) }
        return Variable(name: name, value: value(at: index + 1, in: tokens))
    }

    /// How many times a name is given a value, in whatever block, by `=` or an operator such as `+=`.
    private func assignments(to name: String) -> Int {
        tokens.indices.count { index in
            guard tokens[index].isWord(name), index + 2 < tokens.count else { return false }
            let next = index + (tokens[index + 1].isMark(":") && tokens[index + 2].kind == .word ? 3 : 1)
            guard next + 1 < tokens.count, tokens[next].kind == .mark else { return false }
            if tokens[next].isMark("=") { return !tokens[next + 1].isMark("=") }
            return ["+", "-", "*", "/", "%", "?"].contains(tokens[next].text) && tokens[next + 1].isMark("=")
        }
    }

    private static func setting(from start: Int, in tokens: [CodeToken], hasCommands: Bool) -> Setting? {
        var index = start
        var path: [String] = []
        while index < tokens.count, tokens[index].kind == .word {
            path.append(tokens[index].text)
            index += 1
            guard index < tokens.count, tokens[index].isMark(".") else { break }
            index += 1
        }
        guard let last = path.last, index < tokens.count, !tokens[index].startsLine || tokens[index].isMark("=") else {
            return nil
        }
        let name = tokens[index - 1]
        func mark(_ mark: String, at index: Int) -> Bool { index < tokens.count && tokens[index].isMark(mark) }
        if mark("=", at: index) {
            guard !mark("=", at: index + 1) else { return nil }
            var setting = Setting(path: path, name: name, value: value(at: index + 1, in: tokens))
            if index + 1 < tokens.count, tokens[index + 1].kind == .word, isEnd(index + 2, of: tokens) {
                setting.reference = tokens[index + 1].text
            }
            return setting
        }
        if mark("(", at: index) {
            let isSetter = last == "setVersion"
            guard isSetter || hasCommands, mark(")", at: index + 2) else { return nil }
            if isSetter { path[path.count - 1] = "version" }
            let isWhole = isEnd(index + 3, of: tokens)
            return Setting(path: path, name: name, value: isWhole ? plain(index + 1, in: tokens) : nil)
        }
        guard hasCommands, tokens[index].isString else { return nil }
        return Setting(path: path, name: name, value: value(at: index, in: tokens))
    }

    /// The text that a statement ends with.
    private static func value(at index: Int, in tokens: [CodeToken]) -> CodeToken? {
        isEnd(index + 1, of: tokens) ? plain(index, in: tokens) : nil
    }

    private static func plain(_ index: Int, in tokens: [CodeToken]) -> CodeToken? {
        guard index < tokens.count, tokens[index].plainString != nil else { return nil }
        return tokens[index]
    }

    /// Whether a statement has ended before a token: the text's end, `;` or `}`, or a new line that does not go on with
    /// `.`, `?:` or `?.`.
    private static func isEnd(_ index: Int, of tokens: [CodeToken]) -> Bool {
        guard index < tokens.count else { return true }
        let token = tokens[index]
        if token.isMark(";") || token.isMark("}") { return true }
        return token.startsLine && !(token.isMark(".") || token.isMark("?"))
    }
}
