/// Reads the head of an answer line by line, as bounded as a head has to be (RFC 9112, sections 4 and 5).
struct HTTPHeadReader {
    /// How many bytes all heads of an exchange may have, interim ones among them.
    static let limit = 256 << 10

    private var status = 0
    private var fields: [HTTPFields.Field] = []
    private var count = 0

    /// Whether the head of the answer was read to its end; what comes then are the trailers of its body.
    private(set) var isComplete = false

    /// Takes a line with its end.
    ///
    /// - Returns: Status and fields, at the end of the head of an answer that is not an interim one.
    /// - Throws: ``HTTPFailure`` for what is no head.
    mutating func take(_ line: UnsafeRawBufferPointer) throws(HTTPFailure) -> (status: Int, fields: HTTPFields)? {
        count += line.count
        guard count <= Self.limit else {
            throw HTTPFailure(.malformedAnswer, "the answer's head is larger than \(Self.limit) bytes")
        }
        guard !isComplete else { return nil }
        let text = String(decoding: line.prefix { $0 != 0x0d && $0 != 0x0a }, as: UTF8.self)
        if text.hasPrefix("HTTP/") {
            (status, fields) = (try Self.status(of: text), [])
        } else if text.isEmpty {
            return try end()
        } else if let last = fields.last, text.utf8.first == 0x20 || text.utf8.first == 0x09 {
            // A folded line goes on with the one before.
            fields[fields.count - 1] = HTTPFields.Field(last.name, last.value + " " + Self.trimmed(text[...]))
        } else if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex {
            let value = Self.trimmed(text[text.utf8.index(after: colon)...])
            fields.append(HTTPFields.Field(Self.trimmed(text[..<colon]), value))
        }
        return nil
    }

    private mutating func end() throws(HTTPFailure) -> (status: Int, fields: HTTPFields)? {
        // Interim ones, such as 103 (RFC 8297), come before the answer.
        guard status >= 200 else { return nil }
        isComplete = true
        let fields = HTTPFields(fields)
        // One that cannot be read would be taken for none, and whatever comes for the whole.
        if let length = fields["Content-Length"], UInt64(length) == nil {
            throw HTTPFailure(.malformedAnswer, "the answer's `Content-Length` is none")
        }
        return (status, fields)
    }

    private static func status(of line: String) throws(HTTPFailure) -> Int {
        let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
        guard parts.count > 1, parts[1].utf8.count == 3, let status = Int(parts[1]), status >= 100 else {
            throw HTTPFailure(.malformedAnswer, "the answer's status line is none")
        }
        return status
    }

    private static func trimmed(_ text: Substring) -> String {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        var bytes = text.utf8.drop(while: isSpace)
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return String(Substring(bytes))
    }
}
