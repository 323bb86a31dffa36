/// Some literals and the match that follows them, in eight bytes.
///
/// From the lowest: 28 bits for the number of literals, 9 for the match's length, 5 for its distance's slot, 16 for its
/// distance. Where no match follows, because the block ends, all but the first are zero.
struct DeflateSequence: BitwiseCopyable {
    private let bits: UInt64

    @inline(__always) init(literals: Int, length: Int = 0, distance: Int = 0, slot: Int = 0) {
        bits =
            UInt64(truncatingIfNeeded: literals | length &<< 28 | slot &<< 37)
            | UInt64(truncatingIfNeeded: distance) &<< 42
    }

    @inline(__always) var literals: Int { Int(truncatingIfNeeded: bits & 0xFFF_FFFF) }
    @inline(__always) var length: Int { Int(truncatingIfNeeded: bits &>> 28 & 511) }
    @inline(__always) var slot: Int { Int(truncatingIfNeeded: bits &>> 37 & 31) }
    @inline(__always) var distance: UInt64 { bits &>> 42 }
}
