/// What is to become of one block.
struct DeflateBlock {
    /// The bytes that it stands for.
    let bytes: UnsafePointer<UInt8>
    let count: Int
    /// The same as literals and matches.
    let sequences: UnsafePointer<DeflateSequence>
    let sequenceCount: Int
    /// How often each symbol of both alphabets occurs, the end of the block once.
    let frequencies: UnsafePointer<UInt32>
    let isFinal: Bool
}

/// Writes blocks in whichever of the three ways of RFC 1951, section 3.2.3, takes the fewest bits.
final class DeflateBlockWriter {
    private static let longestStored = 65_535
    /// Four literals and what is left of a byte fit the writer's 64 bits between two flushes.
    private static let literalLimit = 14

    private let symbols: DeflateSymbols
    private let huffman = HuffmanBuilder()
    private let description = DeflateCodeLengths()
    /// The lengths and codes of both alphabets, as frequencies are laid out.
    private let lengths = DeflateTable<UInt8>(repeating: 0, count: DeflateSymbols.frequencyCount)
    private let codes = DeflateTable<UInt32>(repeating: 0, count: DeflateSymbols.frequencyCount)
    private let fixedLengths = DeflateTable<UInt8>(repeating: 0, count: DeflateSymbols.frequencyCount)
    /// The bits of each literal and the end of the block, and of each length with its extra bits; above 24, their number.
    private let literalBits = DeflateTable<UInt32>(repeating: 0, count: DeflateSymbols.endOfBlock + 1)
    private let lengthBits = DeflateTable<UInt32>(repeating: 0, count: DeflateSymbols.longest + 1)
    /// By slot: the code, from bit 16 its number of bits, from 24 the same with extra bits, from 32 the first distance.
    private let distanceBits = DeflateTable<UInt64>(repeating: 0, count: DeflateSymbols.distanceSlots)

    init(symbols: DeflateSymbols) {
        self.symbols = symbols
        for symbol in 0..<DeflateSymbols.firstDistance {
            fixedLengths.base[symbol] = symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8
        }
        for symbol in DeflateSymbols.firstDistance..<DeflateSymbols.frequencyCount { fixedLengths.base[symbol] = 5 }
    }

    /// Writes one block, if all of it, and a flush and a joint after it, keep below `limit`.
    ///
    /// - Returns: How the block was written, nil where it would not fit.
    func write(_ block: DeflateBlock, to output: inout DeflateBitWriter, limit: UnsafeMutablePointer<UInt8>) -> Kind? {
        let frequencies = block.frequencies
        let distances = DeflateSymbols.firstDistance
        huffman.findLengths(
            lengths.base,
            of: frequencies,
            count: distances,
            limit: Self.literalLimit
        )
        huffman.findLengths(
            lengths.base + distances,
            of: frequencies + distances,
            count: DeflateSymbols.frequencyCount - distances,
            limit: HuffmanBuilder.greatestLimit
        )
        let described = description.prepare(
            literals: lengths.base,
            distances: lengths.base + distances,
            with: huffman
        )
        let extra = extraBits(frequencies)
        let dynamic = 3 &+ described &+ extra &+ Self.cost(of: frequencies, by: lengths.base)
        let fixed = 3 &+ extra &+ Self.cost(of: frequencies, by: fixedLengths.base)
        let stored = Self.storedBits(block.count, after: output.pendingBits)

        let kind: Kind = stored <= min(dynamic, fixed) ? .stored : dynamic < fixed ? .dynamic : .fixed
        let size = (output.pendingBits &+ min(stored, dynamic, fixed)) &>> 3 &+ 1
        // Beyond the block: what a flush stores beyond its bits, and the five bytes of a joint.
        guard size &+ 16 <= limit - output.next else { return nil }
        switch kind {
        case .stored: Self.writeStored(block.bytes, block.count, isFinal: block.isFinal, to: &output)
        case .fixed:
            output.put(block.isFinal ? 0b011 : 0b010, 3)
            lengths.base.update(from: fixedLengths.base, count: DeflateSymbols.frequencyCount)
            writeCoded(block, to: &output)
        case .dynamic:
            output.put(block.isFinal ? 0b101 : 0b100, 3)
            output.flush()
            description.write(to: &output)
            writeCoded(block, to: &output)
        }
        return kind
    }

    /// How a block is written.
    enum Kind {
        case stored, fixed, dynamic
    }

    /// Writes bytes as stored blocks: at least one, of which none can be empty but the only one.
    static func writeStored(
        _ bytes: UnsafePointer<UInt8>,
        _ count: Int,
        isFinal: Bool,
        to output: inout DeflateBitWriter
    ) {
        var position = 0
        repeat {
            let taken = min(count &- position, longestStored)
            output.put(isFinal && position &+ taken == count ? 1 : 0, 3)
            output.align()
            output.append(UInt16(truncatingIfNeeded: taken))
            output.append(~UInt16(truncatingIfNeeded: taken))
            output.append(bytes + position, taken)
            position &+= taken
        } while position < count
    }

