/// The journal on the disk: read when a run begins, and from then on written.
struct JournalFile: Sendable {
    private let files: any FileSystem
    private let path: FilePath

    /// The journal at `path`, whose folder must be there.
    init(files: any FileSystem, path: FilePath) {
        self.files = files
        self.path = path
    }

    /// Begins the lines of a run, and tells what the run before was at if it was cut off.
    ///
    /// - Returns: The journal, open at its end; nothing where there can be none, which is told and no reason to fail.
    func begin(_ release: ReleaseIdentity, at time: Int64, telling events: any EventSink) -> (any WritableFile)? {
        do {
            let release = JournalLine.Release(release)
            let history = try history(of: release)
            for remark in history.remarks { events.send(.message(.detail, remark)) }
            if let interruption = history.interruption { events.send(.message(.notice, interruption)) }
            let head = try JSONText.line(JournalLine.head(of: release, run: history.lastRun + 1, time: time))
            guard history.isSound else {
                try files.write(history.kept + head, to: path)
                return try files.append(to: path)
            }
            let file = try files.append(to: path)
            // It comes to the medium with the first action that a remote sees; before that, nothing was begun that the
            // next run would have to be told of.
            try head.withUnsafeBytes { try file.write($0) }
            return file
        } catch {
            events.send(.message(.warning, "cannot keep the journal `\(path)`: \(error)"))
            return nil
        }
    }

    /// What the journal says of earlier runs; one that cannot be read says nothing.
    ///
    /// - Throws: ``RelctlError`` if something else than a file is there, which is never written to or replaced;
    ///   ``FileSystemError`` if that cannot be seen.
    private func history(of release: JournalLine.Release) throws -> JournalHistory {
        guard let status = try files.status(of: path) else { return JournalHistory(reading: [], of: release) }
        guard status.kind == .file else { throw RelctlError("it is a \(status.kind.rawValue), not a file") }
        do {
            let file = try files.open(path)
            let size = try file.status().size
            let excess = size - min(size, UInt64(JournalHistory.limit))
            if excess > 0 { try file.seek(to: excess) }
            var bytes: [UInt8] = []
            // A file that grows while it is read must not be read for ever.
            while bytes.count < JournalHistory.limit {
                let chunk = try [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
                    count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
                }
                guard !chunk.isEmpty else { break }
                bytes += chunk
            }
            return JournalHistory(reading: bytes, isWhole: excess == 0, of: release)
        } catch {
            return JournalHistory(ignoring: "cannot read the journal, which is begun anew: \(error)")
        }
    }
}
