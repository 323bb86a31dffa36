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

    @inline(__always) func slot(ofFour bytes: UInt32) -> Int {
        Int((bytes &* 0x9E37_79B1) &>> headShift)
    }

    @inline(__always) func slot(ofThree bytes: UInt32) -> Int {
        Int(((bytes &<< 8) &* 0x9E37_79B1) &>> tripleShift)
    }

    /// Remembers a position, of which four bytes lie within the window.
    @inline(__always) func insert(_ position: Int) {
        insertFour(position)
        triples[slot(ofThree: window.load4(position))] = Int32(truncatingIfNeeded: position)
    }

    /// Remembers the four bytes at a position, but not the first three of them by themselves.
    @inline(__always) private func insertFour(_ position: Int) {
        let slot = slot(ofFour: window.load4(position))
        previous[position & Self.mask] = heads[slot]
        heads[slot] = Int32(truncatingIfNeeded: position)
    }

    /// Remembers positions, but for those at the very end of the window.
    ///
    /// None may be left out: ``rarest(_:_:_:)`` follows the chain of any position before the one that is looked for.
    /// Strings of three are remembered only near `stop`, where they are likely to be close enough to what follows to be of
    /// use; `near` is at least three, so that all four bytes lie within the window.
    @inline(__always) func insert(from start: Int, to stop: Int, triplesBefore near: Int) {
        let last = min(stop, end &- 4)
        var position = start
        let far = stop &- near
        while position < far {
            insertFour(position)
            position &+= 1
        }
        while position < last {
            insert(position)
            position &+= 1
        }
    }

    /// Chooses which of a candidate's first strings of four bytes to look for next, by which was seen longest ago.
    ///
    /// Whatever is longer than the match just found holds all of them, so no chain leads past it.
    ///
    /// - Parameters:
    ///   - candidate: Where a match was found.
    ///   - offset: The string that led there, by the number of bytes before it.
    ///   - count: The number of strings that match and are before the position for which a match is sought.
    /// - Returns: The number of bytes before the chosen string.
    @inline(__always) func rarest(_ candidate: Int, _ offset: Int, _ count: Int) -> Int {
        var chosen = offset
        var earliest = Int(previous[(candidate &+ offset) & Self.mask]) &- offset
        var other = 0
        while other < count {
            let earlier = Int(previous[(candidate &+ other) & Self.mask]) &- other
            if earlier < earliest {
                earliest = earlier
                chosen = other
            }
            other &+= 1
        }
        return chosen
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
                    if found >= 5 { offset = rarest(candidate, offset, min(found &- 3, position &- candidate)) }
                }
            }
            left &-= 1
            candidate = Int(previous[(candidate &+ offset) & Self.mask]) &- offset
        } while left > 0 && candidate > oldest
        return match
    }
}
