/// Reads JSON (RFC 8259) and JSON5 (https://spec.json5.org) into nodes that know where they stand.
///
/// Beyond the grammars, these are errors: a key that an object has twice (unless it is said what becomes of it), half
/// of a surrogate pair (it is no character that a Swift text can hold), and more than ``maximumDepth`` values inside one
/// another.
package enum JSONParser {
    /// The language of a text.
    package enum Dialect: Sendable, Hashable {
        /// RFC 8259, without any extension; a byte order mark is ignored, as its section 8.1 allows.
        case json
        /// JSON5 1.0.0.
        case json5
    }

    /// How many values may stand inside one another.
    package static let maximumDepth = 200

    /// Parses a whole text.
    ///
    /// - Throws: ``RelctlError`` with the place of the first thing that is wrong.
    package static func parse(_ text: [UInt8], file: String, dialect: Dialect) throws(RelctlError) -> JSONNode {
        var reader = JSONReader(bytes: text, file: file, dialect: dialect)
        return try reader.document()
    }

    /// Parses a whole text in which keys that an object has twice are no reason to stop: the first value counts.
    ///
    /// What is wrong with such keys is added to `duplicates`, also when the text turns out to be wrong.
    ///
    /// - Throws: ``RelctlError`` with the place of the first other thing that is wrong.
    package static func parse(
        _ text: [UInt8],
        file: String,
        dialect: Dialect,
        addingDuplicateKeysTo duplicates: inout [RelctlError]
    ) throws(RelctlError) -> JSONNode {
        var reader = JSONReader(bytes: text, file: file, dialect: dialect)
        reader.duplicates = []
        defer { duplicates += reader.duplicates ?? [] }
        return try reader.document()
    }

    /// Parses a whole text whose objects may have a key several times, as far as JSON itself is concerned: each is
    /// among the members.
    ///
    /// - Throws: ``RelctlError`` with the place of the first thing that is wrong.
    package static func parseKeepingDuplicateKeys(
        _ text: String,
        file: String,
        dialect: Dialect
    ) throws(RelctlError) -> JSONNode {
        var reader = JSONReader(bytes: Array(text.utf8), file: file, dialect: dialect)
        reader.keepsDuplicates = true
        return try reader.document()
    }

    /// Parses a whole text; `range` of its nodes counts UTF-8 bytes.
    ///
    /// - Throws: ``RelctlError`` with the place of the first thing that is wrong.
    package static func parse(_ text: String, file: String, dialect: Dialect) throws(RelctlError) -> JSONNode {
        try parse(Array(text.utf8), file: file, dialect: dialect)
    }
}

