/// Bytes that come one after the other.
package protocol ByteSource: AnyObject {
    /// Reads up to `buffer.count` bytes; 0 means the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
    /// What came after the end and belongs to nothing, in words.
    var remainder: String? { get }
}

extension ByteSource {
    /// Reads so many bytes, or as many as there are.
    func bytes(_ count: Int) throws -> [UInt8] {
        guard count > 0 else { return [] }
        return try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = 0
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let read = try read(into: rest)
                guard read > 0 else { return }
                filled += read
            }
        }
    }
}

/// A file as it is.
final class PlainSource: ByteSource {
    private let file: any ReadableFile
    let remainder: String? = nil

    init(_ file: any ReadableFile) { self.file = file }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { try file.read(into: buffer) }
}

/// Shows all bytes on their way from another source.
final class ShownSource: ByteSource {
    private let source: any ByteSource
    private let show: (UnsafeRawBufferPointer) -> Void

    /// Reads from `source`, and shows what comes.
    init(_ source: any ByteSource, to show: @escaping (UnsafeRawBufferPointer) -> Void) {
        (self.source, self.show) = (source, show)
    }

    var remainder: String? { source.remainder }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try source.read(into: buffer)
        show(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return count
    }
}

/// A gzip file decompressed: one member or several (RFC 1952, section 2.2).
package final class GzipSource: ByteSource {
    private let file: any ReadableFile
    private let inflater: Inflater
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 << 10, alignment: 16)
    /// The part of `buffer` that is read and not decompressed yet.
    private var pending = 0..<0
    private var isInMember = true
    private var isAtEnd = false
    private var budget: ReadingBudget
    package private(set) var remainder: String?

    package init(_ file: any ReadableFile, _ limits: ArchiveLimits) throws {
        self.file = file
        inflater = try Inflater(.gzip)
        budget = ReadingBudget(limits, archiveSize: try file.status().size)
    }

    deinit { buffer.deallocate() }

    package func read(into output: UnsafeMutableRawBufferPointer) throws -> Int {
        while !isAtEnd {
            if pending.isEmpty { try fill() }
            guard !pending.isEmpty else {
                isAtEnd = true
                guard isInMember else { return 0 }
                throw ArchiveDamage.damaged("the compressed data is cut off")
            }
            if !isInMember, try !beginsMember() { return 0 }
            let progress = try inflater.inflate(UnsafeRawBufferPointer(rebasing: buffer[pending]), into: output)
            pending = (pending.lowerBound + progress.consumed)..<pending.upperBound
            try budget.count(progress.produced)
            if progress.isAtEnd {
                isInMember = false
                inflater.reset()
            }
            if progress.produced > 0 { return progress.produced }
        }
        return 0
    }

    /// Whether another member follows the one that ended; anything else is left where it is.
    private func beginsMember() throws -> Bool {
        guard buffer[pending.lowerBound] == 0x1f else {
            isAtEnd = true
            remainder = "bytes that are not gzip follow the compressed data"
            return false
        }
        isInMember = true
        return true
    }

    private func fill() throws {
        try Task.checkCancellation()
        pending = 0..<(try file.read(into: buffer))
    }
}
