internal import Synchronization

/// Raw memory that holds pieces while they are compressed and written.
///
/// It belongs to one task at a time: the one that fills it hands it to the one that compresses, which only reads, and
/// has it back when that is done. That is why it may cross tasks unchecked. No call reaches beyond `capacity`.
final class PieceBuffer: @unchecked Sendable {
    /// Bytes that it holds: what the matches of a piece may reach back to, a piece, and room for some small pieces.
    static let capacity = DeflatePiece.windowSize + PieceCutter.pieceSize + (32 << 10)

    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 64)
    /// Bytes that it holds now.
    private(set) var count = 0

    deinit { memory.deallocate() }

    /// Bytes that still fit.
    var room: Int { Self.capacity - count }

    /// Takes as many of these bytes as fit.
    ///
    /// - Returns: How many that were.
    @discardableResult func append(_ bytes: UnsafeRawBufferPointer) -> Int {
        let taken = UnsafeRawBufferPointer(rebasing: bytes.prefix(room))
        UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: taken)
        count += taken.count
        return taken.count
    }

    /// Takes what `read` writes to the memory it is given, which is `limit` bytes at most; it says how many that are.
    ///
    /// - Returns: The bytes that were added.
    func append(
        upTo limit: Int,
        _ read: (UnsafeMutableRawBufferPointer) throws -> Int
    ) rethrows -> UnsafeRawBufferPointer {
        let free = UnsafeMutableRawBufferPointer(rebasing: memory[count..<(count + min(max(0, limit), room))])
        let taken = UnsafeRawBufferPointer(rebasing: free.prefix(try read(free)))
        count += taken.count
        return taken
    }

    /// The bytes in `range`, as far as there are any.
    subscript(range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: memory[range.clamped(to: 0..<count)])
    }

    /// Forgets all that it holds.
    func clear() { count = 0 }
}

/// Buffers that nobody uses at the moment.
final class PieceBufferPool: Sendable {
    private let idle = Mutex<[PieceBuffer]>([])
    private let limit: Int

    /// Keeps up to `limit` buffers for reuse.
    init(limit: Int) { self.limit = limit }

    /// An empty buffer.
    func take() -> PieceBuffer { idle.withLock { $0.popLast() } ?? PieceBuffer() }

    /// Takes a buffer back that nobody else holds.
    func giveBack(_ buffer: PieceBuffer) {
        buffer.clear()
        idle.withLock { idle in
            if idle.count < limit { idle.append(buffer) }
        }
    }
}