/// One pass over the bytes of a JSON text: the values; strings, numbers and blanks have files of their own.
package struct JSONReader {
    let bytes: [UInt8]
    let dialect: JSONParser.Dialect
    var position = 0
    /// What is wrong with keys that are there twice; nothing if the first one ends the reading.
    var duplicates: [RelctlError]?
    /// Whether keys that are there twice are nothing to speak of.
    var keepsDuplicates = false
    private var places: SourcePlaces

    init(bytes: [UInt8], file: String, dialect: JSONParser.Dialect) {
        self.bytes = bytes
        self.dialect = dialect
        places = SourcePlaces(file: file, bytes: bytes)
    }

    mutating func document() throws(RelctlError) -> JSONNode {
        try checkEncoding()
        if bytes.starts(with: SourcePlaces.byteOrderMark) { position = SourcePlaces.byteOrderMark.count }
        try skipBlanks()
        guard position < bytes.count else { throw problem("the file holds no value", at: position) }
        let node = try value(depth: 1)
        try skipBlanks()
        guard position == bytes.count else {
            throw problem("\(found()) stands after the end of the value", at: position)
        }
        return node
    }

    private mutating func value(depth: Int) throws(RelctlError) -> JSONNode {
        let start = position
        let place = places.place(at: start)
        guard depth <= JSONParser.maximumDepth else {
            throw problem("more than \(JSONParser.maximumDepth) values stand inside one another", at: start)
        }
        let value: JSONNode.Value =
            switch byte() {
            case UInt8(ascii: "{"): .object(try members(depth: depth))
            case UInt8(ascii: "["): .array(try elements(depth: depth))
            case UInt8(ascii: "\""), UInt8(ascii: "'"): .string(try string())
            case (UInt8(ascii: "0")...UInt8(ascii: "9"))?, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
                .number(try number())
            default: try word()
            }
        return JSONNode(value: value, place: place, range: start..<position)
    }

    private mutating func members(depth: Int) throws(RelctlError) -> [JSONNode.Member] {
        var members: [JSONNode.Member] = []
        // Compared by bytes: `String` comparison takes canonically equivalent texts for equal.
        var places: [[UInt8]: SourcePlace] = [:]
        let start = position
        position += 1
        while try !closes(with: "}", opened: start, isFirst: members.isEmpty) {
            let keyStart = position
            let keyPlace = self.places.place(at: keyStart)
            let key = try self.key()
            let first = keepsDuplicates ? nil : places[Array(key.utf8)]
            if let first {
                let problem = self.problem("the key `\(key)` is there twice; the first is at \(first)", at: keyStart)
                guard duplicates != nil else { throw problem }
                duplicates?.append(problem)
            } else if !keepsDuplicates {
                places[Array(key.utf8)] = keyPlace
            }
            try skipBlanks()
            guard skip(":") else {
                throw problem("`:` is expected after the key `\(key)`, not \(found())", at: position)
            }
            try skipBlanks()
            let node = try value(depth: depth + 1)
            guard first == nil else { continue }
            members.append(JSONNode.Member(key: key, keyPlace: keyPlace, node: node))
        }
        return members
    }

    private mutating func elements(depth: Int) throws(RelctlError) -> [JSONNode] {
        var elements: [JSONNode] = []
        let start = position
        position += 1
        while try !closes(with: "]", opened: start, isFirst: elements.isEmpty) {
            elements.append(try value(depth: depth + 1))
        }
        return elements
    }

    /// Goes past the comma to the next item, or past the closing bracket.
    private mutating func closes(
        with bracket: Unicode.Scalar,
        opened start: Int,
        isFirst: Bool
    ) throws(RelctlError) -> Bool {
        try skipBlanks()
        if skip(bracket) { return true }
        guard position < bytes.count else {
            throw problem("`\(bracket == "}" ? "{" : "[")` is not closed by `\(bracket)`", at: start)
        }
        guard !isFirst else { return false }
        let comma = position
        guard skip(",") else {
            throw problem("`,` or `\(bracket)` is expected, not \(found())", at: position)
        }
        try skipBlanks()
        guard byte() == UInt8(ascii: bracket) else { return false }
        guard dialect == .json5 else { throw problem("a comma after the last item is not JSON", at: comma) }
        position += 1
        return true
    }

    private mutating func key() throws(RelctlError) -> String {
        switch byte() {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return try string()
        default: break
        }
        let start = position
        if let name = try identifier() {
            guard dialect == .json5 else {
                throw problem("the key `\(name)` is not in double quotes, which JSON wants", at: start)
            }
            return name
        }
        throw problem("a key is expected, not \(found())", at: position)
    }

    /// `true`, `false`, `null`, and JSON5's numbers that are words.
    private mutating func word() throws(RelctlError) -> JSONNode.Value {
        let start = position
        guard let name = try identifier() else { throw problem("a value is expected, not \(found())", at: start) }
        switch String(decoding: bytes[start..<position], as: UTF8.self) {
        case "true": return .flag(true)
        case "false": return .flag(false)
        case "null": return .null
        case "Infinity" where dialect == .json5, "NaN" where dialect == .json5: return .number(name)
        default: throw problem("`\(name)` is not a value", at: start, hints: ["put texts in double quotes"])
        }
    }
}

/// Looking at the text, and saying what is wrong with it.
extension JSONReader {
    /// The byte at the position; nothing at the end.
    func byte() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    /// The character that begins at `offset`, and how many bytes it has; the text is known to be UTF-8.
    func scalar(at offset: Int) -> (scalar: Unicode.Scalar, length: Int)? {
        guard offset < bytes.count else { return nil }
        var decoder = UTF8()
        var rest = bytes[offset...].prefix(4).makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return nil }
        return (scalar, UTF8.width(scalar))
    }

    /// Goes past an ASCII character if it is next.
    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard byte() == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    /// What stands at the position, for messages.
    func found() -> String {
        guard let (scalar, _) = scalar(at: position) else { return "the end of the file" }
        return Self.shown(scalar)
    }

    package static func shown(_ scalar: Unicode.Scalar) -> String {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator,
            .spaceSeparator where scalar != " ":
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        default: return "`\(scalar)`"
        }
    }

    mutating func problem(_ message: String, at offset: Int, hints: [String] = []) -> RelctlError {
        RelctlError(message, code: .configurationInvalid, place: places.place(at: offset), hints: hints)
    }

    private mutating func checkEncoding() throws(RelctlError) {
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        var decoder = UTF8()
        var rest = bytes.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&rest) { offset += UTF8.width(scalar) }
        throw problem("the file is not UTF-8 text from here on", at: offset)
    }
}
