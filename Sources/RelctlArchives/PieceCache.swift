import Synchronization

/// Compressed pieces on disk, kept from run to run and shared by runs that go on at once.
///
/// One file for each piece, named by the whole of its key. Nothing that is wrong with the folder or a file in it fails a
/// run: a piece that cannot be read or trusted is compressed again, and one that cannot be kept is not kept.
package final class PieceCache: PieceStore {
    let files: any FileSystem
    let clock: any WallClock
    let events: any EventSink
    let setting: Setting
    let state = Mutex(State())

    /// What a run knows of the folder and has done to it.
    struct State {
        /// Whether the folder is there, once it was looked at.
        var place: Place?
        /// Whether the folder was made ready to be written to.
        var isPrepared = false
        /// Whether pieces are still kept; false once that failed.
        var isKeeping = true
        /// What the pieces that were kept take up on disk.
        var kept: UInt64 = 0
        var spareSpace = SpareSpace()
        /// Sets the names of files that are being written apart: from those of other runs, and from each other.
        let run = String(UInt64.random(in: .min ... .max), radix: 36)
        var serial = 0
    }

    /// What is where pieces are to be kept.
    enum Place {
        /// Nothing yet.
        case missing
        /// A folder that this user alone can have written to.
        case ready
        /// Something that is not to be read or written.
        case unusable
    }

    /// Pieces below this size are compressed again sooner than a file is written for them.
    static let smallestSize = 4 << 10
    /// How far a file's time may be from its last use.
    private static let timeAccuracy: Int64 = 3600 * nanosecondsPerSecond
    static let nanosecondsPerSecond: Int64 = 1_000_000_000

    /// Keeps pieces where `setting` says; nothing is touched before the first piece is asked for or kept.
    package init(_ setting: Setting, with effects: Effects) {
        self.setting = setting
        (files, clock, events) = (effects.files, effects.clock, effects.events)
    }

    package func piece(for key: PieceKey) -> CompressedPiece? {
        guard key.size >= Self.smallestSize, state.withLock({ place(&$0) }) == .ready else { return nil }
        let identity = key.identity
        let path = path(of: identity)
        do {
            let file = try files.open(path)
            let status = try file.status()
            // What cannot be a piece of this size is not read into memory.
            let largest = DeflatePiece.bound(key.size) + PieceFile.recordSize
            guard status.size <= UInt64(largest),
                let piece = PieceFile.piece(from: try PlainSource(file).bytes(Int(status.size)), for: identity),
                piece.size == key.size
            else {
                drop(path)
                return nil
            }
            noteUse(of: path, last: status.modificationTime)
            return piece
        } catch {
            let cause = error as? FileSystemError
            if cause?.isAbsence != true, cause?.isShortage != true { drop(path) }
            return nil
        }
    }

    @discardableResult package func keep(_ piece: CompressedPiece, for key: PieceKey) -> Bool {
        guard key.size >= Self.smallestSize, let name = nameForNew() else { return false }
        let identity = key.identity
        let path = path(of: identity)
        do {
            let record = PieceFile.record(of: piece, for: identity)
            try write([piece.bytes, record], to: path, by: path.parent.appending(name))
            let size = Self.diskSize(UInt64(piece.bytes.count + record.count))
            state.withLock { $0.kept += size }
            return true
        } catch {
            // Where clocks disagree, another run may take the file for a leftover and remove it before it has its name.
            if (error as? FileSystemError)?.isAbsence != true { stop(because: String(describing: error)) }
            return false
        }
    }

    package func close() {
        if state.withLock({ $0.kept > 0 }) { evict() }
    }

    /// Where the piece of this identity is kept: sixteen folders, so that none grows too large to be listed at once.
    private func path(of identity: Digest) -> FilePath {
        let digits = identity.hexadecimal
        return setting.folder.appending(String(digits.prefix(1))).appending(String(digits.dropFirst()))
    }

    /// The name under which the next piece is written; nothing if no more shall be kept.
    private func nameForNew() -> String? {
        state.withLock { state in
            guard state.isKeeping, place(&state) != .unusable, state.kept < setting.limit else { return nil }
            do {
                if !state.isPrepared {
                    try createFolder(setting.folder)
                    try label()
                    (state.place, state.isPrepared) = (.ready, true)
                }
                try state.spareSpace.check(setting.folder, kept: state.kept, files: files)
            } catch {
                state.isKeeping = false
                tell(ofStop: String(describing: error))
                return nil
            }
            state.serial += 1
            return "\(Self.temporaryPrefix)\(state.run)-\(state.serial)"
        }
    }

    /// Lets a file appear whole or not at all.
    ///
    /// Not synchronised: after a power failure it may be there in part, which its record shows.
    private func write(_ parts: [[UInt8]], to path: FilePath, by beside: FilePath) throws {
        let file: any WritableFile
        do {
            file = try files.create(beside, permissions: 0o600)
        } catch let error as FileSystemError where error.isAbsence {
            // The first piece in this folder, or somebody emptied the cache just now.
            try createFolder(path.parent)
            file = try files.create(beside, permissions: 0o600)
        }
        do {
            for part in parts { try part.withUnsafeBytes { try file.write($0) } }
            try file.close()
            try files.rename(beside, to: path)
        } catch {
            // What cannot be removed either is swept by a later run.
            try? files.removeFile(beside)
            throw error
        }
    }

    /// Lets a file's time tell when it was last used, without a write for every use.
    private func noteUse(of path: FilePath, last: Int64) {
        let now = self.now
        guard now.subtractingReportingOverflow(last).partialValue.magnitude > Self.timeAccuracy.magnitude else {
            return
        }
        // Another run may just have removed it.
        try? files.setModificationTime(now, of: path)
    }

    /// Removes a file that is not a piece, or no longer.
    private func drop(_ path: FilePath) {
        try? files.removeFile(path)
        events.send(.message(.detail, "dropped `\(path)` from the cache: it is damaged or cannot be read"))
    }

    private func stop(because reason: String) {
        let wasKeeping = state.withLock { state in
            defer { state.isKeeping = false }
            return state.isKeeping
        }
        if wasKeeping { tell(ofStop: reason) }
    }

    private func tell(ofStop reason: String) {
        events.send(.message(.detail, "no more compressed pieces are kept for later runs: \(reason)"))
    }
}
