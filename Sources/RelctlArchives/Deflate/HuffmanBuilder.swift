/// Finds the code lengths that cost least among those that keep a limit, and the codes for them.
///
/// Ties are broken by the symbols' order, so the same frequencies give the same code everywhere.
final class HuffmanBuilder {
    /// The largest alphabet.
    static let mostSymbols = 288
    /// The greatest limit, RFC 1951, section 3.2.7.
    static let greatestLimit = 15

    /// `frequency << 9 | symbol` of each symbol that is used, before and after a round of sorting.
    private let keys = DeflateTable<UInt64>(repeating: 0, count: mostSymbols)
    private let sorted = DeflateTable<UInt64>(repeating: 0, count: mostSymbols)
    private let nodes = DeflateTable<UInt32>(repeating: 0, count: mostSymbols)
    private let buckets = DeflateTable<Int>(repeating: 0, count: 256)
    /// Weights of one round's and the next round's leaves and packages.
    private let weights = DeflateTable<UInt64>(repeating: 0, count: 2 * mostSymbols)
    private let packages = DeflateTable<UInt64>(repeating: 0, count: mostSymbols)
    /// For each round, which of its items are leaves.
    private let isLeaf = DeflateTable<Bool>(repeating: false, count: 2 * mostSymbols * greatestLimit)
    private let itemCounts = DeflateTable<Int>(repeating: 0, count: greatestLimit)

    /// Finds the code length of each symbol, 0 for those that never occur.
    ///
    /// A code of less than two symbols is filled up with the first that are free, so that it is complete: some decoders
    /// take no other. `limit` is such that `1 << limit` is at least `count`, and frequencies are below `1 << 24`.
    func findLengths(
        _ lengths: UnsafeMutablePointer<UInt8>,
        of frequencies: UnsafePointer<UInt32>,
        count: Int,
        limit: Int
    ) {
        var used = 0
        var greatest: UInt32 = 0
        for symbol in 0..<count {
            lengths[symbol] = 0
            let frequency = frequencies[symbol]
            guard frequency > 0 else { continue }
            greatest = max(greatest, frequency)
            keys.base[used] = UInt64(frequency) &<< 9 | UInt64(truncatingIfNeeded: symbol)
            used &+= 1
        }
        guard used > 2 else {
            completeTrivialCode(lengths, used: used)
            return
        }
        sort(used, greatest: greatest)
        if findDepths(used) <= UInt32(truncatingIfNeeded: limit) {
            for index in 0..<used {
                lengths[Int(keys.base[index] & 511)] = UInt8(truncatingIfNeeded: nodes.base[index])
            }
        } else {
            mergePackages(lengths, used: used, limit: limit)
        }
    }

    /// Gives one bit each to the symbols that are used, and to the first others, until there are two.
    private func completeTrivialCode(_ lengths: UnsafeMutablePointer<UInt8>, used: Int) {
        for index in 0..<used { lengths[Int(keys.base[index] & 511)] = 1 }
        var missing = 2 &- used
        var symbol = 0
        while missing > 0 {
            if lengths[symbol] == 0 {
                lengths[symbol] = 1
                missing &-= 1
            }
            symbol &+= 1
        }
    }

    /// Sorts the first keys by frequency, then symbol, byte by byte from the lowest; the symbols' order is there already.
    private func sort(_ used: Int, greatest: UInt32) {
        var from = keys.base
        var to = sorted.base
        let buckets = buckets.base
        var shift: UInt64 = 9
        while shift == 9 || greatest &>> UInt32(truncatingIfNeeded: shift &- 9) > 0 {
            buckets.update(repeating: 0, count: 256)
            for index in 0..<used { buckets[Int(from[index] &>> shift & 255)] &+= 1 }
            var position = 0
            for bucket in 0..<256 {
                let size = buckets[bucket]
                buckets[bucket] = position
                position &+= size
            }
            for index in 0..<used {
                let bucket = Int(from[index] &>> shift & 255)
                to[buckets[bucket]] = from[index]
                buckets[bucket] &+= 1
            }
            swap(&from, &to)
            shift &+= 8
        }
        if from != keys.base { keys.base.update(from: from, count: used) }
    }

