/// Follows what a Ruby program says for a version to the text that says it: through variables, constants, the files
/// that it requires and those that it reads.
struct RubyVersionSearch {
    /// Reads files below the project's folder.
    let document: VersionDocument

    /// A version's text, and where it stands.
    struct Find: Sendable, Equatable {
        var file: RelativePath
        /// The bytes of the text in its file, without quotes.
        var range: Range<Int>
        var text: String
        var place: SourcePlace
        /// What it is called there, such as `Foo::VERSION`.
        var key: String
    }

    /// Variables, constants and files that lead on to others; more are taken for a circle.
    private static let longestWay = 8
    /// Files that are looked through for a constant.
    private static let mostFiles = 64

    /// The version that the expression of these tokens says.
    ///
    /// - Throws: ``RelctlError`` with the place where it cannot be followed any further.
    func find(_ range: Range<Int>, key: String, in script: RubyScript, steps: Int = 0) throws -> Find {
        let start = range.lowerBound
        guard steps < Self.longestWay else { throw computed(key, at: start, in: script) }
        switch script.value(of: range) {
        case .text(let token):
            let located = script.code.located(token)
            return Find(file: script.file, range: token.content, text: token.text, place: located.place, key: key)
        case .variable(let name):
            let values = script.assignments(to: name)
            guard let value = values.first else { throw computed(key, at: start, in: script) }
            guard values.count == 1 else { throw several(name, values, in: script) }
            return try find(script.expression(from: value), key: name, in: script, steps: steps + 1)
        case .constant(let path):
            guard let (script, constant) = try definition(of: path, from: script) else {
                throw computed(key, at: start, in: script)
            }
            let name = constant.path.joined(separator: "::")
            return try find(script.expression(from: constant.value), key: name, in: script, steps: steps + 1)
        case .file(let paths, let isCut):
            guard let found = try read(paths), let find = try find(in: found, isCut: isCut, steps: steps + 1) else {
                throw computed(key, at: start, in: script)
            }
            return find
        case .computed: throw computed(key, at: start, in: script)
        }
    }

    /// The version of a file that is not itself a specification: its only constant `VERSION`.
    func findConstant(in script: RubyScript, steps: Int = 0) throws -> Find {
        let constants = ["VERSION", "Version"].lazy.map { script.constants(named: $0) }.first { !$0.isEmpty } ?? []
        guard let constant = constants.first else {
            throw VersionSourceError.absent("VERSION", in: script.file.string, at: nil)
        }
        guard constants.count == 1 else { throw several("VERSION", constants.map(\.value), in: script) }
        let name = constant.path.joined(separator: "::")
        return try find(script.expression(from: constant.value), key: name, in: script, steps: steps)
    }

    private func find(in found: (file: RelativePath, text: String), isCut: Bool, steps: Int) throws -> Find? {
        if found.file.lastComponent.hasSuffix(".rb") {
            return try findConstant(in: RubyScript(found.text, file: found.file), steps: steps)
        }
        guard !isCut else { return nil }
        let parts = try VersionFileSource.parts(of: found.text, file: found.file)
        return Find(
            file: found.file,
            range: parts.range,
            text: parts.text,
            place: parts.place,
            key: found.file.string
        )
    }

    /// Where a constant is defined: in the program itself, or in one that it requires, at first or second hand.
    private func definition(
        of path: [String],
        from script: RubyScript
    ) throws -> (script: RubyScript, constant: RubyScript.Constant)? {
        guard let name = path.last else { return nil }
        var waiting = [script]
        var known: Set<RelativePath> = [script.file]
        var next = 0
        while next < waiting.count {
            let script = waiting[next]
            next += 1
            let constants = script.constants(named: name)
            let exact = constants.filter { $0.path == path }
            let fitting = exact.isEmpty ? constants.filter { Self.fits($0.path, path) } : exact
            guard fitting.count < 2 else { throw several(name, fitting.map(\.value), in: script) }
            if let constant = fitting.first { return (script, constant) }
            for paths in script.requiredFiles() where known.count < Self.mostFiles {
                guard let found = try read(paths), known.insert(found.file).inserted else { continue }
                // A file that cannot be read as Ruby is none that a version is looked for in.
                if let script = try? RubyScript(found.text, file: found.file) { waiting.append(script) }
            }
        }
        return nil
    }

    /// Whether one of two paths of names is the end of the other.
    private static func fits(_ left: [String], _ right: [String]) -> Bool {
        zip(left.reversed(), right.reversed()).allSatisfy { $0 == $1 }
    }

    private func read(_ paths: [RelativePath]) throws -> (file: RelativePath, text: String)? {
        for path in paths {
            if path == document.file { return (path, document.text) }
            if let text = try document.read(path) { return (path, text) }
        }
        return nil
    }

    /// An error for a name that several places give a value.
    func several(_ name: String, _ values: [Int], in script: RubyScript) -> RelctlError {
        let tokens = values.prefix(RubyScript.mostCandidates).compactMap { script.token($0) }
        return VersionSourceError.several(name, in: script.file.string, at: script.code.places(of: tokens))
    }

    private func computed(_ key: String, at index: Int, in script: RubyScript) -> RelctlError {
        guard let token = script.token(index) ?? script.tokens.last else {
            return VersionSourceError.absent(key, in: script.file.string, at: nil)
        }
        return script.code.computed(key, at: token)
    }
}
