/// The path of a file on this machine, UTF-8 text with `/` between components.
///
/// Names that are not UTF-8 cannot be written as a `FilePath`; listing a folder that holds one is an error that names
/// the folder, so that no file is ever silently left out.
public struct FilePath: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The path as the operating system takes it; never empty.
    public let string: String

    /// Creates a path; an empty text means the current folder, `.`.
    public init(_ string: String) {
        self.string = string.isEmpty ? "." : string
    }

    /// The path of `component` in this folder; an absolute `component` stands for itself.
    public func appending(_ component: String) -> FilePath {
        guard !component.hasPrefix("/") else { return FilePath(component) }
        guard !component.isEmpty else { return self }
        return FilePath(string.hasSuffix("/") ? string + component : string + "/" + component)
    }

    /// The path of `path` below this folder.
    public func appending(_ path: RelativePath) -> FilePath { appending(path.string) }

    /// The last component, or the whole path where there is only one.
    public var lastComponent: String {
        string.split(separator: "/").last.map(String.init) ?? string
    }

    /// The folder this path lies in.
    public var parent: FilePath {
        let trimmed = string.hasSuffix("/") && string.count > 1 ? String(string.dropLast()) : string
        guard let slash = trimmed.lastIndex(of: "/") else { return FilePath(".") }
        return FilePath(slash == trimmed.startIndex ? "/" : String(trimmed[..<slash]))
    }

    /// Whether the path starts at the root of the file system.
    public var isAbsolute: Bool { string.hasPrefix("/") }

    /// The path itself.
    public var description: String { string }

    /// Bytewise order.
    public static func < (left: FilePath, right: FilePath) -> Bool { left.string.precedesBytewise(right.string) }
}

extension String {
    /// Whether this text sorts before `other` by its UTF-8 bytes: the one order that relctl knows.
    package func precedesBytewise(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}
