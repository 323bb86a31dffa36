/// Reads and changes a file whose only line is the version.
///
/// A byte order mark, white space and blank lines round it stay, and so does a `v` before it, which is not taken for a
/// part of the version.
struct VersionFileSource: VersionSource {
    let fileNames = ["VERSION", "VERSION.txt"]

    func version(in document: VersionDocument) throws -> LocatedVersion {
        let parts = try Self.parts(of: document.text, file: document.file)
        return LocatedVersion(text: parts.text, place: parts.place)
    }

    func edits(to version: Version, in document: VersionDocument) throws -> [VersionEdit] {
        let range = try Self.parts(of: document.text, file: document.file).range
        return [VersionEdit(file: document.file, range: range, replacement: spelling(of: version), key: "version")]
    }

    func values(in text: String, of file: RelativePath) throws -> [SourceValue] {
        let parts = try Self.parts(of: text, file: file)
        return [
            SourceValue(path: "prefix", text: parts.prefix.isEmpty ? "" : "v", range: parts.prefix),
            SourceValue(path: "version", text: parts.text, range: parts.range),
        ].filter { !$0.range.isEmpty }
    }

    /// What such a file is made of.
    struct Parts {
        /// The bytes of a `v` that stands before the version.
        let prefix: Range<Int>
        /// The version as the file has it.
        let text: String
        /// Its bytes.
        let range: Range<Int>
        /// Where it begins.
        let place: SourcePlace
    }

    /// Takes such a file apart.
    ///
    /// - Throws: ``RelctlError`` if there is more or less than one line.
    static func parts(of text: String, file: RelativePath) throws -> Parts {
        let bytes = Array(text.utf8)
        var places = SourcePlaces(file: file.string, bytes: bytes)
        let start = bytes.starts(with: SourcePlaces.byteOrderMark) ? SourcePlaces.byteOrderMark.count : 0
        let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = bytes[start...].firstIndex(where: { !isBlank($0) }),
            let last = bytes.lastIndex(where: { !isBlank($0) })
        else {
            let place = places.place(at: start)
            throw RelctlError("`\(file)` says no version: it is empty", code: .versionAbsent, place: place)
        }
        let lines = bytes[first...last].split { $0 == 0x0A || $0 == 0x0D }.filter { !$0.allSatisfy(isBlank) }
        guard lines.count == 1 else {
            throw RelctlError(
                "`\(file)` has \(lines.count) lines where one line with the version is expected",
                code: .configurationInvalid,
                place: places.place(at: lines[1].startIndex)
            )
        }
        let hasPrefix = bytes[first] == UInt8(ascii: "v") && first < last && CodeLexer.isDigit(bytes[first + 1])
        let range = (hasPrefix ? first + 1 : first)..<(last + 1)
        return Parts(
            prefix: first..<range.lowerBound,
            text: String(decoding: bytes[range], as: UTF8.self),
            range: range,
            place: places.place(at: range.lowerBound)
        )
    }
}
