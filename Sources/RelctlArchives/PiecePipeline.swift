/// Takes compressed pieces, in the order of their stream.
package protocol PieceSink: AnyObject {
    /// Takes a piece; `raw` are its bytes before compression, or none if they were not read.
    func take(_ piece: CompressedPiece, raw: UnsafeRawBufferPointer) throws
    /// Whether `raw` must be there for every piece, so that files are read even if they were packed before.
    var needsRaw: Bool { get }
}

extension PieceSink {
    package var needsRaw: Bool { false }
}

/// Compresses batches at once and hands them on in order, with a bounded number of them in memory.
///
/// It is used by the task that cuts, which goes on cutting while others compress, and writes what is ready whenever no
/// further batch may be begun.
package final class PiecePipeline {
    let engine: ArchiveEngine
    let compression: Compression
    private let sink: any PieceSink
    private var group: ThrowingTaskGroup<Finished, any Error>
    /// The numbers of batches that were begun, and of those that were handed on.
    private var (begun, written) = (0, 0)
    private var batches: [Int: PieceBatch] = [:]
    private var results: [Int: [CompressedPiece]] = [:]
    private let width: Int

    /// Whether all that is compressed must be read.
    var needsRaw: Bool { sink.needsRaw }

    private typealias Finished = (index: Int, pieces: [CompressedPiece])

    private init(
        _ engine: ArchiveEngine,
        _ compression: Compression,
        _ sink: any PieceSink,
        _ group: ThrowingTaskGroup<Finished, any Error>
    ) {
        self.engine = engine
        self.compression = compression
        self.sink = sink
        self.group = group
        // Enough that nobody idles while the next are cut, even if one takes longer than the others; no more, for each
        // is memory.
        width = engine.threads + 3
    }

    /// Runs `body` with a pipeline, and no longer than that; what `body` leaves unfinished is given up.
    package static func run<Value>(
        on engine: ArchiveEngine,
        by compression: Compression,
        to sink: any PieceSink,
        _ body: (PiecePipeline) async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Finished.self) { group in
            try await body(PiecePipeline(engine, compression, sink, group))
        }
    }

    /// Begins a batch, as soon as there is room for it; its buffer is the pipeline's from now on.
    func submit(_ batch: PieceBatch) async throws {
        while begun - written >= width { try await writeNext() }
        let index = begun
        batches[index] = batch
        begun += 1
        group.addTask { [engine, compression] in
            (index, try await engine.compress(batch, by: compression))
        }
    }

    /// Returns when all batches are handed on.
    func finish() async throws {
        while written < begun { try await writeNext() }
    }

    private func writeNext() async throws {
        while results[written] == nil {
            guard let finished = try await group.next() else { return }
            results[finished.index] = finished.pieces
        }
        guard let batch = batches.removeValue(forKey: written), let pieces = results.removeValue(forKey: written) else {
            return
        }
        written += 1
        switch batch {
        case .read(let buffer, let read):
            for (piece, compressed) in zip(read, pieces) { try sink.take(compressed, raw: buffer[piece.bytes]) }
            engine.buffers.giveBack(buffer)
        case .known:
            for piece in pieces { try sink.take(piece, raw: UnsafeRawBufferPointer(start: nil, count: 0)) }
        }
    }
}
