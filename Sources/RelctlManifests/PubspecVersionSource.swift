/// Reads and changes `version` of pubspec.yaml (https://dart.dev/tools/pub/pubspec#version).
///
/// What follows `+` is Flutter's build number (https://docs.flutter.dev/deployment/android#updating-the-apps-version-number):
/// it says nothing of the version, and rises by one with each new one unless that brings its own. Build metadata that
/// is no number goes, as with every other manifest.
package struct PubspecVersionSource: VersionSource {
    package let fileNames = ["pubspec.yaml"]

    /// Creates the source.
    package init() {}

    package func version(in document: VersionDocument) throws -> LocatedVersion {
        let node = try node(in: document)
        return LocatedVersion(text: node.text ?? "", place: node.place)
    }

    package func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        let node = try node(in: document)
        let replacement = Self.text(for: version, insteadOf: node.text ?? "")
        return [VersionEdit(file: document.file, range: node.range, replacement: replacement, key: "version")]
    }

    package func meaning(of text: String) -> Version? {
        guard (try? Version(text)) != nil else { return nil }
        return try? Version(Self.halves(text).name)
    }

    package func values(in text: String, of file: RelativePath) throws -> [SourceValue] {
        try SourceNode(yaml: text, file: file.string).values
    }

    private func node(in document: VersionDocument) throws -> SourceNode {
        let root = try SourceNode(yaml: document.text, file: document.file.string)
        guard let node = root["version"], node.content != .other("null") else {
            throw VersionSourceError.absent(
                "version",
                in: document.file.string,
                at: root.place,
                hints: ["a package without `version` is private: take it out of `version.manifests`"]
            )
        }
        guard node.text != nil else { throw VersionSourceError.notText("version", node.kind, at: node.place) }
        return node
    }

    /// What stands for the version after `old` did.
    private static func text(for version: Version, insteadOf old: String) -> String {
        let (name, build) = halves(old)
        guard version.build.isEmpty, let build else { return version.description }
        // Said already: the build number must not rise because a command was given twice.
        if name.utf8.elementsEqual(version.description.utf8) { return old }
        guard let next = successor(of: build) else { return version.description }
        return version.description + "+" + next
    }

    private static func halves(_ text: String) -> (name: Substring, build: Substring?) {
        guard let plus = text.utf8.firstIndex(of: UInt8(ascii: "+")) else { return (Substring(text), nil) }
        return (text[..<plus], text[text.utf8.index(after: plus)...])
    }

    /// The number after this one, of any size; nothing if it is none.
    private static func successor(of digits: Substring) -> String? {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let significant = digits.drop { $0 == "0" }
        return (try? Version("0.0.\(significant.isEmpty ? "0" : significant)"))?.nextPatch.patch.digits
    }
}
