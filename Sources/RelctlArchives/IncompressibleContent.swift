/// Tells large content that is compressed already, such as media and archives, from what compressing makes smaller.
enum IncompressibleContent {
    /// Samples that are looked at, spread evenly over the content, and bytes of each: enough to show what comes again as
    /// far back as a match can reach.
    private static let (sampleCount, sampleSize) = (4, 2 * DeflatePiece.windowSize)
    /// Bytes that are judged by themselves when all is read.
    private static let blockSize = 4 << 10

    /// Whether compressing is likely to be in vain, by samples; depends on the content and the encoder alone.
    ///
    /// Most content shows by how often each byte comes that it can be compressed. Where that says nothing, the samples
    /// are compressed: in vain if less than a hundredth is saved.
    static func isLikely(_ content: EntryContent, in files: any FileSystem, _ pipeline: PiecePipeline) async throws
        -> Bool
    {
        guard content.size >= UInt64(sampleCount * sampleSize) else { return false }
        let buffer = pipeline.engine.buffers.take()
        defer { pipeline.engine.buffers.giveBack(buffer) }
        let reader = try content.open(in: files)
        for index in 0..<UInt64(sampleCount) {
            try reader.seek(to: content.size / UInt64(2 * sampleCount) * (2 * index + 1) - UInt64(sampleSize / 2))
            let end = buffer.count + sampleSize
            while buffer.count < end {
                _ = try buffer.append(upTo: end - buffer.count) { try reader.read(into: $0) }
            }
        }
        guard isEven(buffer[0..<buffer.count]) else { return false }
        return try await pipeline.engine.withCompressor(pipeline.compression) { compressor in
            var compressed = 0
            for start in stride(from: 0, to: buffer.count, by: sampleSize) {
                let sample = buffer[start..<start + sampleSize]
                compressed += try compressor.compress(sample, from: 0, ending: .final).count
            }
            return compressed >= buffer.count - buffer.count / 100
        }
    }

    /// The checksum of all the content; nothing if some of it can be compressed after all, as the program before an
    /// archive that unpacks itself can.
    static func checksum(_ content: EntryContent, in files: any FileSystem) throws -> UInt32? {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 << 10, alignment: 64)
        defer { buffer.deallocate() }
        let reader = try content.open(in: files)
        var checksum = CRC32()
        while reader.remaining > 0 {
            try Task.checkCancellation()
            let count = try reader.read(into: buffer)
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            for start in stride(from: 0, to: count, by: blockSize) {
                let block = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + blockSize, count)])
                // In fewer bytes evenness does not show.
                guard block.count < blockSize || isEven(block) else { return nil }
            }
            checksum.update(bytes)
        }
        try reader.finish()
        return checksum.value
    }

    /// Whether all bytes are about equally frequent.
    ///
    /// Of n bytes that are drawn evenly, the squares of the 256 frequencies sum to about n²/256 + n; of text, machine
    /// code or tables to many times that.
    private static func isEven(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var frequencies = [Int](repeating: 0, count: 256)
        for byte in bytes { frequencies[Int(byte)] += 1 }
        let squares = frequencies.reduce(0) { $0 + $1 * $1 }
        return squares < 3 * (bytes.count * bytes.count / 256) / 2
    }
}
