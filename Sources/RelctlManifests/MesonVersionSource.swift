/// Reads and changes the version in meson.build, `project('name', 'c', version: '1.2.3')`
/// (https://mesonbuild.com/Reference-manual_functions.html#project), or in the only line of the file where it is
/// `files('VERSION')`.
struct MesonVersionSource: VersionSource {
    let fileNames = ["meson.build"]

    func version(in document: VersionDocument) throws -> LocatedVersion {
        let text = try CodeText(document.text, file: document.file, language: .meson)
        switch try Self.version(in: text) {
        case .text(let token): return try text.agreed([token])
        case .file(let token):
            return try VersionFileSource().version(in: Self.document(named: token, in: text, beside: document))
        }
    }

    func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        let text = try CodeText(document.text, file: document.file, language: .meson)
        switch try Self.version(in: text) {
        case .text(let token):
            _ = try text.agreed([token])
            return [text.edit(token, to: spelling(of: version))]
        case .file(let token):
            let file = try Self.document(named: token, in: text, beside: document)
            return try VersionFileSource().edits(to: version, in: file)
        }
    }

    func values(in text: String, of file: RelativePath) throws -> [SourceValue] {
        // The other file that is changed has one line, which never reads as a call.
        if let code = try? CodeText(text, file: file, language: .meson), code.tokens.count > 1,
            code.tokens[0].isWord("project"), code.tokens[1].isMark("(")
        {
            return code.values
        }
        return try VersionFileSource().values(in: text, of: file)
    }

    /// What says the version.
    private enum Value {
        /// This text.
        case text(CodeToken)
        /// The file that this text names, from the manifest's folder.
        case file(CodeToken)
    }

    private static func version(in text: CodeText) throws -> Value {
        let partners = try text.partners()
        // `project(…)` is the first statement of a build, or there is none: the file is one of a folder below.
        guard let call = text.calls(of: "project", partners).first, call == 1 else {
            throw VersionSourceError.absent("project(…)", in: text.file.string, at: nil)
        }
        guard let value = try text.argument("version", ":", from: call, partners), let index = value.first else {
            throw VersionSourceError.absent("version", in: text.file.string, at: text.place(of: text.tokens[0]))
        }
        let tokens = Array(text.tokens[value])
        if tokens.count == 1, tokens[0].plainString != nil { return .text(tokens[0]) }
        let names = tokens.filter(\.isString)
        let words = tokens.filter { $0.kind != .string(CodeToken.StringTraits()) }.map(\.text)
        let isFile = [["files", "(", ")"], ["files", "(", "[", "]", ")"]].contains(words)
        guard isFile, names.count == 1 else { throw text.computed("version", at: text.tokens[index]) }
        return .file(names[0])
    }

    /// The file that holds the version.
    private static func document(
        named name: CodeToken,
        in text: CodeText,
        beside document: VersionDocument
    ) throws -> VersionDocument {
        var other = document
        let place = text.place(of: name)
        do {
            let file = try RelativePath(name.text)
            other.file = document.file.parent.map { $0.appending(file) } ?? file
        } catch {
            throw RelctlError("cannot read the version from `\(name.text)`", place: place, causes: [error])
        }
        guard let content = try document.read(other.file) else {
            throw RelctlError("cannot read the version from `\(other.file)`: there is no such file", place: place)
        }
        other.text = content
        return other
    }
}
