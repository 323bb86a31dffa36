/// Reads the part of YAML 1.2.2 (https://yaml.org/spec/1.2.2) that files such as Chart.yaml are written in: one
/// document of block and flow collections, scalars of every style, and comments.
///
/// Other forms are errors, because each could have a meaning that relctl does not see. The article
/// <doc:StructuredManifests> lists them.
enum YAMLParser {
    /// Maximum depth of nested values.
    static let maximumDepth = 100

    /// Parses a whole text.
    ///
    /// - Throws: ``RelctlError`` with the place of the first error, or of the first form that relctl does not read.
    static func parse(_ text: String, file: String) throws(RelctlError) -> SourceNode {
        var reader = YAMLReader(bytes: Array(text.utf8), file: file)
        return try reader.document()
    }
}

/// One pass over the bytes of a YAML text.
///
/// The functions take `parent`, the column of the collection that contains the value; the lines of the value are
/// indented by more spaces. At the top it is -1.
struct YAMLReader {
    let bytes: [UInt8]
    var position: Int
    /// Offset of the first byte after the byte order mark.
    let start: Int
    private var places: SourcePlaces

    init(bytes: [UInt8], file: String) {
        self.bytes = bytes
        start = bytes.starts(with: SourcePlaces.byteOrderMark) ? SourcePlaces.byteOrderMark.count : 0
        position = start
        places = SourcePlaces(file: file, bytes: bytes)
    }

    /// Reads the only document of the text (YAML 1.2.2, section 9).
    mutating func document() throws(RelctlError) -> SourceNode {
        try checkCharacters()
        try skipDocumentEnds()
        if byte() == UInt8(ascii: "%"), isAtStartOfLine { throw unsupported("a directive", at: position) }
        let root: SourceNode
        if isMarker("---") {
            position += 3
            root = try valueAfterIndicator(below: -1, depth: 1)
        } else {
            root = try block(below: -1, depth: 1)
        }
        skipToContent()
        let isAtFurtherDocument = isAtMarker
        try skipDocumentEnds()
        // A document without a value may follow: it changes nothing.
        if isMarker("---") {
            position += 3
            skipToContent()
        }
        guard position == bytes.count else {
            throw isAtFurtherDocument
                ? unsupported("a further document", at: position)
                : problem("\(found()) is not expected here: the value of the document has ended", at: position)
        }
        guard root.content != .absent else { throw problem("the file holds no value", at: start) }
        return root
    }

    /// Goes past blank lines, comments and `...`, after which only a comment may follow on the line.
    private mutating func skipDocumentEnds() throws(RelctlError) {
        skipToContent()
        while isMarker("...") {
            position += 3
            try endOfLine()
            skipToContent()
        }
    }

    mutating func place(at offset: Int) -> SourcePlace { places.place(at: offset) }
}

extension SourceNode {
    /// Reads a YAML text.
    ///
    /// Every scalar is a text, because only its reader knows whether it is more. The range of a text lies between its
    /// quotes; for a block scalar it covers the lines without the first one's indentation.
    ///
    /// - Throws: As ``YAMLParser/parse(_:file:)``.
    package init(yaml text: String, file: String) throws(RelctlError) { self = try YAMLParser.parse(text, file: file) }
}

extension SourceNode.Content {
    /// Nothing after a key or a dash, which YAML calls null.
    static var absent: Self { .other("null") }
}