    /// The number of bits that stored blocks take.
    private static func storedBits(_ count: Int, after pending: Int) -> Int {
        let first = (pending &+ 3 &+ 7) & ~7 &- pending &+ 32
        let more = count > longestStored ? (count &- 1) / longestStored : 0
        return first &+ 40 &* more &+ 8 &* count
    }

    private static func cost(of frequencies: UnsafePointer<UInt32>, by lengths: UnsafePointer<UInt8>) -> Int {
        var bits = 0
        for symbol in 0..<DeflateSymbols.frequencyCount {
            bits &+= Int(truncatingIfNeeded: frequencies[symbol] &* UInt32(lengths[symbol]))
        }
        return bits
    }

    /// How many bits follow the codes of lengths and distances.
    private func extraBits(_ frequencies: UnsafePointer<UInt32>) -> Int {
        var bits = 0
        for slot in 0..<DeflateSymbols.lengthSlots {
            let frequency = frequencies[DeflateSymbols.firstLength &+ slot]
            bits &+= Int(truncatingIfNeeded: frequency &* UInt32(symbols.lengthExtra.base[slot]))
        }
        for slot in 0..<DeflateSymbols.distanceSlots {
            let frequency = frequencies[DeflateSymbols.firstDistance &+ slot]
            bits &+= Int(truncatingIfNeeded: frequency &* UInt32(symbols.distanceExtra.base[slot]))
        }
        return bits
    }

    /// Makes, from `lengths`, the tables by which a block is written.
    private func prepareTables() {
        let distances = DeflateSymbols.firstDistance
        HuffmanBuilder.assignCodes(codes.base, to: lengths.base, count: distances)
        HuffmanBuilder.assignCodes(codes.base + distances, to: lengths.base + distances, count: 32)
        for symbol in 0...DeflateSymbols.endOfBlock {
            literalBits.base[symbol] = codes.base[symbol] | UInt32(lengths.base[symbol]) &<< 24
        }
        for length in DeflateSymbols.shortest...DeflateSymbols.longest {
            let slot = Int(symbols.lengthSlot.base[length])
            let count = UInt32(lengths.base[DeflateSymbols.firstLength &+ slot])
            let extra = UInt32(truncatingIfNeeded: length &- Int(symbols.lengthBase.base[slot]))
            lengthBits.base[length] =
                codes.base[DeflateSymbols.firstLength &+ slot] | extra &<< count
                | (count &+ UInt32(symbols.lengthExtra.base[slot])) &<< 24
        }
        for slot in 0..<DeflateSymbols.distanceSlots {
            let count = UInt64(lengths.base[distances &+ slot])
            let whole = count &+ UInt64(symbols.distanceExtra.base[slot])
            distanceBits.base[slot] =
                UInt64(codes.base[distances &+ slot]) | count &<< 16 | whole &<< 24
                | UInt64(symbols.distanceBase.base[slot]) &<< 32
        }
    }

    /// Writes a block's sequences and its end by the codes that `lengths` give.
    private func writeCoded(_ block: DeflateBlock, to output: inout DeflateBitWriter) {
        prepareTables()
        var writer = output
        writer.flush()
        let literalBits = literalBits.base
        let lengthBits = lengthBits.base
        let distanceBits = distanceBits.base
        var byte = block.bytes
        for index in 0..<block.sequenceCount {
            let sequence = block.sequences[index]
            var literals = sequence.literals
            while literals >= 4 {
                for offset in 0..<4 { writer.put(packed: literalBits[Int(byte[offset])]) }
                writer.flush()
                byte += 4
                literals &-= 4
            }
            while literals > 0 {
                writer.put(packed: literalBits[Int(byte.pointee)])
                byte += 1
                literals &-= 1
            }
            writer.flush()
            let length = sequence.length
            guard length > 0 else { continue }
            // At most 14 and 5 bits, then 15 and 13.
            writer.put(packed: lengthBits[length])
            let distance = distanceBits[sequence.slot]
            let extra = sequence.distance &- distance &>> 32
            writer.put(distance & 0xFFFF | extra &<< (distance &>> 16 & 0xFF), distance &>> 24 & 0xFF)
            writer.flush()
            byte += length
        }
        writer.put(packed: literalBits[DeflateSymbols.endOfBlock])
        writer.flush()
        output = writer
    }
}

extension DeflateBitWriter {
    /// Takes bits that have their number above the lowest 24.
    @inline(__always) fileprivate mutating func put(packed bits: UInt32) {
        put(UInt64(bits & 0xFF_FFFF), UInt64(bits &>> 24))
    }
}
