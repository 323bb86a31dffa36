/// Takes numbers and bytes off the front of a record that may be shorter than it should be.
struct LittleEndianCursor {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: some Collection<UInt8>) { rest = Array(bytes)[...] }

    /// The next number of this type.
    mutating func next<Number: FixedWidthInteger>(_ type: Number.Type) throws(ArchiveDamage) -> Number {
        let bytes = try next(count: MemoryLayout<Number>.size)
        return bytes.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    /// The next bytes.
    mutating func next(count: Int) throws(ArchiveDamage) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw .damaged("a record is cut off") }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
