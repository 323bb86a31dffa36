/// What stands round elements: the declaration, comments, processing instructions, the document type.
extension XMLReader {
    /// `<?xml version="1.0" encoding="UTF-8"?>` (XML 1.0, section 2.8).
    mutating func declaration() throws(RelctlError) {
        let start = position
        position += 5
        var known = ["version", "encoding", "standalone"][...]
        while true {
            let end = position
            skipBlanks()
            if looksAt("?>") { break }
            guard position > end else { throw problem("a blank or `?>` is expected, not \(found())", at: end) }
            let nameStart = position
            let name = try name()
            guard let index = known.firstIndex(of: name), name == "version" || known.first != "version" else {
                throw problem("`\(name)` does not belong there in an XML declaration", at: nameStart)
            }
            known = known[(index + 1)...]
            let range = try quoted(after: "`\(name)`")
            try check(name, String(decoding: bytes[range], as: UTF8.self), at: range.lowerBound)
        }
        guard known.first != "version" else { throw problem("the XML declaration says no `version`", at: start) }
        position += 2
    }

    private mutating func check(_ name: String, _ value: String, at offset: Int) throws(RelctlError) {
        switch name {
        case "version":
            guard value == "1.0" || value == "1.1" else {
                throw problem("`\(value)` is no version of XML that relctl reads", at: offset)
            }
        case "encoding":
            // Encodings that are ASCII where all bytes are.
            let isASCII = ["us-ascii", "iso-8859-1", "iso-8859-15", "windows-1252"].contains(value.lowercased())
            guard value.lowercased() == "utf-8" || (isASCII && bytes.allSatisfy { $0 < 0x80 }) else {
                throw problem("the encoding `\(value)` is not read: relctl reads XML in UTF-8", at: offset)
            }
        default:
            guard value == "yes" || value == "no" else {
                throw problem("`standalone` is `yes` or `no`, not `\(value)`", at: offset)
            }
        }
    }

    /// Goes past a comment, a processing instruction or the document type.
    mutating func skipMarkup() throws(RelctlError) {
        if looksAt("<!--") { return try skipComment() }
        if looksAt("<?") { return try skipInstruction() }
        guard looksAt("<!DOCTYPE"), isBlank(position + 9) else {
            throw problem("`<!` begins nothing that may stand here", at: position)
        }
        try skipDocumentType()
    }

    private mutating func skipComment() throws(RelctlError) {
        guard let end = firstIndex(of: "--", from: position + 4) else {
            throw problem("the comment is not closed by `-->`", at: position)
        }
        position = end + 2
        guard byte() == UInt8(ascii: ">") else { throw problem("`--` may not stand in a comment", at: end) }
        position += 1
    }

    private mutating func skipInstruction() throws(RelctlError) {
        let start = position
        position += 2
        let target = try name()
        guard target.lowercased() != "xml" else {
            throw problem("an XML declaration may only stand at the very start", at: start)
        }
        guard looksAt("?>") || isBlank(position), let end = firstIndex(of: "?>", from: position) else {
            throw problem("`<?\(target)` is not closed by `?>`", at: start)
        }
        position = end + 2
    }

    /// `<!DOCTYPE name PUBLIC "…" "…">`; what it names is not read.
    private mutating func skipDocumentType() throws(RelctlError) {
        let start = position
        guard isBeforeRoot, !hasDocumentType else {
            throw problem("a document type may stand once, before the root element", at: start)
        }
        hasDocumentType = true
        position += 9
        skipBlanks()
        _ = try name()
        skipBlanks()
        if looksAt("PUBLIC") || looksAt("SYSTEM") {
            let literals = looksAt("PUBLIC") ? 2 : 1
            position += 6
            for _ in 0..<literals {
                skipBlanks()
                _ = try literal()
            }
            skipBlanks()
        }
        guard byte() != UInt8(ascii: "[") else {
            throw problem("declarations of entities and others in the document type are not read", at: position)
        }
        guard byte() == UInt8(ascii: ">") else { throw problem("`>` is expected, not \(found())", at: position) }
        position += 1
    }
}
