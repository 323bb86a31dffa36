/// Keeping the cache within its bounds.
extension PieceCache {
    /// What names of files begin with that are being written.
    static let temporaryPrefix = "."
    /// A file that is being written for so long was left by a run that was killed.
    private static let longestWrite: Int64 = 3600 * nanosecondsPerSecond

    /// A piece's file.
    private struct Entry {
        var path: FilePath
        var size: UInt64
        var lastUse: Int64
    }

    /// Now, in nanoseconds since 1970.
    var now: Int64 { clock.secondsSinceEpoch.multipliedReportingOverflow(by: Self.nanosecondsPerSecond).partialValue }

    /// What a file of so many bytes takes up on common file systems.
    static func diskSize(_ size: UInt64) -> UInt64 { (size / 4096 + (size % 4096 == 0 ? 0 : 1)) * 4096 }

    /// Removes what killed runs left, and then what was not used for longest, until the rest is within the limit.
    ///
    /// Runs that do this at once choose the same files, each of which is removed by one of them; so no lock is needed.
    func evict() {
        var entries = self.entries()
        var total = entries.reduce(UInt64(0)) { $0 &+ $1.size }
        guard total > setting.limit else { return }
        entries.sort { ($0.lastUse, $0.path) < ($1.lastUse, $1.path) }
        for entry in entries where total > setting.limit {
            // What another run removed is gone as well.
            try? files.removeFile(entry.path)
            total -= entry.size
        }
    }

    /// The files of all pieces; those of killed runs are removed on the way.
    ///
    /// What cannot be listed or looked at is left alone: another run may be at it.
    private func entries() -> [Entry] {
        let oldest = now - Self.longestWrite
        var entries: [Entry] = []
        for folder in names(in: setting.folder) where folder.utf8.count == 1 {
            let folder = setting.folder.appending(folder)
            for name in names(in: folder) {
                let path = folder.appending(name)
                guard let status = try? files.status(of: path), status.kind == .file else { continue }
                if !name.hasPrefix(Self.temporaryPrefix) {
                    let size = Self.diskSize(status.size)
                    entries.append(Entry(path: path, size: size, lastUse: status.modificationTime))
                } else if status.modificationTime < oldest {
                    try? files.removeFile(path)
                }
            }
        }
        return entries
    }

    private func names(in folder: FilePath) -> [String] { (try? files.names(in: folder)) ?? [] }
}
