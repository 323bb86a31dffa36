/// Reads and changes `version` of a pod's specification (https://guides.cocoapods.org/syntax/podspec.html#version).
///
/// A tag of its source that is written out moves with it if it names the old version, alone or after a prefix as in
/// `v1.2.3`: the pod is fetched by it. What is made of the version, as `"v#{s.version}"`, moves by itself.
struct CocoaPodsVersionSource: VersionSource {
    let fileNames = ["*.podspec", "*.podspec.json"]

    func version(in document: VersionDocument) throws -> LocatedVersion {
        if Self.isJSON(document.file) { return try Self.version(of: Self.json(document), in: document.file) }
        let find = try read(document).find
        return LocatedVersion(text: find.text, place: find.place)
    }

    func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        if Self.isJSON(document.file) { return try editsOfJSON(to: version, in: document) }
        let (specification, find) = try read(document)
        let text = spelling(of: version)
        let edit = VersionEdit(file: find.file, range: find.range, replacement: text, key: find.key)
        return [edit]
            + tags(of: specification, naming: find.text).map {
                VersionEdit(file: document.file, range: $0, replacement: text, key: "source.tag")
            }
    }

    func values(in text: String, of file: RelativePath) throws -> [SourceValue] {
        if Self.isJSON(file) { return try SourceNode.json(text, file: file).values }
        let isRuby = [".podspec", ".rb"].contains { file.lastComponent.hasSuffix($0) }
        if !isRuby { return try VersionFileSource().values(in: text, of: file) }
        return try RubyScript(text, file: file).code.values
    }

    private func read(
        _ document: VersionDocument
    ) throws -> (specification: RubySpecification, find: RubyVersionSearch.Find) {
        let script = try RubyScript(document.text, file: document.file)
        let specification = try RubySpecification(script, names: ["Spec", "Specification"])
        return (specification, try specification.version(by: RubyVersionSearch(document: document)))
    }

    /// The bytes of the old version in the tags that the source names.
    private func tags(of specification: RubySpecification, naming old: String) -> [Range<Int>] {
        let script = specification.script
        return specification.values(of: "source").flatMap { $0 }.compactMap { index in
            let isKey = script.token(index)?.text == "tag"
            guard isKey, let value = Self.value(afterKey: index, in: script), let text = script.plainString(value),
                Self.names(text, old)
            else { return nil }
            return (value.content.upperBound - old.utf8.count)..<value.content.upperBound
        }
    }

    /// The value in `tag: value`, `:tag => value` and `"tag" => value`.
    private static func value(afterKey index: Int, in script: RubyScript) -> CodeToken? {
        if script.isNext(["=", ">"], at: index + 1) { return script.token(index + 3) }
        return script.isNext([":"], at: index + 1) ? script.token(index + 2) : nil
    }

    /// Whether a tag is a version, or one after something that is no part of it.
    private static func names(_ tag: String, _ version: String) -> Bool {
        guard !version.isEmpty, tag.utf8.reversed().starts(with: version.utf8.reversed()) else { return false }
        guard let last = tag.utf8.dropLast(version.utf8.count).last else { return true }
        let isPartOfAnother = CodeLexer.isDigit(last) || last == UInt8(ascii: ".") || last == UInt8(ascii: "+")
        return !isPartOfAnother
    }
}

/// Specifications in JSON, which have the same attributes.
extension CocoaPodsVersionSource {
    private static func isJSON(_ file: RelativePath) -> Bool { file.lastComponent.hasSuffix(".json") }

    private static func json(_ document: VersionDocument) throws -> SourceNode {
        try SourceNode.json(document.text, file: document.file)
    }

    private static func version(of root: SourceNode, in file: RelativePath) throws -> LocatedVersion {
        guard let node = try root.only("version") else {
            throw VersionSourceError.absent("version", in: file.string, at: root.place)
        }
        guard let text = node.text else { throw VersionSourceError.notText("version", node.kind, at: node.place) }
        return LocatedVersion(text: text, place: node.place)
    }

    private func editsOfJSON(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        let root = try Self.json(document)
        let old = try Self.version(of: root, in: document.file).text
        var edits: [VersionEdit] = []
        func add(_ node: SourceNode?, _ key: String) {
            guard let node, let text = node.text, Self.names(text, old), node.range.count == text.utf8.count else {
                return
            }
            edits.append(
                VersionEdit(
                    file: document.file,
                    range: (node.range.upperBound - old.utf8.count)..<node.range.upperBound,
                    replacement: spelling(of: version),
                    key: key
                )
            )
        }
        add(try root.only("version"), "version")
        add(try root.only("source")?.only("tag"), "source.tag")
        guard edits.first?.key == "version" else {
            throw VersionSourceError.notText("version", "a text with escapes", at: root.place)
        }
        return edits
    }
}
