/// A way to places of a file that hold a text, any text, and nothing else; what changes versions of manifests changes
/// these too.
package protocol TextSource: VersionSource {
    /// What stands at the places, in their order, with the bytes that say it.
    ///
    /// - Throws: ``RelctlError`` with the place in the file if it cannot be parsed, or the places are not there.
    func texts(in document: VersionDocument) throws -> [SourceText]
}

/// A text at a place of a file.
package struct SourceText: Sendable, Hashable {
    /// What it says.
    package var text: String
    /// Where it begins.
    package var place: SourcePlace
    /// The bytes of the file's UTF-8 text that it covers.
    package var range: Range<Int>
}

/// A text that shall stand at places of a file.
package struct TextWish: Sendable {
    /// The file, and the way to those beside it.
    package var document: VersionDocument
    /// What knows the places.
    package var source: any TextSource
    /// What shall stand there.
    package var value: String

    /// Describes a wish.
    package init(document: VersionDocument, source: any TextSource, value: String) {
        self.document = document
        self.source = source
        self.value = value
    }

    /// What makes it so.
    ///
    /// - Throws: ``RelctlError`` as ``TextSource/texts(in:)`` does.
    func edits(key: String) throws -> [VersionEdit] {
        try source.texts(in: document).map { text in
            VersionEdit(file: document.file, range: text.range, replacement: value, key: key)
        }
    }

    /// Makes sure that a changed file says it, as its format reads it.
    ///
    /// - Throws: ``RelctlError`` if it does not.
    func prove(in texts: [RelativePath: String]) throws {
        var document = document
        document.text = texts[document.file] ?? document.text
        for found in try source.texts(in: document) where !found.text.equalsBytewise(value) {
            throw RelctlError(
                "cannot change `\(document.file)`: it would say `\(found.text)`, not `\(value)`",
                code: .editRefused,
                place: found.place,
                hints: ["the value must be written as the file's format writes it"]
            )
        }
    }
}
