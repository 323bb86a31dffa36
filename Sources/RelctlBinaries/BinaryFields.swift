/// The numbers in a binary file, taken out with every bound checked.
struct BinaryFields {
    /// How much of a table or text is read at most, in bytes.
    static let limit: UInt64 = 1 << 20

    /// How the file's numbers are stored.
    var isBigEndian = false
    private let container: BinaryFormat.Container
    private let size: UInt64
    private let read: BinaryFormat.Reader

    init(_ container: BinaryFormat.Container, size: UInt64, _ read: @escaping BinaryFormat.Reader) {
        self.container = container
        self.size = size
        self.read = read
    }

    /// The error for a file that contradicts itself.
    func malformed(_ reason: String) -> BinaryFormat.Problem { .malformed(container, reason) }

    /// Part of the file.
    ///
    /// - Throws: ``BinaryFormat/Problem`` if it is not all in the file, or more than any sound file has of it.
    func block(_ what: String, at offset: UInt64, count: UInt64) throws -> Block {
        try require(what, at: offset, count: count)
        guard count <= Self.limit else { throw malformed("the size of its \(what) is absurd") }
        let bytes = try read(offset, Int(count))
        guard bytes.count == Int(count) else { throw malformed("it ends before the end of its \(what)") }
        return Block(bytes: bytes, isBigEndian: isBigEndian)
    }

    /// Sees to it that part of the file is there.
    func require(_ what: String, at offset: UInt64, count: UInt64) throws {
        let (end, overflows) = offset.addingReportingOverflow(count)
        guard !overflows, end <= size else { throw malformed("it ends before the end of its \(what)") }
    }

    /// A table of `count` entries of `entrySize` bytes.
    func table(_ what: String, at offset: UInt64, count: UInt64, entrySize: UInt64) throws -> [Block] {
        let (total, overflows) = count.multipliedReportingOverflow(by: entrySize)
        guard !overflows else { throw malformed("the size of its \(what) is absurd") }
        guard total > 0 else { return [] }
        let bytes = try block(what, at: offset, count: total).bytes
        return stride(from: 0, to: bytes.count, by: Int(entrySize)).map {
            Block(bytes: Array(bytes[$0..<$0 + Int(entrySize)]), isBigEndian: isBigEndian)
        }
    }

    /// Bytes of a file that are in memory; what is read beyond their end is 0.
    ///
    /// Each header's length is checked before its fields are taken, so that the zeros are never seen.
    struct Block {
        let bytes: [UInt8]
        let isBigEndian: Bool

        /// One byte.
        func byte(_ offset: Int) -> UInt8 { bytes.indices.contains(offset) ? bytes[offset] : 0 }

        /// Two bytes.
        func half(_ offset: Int) -> UInt16 { UInt16(truncatingIfNeeded: number(offset, 2)) }

        /// Four bytes.
        func word(_ offset: Int) -> UInt32 { UInt32(truncatingIfNeeded: number(offset, 4)) }

        /// Eight bytes.
        func long(_ offset: Int) -> UInt64 { number(offset, 8) }

        private func number(_ offset: Int, _ count: Int) -> UInt64 {
            (0..<count).reduce(0) { number, index in
                number << 8 | UInt64(byte(offset + (isBigEndian ? index : count - 1 - index)))
            }
        }
    }
}
