/// For each hash of four bytes, the last two positions where they occurred.
///
/// A value of bare pointers, for the time of one piece. Two candidates and no chains are what the fastest level can
/// afford: one load finds them, one store remembers a position.
struct HashPairs {
    let window: UnsafePointer<UInt8>
    /// The window's size, beyond which nothing is read.
    let end: Int
    /// Two positions each, modulo 65,536, the newer in the lower half.
    ///
    /// What is there may be of any age: only a string that is really equal and within reach is ever taken.
    let pairs: UnsafeMutablePointer<UInt32>
    let shift: UInt32
    /// By length up to ``MatchWorth/ample``, how far back a match is worth its bits.
    let farthest: UnsafePointer<Int32>

    /// After this many bytes without a match, more and more of those that follow are passed over.
    private static let patience = 6

    @inline(__always) private func slot(of bytes: UInt32) -> Int { Int((bytes &* 0x9E37_79B1) &>> shift) }

    /// Remembers a position, of which four bytes lie within the window.
    @inline(__always) func insert(_ position: Int) {
        let slot = slot(of: window.load4(position))
        pairs[slot] = pairs[slot] &<< 16 | UInt32(truncatingIfNeeded: position & 0xFFFF)
    }

    /// Parses from a position to the first that is not before `chunkEnd`, taking each match that is found.
    ///
    /// - Returns: Where it ends.
    func parse(from start: Int, to chunkEnd: Int, into sink: inout DeflateSink) -> Int {
        var position = start
        var lastMatch = start
        // What has fewer than five bytes before the end of the window is left to literals.
        let last = min(chunkEnd, end &- 5)
        while position < last {
            let match = take(position)
            if match.length > 0 {
                sink.match(at: position, length: match.length, distance: match.distance)
                let matchEnd = position &+ match.length
                remember(from: position &+ 1, to: min(matchEnd, end &- 4))
                position = matchEnd
                lastMatch = matchEnd
            } else {
                let next = min(position &+ 1 &+ (position &- lastMatch) &>> Self.patience, last)
                repeat {
                    sink.literal(window[position])
                    position &+= 1
                } while position < next
            }
        }
        while position < chunkEnd {
            sink.literal(window[position])
            position &+= 1
        }
        return position
    }

    /// Finds the better of two candidates at a position, and remembers the position; the length is 0 where neither will do.
    @inline(__always) private func take(_ position: Int) -> HashChains.Match {
        let bytes = window.load4(position)
        let slot = slot(of: bytes)
        let pair = pairs[slot]
        pairs[slot] = pair &<< 16 | UInt32(truncatingIfNeeded: position & 0xFFFF)
        let reach = min(position, DeflatePiece.windowSize)
        let limit = min(end &- position, DeflateSymbols.longest)
        let newer = Int(truncatingIfNeeded: (UInt32(truncatingIfNeeded: position) &- pair) & 0xFFFF)
        let older = Int(truncatingIfNeeded: (UInt32(truncatingIfNeeded: position) &- pair &>> 16) & 0xFFFF)
        var match = HashChains.Match(length: 0, distance: 0)
        if newer &- 1 < reach, newer > 0, window.load4(position &- newer) == bytes {
            let length = window.commonLength(position, position &- newer, known: 4, limit: limit)
            match = HashChains.Match(length: length, distance: newer)
        }
        if match.length < 8, older &- 1 < reach, older > 0, window.load4(position &- older) == bytes {
            let length = window.commonLength(position, position &- older, known: 4, limit: limit)
            if length > match.length { match = HashChains.Match(length: length, distance: older) }
        }
        if match.length < MatchWorth.ample, match.distance > Int(farthest[match.length]) {
            match.length = 0
        }
        return match
    }

    /// Remembers some positions within a match: its second and third, and its last.
    @inline(__always) private func remember(from start: Int, to end: Int) {
        guard end &- start > 2 else { return }
        insert(start)
        insert(start &+ 1)
        insert(end &- 1)
    }
}
