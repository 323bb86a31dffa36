internal import CArchive

/// What compresses a whole stream in libarchive.
package enum LibarchiveFilter: String, Sendable {
    case xz, zstd

    /// What libarchive calls it when it reads.
    var code: Int32 {
        switch self {
        case .xz: ARCHIVE_FILTER_XZ
        case .zstd: ARCHIVE_FILTER_ZSTD
        }
    }

    /// What it is called in ``Compression/engine``.
    ///
    /// No version: liblzma's and libzstd's stand in no plan, which must be the same on every machine.
    package var engine: String { "libarchive-\(rawValue)" }

    /// Its own scale of levels.
    package var levels: ClosedRange<Int> {
        switch self {
        case .xz: 0...9
        case .zstd: 1...22
        }
    }

    /// How many threads compress, where as many as `threads` may.
    ///
    /// Never so few that the library takes its encoder for one thread, which cuts the stream in other places: with that
    /// one left out, the bytes are the same for any number. Never so many that they need more than ``memoryBound``.
    func workers(_ threads: Int, level: Int) -> Int {
        let fewest = self == .xz ? 2 : 1
        return max(fewest, min(threads, Self.memoryBound / (Self.memoryFactor * window(level))))
    }

    /// Bytes that all threads of one archive may need, unless the fewest that there can be need more.
    private static let memoryBound = 1 << 30

    /// About how much more than its window a thread needs, for tables and for what waits to be compressed and written;
    /// 14 were measured for xz, 16 for zstd.
    private static let memoryFactor = 16

    /// How far back a level looks for matches, in bytes (xz(1), "Compression preset level options"; zstd's
    /// `clevels.h`, rounded up).
    private func window(_ level: Int) -> Int {
        switch (self, level) {
        case (.xz, ...4): 4 << 20
        case (.xz, ...6): 8 << 20
        case (.xz, 7): 16 << 20
        case (.xz, 8): 32 << 20
        case (.xz, _): 64 << 20
        case (.zstd, ...12): 4 << 20
        case (.zstd, ...19): 8 << 20
        case (.zstd, 20): 32 << 20
        case (.zstd, 21): 64 << 20
        case (.zstd, _): 128 << 20
        }
    }
}

/// Why libarchive cannot go on, in its words.
func libarchiveWords(_ archive: OpaquePointer) -> String {
    archive_error_string(archive).map { String(cString: $0) } ?? "libarchive answers \(archive_errno(archive))"
}
