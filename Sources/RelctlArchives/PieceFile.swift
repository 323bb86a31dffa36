/// A compressed piece as a file: the piece's bytes, and behind them a record that proves that these are all of them and
/// that they belong to the key.
///
/// The record stands at the end, so that a file read in one go becomes the piece by cutting the end off. It holds, numbers
/// with their least significant byte first:
///
/// | bytes | what |
/// | --- | --- |
/// | 8 | what kind of file this is, with the version of the form |
/// | 32 | the key's identity |
/// | 8 | bytes before compression |
/// | 4 | CRC-32 of the bytes before compression |
/// | 32 | SHA-256 of everything before, the piece included |
enum PieceFile {
    /// The form that this code writes, and the only one that it reads.
    private static let mark = Array("relctl-1".utf8)
    private static let digestSize = 32
    /// Bytes of the record.
    static let recordSize = 8 + 32 + 8 + 4 + digestSize

    /// What follows the bytes of a piece in its file.
    static func record(of piece: CompressedPiece, for identity: Digest) -> [UInt8] {
        var record = mark + identity.bytes
        record.append(littleEndian: UInt64(truncatingIfNeeded: piece.size))
        record.append(littleEndian: piece.checksum)
        var hasher = SHA256Hasher()
        hasher.update(piece.bytes)
        hasher.update(record)
        return record + hasher.finalize().bytes
    }

    /// The piece that a file holds; nothing if it is not all there, not as it was written, or of another key.
    static func piece(from contents: consuming [UInt8], for identity: Digest) -> CompressedPiece? {
        var contents = consume contents
        guard contents.count >= recordSize else { return nil }
        var hasher = SHA256Hasher()
        contents.withUnsafeBytes { hasher.update(UnsafeRawBufferPointer(rebasing: $0.dropLast(digestSize))) }
        guard hasher.finalize().bytes.elementsEqual(contents.suffix(digestSize)) else { return nil }
        var record = LittleEndianCursor(contents.suffix(recordSize))
        guard let found = try? record.next(count: mark.count), found.elementsEqual(mark),
            let owner = try? record.next(count: digestSize), owner.elementsEqual(identity.bytes),
            let size = try? Int(exactly: record.next(UInt64.self)), let checksum = try? record.next(UInt32.self)
        else { return nil }
        contents.removeLast(recordSize)
        return CompressedPiece(bytes: contents, size: size, checksum: checksum)
    }
}

extension PieceKey {
    /// One digest that stands for everything in the key.
    var identity: Digest {
        var text = content.bytes
        text.append(littleEndian: UInt64(truncatingIfNeeded: size))
        text.append(ending.rawValue)
        text.append(littleEndian: Int64(compression.level))
        // Last, because it is the only part whose length varies: no two keys give one text.
        text += DeflateEngines.versioned(compression.engine).utf8
        return Digest(of: text)
    }
}
