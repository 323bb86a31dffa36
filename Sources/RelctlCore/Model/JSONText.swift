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
    /// - Throws: ``RelctlError`` that says which key is wrong.
    package static func decode<Value: Decodable>(
        _ type: Value.Type,
        from bytes: [UInt8],
        file: FilePath
    ) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw RelctlError("cannot read `\(file)`", code: .configurationInvalid, causes: [error])
        }
    }
}
