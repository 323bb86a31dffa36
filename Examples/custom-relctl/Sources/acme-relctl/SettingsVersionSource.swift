import RelctlCore

/// Reads and changes `version` in project.settings, whose lines are `KEY=VALUE`.
struct SettingsVersionSource: VersionSource {
    let fileNames = ["project.settings"]

    func version(in document: VersionDocument) throws -> LocatedVersion {
        let range = try place(in: document)
        let line = document.text.utf8.prefix(range.lowerBound).filter { $0 == UInt8(ascii: "\n") }.count + 1
        return LocatedVersion(
            text: text(of: range, in: document.text),
            place: SourcePlace(file: document.file.string, line: line, column: "version=".count + 1)
        )
    }

    func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        let range = try place(in: document)
        return [VersionEdit(file: document.file, range: range, replacement: spelling(of: version), key: "version")]
    }

    func values(in text: String, of file: RelativePath) throws -> [SourceValue] {
        entries(in: text).enumerated().map { index, entry in
            SourceValue(path: "\(index): \(entry.key)", text: self.text(of: entry.range, in: text), range: entry.range)
        }
    }

    /// The bytes of the version.
    private func place(in document: VersionDocument) throws -> Range<Int> {
        let found = entries(in: document.text).filter { $0.key == "version" }
        guard found.count == 1 else {
            throw RelctlError(
                "`\(document.file.string)` says `version` \(found.count) times",
                code: found.isEmpty ? RelctlError.Code(name: "version.absent", exitCode: 65) : .configurationInvalid
            )
        }
        return found[0].range
    }

    /// The keys, each with the bytes of its value.
    private func entries(in text: String) -> [(key: String, range: Range<Int>)] {
        var entries: [(key: String, range: Range<Int>)] = []
        var start = 0
        for line in text.utf8.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let key = line.prefix { $0 != UInt8(ascii: "=") }
            let end = start + line.count
            if key.count < line.count {
                entries.append((String(decoding: key, as: UTF8.self), start + key.count + 1..<end))
            }
            start = end + 1
        }
        return entries
    }

    private func text(of range: Range<Int>, in text: String) -> String {
        String(decoding: Array(text.utf8)[range], as: UTF8.self)
    }
}
