/// Finds, among all ways to write a section of the bytes, the one that costs least by a model of what symbols cost, and
/// the model from what that way uses, in turns.
final class OptimalParser: DeflateParser {
    /// How many bytes are parsed as one.
    private static let sectionSize = 64 << 10
    /// How often a section is parsed.
    private static let passes = 2
    private static let depth = 32
    /// Where the byte before had a match this long, a quarter of the candidates will do.
    private static let good = 12
    /// A match this long is taken at once, and no others are sought within it.
    private static let nice = 96
    /// Room for this many matches for each byte on average; a section ends where there is none left.
    private static let matchesPerByte = 12
    private static let headBits: UInt32 = 16
    private static let tripleBits: UInt32 = 15

    private let symbols: DeflateSymbols
    private let costs: DeflateCosts
    private let heads = DeflateTable<Int32>(repeating: HashChains.none, count: 1 << headBits)
    private let triples = DeflateTable<Int32>(repeating: HashChains.none, count: 1 << tripleBits)
    private let steps = DeflateTable<UInt16>(repeating: 0, count: DeflatePiece.windowSize)
    private let matches = DeflateTable<UInt32>(
        repeating: 0,
        count: sectionSize * matchesPerByte + DeflateSymbols.longest
    )
    /// For each byte of the section, where its matches begin, and for its end.
    private let firstMatch = DeflateTable<Int32>(repeating: 0, count: sectionSize + 1)
    /// For each byte, and for the end, what it costs to write all from there.
    private let restCosts = DeflateTable<UInt32>(repeating: 0, count: sectionSize + 1)
    /// For each byte, how that begins: the length, and from bit 9 the distance.
    private let choices = DeflateTable<UInt32>(repeating: 0, count: sectionSize + 1)
    private let frequencies = DeflateTable<UInt32>(repeating: 0, count: DeflateSymbols.frequencyCount)
    private var chains: HashChains?
    /// The section in the window.
    private var sectionStart = 0
    private var sectionEnd = 0
    private var isFirst = true

    init(symbols: DeflateSymbols, entropy: DeflateEntropy) {
        self.symbols = symbols
        costs = DeflateCosts(symbols: symbols, entropy: entropy)
    }

    func begin(_ window: DeflateWindow, from start: Int) {
        heads.base.update(repeating: HashChains.none, count: heads.count)
        triples.base.update(repeating: HashChains.none, count: triples.count)
        let chains = HashChains(
            window: window.bytes,
            end: window.count,
            heads: heads.base,
            headShift: 32 - Self.headBits,
            steps: steps.base,
            triples: triples.base,
            tripleShift: 32 - Self.tripleBits,
            farthest: window.farthest
        )
        chains.insert(from: 0, to: start, triplesBefore: DeflatePiece.windowSize)
        self.chains = chains
        sectionStart = start
        sectionEnd = start
        isFirst = true
        costs.guess(from: window.bytes + start, count: min(window.count - start, Self.sectionSize))
    }

    func parse(from start: Int, to chunkEnd: Int, into sink: inout DeflateSink) -> Int {
        guard let chains else { return start }
        var position = start
        while position < chunkEnd {
            if position >= sectionEnd { parseSection(from: position, with: chains) }
            let last = min(chunkEnd, sectionEnd)
            while position < last {
                let choice = choices.base[position &- sectionStart]
                let length = Int(choice & 511)
                if length == 1 {
                    sink.literal(chains.window[position])
                } else {
                    sink.match(at: position, length: length, distance: Int(choice &>> 9))
                }
                position &+= length
            }
        }
        return position
    }

    private func parseSection(from start: Int, with chains: HashChains) {
        sectionStart = start
        collect(with: chains)
        let passes = isFirst ? Self.passes &+ 1 : Self.passes
        isFirst = false
        for _ in 0..<passes {
            findPath(chains.window + start)
            count(chains.window + start)
            costs.learn(from: frequencies.base)
        }
    }

    /// Finds the matches of each byte of the section that begins at `sectionStart`, and where it ends.
    private func collect(with chains: HashChains) {
        var next = matches.base
        let most = matches.base + (matches.count &- DeflateSymbols.longest)
        let limit = min(chains.end, sectionStart &+ Self.sectionSize)
        var position = sectionStart
        // Where matches are sought next. What a long match has beyond the section begins anew with it.
        var searchStart = sectionStart
        var longest = 0
        while position < limit, next <= most {
            firstMatch.base[position &- sectionStart] = Int32(truncatingIfNeeded: next - matches.base)
            let available = min(chains.end &- position, DeflateSymbols.longest)
            if position &+ 5 <= chains.end {
                if position < searchStart {
                    chains.insert(position)
                } else {
                    // Within a long match there is mostly what is left of it, and little else to find.
                    let depth = longest >= Self.good ? Self.depth &>> 2 : Self.depth
                    let before = next
                    next = chains.collect(
                        at: position,
                        limit: available,
                        depth: depth,
                        nice: min(Self.nice, available),
                        into: next
                    )
                    longest = next > before ? Int((next - 1).pointee &>> 16) : 0
                    if longest >= Self.nice { searchStart = position &+ longest }
                }
            }
            position &+= 1
        }
        sectionEnd = position
        firstMatch.base[position &- sectionStart] = Int32(truncatingIfNeeded: next - matches.base)
    }

