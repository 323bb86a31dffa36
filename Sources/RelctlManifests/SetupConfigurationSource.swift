/// Reads and changes `[metadata] version` of setup.cfg
/// (https://setuptools.pypa.io/en/latest/userguide/declarative_config.html).
package struct SetupConfigurationSource: VersionSource {
    package let fileNames = ["setup.cfg"]

    /// Creates the source.
    package init() {}

    package func version(in document: VersionDocument) throws -> LocatedVersion {
        let node = try Self.version(in: document)
        return LocatedVersion(text: node.text ?? "", place: node.place)
    }

    package func spelling(of version: Version) -> String { PythonVersionSource().spelling(of: version) }

    package func meaning(of text: String) -> Version? { PythonVersion.meaning(of: text) }

    package func values(in text: String, of file: RelativePath) throws -> [SourceValue] {
        try INIParser.parse(text, file: file.string).values
    }

    package func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        let key = "metadata.version"
        let node = try Self.version(in: document)
        let text = node.text ?? ""
        guard PythonVersion(text) != nil else {
            // A comment after a value is part of it, which would vanish.
            throw RelctlError(
                "`\(key)` is `\(text)`, which is no version",
                code: .configurationInvalid,
                place: node.place
            )
        }
        guard !agrees(text, with: version) else { return [] }
        let new = try PythonVersionSource.spelling(of: version, for: key, in: document.file, at: node.place)
        return [VersionEdit(file: document.file, range: node.range, replacement: new, key: key)]
    }

    private static func version(in document: VersionDocument) throws -> SourceNode {
        let root = try INIParser.parse(document.text, file: document.file.string)
        let metadata = root["metadata"]
        // setuptools takes options there in any case.
        let versions = (metadata?.members ?? []).filter { $0.key.lowercased() == "version" }
        guard let version = versions.first?.node, let text = version.text, !text.isEmpty else {
            throw VersionSourceError.absent("metadata.version", in: document.file.string, at: metadata?.place)
        }
        guard versions.count == 1 else {
            throw RelctlError(
                "`metadata.version` comes twice, as `\(versions[0].key)` and `\(versions[1].key)`",
                code: .configurationInvalid,
                place: versions[1].node.place
            )
        }
        guard let dynamic = PythonDynamicVersion(setupValue: text) else { return version }
        throw RelctlError(
            "`\(document.file)` says no version: `metadata.version` is `\(text)`",
            code: .versionComputed,
            place: version.place,
            hints: [dynamic.hint]
        )
    }
}

extension PythonDynamicVersion {
    /// Reads `attr: pkg.VERSION` and `file: VERSION`; nothing for any other value.
    fileprivate init?(setupValue text: String) {
        func rest(after mark: String) -> String? {
            guard text.hasPrefix(mark) else { return nil }
            return String(text.dropFirst(mark.count).drop(while: \.isWhitespace))
        }
        if let attribute = rest(after: "attr:") {
            self = .attribute(attribute)
        } else if let file = rest(after: "file:") {
            self = .file(file)
        } else {
            return nil
        }
    }
}
