/// A path below some folder or an archive's top that cannot leave it.
///
/// Components are separated by `/`; none is empty, `.` or `..`, and there is no NUL. Any other character is allowed,
/// as it is in the names of files.
public struct RelativePath: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The path with `/` between components, without one at either end; never empty.
    public let string: String

    /// Creates a path from text that already has the right form.
    ///
    /// - Throws: ``RelativePath/Problem`` for text that does not.
    public init(_ text: some StringProtocol) throws(Problem) {
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.first != UInt8(ascii: "/") else { throw .absolute(String(text)) }
        guard !text.utf8.contains(0) else { throw .containsNul(String(text)) }
        // Compared by bytes: `String` comparison takes canonically equivalent texts for equal.
        for component in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            switch component.count {
            case 0: throw .emptyComponent(String(text))
            case 1 where component.first == UInt8(ascii: "."): throw .dotComponent(String(text))
            case 2 where component.allSatisfy { $0 == UInt8(ascii: ".") }: throw .escapes(String(text))
            default: continue
            }
        }
        string = String(text)
    }

    /// Why a text is not a path that stays below its folder.
    public enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// No text at all.
        case empty
        /// It starts at the root.
        case absolute(String)
        /// A NUL byte is in it.
        case containsNul(String)
        /// Two slashes in a row, or one at the end.
        case emptyComponent(String)
        /// A `.` component.
        case dotComponent(String)
        /// A `..` component.
        case escapes(String)

        /// What is wrong, without the place.
        public var description: String {
            switch self {
            case .empty: "the path is empty"
            case .absolute(let text): "`\(text)` is absolute"
            case .containsNul(let text): "`\(text)` contains a NUL byte"
            case .emptyComponent(let text): "`\(text)` has an empty component"
            case .dotComponent(let text): "`\(text)` has a `.` component"
            case .escapes(let text): "`\(text)` has a `..` component"
            }
        }
    }

    private init(trusted: String) { string = trusted }

    /// The components, outermost first.
    public var components: [Substring] { string.splitAtSlashes() }

    /// The name at the end.
    public var lastComponent: String { components.last.map(String.init) ?? string }

    /// The folder it lies in, or nothing at the top.
    public var parent: RelativePath? {
        string.utf8.lastIndex(of: UInt8(ascii: "/")).map {
            RelativePath(trusted: String(Substring(string.utf8[..<$0])))
        }
    }

    /// This path followed by `other`.
    public func appending(_ other: RelativePath) -> RelativePath {
        RelativePath(trusted: string + "/" + other.string)
    }

    /// Whether this path is `folder` or lies below it.
    public func isInside(_ folder: RelativePath) -> Bool {
        self == folder || string.utf8.starts(with: (folder.string + "/").utf8)
    }

    /// The path itself.
    public var description: String { string }

    /// Bytewise order.
    public static func < (left: RelativePath, right: RelativePath) -> Bool {
        left.string.precedesBytewise(right.string)
    }

    /// Bytewise equality: two spellings of one character are two names to most file systems.
    public static func == (left: RelativePath, right: RelativePath) -> Bool {
        left.string.equalsBytewise(right.string)
    }

    /// Hashes the bytes, as equality compares them.
    public func hash(into hasher: inout Hasher) { string.hashBytes(into: &hasher) }
}

extension RelativePath: Codable {
    /// Reads a path, refusing one that could leave its folder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            try self.init(container.decode(String.self))
        } catch let problem as Problem {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: problem.description)
        }
    }

    /// Writes the path as text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(string)
    }
}
