/// Cuts runs of bytes into pieces, gathers these in batches, and has them compressed.
///
/// A run is independent of all that stands before it: its first piece reaches back to nothing, and each further one to
/// the 32 KiB of the run that are before it. Where pieces end depends on the run alone.
package struct PieceCutter {
    /// Bytes of a piece, unless its run ends earlier: many enough that what a joint costs does not show, few enough that
    /// a file keeps several cores busy and that memory stays small.
    package static let pieceSize = 512 << 10
    /// Files of so many bytes are runs of their own, so that their pieces are the same wherever they stand; what is
    /// smaller shares a run with its neighbours where it can, to share what they have in common.
    static let jointSize: UInt64 = 64 << 10
    /// Smaller pieces are compressed in less time than it takes to look them up.
    private static let smallestShared = 4 << 10
    /// Pieces of a batch.
    private static let largestBatch = 256
    /// Pieces of a file that is remembered, lest memory grow with what is packed; a larger one is read again.
    private static let largestKnown = 2048
    /// Bytes that are read at once: what was read is still in the processor's cache when it is digested.
    private static let chunkSize = 128 << 10

    private let pipeline: PiecePipeline
    private var buffer: PieceBuffer
    private var pieces: [Piece] = []
    private var run = Run()
    /// Where in the buffer the open piece begins, and where its matches may reach back to.
    private var (start, windowStart) = (0, 0)

    /// The run that is being cut.
    private struct Run {
        var isCompressed = true
        /// Of its bytes so far.
        var hasher: SHA256Hasher?
        var keys: [PieceKey] = []
    }

    init(_ pipeline: PiecePipeline) {
        self.pipeline = pipeline
        buffer = pipeline.engine.buffers.take()
    }

    /// Begins a run of about `size` bytes; if it is digested, its pieces are known by their content.
    mutating func begin(size: UInt64, isCompressed: Bool = true, isDigested: Bool = true) async throws {
        if pieces.count >= Self.largestBatch || buffer.room < min(size, UInt64(Self.pieceSize)) { try await submit() }
        run = Run(isCompressed: isCompressed, hasher: isDigested ? SHA256Hasher() : nil)
        (start, windowStart) = (buffer.count, buffer.count)
    }

    /// Adds bytes to the run.
    mutating func append(_ bytes: [UInt8]) async throws {
        var position = 0
        while position < bytes.count {
            let room = try await makeRoom()
            bytes[position...].prefix(room).withUnsafeBytes { part in
                run.hasher?.update(part)
                position += buffer.append(part)
            }
        }
    }

    /// Adds the rest of a file's content to the run; `each` is shown every part of it.
    mutating func append(
        _ reader: EntryReader,
        each: (UnsafeRawBufferPointer) -> Void = { _ in }
    ) async throws {
        while reader.remaining > 0 {
            try Task.checkCancellation()
            let room = try await makeRoom()
            let part = try buffer.append(upTo: min(room, Self.chunkSize)) { try reader.read(into: $0) }
            run.hasher?.update(part)
            each(part)
        }
    }

    /// Ends the run.
    ///
    /// - Returns: What its digest is and how it was cut, as far as it may be remembered, for a run that has a digest.
    @discardableResult mutating func end(_ ending: DeflatePiece.Ending) -> KnownFile? {
        let digest = closePiece(ending)
        defer { run = Run() }
        return digest.map { KnownFile(digest: $0, keys: run.keys) }
    }

    /// Adds all of a file as a run of its own, which ends in a joint; `progress` hears of every few bytes.
    ///
    /// A file that was added before, to whichever archive, and has not changed since, is not read again.
    ///
    /// - Returns: The digest of its content.
    mutating func addFile(
        _ content: EntryContent,
        in files: any FileSystem,
        progress: (Int) -> Void
    ) async throws -> Digest {
        let (engine, compression) = (pipeline.engine, pipeline.compression)
        if !pipeline.needsRaw, let status = content.status, let known = engine.knownFile(status, compression) {
            try content.checkIsUnchanged(in: files)
            try await repeatRun(known, of: content, in: files)
            try content.checkIsUnchanged(in: files)
            progress(Int(clamping: content.size))
            return known.digest
        }
        let reader = try content.open(in: files)
        try await begin(size: content.size)
        try await append(reader) { progress($0.count) }
        try reader.finish()
        guard let file = end(.joint) else { throw content.changed("was not digested") }
        // What is one piece may be wanted as it is, without compression.
        if let status = content.status, (2...Self.largestKnown).contains(file.keys.count) {
            engine.remember(file, status, compression)
        }
        return file.digest
    }

    /// Adds a run that was cut before, of the same content.
    private mutating func repeatRun(
        _ file: KnownFile,
        of content: EntryContent,
        in files: any FileSystem
    ) async throws {
        try await submit()
        var offset: UInt64 = 0
        for key in file.keys {
            try await pipeline.submit(.known(KnownPiece(key: key, content: content, offset: offset, files: files)))
            offset += UInt64(key.size)
        }
    }

    /// Returns when all that was cut is compressed and handed on.
    mutating func finish() async throws {
        try await submit()
        try await pipeline.finish()
        pipeline.engine.buffers.giveBack(buffer)
    }

    // MARK: Pieces

    /// How many bytes can be added to the open piece, at least one; a piece that is full is closed and another begun.
    private mutating func makeRoom() async throws -> Int {
        let room = Self.pieceSize - (buffer.count - start)
        guard room > 0 else {
            let past = run.isCompressed ? min(DeflatePiece.windowSize, buffer.count - windowStart) : 0
            closePiece(.joint)
            try await move(from: buffer.count - past, pieceAt: buffer.count)
            return Self.pieceSize
        }
        // A piece that turns out not to fit behind those before it goes to a buffer of its own.
        if buffer.room == 0 { try await move(from: windowStart, pieceAt: start) }
        return min(room, buffer.room)
    }

    /// Begins another buffer with this one's bytes from `windowStart` on, those before the open piece included.
    private mutating func move(from windowStart: Int, pieceAt start: Int) async throws {
        let next = pipeline.engine.buffers.take()
        next.append(buffer[windowStart..<buffer.count])
        try await submit(goingOnWith: next)
        (self.start, self.windowStart) = (start - windowStart, 0)
    }

    /// Ends the open piece; the digest of the run so far.
    @discardableResult private mutating func closePiece(_ ending: DeflatePiece.Ending) -> Digest? {
        let bytes = start..<buffer.count
        var piece = Piece(windowStart: windowStart, bytes: bytes, ending: run.isCompressed ? ending : nil)
        var hasher = run.hasher
        let digest = hasher?.finalize()
        if let digest, run.isCompressed {
            let key = PieceKey(
                content: digest,
                size: bytes.count,
                ending: ending,
                compression: pipeline.compression
            )
            if run.keys.count <= Self.largestKnown { run.keys.append(key) }
            if bytes.count >= Self.smallestShared { piece.key = key }
        }
        pieces.append(piece)
        return digest
    }

    private mutating func submit() async throws {
        guard !pieces.isEmpty else { return buffer.clear() }
        try await submit(goingOnWith: pipeline.engine.buffers.take())
        (start, windowStart) = (0, 0)
    }

    private mutating func submit(goingOnWith next: PieceBuffer) async throws {
        let batch = PieceBatch.read(buffer, pieces)
        buffer = next
        pieces = []
        try await pipeline.submit(batch)
    }
}
