/// Reads well-formed XML 1.0 (https://www.w3.org/TR/xml/) without validating it: what project files such as pom.xml
/// and App.csproj are written in.
///
/// Nothing outside the text is ever read. A document type declaration may name an external subset, which is not
/// looked at; an internal subset, where entities are declared, is an error, as is every reference that is not
/// predefined or numeric. Encodings other than UTF-8 are errors, unless all bytes are ASCII and mean the same.
package enum XMLParser {
    /// How many elements may stand inside one another.
    package static let maximumDepth = 200
    /// How many bytes a name may have.
    package static let maximumNameLength = 1000

    /// Parses a whole text.
    ///
    /// - Returns: The root element.
    /// - Throws: ``RelctlError`` with the place of the first thing that is wrong or not understood.
    package static func parse(_ text: String, file: String) throws(RelctlError) -> XMLElement {
        var reader = XMLReader(bytes: Array(text.utf8), file: file)
        return try reader.document()
    }
}

/// One pass over the bytes of an XML text: elements; other markup and references have files of their own.
struct XMLReader {
    let bytes: [UInt8]
    var position = 0
    var hasDocumentType = false
    var isBeforeRoot: Bool { root == nil && open.isEmpty }
    private var places: SourcePlaces
    /// The elements that are not closed, outermost first.
    private var open: [XMLElement] = []
    private var root: XMLElement?

    init(bytes: [UInt8], file: String) {
        self.bytes = bytes
        places = SourcePlaces(file: file, bytes: bytes)
    }

    mutating func document() throws(RelctlError) -> XMLElement {
        try checkCharacters()
        if bytes.starts(with: SourcePlaces.byteOrderMark) { position = SourcePlaces.byteOrderMark.count }
        if looksAt("<?xml"), isBlank(position + 5) { try declaration() }
        while position < bytes.count {
            switch byte() {
            case UInt8(ascii: "<") where looksAt("</"): try endTag()
            case UInt8(ascii: "<") where looksAt("<![CDATA["): try characterData()
            case UInt8(ascii: "<") where looksAt("<!") || looksAt("<?"): try skipMarkup()
            case UInt8(ascii: "<"): try startTag()
            default:
                let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
                try addRun(position..<end, isLiteral: false)
                position = end
            }
        }
        if let unclosed = open.last { throw problem("`<\(unclosed.name)>` is not closed", at: unclosed.place) }
        guard let root else { throw problem("the file holds no element", at: bytes.count) }
        return root
    }

    private mutating func startTag() throws(RelctlError) {
        let start = position
        position += 1
        let name = try name()
        let place = place(at: start)
        guard isBeforeRoot || !open.isEmpty else {
            throw problem("`<\(name)>` stands after the root element", at: start)
        }
        guard open.count < XMLParser.maximumDepth else {
            throw problem("more than \(XMLParser.maximumDepth) elements stand inside one another", at: start)
        }
        let attributes = try attributes(of: name)
        let isEmptyTag = byte() == UInt8(ascii: "/")
        position += isEmptyTag ? 1 : 0
        guard byte() == UInt8(ascii: ">") else { throw problem("`>` is expected, not \(found())", at: position) }
        position += 1
        var element = XMLElement(name: name, place: place, range: position..<position, isEmptyTag: isEmptyTag)
        element.attributes = attributes
        if isEmptyTag { close(element) } else { open.append(element) }
    }

    private mutating func attributes(of element: String) throws(RelctlError) -> [XMLElement.Attribute] {
        var attributes: [XMLElement.Attribute] = []
        var names: Set<[UInt8]> = []
        while true {
            let end = position
            skipBlanks()
            guard let next = byte() else { throw problem("`<\(element)` is not closed by `>`", at: end) }
            guard next != UInt8(ascii: ">"), next != UInt8(ascii: "/") else { return attributes }
            guard position > end else { throw problem("a blank is expected, not \(found())", at: end) }
            let start = position
            let name = try name()
            guard names.insert(Array(name.utf8)).inserted else {
                throw problem("the attribute `\(name)` is there twice", at: start)
            }
            let range = try quoted(after: "the attribute `\(name)`")
            let place = place(at: range.lowerBound)
            if let bracket = bytes[range].firstIndex(of: UInt8(ascii: "<")) {
                throw problem("`<` may not stand in an attribute", at: bracket)
            }
            let value = try replacingReferences(range)
            attributes.append(XMLElement.Attribute(name: name, value: value, place: place, range: range))
        }
    }

    private mutating func endTag() throws(RelctlError) {
        let start = position
        position += 2
        let name = try name()
        skipBlanks()
        guard byte() == UInt8(ascii: ">") else { throw problem("`>` is expected, not \(found())", at: position) }
        position += 1
        guard var element = open.popLast() else { throw problem("`</\(name)>` closes nothing", at: start) }
        guard element.name.utf8.elementsEqual(name.utf8) else {
            throw problem("`</\(name)>` stands where `</\(element.name)>` is expected", at: start)
        }
        element.range = element.range.lowerBound..<start
        close(element)
    }

    private mutating func close(_ element: XMLElement) {
        if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    }

    /// `<![CDATA[…]]>` (XML 1.0, section 2.7).
    private mutating func characterData() throws(RelctlError) {
        let start = position + 9
        guard let end = firstIndex(of: "]]>", from: start) else {
            throw problem("the CDATA section is not closed by `]]>`", at: position)
        }
        guard !open.isEmpty else { throw problem("a text stands outside the root element", at: position) }
        try addRun(start..<end, isLiteral: true)
        position = end + 3
    }

    /// Adds a text to the innermost element, unless it is blank.
    private mutating func addRun(_ range: Range<Int>, isLiteral: Bool) throws(RelctlError) {
        if !isLiteral, let end = firstIndex(of: "]]>", from: range.lowerBound, to: range.upperBound) {
            throw problem("`]]>` may not stand in a text", at: end)
        }
        let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = bytes[range].firstIndex(where: { !isBlank($0) }),
            let last = bytes[range].lastIndex(where: { !isBlank($0) })
        else { return }
        let place = place(at: first)
        guard !open.isEmpty else { throw problem("a text stands outside the root element", at: first) }
        let text = isLiteral ? literal(first..<last + 1) : try replacingReferences(first..<last + 1)
        open[open.count - 1].runs.append(XMLElement.Run(text: text, place: place, range: first..<last + 1))
    }

    mutating func place(at offset: Int) -> SourcePlace { places.place(at: offset) }

    mutating func problem(_ message: String, at offset: Int) -> RelctlError {
        problem(message, at: place(at: offset))
    }

    private func problem(_ message: String, at place: SourcePlace) -> RelctlError {
        RelctlError(message, code: .configurationInvalid, place: place)
    }
}
