/// Memory of fixed size that the encoder's inner loops reach through a bare pointer.
///
/// Whoever holds `base` in a local variable is called by somebody that holds the table. Nothing checks an index: each
/// place that indexes says why it stays within `count`.
final class DeflateTable<Element: BitwiseCopyable> {
    let base: UnsafeMutablePointer<Element>
    let count: Int

    init(repeating element: Element, count: Int) {
        base = .allocate(capacity: count)
        base.initialize(repeating: element, count: count)
        self.count = count
    }

    deinit { base.deallocate() }
}

extension UnsafePointer<UInt8> {
    /// The four bytes at an offset, the first of them lowest, whatever the machine's order of bytes.
    @inline(__always) func load4(_ offset: Int) -> UInt32 {
        UInt32(littleEndian: UnsafeRawPointer(self + offset).loadUnaligned(as: UInt32.self))
    }

    /// The eight bytes at an offset, the first of them lowest.
    @inline(__always) func load8(_ offset: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(self + offset).loadUnaligned(as: UInt64.self))
    }

    /// How many bytes at `a` and `b` are equal, at most `limit`, of which `known` are known to be.
    ///
    /// Reads nothing at or beyond `a + limit` and `b + limit`.
    @inline(__always) func commonLength(_ a: Int, _ b: Int, known: Int, limit: Int) -> Int {
        var length = known
        while length &+ 8 <= limit {
            let difference = load8(a &+ length) ^ load8(b &+ length)
            if difference != 0 { return length &+ (difference.trailingZeroBitCount &>> 3) }
            length &+= 8
        }
        while length < limit, self[a &+ length] == self[b &+ length] { length &+= 1 }
        return length
    }
}
