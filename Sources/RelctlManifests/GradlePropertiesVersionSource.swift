/// Reads and changes `version` of gradle.properties, or `VERSION_NAME` where there is no `version`
/// (https://docs.gradle.org/current/userguide/build_environment.html#sec:gradle_configuration_properties).
struct GradlePropertiesVersionSource: VersionSource {
    let fileNames = ["gradle.properties"]

    func version(in document: VersionDocument) throws -> LocatedVersion {
        let text = try PropertiesText(document.text, file: document.file)
        let entry = try entry(in: text, of: document.file)
        return LocatedVersion(text: entry.trimmed, place: text.place(at: entry.range.lowerBound))
    }

    func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        let entry = try entry(in: try PropertiesText(document.text, file: document.file), of: document.file)
        let spelling = spelling(of: version)
        return [VersionEdit(file: document.file, range: entry.trimmedRange, replacement: spelling, key: entry.key)]
    }

    func values(in text: String, of file: RelativePath) throws -> [SourceValue] {
        try PropertiesText(text, file: file).entries.enumerated().map { index, entry in
            SourceValue(path: "property \(index + 1): \(entry.key)", text: entry.value, range: entry.range)
        }
    }

    private func entry(in text: PropertiesText, of file: RelativePath) throws -> PropertiesText.Entry {
        for key in ["version", "VERSION_NAME"] {
            let found = text.entries.filter { $0.key.utf8.elementsEqual(key.utf8) }
            guard let first = found.first else { continue }
            guard found.count == 1 else {
                throw RelctlError(
                    "`\(file)` says `\(key)` \(found.count) times, of which only the last one counts",
                    code: .configurationInvalid,
                    place: text.place(at: found[1].range.lowerBound),
                    hints: ["the first one is at \(text.place(at: first.range.lowerBound)); take out all but one"]
                )
            }
            guard !first.trimmed.isEmpty else {
                throw RelctlError(
                    "`\(file)` says no version: `\(key)` is empty",
                    code: .versionAbsent,
                    place: text.place(at: first.range.lowerBound)
                )
            }
            return first
        }
        throw VersionSourceError.absent("version", in: file.string, at: nil)
    }
}
