import FoundationEssentials

/// The one form in which relctl writes JSON: keys sorted, two blanks of indentation, a final newline.
///
/// The same value gives the same bytes, so that files can be compared and digested.
package enum JSONText {
    /// Encodes a value over several lines.
    package static func pretty(_ value: some Encodable) throws -> [UInt8] {
        try encode(value, [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted])
    }

    /// Encodes a value on one line.
    package static func line(_ value: some Encodable) throws -> [UInt8] {
        try encode(value, [.sortedKeys, .withoutEscapingSlashes])
    }

    private static func encode(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
    }

    /// Decodes a value that relctl wrote, naming the file where it is not one.
    ///
    /// - Throws: ``RelctlError`` that says which key is wrong, or where the text is not JSON.
    package static func decode<Value: Decodable>(
        _ type: Value.Type,
        from bytes: [UInt8],
        file: FilePath
    ) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw RelctlError("cannot read `\(file)`", code: .configurationInvalid, causes: [cause(error, bytes, file)])
        }
    }

    /// What is wrong in relctl's own words: those of Foundation are for programmers, and name no line.
    private static func cause(_ error: any Error, _ bytes: [UInt8], _ file: FilePath) -> any Error {
        guard let error = error as? DecodingError else { return error }
        do throws(RelctlError) { _ = try JSONParser.parse(bytes, file: file.string, dialect: .json) } catch {
            return error
        }
        switch error {
        case .keyNotFound(let key, let context):
            return RelctlError("the key `\(path(context.codingPath + [key]))` is missing")
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return RelctlError("\(value(at: context.codingPath)) is of the wrong type")
        case .dataCorrupted(let context):
            // The text is JSON, so the words are those of the value's own type.
            return RelctlError("\(value(at: context.codingPath)) is wrong: \(context.debugDescription)")
        @unknown default: return RelctlError("it is not what relctl writes there")
        }
    }

    private static func value(at keys: [any CodingKey]) -> String {
        keys.isEmpty ? "what it holds" : "the value of `\(path(keys))`"
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "") { path, key in
            path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + key.stringValue
        }
    }
}
