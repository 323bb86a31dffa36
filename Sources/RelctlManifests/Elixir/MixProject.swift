/// The module of mix.exs that `use Mix.Project` makes the project's (https://hexdocs.pm/mix/Mix.Project.html).
struct MixProject {
    private let script: ElixirScript
    private let document: VersionDocument
    /// The `do` of the module.
    private let module: Int

    /// A version's text, and where it stands.
    struct Find {
        var file: RelativePath
        /// The bytes of the text in its file, without quotes.
        var range: Range<Int>
        var located: LocatedVersion
        /// What it is called there, such as `@version`.
        var key: String
    }

    /// Attributes, functions and files that lead on to others; more are taken for a circle.
    private static let longestWay = 8
    /// Beyond this many, what looks alike is not looked at any closer.
    private static let mostCandidates = 16

    /// Finds the project's module.
    init(_ document: VersionDocument) throws {
        self.document = document
        script = try ElixirScript(document.text, file: document.file)
        let script = script
        let uses = script.tokens.indices.filter { script.isNext(["use", "Mix", ".", "Project"], at: $0) }
        guard let use = uses.first, let module = script.blocks[use] else {
            throw VersionSourceError.absent("use Mix.Project", in: document.file.string, at: nil)
        }
        self.module = module
        guard uses.count == 1 else { throw several("use Mix.Project", uses) }
    }

    /// The version that `project` says.
    func version() throws -> Find {
        let bodies = functions("project")
        let values = bodies.flatMap(versions)
        guard let value = values.first else {
            throw VersionSourceError.absent(
                "version",
                in: script.file.string,
                at: script.code.place(of: script.tokens[bodies.first?.lowerBound ?? module]),
                hints: script.tokens.indices.contains { script.isKey("apps_path", at: $0) }
                    ? ["an umbrella has none: list the `mix.exs` of its applications in `version.manifests`"] : []
            )
        }
        guard values.count == 1 else { throw several("version", values) }
        return try find(script.expression(from: value), key: "version", body: bodies[0], steps: 0)
    }

    /// Where the values of `version:` begin that are the list's own, not those of lists and tuples in it.
    private func versions(in body: Range<Int>) -> [Int] {
        var open: [String] = []
        var values: [Int] = []
        for index in body {
            let token = script.tokens[index]
            if token.kind == .mark {
                if ["(", "[", "{"].contains(token.text) { open.append(token.text) }
                if [")", "]", "}"].contains(token.text) { _ = open.popLast() }
            } else if open == ["["], script.isKey("version", at: index) {
                values.append(index + 2)
            } else if open == ["[", "{"], script.isNext(["{", ":", "version", ","], at: index - 2) {
                values.append(index + 2)
            }
        }
        return values
    }

    /// The bodies of the module's functions of this name that take nothing.
    private func functions(_ name: String) -> [Range<Int>] {
        let definitions = script.tokens.indices.filter { index in
            script.blocks[index] == module && script.token(index + 1)?.isWord(name) == true
                && (script.tokens[index].isWord("def") || script.tokens[index].isWord("defp"))
        }
        return definitions.prefix(Self.mostCandidates).compactMap { definition in
            var next = definition + 2
            if script.isNext(["(", ")"], at: next) { next += 2 }
            if let end = script.ends[next] { return next + 1..<end }
            guard script.isNext([",", "do", ":"], at: next) else { return nil }
            let body = script.expression(from: next + 3)
            return body.isEmpty ? nil : body
        }
    }

    private func find(_ range: Range<Int>, key: String, body: Range<Int>, steps: Int) throws -> Find {
        guard let first = script.token(range.lowerBound), !range.isEmpty, steps < Self.longestWay else {
            throw computed(key, at: range.lowerBound)
        }
        if range.count == 1, script.plainString(first) != nil {
            return Find(file: script.file, range: first.content, located: script.code.located(first), key: key)
        }
        if range.count == 2, first.isMark("@") {
            let name = script.tokens[range.upperBound - 1].text
            return try find(attribute(name), key: "@" + name, body: body, steps: steps + 1)
        }
        if first.kind == .word,
            range.count == 1 || (range.count == 3 && script.isNext(["(", ")"], at: range.lowerBound + 1))
        {
            return try named(first.text, at: range.lowerBound, body: body, steps: steps + 1)
        }
        return try fileRead(in: range) ?? { throw computed(key, at: range.lowerBound) }()
    }

    /// The value that the module gives an attribute.
    private func attribute(_ name: String) throws -> Range<Int> {
        let settings = script.tokens.indices.filter { index in
            guard script.blocks[index] == module, script.isNext(["@", name], at: index),
                let value = script.token(index + 2), !value.startsLine
            else { return false }
            return value.kind != .mark || ["@", "(", "[", "{"].contains(value.text)
        }
        guard let setting = settings.first else { throw computed("@" + name, at: module) }
        guard settings.count == 1 else { throw several("@" + name, settings) }
        return script.expression(from: setting + 2)
    }

    /// What a variable of the function is given, or else what the module's function of this name says.
    private func named(_ name: String, at index: Int, body: Range<Int>, steps: Int) throws -> Find {
        let assignments = body.filter { index in
            script.isNext([name, "="], at: index) && script.token(index + 2)?.isMark("=") == false
        }
        let values =
            assignments.isEmpty
            ? functions(name) : assignments.prefix(Self.mostCandidates).map { script.expression(from: $0 + 2) }
        guard let value = values.first else { throw computed(name, at: index) }
        guard values.count == 1 else { throw several(name, values.map(\.lowerBound)) }
        return try find(value, key: name, body: value, steps: steps)
    }

    /// `String.trim(File.read!("VERSION"))` and its like.
    private func fileRead(in range: Range<Int>) throws -> Find? {
        let isRead = range.contains { index in
            ["read", "read!"].contains { script.isNext(["File", ".", $0], at: index) }
        }
        let strings = range.map { script.tokens[$0] }.filter(\.isString)
        let parts = strings.compactMap(script.plainString)
        guard isRead, !parts.isEmpty, parts.count == strings.count,
            let file = script.file.sibling(parts.joined(separator: "/")),
            let text = try document.read(file)
        else { return nil }
        let said = try VersionFileSource.parts(of: text, file: file)
        let located = LocatedVersion(text: said.text, place: said.place)
        return Find(file: file, range: said.range, located: located, key: file.string)
    }

    private func several(_ name: String, _ indices: [Int]) -> RelctlError {
        let tokens = indices.prefix(Self.mostCandidates).compactMap { script.token($0) }
        return VersionSourceError.several(name, in: script.file.string, at: script.code.places(of: tokens))
    }

    private func computed(_ key: String, at index: Int) -> RelctlError {
        script.code.computed(key, at: script.tokens[min(index, script.tokens.count - 1)])
    }
}
