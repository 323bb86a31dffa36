/// Puts bits into bytes, the first lowest, RFC 1951, section 3.1.1.
///
/// The owner of the memory sees to it that ``next`` plus all bits to be put plus eight bytes stay within it: a flush
/// always stores eight bytes, of which those without a bit are written over by the next.
struct DeflateBitWriter {
    /// Where the next whole byte goes.
    private(set) var next: UnsafeMutablePointer<UInt8>
    private var bits: UInt64 = 0
    private var count: UInt64 = 0

    init(_ next: UnsafeMutablePointer<UInt8>) { self.next = next }

    /// How many bits wait for their byte to be full, at most seven after a flush.
    var pendingBits: Int { Int(truncatingIfNeeded: count) }

    /// Takes bits, of which all above `count` are zero; between two flushes there is room for 56.
    @inline(__always) mutating func put(_ value: UInt64, _ count: UInt64) {
        bits |= value &<< self.count
        self.count &+= count
    }

    /// Writes all whole bytes.
    @inline(__always) mutating func flush() {
        UnsafeMutableRawPointer(next).storeBytes(of: bits.littleEndian, as: UInt64.self)
        next += Int(truncatingIfNeeded: count &>> 3)
        bits = bits &>> (count & ~7)
        count &= 7
    }

    /// Fills the byte with zeros and writes it, and nothing beyond it.
    mutating func align() {
        while count > 0 {
            next.pointee = UInt8(truncatingIfNeeded: bits)
            next += 1
            bits = bits &>> 8
            count = count > 8 ? count &- 8 : 0
        }
    }

    /// Writes bytes as they are, at a byte's boundary.
    mutating func append(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
        next.update(from: bytes, count: count)
        next += count
    }

    /// Writes two bytes, the lower first, at a byte's boundary.
    mutating func append(_ value: UInt16) {
        next[0] = UInt8(truncatingIfNeeded: value)
        next[1] = UInt8(truncatingIfNeeded: value &>> 8)
        next += 2
    }
}
