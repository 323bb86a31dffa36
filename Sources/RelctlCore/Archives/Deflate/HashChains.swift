/// Where in the window strings of three and of four bytes occurred, by hash.
///
/// A value of bare pointers, for the time of one piece. Positions are indices of the window; `previous` holds, for each
/// of the last 32,768, the one before it with the same hash, and wraps round.
struct HashChains {
    let window: UnsafePointer<UInt8>
    /// The window's size, beyond which nothing is read.
    let end: Int
    /// By hash of four bytes, the last position; far below zero where there is none.
    let heads: UnsafeMutablePointer<Int32>
    let headShift: UInt32
    let previous: UnsafeMutablePointer<Int32>
    /// By hash of three bytes, the last position.
    let triples: UnsafeMutablePointer<Int32>
    let tripleShift: UInt32
    /// By length up to ``MatchWorth/ample``, how far back a match is worth its bits.
    let farthest: UnsafePointer<Int32>

    /// Stands for no position: more than a window's size before all others.
    static let none = Int32.min / 2
    static let mask = DeflatePiece.windowSize - 1

    /// A match; its length is below what was asked for where there is none.
    struct Match {
        var length: Int
        var distance: Int
    }

    @inline(__always) private func slot(ofFour bytes: UInt32) -> Int {
        Int((bytes &* 0x9E37_79B1) &>> headShift)
    }

    @inline(__always) private func slot(ofThree bytes: UInt32) -> Int {
        Int(((bytes &<< 8) &* 0x9E37_79B1) &>> tripleShift)
    }

    /// Remembers a position, of which four bytes lie within the window.
    @inline(__always) func insert(_ position: Int) {
        let bytes = window.load4(position)
        let slot = slot(ofFour: bytes)
        let number = Int32(truncatingIfNeeded: position)
        previous[position & Self.mask] = heads[slot]
        heads[slot] = number
        triples[self.slot(ofThree: bytes)] = number
    }

    /// Finds the longest match at a position that is longer than `best`, and remembers the position.
    ///
    /// `limit`, at least four, is the greatest length; at most `depth` candidates are looked at, and no more once a match
    /// has `nice` bytes, which is at most `limit`.
    @inline(__always) func longest(at position: Int, best: Int, limit: Int, depth: Int, nice: Int) -> Match {
        let bytes = window.load4(position)
        let slot = slot(ofFour: bytes)
        let tripleSlot = self.slot(ofThree: bytes)
        let number = Int32(truncatingIfNeeded: position)
        var candidate = Int(heads[slot])
        let triple = Int(triples[tripleSlot])
        heads[slot] = number
        triples[tripleSlot] = number
        previous[position & Self.mask] = Int32(truncatingIfNeeded: candidate)

        var match = Match(length: best, distance: 0)
        if best < 3, position &- triple <= Int(farthest[3]), (window.load4(triple) ^ bytes) & 0xFF_FFFF == 0 {
            match = Match(length: 3, distance: position &- triple)
        }
        // The slot of what lies exactly a window's size back was written over just now.
        let oldest = max(position &- DeflatePiece.windowSize, -1)
        guard candidate > oldest else { return match }
        var length = max(match.length, 3)
        guard length < limit else { return match }
        var tail = window.load4(position &+ length &- 3)
        var left = depth
        // The chain that is followed is that of the string this many bytes after the position.
        var offset = 0
        repeat {
            // The candidate is before the position, so it has as many bytes behind it.
            if window.load4(candidate &+ length &- 3) == tail, window.load4(candidate) == bytes {
                let found = window.commonLength(position, candidate, known: 4, limit: limit)
                if found > length, position &- candidate <= Int(farthest[min(found, MatchWorth.ample)]) {
                    match = Match(length: found, distance: position &- candidate)
                    guard found < nice else { return match }
                    length = found
                    tail = window.load4(position &+ length &- 3)
                    if found >= 5 {
                        var next = Int(previous[(candidate &+ offset) & Self.mask]) &- offset
                        var k = 0
                        let most = min(found &- 3, position &- candidate)
                        let was = candidate
                        while k < most {
                            let other = Int(previous[(was &+ k) & Self.mask]) &- k
                            if other < next { next = other; offset = k }
                            k &+= 1
                        }
                        candidate = next
                        left &-= 1
                        continue
                    }
                }
            }
            left &-= 1
            candidate = Int(previous[(candidate &+ offset) & Self.mask]) &- offset
        } while left > 0 && candidate > oldest
        return match
    }
}