    /// Replaces, in `nodes`, the sorted symbols' frequencies by their depths in the Huffman tree.
    ///
    /// The algorithm is Moffat's and Katajainen's, "In-place calculation of minimum-redundancy codes" (1995).
    ///
    /// - Returns: The greatest depth.
    private func findDepths(_ used: Int) -> UInt32 {
        let nodes = nodes.base
        for index in 0..<used { nodes[index] = UInt32(truncatingIfNeeded: keys.base[index] &>> 9) }
        // Weights of inner nodes, each then replaced by the index of its parent.
        var leaf = 0
        var root = 0
        for next in 0..<used &- 1 {
            var weight: UInt32 = 0
            for _ in 0..<2 {
                if leaf >= used || root < next && nodes[root] < nodes[leaf] {
                    weight &+= nodes[root]
                    nodes[root] = UInt32(truncatingIfNeeded: next)
                    root &+= 1
                } else {
                    weight &+= nodes[leaf]
                    leaf &+= 1
                }
            }
            nodes[next] = weight
        }
        // Depths of inner nodes, from the root down.
        var next = used &- 2
        nodes[next] = 0
        while next > 0 {
            next &-= 1
            nodes[next] = nodes[Int(nodes[next])] &+ 1
        }
        return placeLeaves(used)
    }

    /// Replaces the depths of inner nodes by those of leaves: on each level, all that is not an inner node is a leaf.
    private func placeLeaves(_ used: Int) -> UInt32 {
        let nodes = nodes.base
        var available = 1
        var depth: UInt32 = 0
        var root = used &- 2
        var next = used &- 1
        while available > 0 {
            var inner = 0
            while root >= 0, nodes[root] == depth {
                inner &+= 1
                root &-= 1
            }
            while available > inner {
                nodes[next] = depth
                next &-= 1
                available &-= 1
            }
            available = 2 &* inner
            depth &+= 1
        }
        return nodes[0]
    }

    /// Finds the lengths that cost least within the limit, by the package-merge algorithm of Larmore and Hirschberg.
    private func mergePackages(_ lengths: UnsafeMutablePointer<UInt8>, used: Int, limit: Int) {
        let weights = weights.base
        let packages = packages.base
        var packageCount = 0
        for round in 0..<limit {
            let isLeaf = isLeaf.base + round &* 2 &* Self.mostSymbols
            // At most `used` leaves and, as each package holds two items, less than `used` packages.
            var count = 0
            var leaf = 0
            var package = 0
            while leaf < used || package < packageCount {
                let takesLeaf =
                    package >= packageCount || leaf < used && keys.base[leaf] &>> 9 <= packages[package]
                weights[count] = takesLeaf ? keys.base[leaf] &>> 9 : packages[package]
                isLeaf[count] = takesLeaf
                if takesLeaf { leaf &+= 1 } else { package &+= 1 }
                count &+= 1
            }
            itemCounts.base[round] = count
            packageCount = count &>> 1
            for index in 0..<packageCount { packages[index] = weights[2 &* index] &+ weights[2 &* index &+ 1] }
        }
        // Each leaf among the items that are taken, in any round, is one bit of its symbol.
        var taken = 2 &* used &- 2
        for round in (0..<limit).reversed() {
            let isLeaf = isLeaf.base + round &* 2 &* Self.mostSymbols
            var leaf = 0
            for index in 0..<min(taken, itemCounts.base[round]) where isLeaf[index] {
                lengths[Int(keys.base[leaf] & 511)] &+= 1
                leaf &+= 1
            }
            taken = 2 &* (taken &- leaf)
        }
    }

    /// Finds the canonical codes for lengths, RFC 1951, section 3.2.2, with the bit that is sent first lowest.
    static func assignCodes(
        _ codes: UnsafeMutablePointer<UInt32>,
        to lengths: UnsafePointer<UInt8>,
        count: Int
    ) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * (greatestLimit + 1)) { scratch in
            guard let counts = scratch.baseAddress else { return }
            let next = counts + greatestLimit + 1
            counts.initialize(repeating: 0, count: 2 * (greatestLimit + 1))
            for symbol in 0..<count { counts[Int(lengths[symbol])] &+= 1 }
            counts[0] = 0
            for length in 1...greatestLimit { next[length] = (next[length &- 1] &+ counts[length &- 1]) &<< 1 }
            for symbol in 0..<count {
                let length = Int(lengths[symbol])
                codes[symbol] = reversed(next[length], count: UInt32(truncatingIfNeeded: length))
                next[length] &+= 1
            }
        }
    }

    /// The lowest bits, at most 16, in reverse.
    @inline(__always) private static func reversed(_ code: UInt32, count: UInt32) -> UInt32 {
        var bits = code
        bits = (bits & 0x5555) &<< 1 | bits &>> 1 & 0x5555
        bits = (bits & 0x3333) &<< 2 | bits &>> 2 & 0x3333
        bits = (bits & 0x0F0F) &<< 4 | bits &>> 4 & 0x0F0F
        bits = (bits & 0x00FF) &<< 8 | bits &>> 8 & 0x00FF
        return bits &>> (16 &- count)
    }
}
