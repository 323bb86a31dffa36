#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The file that takes all that a child says.
struct ChildLog {
    /// Open for appending, so that both streams and their heirs never overwrite each other.
    let descriptor: Descriptor
    private let path: FilePath
    private let start: UInt64

    /// Opens the file, creating it where it is missing.
    init(_ path: FilePath) throws {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY
        var number: Int32 = -1
        repeat { number = open(path.string, flags, 0o644) } while number < 0 && errno == EINTR
        guard number >= 0 else { throw FileSystemError(last: "open the log", path) }
        descriptor = Descriptor(number)
        self.path = path
        start = try LiveFileSystem().resolvedStatus(of: path)?.size ?? 0
    }

    /// The last lines that were written since the file was opened, as valid UTF-8.
    ///
    /// Nothing if the file has been taken away meanwhile: how the program ended matters more.
    func lastLines(count: Int = 20, limit: Int = 8 << 10) throws -> [UInt8] {
        let files = LiveFileSystem()
        guard let size = try files.resolvedStatus(of: path)?.size, size > start else { return [] }
        let from = max(start, size > limit ? size - UInt64(limit) : 0)
        let file = try files.open(path)
        try file.seek(to: from)
        var bytes = [UInt8](repeating: 0, count: limit)
        var filled = 0
        while filled < limit {
            let added = try bytes.withUnsafeMutableBytes {
                try file.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
            }
            guard added > 0 else { break }
            filled += added
        }
        return Self.lastLines(of: bytes[..<filled], isCutOff: from > start, count: count, limit: limit)
    }

    /// The last lines of a piece of text, which is repaired where it is not UTF-8.
    static func lastLines(of bytes: ArraySlice<UInt8>, isCutOff: Bool, count: Int, limit: Int) -> [UInt8] {
        let newline = UInt8(ascii: "\n")
        var lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        if isCutOff, lines.count > 1 { lines.removeFirst() }
        let joined = lines.suffix(count).joined(separator: [newline])
        let repaired = Array(String(decoding: Array(joined), as: UTF8.self).utf8)
        // Repairing makes three bytes of one; a character that the cut goes through is left out.
        return Array(repaired.suffix(limit).drop { $0 & 0b1100_0000 == 0b1000_0000 })
    }
}
