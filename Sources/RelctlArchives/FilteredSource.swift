internal import CArchive

/// A file decompressed by a filter of libarchive: one stream or frame, or several.
///
/// libarchive's state lies at an address of its own, which this object owns, as it owns the buffer that libarchive reads
/// the file from.
final class FilteredSource: ByteSource {
    private let archive: OpaquePointer
    private let input: Input
    private var budget: ReadingBudget
    private var isOpen = false
    private var isAtEnd = false
    /// What follows the compressed data is taken for more of it, and thus for damage.
    let remainder: String? = nil

    /// What libarchive gets its input from; it holds an address of this without owning it.
    private final class Input {
        let file: any ReadableFile
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 << 10, alignment: 16)
        var failure: (any Error)?
        var isAtEnd = false

        init(_ file: any ReadableFile) { self.file = file }

        deinit { buffer.deallocate() }

        /// How many bytes lie in the buffer now; -1 for an error.
        func fill() -> Int {
            do {
                try Task.checkCancellation()
                let count = try file.read(into: buffer)
                isAtEnd = count == 0
                return count
            } catch {
                failure = error
                return -1
            }
        }
    }

    init(_ file: any ReadableFile, _ filter: LibarchiveFilter, _ limits: ArchiveLimits) throws {
        guard let archive = archive_read_new() else { throw RelctlError("cannot decompress: there is no memory") }
        self.archive = archive
        input = Input(file)
        budget = ReadingBudget(limits, archiveSize: try file.status().size)
        // This filter and no other, whatever the bytes look like: compressed once, and nothing in place of that.
        guard archive_read_support_format_raw(archive) == ARCHIVE_OK,
            archive_read_append_filter(archive, filter.code) == ARCHIVE_OK
        else {
            throw RelctlError("cannot decompress \(filter.rawValue): \(libarchiveWords(archive))")
        }
    }

    deinit { archive_read_free(archive) }

    func read(into output: UnsafeMutableRawBufferPointer) throws -> Int {
        if !isOpen { try open() }
        guard !isAtEnd, !output.isEmpty else { return 0 }
        let count = archive_read_data(archive, output.baseAddress, output.count)
        guard count >= 0 else { throw failure }
        isAtEnd = count == 0
        try budget.count(Int(count))
        return Int(count)
    }

    private func open() throws {
        isOpen = true
        let client = Unmanaged.passUnretained(input).toOpaque()
        let result = archive_read_open(
            archive,
            client,
            nil,
            { _, client, bytes in
                guard let client else { return -1 }
                let input = Unmanaged<Input>.fromOpaque(client).takeUnretainedValue()
                let count = input.fill()
                bytes?.pointee = UnsafeRawPointer(input.buffer.baseAddress)
                return count
            },
            nil
        )
        guard result == ARCHIVE_OK else { throw failure }
        var entry: OpaquePointer?
        switch archive_read_next_header(archive, &entry) {
        case ARCHIVE_OK: return
        case ARCHIVE_EOF: isAtEnd = true
        default: throw failure
        }
    }

    private var failure: any Error {
        if let failure = input.failure { return failure }
        let words = libarchiveWords(archive)
        return ArchiveDamage.damaged("the compressed data is \(input.isAtEnd ? "cut off or " : "")corrupt: \(words)")
    }
}
