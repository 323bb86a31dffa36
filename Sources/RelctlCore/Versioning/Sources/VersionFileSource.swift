/// Reads a file whose only line is the version.
struct VersionFileSource: VersionSource {
    let fileNames = ["VERSION", "VERSION.txt"]

    func version(in document: VersionDocument) throws -> LocatedVersion {
        let text =
            document.text.hasPrefix("\u{FEFF}") ? String(document.text.unicodeScalars.dropFirst()) : document.text
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        if lines.count > 1, lines.last == "" { lines.removeLast() }
        let place = SourcePlace(file: document.file.string, line: 1, column: 1)
        guard lines.count == 1 else {
            throw RelctlError(
                "`\(document.file)` has \(lines.count) lines where one line with the version is expected",
                code: .configurationInvalid,
                place: place
            )
        }
        guard !lines[0].allSatisfy(\.isWhitespace) else {
            throw RelctlError("`\(document.file)` says no version: it is empty", code: .versionAbsent, place: place)
        }
        return LocatedVersion(text: String(lines[0]), place: place)
    }
}
