/// Takes literals and matches, in the order of the bytes, and counts their symbols.
///
/// A value that lives in registers while a chunk is parsed; where its pointers lead is the ``DeflateBlockBuilder``'s.
struct DeflateSink {
    /// Where the next sequence goes; there is room for one for each three bytes of a chunk, and for one more.
    private(set) var next: UnsafeMutablePointer<DeflateSequence>
    /// Where the literals began that no sequence holds yet.
    private var runStart: Int
    private let frequencies: UnsafeMutablePointer<UInt32>
    private let lengthSlot: UnsafePointer<UInt8>
    private let nearAndFarSlot: UnsafePointer<UInt8>

    init(
        next: UnsafeMutablePointer<DeflateSequence>,
        position: Int,
        frequencies: UnsafeMutablePointer<UInt32>,
        symbols: DeflateSymbols
    ) {
        self.next = next
        runStart = position
        self.frequencies = frequencies
        lengthSlot = UnsafePointer(symbols.lengthSlot.base)
        nearAndFarSlot = UnsafePointer(symbols.nearAndFarSlot.base)
    }

    /// Takes the byte after all that was taken before.
    @inline(__always) func literal(_ byte: UInt8) { frequencies[Int(byte)] &+= 1 }

    /// Takes a match of 3 to 258 bytes at `position`, 1 to 32,768 bytes back.
    @inline(__always) mutating func match(at position: Int, length: Int, distance: Int) {
        let index = distance &- 1
        let slot = Int(nearAndFarSlot[index < 256 ? index : 256 &+ index &>> 7])
        frequencies[DeflateSymbols.firstLength &+ Int(lengthSlot[length])] &+= 1
        frequencies[DeflateSymbols.firstDistance &+ slot] &+= 1
        next.pointee = DeflateSequence(
            literals: position &- runStart,
            length: length,
            distance: distance,
            slot: slot
        )
        next += 1
        runStart = position &+ length
    }

    /// Ends the chunk at `position`, all bytes before which were taken.
    mutating func close(at position: Int) {
        guard position > runStart else { return }
        next.pointee = DeflateSequence(literals: position &- runStart)
        next += 1
        runStart = position
    }
}
