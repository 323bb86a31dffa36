/// For each hash of four bytes, the last position where they occurred.
///
/// A value of bare pointers, for the time of one piece. One candidate and no chains are what the fastest level can afford:
/// one load finds it, one store remembers a position, and the table stays in the cache next to the processor.
struct RecentHashes {
    let window: UnsafePointer<UInt8>
    /// The window's size, beyond which nothing is read.
    let end: Int
    /// Positions modulo 65,536.
    ///
    /// What is there may be of any age: only a string that is really equal and within reach is ever taken.
    let positions: UnsafeMutablePointer<UInt16>
    let shift: UInt32
    /// By length up to ``MatchWorth/ample``, how far back a match is worth its bits.
    let farthest: UnsafePointer<Int32>

    /// After this many bytes without a match, more and more of those that follow are passed over.
    private static let patience = 6

    @inline(__always) private func slot(of bytes: UInt32) -> Int { Int((bytes &* 0x9E37_79B1) &>> shift) }

    /// Remembers a position, of which four bytes lie within the window.
    @inline(__always) func insert(_ position: Int) {
        positions[slot(of: window.load4(position))] = UInt16(truncatingIfNeeded: position)
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

    /// Looks at the candidate of a position, and remembers the position; the length is 0 where there is no match.
    @inline(__always) private func take(_ position: Int) -> HashChains.Match {
        let bytes = window.load4(position)
        let slot = slot(of: bytes)
        let distance = Int(UInt16(truncatingIfNeeded: position) &- positions[slot])
        positions[slot] = UInt16(truncatingIfNeeded: position)
        // None is at hand where the distance is 0, or leads to before the window.
        guard distance &- 1 < min(position, DeflatePiece.windowSize), distance > 0,
            window.load4(position &- distance) == bytes
        else { return HashChains.Match(length: 0, distance: 0) }
        let limit = min(end &- position, DeflateSymbols.longest)
        let length = window.commonLength(position, position &- distance, known: 4, limit: limit)
        let isWorthIt = distance <= Int(farthest[min(length, MatchWorth.ample)])
        return HashChains.Match(length: isWorthIt ? length : 0, distance: distance)
    }

    /// Remembers some positions within a match: its second and third, and its last.
    @inline(__always) private func remember(from start: Int, to end: Int) {
        guard end &- start > 2 else { return }
        insert(start)
        insert(start &+ 1)
        insert(end &- 1)
    }
}
