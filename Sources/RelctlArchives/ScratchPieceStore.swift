internal import Synchronization

/// Keeps pieces for one run, in a file without a name.
///
/// The file is made when the first piece comes, and its name is removed at once, so that nothing is left however the run
/// ends. A file that cannot be made, written or read, or for which there is hardly any room, only means that the same
/// bytes are compressed again.
final class ScratchPieceStore: PieceStore {
    private let path: FilePath
    private let files: any FileSystem
    private let state = Mutex(State())

    let outlivesRun = false

    /// What is known of a piece that was written.
    private struct Place {
        var offset: UInt64
        /// Bytes, compressed.
        var count: UInt32
        var checksum: UInt32
    }

    private struct State {
        var writing: (any WritableFile)?
        var reading: (any ReadableFile)?
        /// Whether nothing is written any more.
        var isClosed = false
        /// Whether the name may still be there.
        var hasName = false
        var size: UInt64 = 0
        var spareSpace = SpareSpace()
        var places: [PieceKey: Place] = [:]
    }

    /// Will make its file in `folder`.
    init(in folder: FilePath, files: any FileSystem) {
        path = folder.appending(".pieces.new")
        self.files = files
    }

    func piece(for key: PieceKey) -> CompressedPiece? {
        state.withLock { state in
            guard let place = state.places[key], let file = state.reading else { return nil }
            do {
                try file.seek(to: place.offset)
                let bytes = try PlainSource(file).bytes(Int(place.count))
                guard bytes.count == Int(place.count) else {
                    throw ArchiveDamage.damaged("the scratch file is cut off")
                }
                return CompressedPiece(bytes: bytes, size: key.size, checksum: place.checksum)
            } catch {
                state.places[key] = nil
                return nil
            }
        }
    }

    @discardableResult func keep(_ piece: CompressedPiece, for key: PieceKey) -> Bool {
        state.withLock { state in
            guard state.places[key] == nil else { return true }
            guard !state.isClosed else { return false }
            do {
                try state.spareSpace.check(path.parent, kept: state.size, files: files)
                if state.writing == nil { try open(&state) }
                try piece.bytes.withUnsafeBytes { try state.writing?.write($0) }
                state.places[key] = Place(
                    offset: state.size,
                    count: UInt32(piece.bytes.count),
                    checksum: piece.checksum
                )
                state.size += UInt64(piece.bytes.count)
                return true
            } catch {
                // Where the next piece would stand is not known any more.
                state.isClosed = true
                return false
            }
        }
    }

    func close() {
        state.withLock { state in
            try? state.writing?.close()
            if state.hasName { try? files.removeFile(path) }
            state = State()
            state.isClosed = true
        }
    }

    private func open(_ state: inout State) throws {
        // A run that was killed in between has left its file.
        if try files.status(of: path) != nil { try files.removeTree(path) }
        let writing = try files.create(path, permissions: 0o600)
        state.hasName = true
        state.writing = writing
        state.reading = try files.open(path)
        try files.removeFile(path)
        state.hasName = false
    }
}
