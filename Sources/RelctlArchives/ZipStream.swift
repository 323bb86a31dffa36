/// An entry of a zip whose pieces are still to come.
struct ZipPart {
    var entry: ZipEntry
    /// How many pieces it has; at least one, if only an empty one.
    var pieces: Int
    /// Whether its last piece ends in a joint, so that something must end the stream.
    var endsInJoint = false
}

/// Writes a zip, entry by entry, as its pieces come.
final class ZipStream: PieceSink {
    private let output: ArchiveOutput
    private var directory: [UInt8] = []
    private var entryCount: UInt64 = 0
    /// What was announced, in order; those before `next` are written.
    private var parts: [ZipPart] = []
    private var next = 0
    /// Of the entry that is being written: its pieces so far, and their checksum.
    private var (taken, checksum) = (0, CRC32())

    /// A block that says that it is the last and holds nothing: fixed codes, end of block (RFC 1951, section 3.2.6).
    private static let emptyFinalBlock: [UInt8] = [0x03, 0x00]

    init(_ output: ArchiveOutput) { self.output = output }

    /// Announces an entry, before any of its pieces comes.
    func expect(_ part: ZipPart) { parts.append(part) }

    func take(_ piece: CompressedPiece, raw: UnsafeRawBufferPointer) throws {
        guard next < parts.count else { throw RelctlError("cannot pack: a piece belongs to no entry") }
        guard parts[next].pieces > 1 else {
            try writeWhole(parts[next], piece, raw)
            return goOn()
        }
        if taken == 0 { try begin(&parts[next].entry) }
        try write(piece, raw, of: &parts[next].entry)
        taken += 1
        guard taken == parts[next].pieces else { return }
        try end(parts[next])
        goOn()
    }

    /// Writes the central directory.
    func finish() throws {
        let end = ZipEnd(
            entryCount: entryCount,
            directoryOffset: output.size,
            directorySize: UInt64(directory.count)
        )
        try output.write(directory)
        try output.write(end.bytes())
    }

    // MARK: Entries of one piece

    /// Writes an entry deflated if that is smaller, and else as it is.
    private func writeWhole(_ part: ZipPart, _ piece: CompressedPiece, _ raw: UnsafeRawBufferPointer) throws {
        var entry = part.entry
        entry.checksum = piece.checksum
        entry.offset = output.size
        let ending = part.endsInJoint ? Self.emptyFinalBlock : []
        entry.isDeflated = entry.isDeflated && piece.bytes.count + ending.count < piece.size
        entry.compressedSize = UInt64(entry.isDeflated ? piece.bytes.count + ending.count : piece.size)
        try output.write(entry.localHeader())
        if entry.isDeflated {
            try output.write(piece.bytes)
            try output.write(ending)
        } else {
            try output.write(raw)
        }
        record(entry)
    }

    // MARK: Entries of several pieces

    private func begin(_ entry: inout ZipEntry) throws {
        entry.offset = output.size
        // The data is as long as it is where it is not compressed.
        if !entry.isDeflated { entry.compressedSize = entry.size }
        try output.write(entry.localHeader())
    }

    private func write(_ piece: CompressedPiece, _ raw: UnsafeRawBufferPointer, of entry: inout ZipEntry) throws {
        checksum.append(piece.checksum, size: piece.size)
        guard entry.isDeflated else { return try output.write(raw) }
        entry.compressedSize += UInt64(piece.bytes.count)
        try output.write(piece.bytes)
    }

    private func end(_ part: ZipPart) throws {
        var entry = part.entry
        if entry.isDeflated {
            if part.endsInJoint {
                try output.write(Self.emptyFinalBlock)
                entry.compressedSize += UInt64(Self.emptyFinalBlock.count)
            }
            entry.checksum = checksum.value
        }
        guard entry.checksum == checksum.value else {
            let name = String(decoding: entry.name, as: UTF8.self)
            throw RelctlError("cannot pack `\(name)`: its content changed while it was being packed")
        }
        if entry.hasDescriptor { try output.write(entry.dataDescriptor()) }
        record(entry)
    }

    private func record(_ entry: ZipEntry) {
        directory += entry.centralHeader()
        entryCount += 1
    }

    private func goOn() {
        next += 1
        (taken, checksum) = (0, CRC32())
        // Now and then, so that it costs nothing.
        guard next == parts.count || next >= 1024 else { return }
        parts.removeFirst(next)
        next = 0
    }
}
