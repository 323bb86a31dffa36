/// Finds the version of a project among the tokens of a program, such as a build script.
protocol TokenVersionSource: VersionSource {
    /// The language that a file is written in.
    func language(of file: RelativePath) -> CodeLanguage

    /// The texts that say the project's version, in their order; at least one.
    ///
    /// - Throws: ``RelctlError`` if there is none, or what there is can be no plain text.
    func versions(in text: CodeText) throws -> [CodeToken]

    /// How a version is written where another one stands.
    func spelling(of version: Version, insteadOf text: String) -> String
}

extension TokenVersionSource {
    func spelling(of version: Version, insteadOf _: String) -> String { spelling(of: version) }

    package func version(in document: VersionDocument) throws -> LocatedVersion {
        let text = try CodeText(document.text, file: document.file, language: language(of: document.file))
        return try text.agreed(versions(in: text))
    }

    func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        let text = try CodeText(document.text, file: document.file, language: language(of: document.file))
        let tokens = try versions(in: text)
        _ = try text.agreed(tokens)
        return tokens.map { text.edit($0, to: spelling(of: version, insteadOf: $0.text)) }
    }

    func values(in text: String, of file: RelativePath) throws -> [SourceValue] {
        try CodeText(text, file: file, language: language(of: file)).values
    }
}

extension CodeText {
    /// What all `versions` say.
    ///
    /// - Throws: ``RelctlError`` with their places if there are none, or they say different things.
    func agreed(_ versions: [CodeToken]) throws(RelctlError) -> LocatedVersion {
        guard let first = versions.first else { throw VersionSourceError.absent("version", in: file.string, at: nil) }
        if let other = versions.first(where: { !$0.text.utf8.elementsEqual(first.text.utf8) }) {
            throw problem(
                "`\(file)` says two versions: `\(first.text)` and `\(other.text)`",
                at: other,
                hints: ["the other one is at \(place(of: first))", "say which counts with `pattern`"]
            )
        }
        guard !first.text.isEmpty else {
            throw RelctlError("`\(file)` says no version: it is empty", code: .versionAbsent, place: place(of: first))
        }
        return located(first)
    }

    /// A change of a token's text, without its quotes.
    func edit(_ token: CodeToken, to replacement: String, key: String = "version") -> VersionEdit {
        VersionEdit(file: file, range: token.content, replacement: replacement, key: key)
    }

    /// A version that only running the program would tell.
    func computed(_ key: String, at token: CodeToken, hints: [String] = []) -> RelctlError {
        RelctlError(
            "`\(file)` says no version: its `\(key)` is not a plain text but computed",
            code: .versionComputed,
            place: place(of: token),
            hints: hints + ["list the file that holds it in `version.manifests`, if need be with `pattern`"]
        )
    }
}
