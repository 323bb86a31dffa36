/// Where in the window strings of three and of four bytes occurred, by hash.
///
/// A value of bare pointers, for the time of one piece. Positions are indices of the window; `steps` holds, for each of
/// the last 32,768, how far before it the one with the same hash is, and wraps round.
struct HashChains {
    let window: UnsafePointer<UInt8>
    /// The window's size, beyond which nothing is read.
    let end: Int
    /// By hash of four bytes, the last position; far below zero where there is none.
    let heads: UnsafeMutablePointer<Int32>
    let headShift: UInt32
    /// At most 65,535, which leads out of reach from wherever it is taken.
    let steps: UnsafeMutablePointer<UInt16>
    /// By hash of three bytes, the last position.
    let triples: UnsafeMutablePointer<Int32>
    let tripleShift: UInt32
    /// By length up to ``MatchWorth/ample``, how far back a match is worth its bits.
    let farthest: UnsafePointer<Int32>

    /// Stands for no position: more than a window's size before all others.
    static let none = Int32.min / 4
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
        setStep(at: position, to: heads[slot])
        heads[slot] = Int32(truncatingIfNeeded: position)
    }

    @inline(__always) private func setStep(at position: Int, to earlier: Int32) {
        let step = Int32(truncatingIfNeeded: position) &- earlier
        // All ones where the step is too long, without a branch, which would often be predicted wrong.
        steps[position & Self.mask] = UInt16(truncatingIfNeeded: step | (0xFFFF &- step) &>> 31)
    }

    /// The position before another, of the string that begins `offset` bytes after it, on the chain of that string.
    @inline(__always) func step(from candidate: Int, offset: Int) -> Int {
        candidate &- Int(steps[(candidate &+ offset) & Self.mask])
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

    /// Chooses which of a candidate's strings of four bytes to look for next, by which was seen longest ago: the one that
    /// led there, or the first, the middle or the last.
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
        var longest = steps[(candidate &+ offset) & Self.mask]
        // Always three looks, so that no branch depends on the length.
        for part in 0..<3 {
            let other = part == 0 ? 0 : part == 1 ? (count &- 1) &>> 1 : count &- 1
            let step = steps[(candidate &+ other) & Self.mask]
            if step > longest {
                longest = step
                chosen = other
            }
        }
        return chosen
    }

    /// Where the strings at a position were last.
    struct Sighting {
        /// The four bytes at the position.
        fileprivate let bytes: UInt32
        fileprivate let slot: Int
        fileprivate let tripleSlot: Int
        fileprivate let candidate: Int
        fileprivate let triple: Int
    }

    /// Looks up a position, of which four bytes lie within the window.
    @inline(__always) func sighting(at position: Int) -> Sighting {
        let bytes = window.load4(position)
        let slot = slot(ofFour: bytes)
        let tripleSlot = self.slot(ofThree: bytes)
        return Sighting(
            bytes: bytes,
            slot: slot,
            tripleSlot: tripleSlot,
            candidate: Int(heads[slot]),
            triple: Int(triples[tripleSlot])
        )
    }

    /// Finds the longest match at a position that is longer than `best`, and remembers the position.
    ///
    /// `limit`, at least four, is the greatest length; at most `depth` candidates are looked at, and no more once a match
    /// has `nice` bytes, which is at most `limit`. `sighting` is the position's, and becomes that of the next one, of which
    /// four bytes lie within the window too: looked up this early, it waits for no branch of the search.
    @inline(__always) func longest(
        at position: Int,
        seen sighting: inout Sighting,
        best: Int,
        limit: Int,
        depth: Int,
        nice: Int
    ) -> Match {
        let bytes = sighting.bytes
        let number = Int32(truncatingIfNeeded: position)
        var candidate = sighting.candidate
        let triple = sighting.triple
        heads[sighting.slot] = number
        triples[sighting.tripleSlot] = number
        setStep(at: position, to: Int32(truncatingIfNeeded: candidate))
        sighting = self.sighting(at: position &+ 1)

        var match = Match(length: best, distance: 0)
        if best < 3, position &- triple <= Int(farthest[3]), (window.load4(triple) ^ bytes) & 0xFF_FFFF == 0 {
            match = Match(length: 3, distance: position &- triple)
        }
        // From what lies exactly a window's size back, every step leads out of reach, the position's own as well, which
        // is where that one's was.
        let oldest = max(position &- DeflatePiece.windowSize, 0)
        guard candidate >= oldest else { return match }
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
            candidate = step(from: candidate, offset: offset)
        } while left > 0 && candidate >= oldest
        return match
    }
}
