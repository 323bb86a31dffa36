/// A file or folder whose history is told, from the project's folder: `docs`, `.` for the folder itself, or `../shared`
/// for one that projects of the same repository share.
package struct HistoryPath: Sendable, Hashable {
    /// The path, with `..` at its beginning alone.
    package let string: String

    /// Reads a path.
    ///
    /// - Throws: ``RelativePath/Problem`` for one that is absolute or has parts that say nothing.
    package init(_ text: String) throws(RelativePath.Problem) {
        var rest = text[...]
        while rest.utf8.starts(with: "../".utf8) { rest = rest.dropFirst(3) }
        let isFolderItself = text.utf8.elementsEqual(".".utf8) || rest.utf8.elementsEqual("..".utf8)
        if !isFolderItself { _ = try RelativePath(rest) }
        string = text
    }

    /// Compares bytes, as git does.
    package static func == (left: HistoryPath, right: HistoryPath) -> Bool {
        left.string.equalsBytewise(right.string)
    }

    /// Hashes the bytes, as equality compares them.
    package func hash(into hasher: inout Hasher) { string.hashBytes(into: &hasher) }
}

extension HistoryPath: Codable {
    /// Reads a path.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            try self.init(container.decode(String.self))
        } catch let problem as RelativePath.Problem {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: problem.description)
        }
    }

    /// Writes the path as text.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(string)
    }
}
