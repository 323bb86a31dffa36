internal import Synchronization

/// Digests of large files that earlier runs wrote or read, so that those are not read again while nothing touched them.
///
/// A file is told by device, inode, size, and when its content and its inode were last changed, as git's index tells it:
/// whatever is written, renamed or given other times through the file system changes one of these. What a medium loses
/// by itself does not. So bytes that leave this machine, or are shown to be right, are read whatever this says.
///
/// It is a hint: one that is missing, damaged or cannot be written only means that files are read.
package final class FileDigests: Sendable {
    private let path: FilePath
    private let files: any FileSystem
    private let state = Mutex(State())

    /// What decides whether a file is the one that was digested.
    private struct Stamp: Hashable {
        var identity: FileStatus.Identity
        var size: UInt64
        var modified: Int64
        var changed: Int64

        /// Nothing for what is not worth remembering, or cannot be told from what it may become.
        init?(_ status: FileStatus) {
            guard status.kind == .file, status.size >= FileDigests.smallestSize, let changed = status.changeTime else {
                return nil
            }
            (identity, size, modified) = (status.identity, status.size, status.modificationTime)
            self.changed = changed
        }

        init(_ identity: FileStatus.Identity, size: UInt64, modified: Int64, changed: Int64) {
            (self.identity, self.size, self.modified, self.changed) = (identity, size, modified, changed)
        }

        /// Whether any change from `now` on will show in the times.
        ///
        /// Clocks of file systems go in steps: of up to 10 ms where the kernel stamps, of up to two seconds where times
        /// have no finer fraction.
        func isSettled(at now: Int64) -> Bool {
            let last = max(modified, changed)
            let step: Int64 = last % 1_000_000 == 0 ? 3_000_000_000 : 20_000_000
            let (end, isFar) = last.addingReportingOverflow(step)
            return !isFar && end < now
        }
    }

    private struct State {
        /// What an earlier run recorded; nothing before it was read.
        var known: [Stamp: Digest]?
        /// What of that served this run.
        var used: Set<Stamp> = []
        /// What this run found out, for the next.
        var found: [Stamp: Digest] = [:]
    }

    /// Smaller files are read as fast as they are looked up.
    static let smallestSize: UInt64 = 256 << 10
    /// Files that are remembered; beyond that, those that this run had to do with.
    private static let largestCount = 1000
    private static let head = "relctl file digests, form 1"

    /// Keeps the record at `path`, which is read when it is first wanted.
    package init(at path: FilePath, files: any FileSystem) { (self.path, self.files) = (path, files) }

    /// The digest of the file of this status, if an earlier run took it and nothing touched the file since.
    subscript(_ status: FileStatus) -> Digest? {
        guard let stamp = Stamp(status) else { return nil }
        return state.withLock { state in
            let known = state.known ?? read()
            state.known = known
            if known[stamp] != nil { state.used.insert(stamp) }
            return known[stamp]
        }
    }

    /// Records the digest of a file for later runs; this one goes on reading it.
    ///
    /// - Parameters:
    ///   - digest: What all bytes of the file gave.
    ///   - status: The file as it was when they were read or written, and still is.
    func note(_ digest: Digest, of status: FileStatus) {
        guard let stamp = Stamp(status) else { return }
        state.withLock { $0.found[stamp] = digest }
    }

    /// Records the digest of a file that this run wrote.
    package func note(_ digest: Digest, ofWritten path: FilePath) {
        guard let status = try? files.status(of: path) else { return }
        note(digest, of: status)
    }

    // MARK: The record

    /// Writes what was found out, if anything was.
    ///
    /// Files that were touched so lately that a change right now need not show are left out.
    package func save() {
        let state = state.withLock(\.self)
        guard !state.found.isEmpty, let beside = try? files.freshSibling(of: path) else { return }
        do {
            let file = try files.create(beside, permissions: 0o644)
            defer { try? file.close() }
            // The time of the file system that the files are on, whatever clock that goes by.
            guard let now = try files.status(of: beside) else { return }
            let settled = state.found.filter {
                $0.key.identity.device == now.identity.device && $0.key.isSettled(at: now.modificationTime)
            }
            var kept = (state.known ?? read()).merging(settled) { $1 }
            if kept.count > Self.largestCount {
                kept = kept.filter { settled[$0.key] != nil || state.used.contains($0.key) }
            }
            try Self.text(of: kept).withUnsafeBytes { try file.write($0) }
            try file.close()
            // Not synchronised: what a power failure leaves of it shows by its own digest.
            try files.rename(beside, to: path)
        } catch {
            try? files.removeFile(beside)
        }
    }

    /// The record's text: a line for each file, and at last the digest of all before.
    private static func text(of known: [Stamp: Digest]) -> [UInt8] {
        let lines = known.map { stamp, digest in
            let identity = stamp.identity
            return "\(identity.device) \(identity.inode) \(stamp.size) \(stamp.modified) \(stamp.changed) \(digest)"
        }
        let text = Array(([head] + lines.sortedBytewise()).map { $0 + "\n" }.joined().utf8)
        return text + Array("\(Digest(of: text))\n".utf8)
    }

    /// What an earlier run recorded; nothing if that is missing or not whole.
    private func read() -> [Stamp: Digest] {
        guard let bytes = try? files.contents(of: path, limit: 1 << 20), bytes.count > 65 else { return [:] }
        let text = bytes.dropLast(65)
        guard
            Digest(hexadecimal: String(decoding: bytes.suffix(65).dropLast(), as: UTF8.self)) == Digest(of: Array(text))
        else { return [:] }
        let lines = text.split(separator: UInt8(ascii: "\n"))
        guard lines.first?.elementsEqual(Self.head.utf8) == true else { return [:] }
        var known: [Stamp: Digest] = [:]
        for line in lines.dropFirst() {
            let fields = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            guard fields.count == 6, let device = UInt64(fields[0]), let inode = UInt64(fields[1]),
                let size = UInt64(fields[2]), let modified = Int64(fields[3]), let changed = Int64(fields[4]),
                let digest = Digest(hexadecimal: fields[5])
            else { return [:] }
            let identity = FileStatus.Identity(device: device, inode: inode)
            known[Stamp(identity, size: size, modified: modified, changed: changed)] = digest
        }
        return known
    }
}
