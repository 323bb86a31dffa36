/// How much effort goes into finding matches by hash chains.
struct HashChainEffort {
    /// The most candidates of one search.
    let depth: Int
    /// A match this long is taken at once.
    let nice: Int
    /// With a match this long in hand, a better one is sought among a quarter of the candidates.
    let good: Int
    /// Whether to look a byte ahead for a better match before taking one.
    let isLazy: Bool
}

extension HashChains {
    /// Parses from a position to the first that is not before `chunkEnd`, taking a match unless one that begins a byte
    /// later is better.
    ///
    /// - Returns: Where it ends.
    func parseLazily(from start: Int, to chunkEnd: Int, effort: HashChainEffort, into sink: inout DeflateSink) -> Int {
        var position = start
        // What has fewer than five bytes before the end of the window is left to literals.
        let last = min(chunkEnd, end &- 5)
        guard position < last else { return finish(from: position, to: chunkEnd, into: &sink) }
        var sighting = sighting(at: position)
        while position < last {
            var limit = min(end &- position, DeflateSymbols.longest)
            var match = longest(
                at: position,
                seen: &sighting,
                best: 2,
                limit: limit,
                depth: effort.depth,
                nice: min(effort.nice, limit)
            )
            guard match.distance > 0 else {
                sink.literal(window[position])
                position &+= 1
                continue
            }
            // Positions from here on are not remembered yet.
            var next = position &+ 1
            while match.length < effort.nice, position &+ 1 < end &- 5 {
                limit = min(end &- position &- 1, DeflateSymbols.longest)
                let depth = match.length >= effort.good ? effort.depth &>> 2 : effort.depth &>> 1
                let later = longest(
                    at: position &+ 1,
                    seen: &sighting,
                    best: match.length &- 1,
                    limit: limit,
                    depth: depth,
                    nice: min(effort.nice, limit)
                )
                next = position &+ 2
                guard later.distance > 0, Self.isBetter(later, than: match) else { break }
                sink.literal(window[position])
                position &+= 1
                match = later
            }
            sink.match(at: position, length: match.length, distance: match.distance)
            position &+= match.length
            insert(from: next, to: position, triplesBefore: 3)
            if position < last { sighting = self.sighting(at: position) }
        }
        return finish(from: position, to: chunkEnd, into: &sink)
    }

    /// Parses from a position to the first that is not before `chunkEnd`, taking each match that is found.
    ///
    /// As the lazy parse with nothing sought ahead, but a loop of its own: one for both took a tenth longer here.
    ///
    /// - Returns: Where it ends.
    func parseGreedily(from start: Int, to chunkEnd: Int, effort: HashChainEffort, into sink: inout DeflateSink) -> Int
    {
        var position = start
        let last = min(chunkEnd, end &- 5)
        guard position < last else { return finish(from: position, to: chunkEnd, into: &sink) }
        var sighting = sighting(at: position)
        while position < last {
            let limit = min(end &- position, DeflateSymbols.longest)
            let match = longest(
                at: position,
                seen: &sighting,
                best: 2,
                limit: limit,
                depth: effort.depth,
                nice: min(effort.nice, limit)
            )
            guard match.distance > 0 else {
                sink.literal(window[position])
                position &+= 1
                continue
            }
            sink.match(at: position, length: match.length, distance: match.distance)
            insert(from: position &+ 1, to: position &+ match.length, triplesBefore: 3)
            position &+= match.length
            if position < last { sighting = self.sighting(at: position) }
        }
        return finish(from: position, to: chunkEnd, into: &sink)
    }

    /// Takes what is left as literals, if anything is.
    private func finish(from start: Int, to chunkEnd: Int, into sink: inout DeflateSink) -> Int {
        var position = start
        while position < chunkEnd {
            sink.literal(window[position])
            position &+= 1
        }
        return position
    }

    /// Whether a match is worth the literal before it: a byte more is worth about four bits, and twice the distance
    /// costs one.
    @inline(__always) private static func isBetter(_ later: Match, than match: Match) -> Bool {
        let farther = match.distance.leadingZeroBitCount &- later.distance.leadingZeroBitCount
        return 4 &* (later.length &- match.length) &- farther > 3
    }
}