    /// Finds the way that costs least, from the section's end to its beginning.
    private func findPath(_ bytes: UnsafePointer<UInt8>) {
        let rest = restCosts.base
        let lengthCosts = costs.lengths.base
        let literalCosts = costs.literals.base
        let distanceCosts = costs.distances.base
        let slots = symbols.nearAndFarSlot.base
        let matches = matches.base
        let firstMatch = firstMatch.base
        let choices = choices.base
        let count = sectionEnd &- sectionStart
        rest[count] = 0
        var position = count
        while position > 0 {
            position &-= 1
            var best = literalCosts[Int(bytes[position])] &+ rest[position &+ 1]
            var choice: UInt32 = 1
            var length = DeflateSymbols.shortest
            var index = Int(firstMatch[position])
            let last = Int(firstMatch[position &+ 1])
            while index < last {
                let match = matches[index]
                let number = Int(match & 0xFFFF)
                let slot = Int(slots[number < 256 ? number : 256 &+ number &>> 7])
                let distanceCost = distanceCosts[slot]
                let most = min(Int(match &>> 16), count &- position)
                while length <= most {
                    let cost = distanceCost &+ lengthCosts[length] &+ rest[position &+ length]
                    if cost < best {
                        best = cost
                        choice = UInt32(truncatingIfNeeded: length | (number &+ 1) &<< 9)
                    }
                    length &+= 1
                }
                index &+= 1
            }
            rest[position] = best
            choices[position] = choice
        }
    }

    /// Counts the symbols of the way that was found.
    private func count(_ bytes: UnsafePointer<UInt8>) {
        let frequencies = frequencies.base
        frequencies.update(repeating: 0, count: DeflateSymbols.frequencyCount)
        let slots = symbols.nearAndFarSlot.base
        let lengthSlots = symbols.lengthSlot.base
        let count = sectionEnd &- sectionStart
        var position = 0
        while position < count {
            let choice = choices.base[position]
            let length = Int(choice & 511)
            if length == 1 {
                frequencies[Int(bytes[position])] &+= 1
            } else {
                let number = Int(choice &>> 9) &- 1
                let slot = Int(slots[number < 256 ? number : 256 &+ number &>> 7])
                frequencies[DeflateSymbols.firstLength &+ Int(lengthSlots[length])] &+= 1
                frequencies[DeflateSymbols.firstDistance &+ slot] &+= 1
            }
            position &+= length
        }
    }
}

extension HashChains {
    /// Finds the nearest match of each length that has one at a position, and remembers the position.
    ///
    /// Each match is a length above 16 bits of distance less one, longer than the one before it; less than 256 are written.
    ///
    /// - Returns: Where the next match goes.
    @inline(__always) fileprivate func collect(
        at position: Int,
        limit: Int,
        depth: Int,
        nice: Int,
        into matches: UnsafeMutablePointer<UInt32>
    ) -> UnsafeMutablePointer<UInt32> {
        let bytes = window.load4(position)
        var next = matches
        let triple = Int(triples[slot(ofThree: bytes)])
        var candidate = Int(heads[slot(ofFour: bytes)])
        insert(position)
        let oldest = max(position &- DeflatePiece.windowSize, 0)
        if triple >= oldest, (window.load4(triple) ^ bytes) & 0xFF_FFFF == 0 {
            next.pointee = UInt32(truncatingIfNeeded: 3 &<< 16 | (position &- triple &- 1))
            next += 1
        }
        guard candidate >= oldest, limit > 3 else { return next }
        var length = 3
        var tail = bytes
        var left = depth
        var offset = 0
        repeat {
            if window.load4(candidate &+ length &- 3) == tail, window.load4(candidate) == bytes {
                let found = window.commonLength(position, candidate, known: 4, limit: limit)
                if found > length {
                    next.pointee = UInt32(truncatingIfNeeded: found &<< 16 | (position &- candidate &- 1))
                    next += 1
                    guard found < nice else { return next }
                    length = found
                    tail = window.load4(position &+ length &- 3)
                    if found >= 5 { offset = rarest(candidate, offset, min(found &- 3, position &- candidate)) }
                }
            }
            left &-= 1
            candidate = step(from: candidate, offset: offset)
        } while left > 0 && candidate >= oldest
        return next
    }
}
