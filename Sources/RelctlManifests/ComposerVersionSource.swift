/// Reads and changes `version` of composer.json (https://getcomposer.org/doc/04-schema.md#version).
///
/// composer.lock holds a digest of composer.json, version included, by which Composer knows a lock that is out of date.
/// A digest that is right is renewed; one that is not stays, so that what was out of date does not seem up to date.
package struct ComposerVersionSource: VersionSource {
    package let fileNames = ["composer.json"]

    /// Creates the source.
    package init() {}

    package func version(in document: VersionDocument) throws -> LocatedVersion {
        let node = try node(in: document)
        return LocatedVersion(text: node.text ?? "", place: node.place)
    }

    package func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        let node = try node(in: document)
        // Composer reads a `v` in front, and drops it.
        let mark = node.text?.utf8.first == UInt8(ascii: "v") ? "v" : ""
        let spelling = mark + spelling(of: version)
        guard let edit = node.edit(saying: spelling, in: document.file, key: "version") else { return [] }
        return [edit] + (try digestEdits(after: edit, in: document))
    }

    package func meaning(of text: String) -> Version? {
        try? Version(text.utf8.first == UInt8(ascii: "v") ? text.dropFirst() : text[...])
    }

    package func values(in text: String, of file: RelativePath) throws -> [SourceValue] {
        try SourceNode.json(text, file: file).values
    }

    private func node(in document: VersionDocument) throws -> SourceNode {
        let root = try SourceNode.json(document.text, file: document.file)
        guard case .table = root.content else {
            throw RelctlError(
                "`\(document.file)` is \(root.kind), not an object",
                code: .configurationInvalid,
                place: root.place
            )
        }
        guard let node = try root.only("version") else {
            throw VersionSourceError.absent(
                "version",
                in: document.file.string,
                at: root.place,
                hints: ["Composer takes it from tags; with `manifests: []` relctl does so too"]
            )
        }
        guard node.text != nil else { throw VersionSourceError.notText("version", node.kind, at: node.place) }
        return node
    }

    /// What changes in composer.lock when `edit` is made.
    private func digestEdits(after edit: VersionEdit, in document: VersionDocument) throws -> [VersionEdit] {
        let file = try document.folder.file("composer.lock")
        guard let text = try document.read(file) else { return [] }
        let lock = try SourceNode.json(text, file: file)
        let old = Array(document.text.utf8)
        let new = old[..<edit.range.lowerBound] + edit.replacement.utf8 + old[edit.range.upperBound...]
        let digests: [(key: String, make: ([UInt8]) -> String?)] = [
            ("content-hash", ComposerDigest.ofContent), ("hash", ComposerDigest.ofFile),
        ]
        return try digests.compactMap { key, make in
            guard let node = try lock.only(key), let said = node.text, let right = make(old),
                said.equalsBytewise(right), let renewed = make(Array(new))
            else { return nil }
            return node.edit(saying: renewed, in: file, key: key)
        }
    }
}
