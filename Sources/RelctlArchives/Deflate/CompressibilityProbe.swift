/// Tells data in which there is next to nothing to gain, such as media and archives, by a look that costs a small part of
/// compressing it.
///
/// Such data has all bytes about equally often, and hardly ever repeats itself.
final class CompressibilityProbe {
    /// What is smaller is compressed without a look at it.
    private static let smallest = 4 << 10
    /// What could gain less than one byte in this many is not worth it.
    private static let leastGain = 128
    /// So many stretches, of so many bytes each, are looked at first.
    private static let stretches = 128
    private static let sample = 64
    private static let slotBits: UInt32 = 12
    /// One position in so many is remembered, chosen by the four bytes there, so that repetitions choose the same.
    private static let anchorMask: UInt32 = 15

    private let entropy: DeflateEntropy
    private let histogram = DeflateTable<UInt32>(repeating: 0, count: 256)
    private let anchors = DeflateTable<Int32>(repeating: 0, count: 1 << slotBits)

    init(entropy: DeflateEntropy) { self.entropy = entropy }

    /// Whether hardly anything could be gained from `bytes[start..<end]` with what is before in reach.
    func findsNothing(in bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Bool {
        let count = end &- start
        guard count >= Self.smallest else { return false }
        let gain = count / Self.leastGain
        // A sample looks less even than the whole, by about a bit for each of 256 different bytes.
        guard unevenness(bytes, from: start, to: end, step: max(Self.sample, count / Self.stretches)) < gain / 2 &+ 64
        else { return false }
        return unevenness(bytes, from: start, to: end, step: Self.sample) < gain
            && repeats(bytes, from: start, to: end, enough: gain) < gain
    }

    /// How many bytes a code for single bytes saves, by the first ``sample`` of every `step` bytes.
    private func unevenness(_ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int, step: Int) -> Int {
        let histogram = histogram.base
        histogram.update(repeating: 0, count: 256)
        var position = start
        var taken = 0
        while position < end {
            let last = min(position &+ Self.sample, end)
            taken &+= last &- position
            for index in position..<last { histogram[Int(bytes[index])] &+= 1 }
            position &+= step
        }
        var sum = 0
        for byte in 0..<256 { sum &+= entropy.product(histogram[byte]) }
        let bits = entropy.product(UInt32(truncatingIfNeeded: taken)) &- sum
        // In 256ths of a bit; what was not looked at is taken for the same.
        return (8 &* 256 &* taken &- bits) / 2_048 &* (end &- start) / taken
    }

    /// About how many bytes matches save; no more are sought once there are `enough`.
    private func repeats(_ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int, enough: Int) -> Int {
        let anchors = anchors.base
        anchors.update(repeating: HashChains.none, count: 1 << Self.slotBits)
        var saved = 0
        var position = 0
        // Four bytes are read at each position.
        while position &+ 4 <= end, saved < enough {
            let string = bytes.load4(position)
            let hash = string &* 0x9E37_79B1
            guard hash & Self.anchorMask << 8 == 0 else {
                position &+= 1
                continue
            }
            let slot = Int(hash &>> (32 &- Self.slotBits))
            let earlier = Int(anchors[slot])
            anchors[slot] = Int32(truncatingIfNeeded: position)
            if position >= start, position &- earlier <= DeflatePiece.windowSize, bytes.load4(earlier) == string {
                let limit = min(DeflateSymbols.longest, end &- position)
                let length = bytes.commonLength(position, earlier, known: 4, limit: limit)
                // Of short matches, most begin and end between two anchors.
                saved &+= max(length &- 3, Int(Self.anchorMask))
                position &+= length
            } else {
                position &+= 1
            }
        }
        return saved
    }
}
