internal import Synchronization

/// What all packing of one run shares: how much is compressed at once, and what was compressed already.
package final class ArchiveEngine: Sendable {
    /// Pieces that are compressed at a time, over all archives.
    package let threads: Int
    /// Where compressed pieces are kept, if anywhere.
    private let pieces: Mutex<Pieces>
    /// Memory for pieces.
    let buffers: PieceBufferPool
    /// Lets so many archives be compressed by libarchive at a time.
    ///
    /// Each has threads of its own, but at its end fewer of them work; two keep all busy, and more would only need more
    /// memory.
    package let filterPermits: ThreadPermits
    private let permits: ThreadPermits
    private let claims = PieceClaims()
    private let compressors = Mutex<[Compression: [Compressor]]>([:])
    private let files = Mutex<[KnownFileKey: KnownFile]>([:])
    private let makeEngine: @Sendable (Compression) throws -> any DeflateEngine

    private struct Pieces {
        var store: (any PieceStore)?
        /// Whether what is not kept from run to run is kept for this one.
        var hasScratch = false
    }

    /// What a file must be to have the content that it had.
    private struct KnownFileKey: Hashable {
        var identity: FileStatus.Identity
        var size: UInt64
        var modificationTime: Int64
        var compression: Compression

        init(_ status: FileStatus, _ compression: Compression) {
            identity = status.identity
            size = status.size
            modificationTime = status.modificationTime
            self.compression = compression
        }
    }

    /// Shares `threads` and `store`, and encoders that `makeEngine` makes.
    package init(
        threads: Int,
        store: (any PieceStore)? = nil,
        makeEngine: @escaping @Sendable (Compression) throws -> any DeflateEngine = DeflateEngines.make
    ) {
        self.threads = max(1, threads)
        pieces = Mutex(Pieces(store: store))
        self.makeEngine = makeEngine
        permits = ThreadPermits(self.threads)
        filterPermits = ThreadPermits(min(self.threads, 2))
        buffers = PieceBufferPool(limit: 2 * self.threads + 2)
    }

    /// Where compressed pieces are kept, if anywhere.
    var store: (any PieceStore)? { pieces.withLock { $0.store } }

    /// Keeps what is compressed, and not kept from run to run, in a scratch file in `folder`; only the first call counts.
    package func keepPieces(in folder: FilePath, files: any FileSystem) {
        pieces.withLock { pieces in
            guard !pieces.hasScratch else { return }
            let scratch = ScratchPieceStore(in: folder, files: files)
            pieces.store = pieces.store.map { LayeredPieceStore($0, others: scratch) } ?? scratch
            pieces.hasScratch = true
        }
    }

    /// Ends the run: what was kept for it alone is removed, what outlives it is brought within its bounds.
    package func close() { store?.close() }

    // MARK: Files

    /// The file of this status, if it was packed with this compression before.
    func knownFile(_ status: FileStatus, _ compression: Compression) -> KnownFile? {
        files.withLock { $0[KnownFileKey(status, compression)] }
    }

    /// Remembers how the file of this status was cut, for when it comes again.
    func remember(_ file: KnownFile, _ status: FileStatus, _ compression: Compression) {
        guard store != nil else { return }
        files.withLock { $0[KnownFileKey(status, compression)] = file }
    }

    // MARK: Pieces

    /// Compresses a batch, or finds it compressed; one result for each piece.
    func compress(_ batch: PieceBatch, by compression: Compression) async throws -> [CompressedPiece] {
        try Task.checkCancellation()
        var worker = Worker(engine: self, compression: compression)
        defer { worker.rest() }
        switch batch {
        case .read(let buffer, let pieces):
            var results: [CompressedPiece] = []
            results.reserveCapacity(pieces.count)
            for piece in pieces { results.append(try await compress(piece, in: buffer, &worker)) }
            return results
        case .known(let piece):
            let result = try await shared(piece.key, &worker) { compressor in
                let buffer = buffers.take()
                defer { buffers.giveBack(buffer) }
                return try compressor.compress(try piece.read(into: buffer), in: buffer)
            }
            return [result]
        }
    }

    /// Lets `body` have a compressor, when it is its turn.
    func withCompressor<Value>(_ compression: Compression, _ body: (Compressor) throws -> Value) async throws -> Value {
        var worker = Worker(engine: self, compression: compression)
        defer { worker.rest() }
        return try body(try await worker.work())
    }

    private func compress(_ piece: Piece, in buffer: PieceBuffer, _ worker: inout Worker) async throws
        -> CompressedPiece
    {
        guard piece.ending != nil else {
            var checksum = CRC32()
            checksum.update(buffer[piece.bytes])
            return CompressedPiece(bytes: [], size: piece.bytes.count, checksum: checksum.value)
        }
        guard let key = piece.key else { return try await worker.work().compress(piece, in: buffer) }
        return try await shared(key, &worker) { try $0.compress(piece, in: buffer) }
    }

    /// The piece of this key: one that is kept, or that somebody else is making, or that `make` makes.
    ///
    /// Nobody waits for another's piece with a permit in hand, nor with a claim, so that no two wait for each other.
    private func shared(
        _ key: PieceKey,
        _ worker: inout Worker,
        _ make: (Compressor) throws -> CompressedPiece
    ) async throws -> CompressedPiece {
        while !claims.claim(key) {
            worker.rest()
            if let piece = await claims.outcome(of: key) { return piece }
            try Task.checkCancellation()
        }
        var outcome: CompressedPiece?
        defer { claims.settle(key, outcome) }
        if let kept = store?.piece(for: key), kept.size == key.size {
            outcome = kept
            return kept
        }
        let piece = try make(try await worker.work())
        store?.keep(piece, for: key)
        outcome = piece
        return piece
    }

    // MARK: Compressors

    /// A task that compresses: has a permit and a compressor from when it begins to work until it rests.
    private struct Worker {
        let engine: ArchiveEngine
        let compression: Compression
        private var compressor: Compressor?

        init(engine: ArchiveEngine, compression: Compression) {
            (self.engine, self.compression) = (engine, compression)
        }

        /// Returns when it is its turn.
        mutating func work() async throws -> Compressor {
            if let compressor { return compressor }
            await engine.permits.acquire()
            do {
                try Task.checkCancellation()
                let idle = engine.compressors.withLock { $0[compression]?.popLast() }
                let compressor = try idle ?? Compressor(try engine.makeEngine(compression))
                self.compressor = compressor
                return compressor
            } catch {
                engine.permits.release()
                throw error
            }
        }

        /// Lets others work.
        mutating func rest() {
            guard let compressor else { return }
            self.compressor = nil
            engine.compressors.withLock { $0[compression, default: []].append(compressor) }
            engine.permits.release()
        }
    }
}

extension Compressor {
    /// Compresses a piece that lies in `buffer` and is compressed at all.
    fileprivate func compress(_ piece: Piece, in buffer: PieceBuffer) throws -> CompressedPiece {
        let bytes = buffer[piece.bytes]
        var checksum = CRC32()
        checksum.update(bytes)
        let window = buffer[piece.windowStart..<piece.bytes.upperBound]
        let start = piece.bytes.lowerBound - piece.windowStart
        let compressed = try compress(window, from: start, ending: piece.ending ?? .final)
        return CompressedPiece(bytes: compressed, size: bytes.count, checksum: checksum.value)
    }
}
