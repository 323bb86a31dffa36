/// The path of a file on this machine, UTF-8 text with `/` between components.
///
/// Names that are not UTF-8 cannot be written as a `FilePath`; listing a folder that holds one is an error that names
/// the folder, so that no file is ever silently left out.
public struct FilePath: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The path as the operating system takes it; never empty.
    public let string: String

    private static let slash = UInt8(ascii: "/")

    /// Creates a path; an empty text means the current folder, `.`.
    public init(_ string: String) {
        self.string = string.isEmpty ? "." : string
    }

    /// The path of `component` in this folder; an absolute `component` stands for itself.
    public func appending(_ component: String) -> FilePath {
        guard component.utf8.first != Self.slash else { return FilePath(component) }
        guard !component.isEmpty else { return self }
        return FilePath(string.utf8.last == Self.slash ? string + component : string + "/" + component)
    }

    /// The path of `path` below this folder.
    public func appending(_ path: RelativePath) -> FilePath { appending(path.string) }

    /// The last component, or the whole path where there is only one.
    public var lastComponent: String { string.splitAtSlashes().last.map(String.init) ?? string }

    /// The folder this path lies in.
    public var parent: FilePath {
        guard let end = string.utf8.lastIndex(where: { $0 != Self.slash }) else { return FilePath("/") }
        guard let cut = string.utf8[...end].lastIndex(of: Self.slash) else { return FilePath(".") }
        guard let last = string.utf8[..<cut].lastIndex(where: { $0 != Self.slash }) else { return FilePath("/") }
        return FilePath(String(Substring(string.utf8[...last])))
    }

    /// What follows `folder` in this path, by the text alone; nothing if it does not lie below it.
    package func path(below folder: FilePath) -> String? {
        let start = Array(folder.string.utf8) + (folder.string.utf8.last == Self.slash ? [] : [Self.slash])
        guard string.utf8.starts(with: start) else { return nil }
        return String(decoding: string.utf8.dropFirst(start.count), as: UTF8.self)
    }

    /// Whether the path starts at the root of the file system.
    public var isAbsolute: Bool { string.utf8.first == Self.slash }

    /// The path itself.
    public var description: String { string }

    /// Bytewise order.
    public static func < (left: FilePath, right: FilePath) -> Bool { left.string.precedesBytewise(right.string) }

    /// Bytewise equality: two spellings of one character are two names to most file systems.
    public static func == (left: FilePath, right: FilePath) -> Bool { left.string.equalsBytewise(right.string) }

    /// Hashes the bytes, as equality compares them.
    public func hash(into hasher: inout Hasher) { string.hashBytes(into: &hasher) }
}
