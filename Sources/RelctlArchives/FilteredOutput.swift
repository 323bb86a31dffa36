private import Dispatch

/// Takes a stream and has it compressed by libarchive into a file, on threads of its own.
///
/// A call returns when the filter has taken the bytes, which may be seconds later, when its own threads are done with
/// others. That must not hold up the tasks of this process, which share a few threads; so the calls run on a queue, and
/// whoever awaits them waits without a thread.
package actor FilteredOutput {
    private let queue = QueueTaskExecutor()
    private let output: ArchiveOutput
    private let compressor: LibarchiveCompressor
    private var raw: SHA256Hasher?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Begins a stream that is compressed at `level`, by as many threads as `threads` allows.
    package init(
        _ file: any WritableFile,
        _ filter: LibarchiveFilter,
        level: Int,
        threads: Int,
        digestsRaw: Bool = false
    ) throws {
        raw = digestsRaw ? SHA256Hasher() : nil
        output = ArchiveOutput(file)
        compressor = try LibarchiveCompressor(
            filter,
            level: level,
            workers: filter.workers(threads, level: level),
            to: output
        )
    }

    /// Takes bytes.
    func write(_ bytes: [UInt8]) throws {
        raw?.update(bytes)
        try bytes.withUnsafeBytes { try compressor.write($0) }
    }

    /// The digest of what was taken, if it is digested.
    package func rawDigest() -> Digest? {
        var hasher = raw
        return hasher?.finalize()
    }

    /// Ends the stream; what was written.
    package func finish() throws -> FileHasher.Summary {
        try compressor.finish()
        return FileHasher.Summary(size: output.size, sha256: try output.finish())
    }
}

/// Runs an actor on a queue of its own, whose thread may wait.
private final class QueueTaskExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "relctl.compressing")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
