/// Reads and changes the version of a Mix project: `version:` of `project` in mix.exs, or the attribute, function,
/// variable or file that it names (https://hexdocs.pm/mix/Mix.Project.html#module-configuration).
struct MixVersionSource: VersionSource {
    let fileNames = ["mix.exs"]

    func version(in document: VersionDocument) throws -> LocatedVersion { try MixProject(document).version().located }

    func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        let find = try MixProject(document).version()
        return [VersionEdit(file: find.file, range: find.range, replacement: spelling(of: version), key: find.key)]
    }

    func values(in text: String, of file: RelativePath) throws -> [SourceValue] {
        if !file.lastComponent.hasSuffix(".exs") { return try VersionFileSource().values(in: text, of: file) }
        return try ElixirScript(text, file: file).code.values
    }
}
