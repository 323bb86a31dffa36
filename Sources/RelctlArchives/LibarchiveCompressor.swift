internal import CArchive
private import Dispatch

/// Compresses one stream by a filter of libarchive, on the calling thread and those that the filter starts.
///
/// libarchive's state lies at an address of its own, which this object owns. Buffers are lent for one call each.
final class LibarchiveCompressor {
    private let archive: OpaquePointer
    private let receiver: Receiver
    private var isFinished = false

    /// The type of a regular file, which libarchive's `AE_IFREG` is in a form that Swift does not see.
    private static let regularFile: UInt32 = 0o100000

    /// What libarchive hands its output to; it holds an address of this without owning it.
    private final class Receiver {
        let output: ArchiveOutput
        var failure: (any Error)?
        var isAbandoned = false

        init(_ output: ArchiveOutput) { self.output = output }

        /// How many bytes were taken; -1 for an error.
        func take(_ bytes: UnsafeRawBufferPointer) -> Int {
            guard !isAbandoned, failure == nil else { return -1 }
            do {
                try output.write(bytes)
                return bytes.count
            } catch {
                failure = error
                return -1
            }
        }
    }

    /// Begins a stream that goes to `output`.
    ///
    /// - Throws: ``RelctlError`` if this machine's libarchive lacks the filter.
    init(_ filter: LibarchiveFilter, level: Int, workers: Int, to output: ArchiveOutput) throws {
        guard let archive = archive_write_new() else { throw RelctlError("cannot compress: there is no memory") }
        self.archive = archive
        receiver = Receiver(output)
        try Self.configure(archive, filter, level: level, workers: workers)
        let client = Unmanaged.passUnretained(receiver).toOpaque()
        try check(
            archive_write_open(
                archive,
                client,
                nil,
                { _, client, bytes, count in
                    guard let client else { return -1 }
                    let receiver = Unmanaged<Receiver>.fromOpaque(client).takeUnretainedValue()
                    return receiver.take(UnsafeRawBufferPointer(start: bytes, count: count))
                },
                nil
            )
        )
        guard let entry = archive_entry_new() else { throw RelctlError("cannot compress: there is no memory") }
        defer { archive_entry_free(entry) }
        archive_entry_set_filetype(entry, Self.regularFile)
        try check(archive_write_header(archive, entry))
    }

    deinit {
        // Nobody else can have them now, nor this object.
        nonisolated(unsafe) let (archive, receiver) = (archive, receiver)
        guard !isFinished else {
            archive_write_free(archive)
            return
        }
        // To free a stream that is not finished libarchive finishes it, which takes seconds: nobody waits for that, and
        // nothing of it is written.
        receiver.isAbandoned = true
        DispatchQueue.global(qos: .utility).async {
            withExtendedLifetime(receiver) { _ = archive_write_free(archive) }
        }
    }

    /// Compresses `bytes`, or takes them to be compressed.
    func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = archive_write_data(archive, rest.baseAddress, rest.count)
            guard count > 0 else { throw failure }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(Int(count)))
        }
    }

    /// Ends the stream; all of it is written then.
    func finish() throws {
        try check(archive_write_finish_entry(archive))
        try check(archive_write_close(archive))
        isFinished = true
    }

    private static func configure(
        _ archive: OpaquePointer,
        _ filter: LibarchiveFilter,
        level: Int,
        workers: Int
    ) throws {
        // Raw: the stream as it is, in no container. No blocks: nothing is padded.
        var results = [archive_write_set_format_raw(archive), archive_write_set_bytes_per_block(archive, 0)]
        switch filter {
        case .xz: results.append(archive_write_add_filter_xz(archive))
        case .zstd: results.append(archive_write_add_filter_zstd(archive))
        }
        for (key, value) in [("compression-level", level), ("threads", workers)] where results.last == ARCHIVE_OK {
            results.append(archive_write_set_filter_option(archive, filter.rawValue, key, String(value)))
        }
        // A warning says that another program would have to compress, or that an option is not known.
        guard results.allSatisfy({ $0 == ARCHIVE_OK }) else {
            throw RelctlError(
                "cannot compress by \(filter.rawValue) at level \(level): \(libarchiveWords(archive))",
                hints: ["this machine has \(String(cString: archive_version_details()))"]
            )
        }
    }

    private func check(_ result: Int32) throws {
        guard result == ARCHIVE_OK else { throw failure }
    }

    private var failure: any Error {
        receiver.failure ?? RelctlError("cannot compress: \(libarchiveWords(archive))")
    }
}
